# SPDX-License-Identifier: MIT
# Every library the project uses, each with the Debian package to install when it is absent.

# Finds a CMake package, or stops with one sentence that names the Debian package.
macro(pbp_find NAME PACKAGE)
  find_package(${NAME} QUIET)
  if(NOT ${NAME}_FOUND)
    message(FATAL_ERROR "${NAME} was not found: install the Debian package ${PACKAGE} (sudo apt-get install ${PACKAGE}).")
  endif()
endmacro()

if(PBP_OPENGL)
  pbp_find(glfw3 libglfw3-dev)
endif()
pbp_find(glm libglm-dev)
pbp_find(fmt libfmt-dev)
pbp_find(CLI11 libcli11-dev)
pbp_find(nlohmann_json nlohmann-json3-dev)
pbp_find(ZLIB zlib1g-dev)
pbp_find(doctest doctest-dev)

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# Not by FindOpenGL: that gives no EGL unless libOpenGL's development files are there too, which nothing here uses.
if(PBP_OPENGL AND NOT WIN32)
  find_path(EGL_INCLUDE_DIR EGL/egl.h)
  find_library(EGL_LIBRARY EGL)
  if(NOT EGL_INCLUDE_DIR OR NOT EGL_LIBRARY)
    message(FATAL_ERROR "EGL was not found: install the Debian package libegl-dev (sudo apt-get install libegl-dev).")
  endif()
  set(PBP_EGL OpenGL::EGL)
  add_library(OpenGL::EGL UNKNOWN IMPORTED GLOBAL)
  set_target_properties(OpenGL::EGL PROPERTIES IMPORTED_LOCATION ${EGL_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${EGL_INCLUDE_DIR})
endif()

find_path(STB_INCLUDE_DIR stb_truetype.h PATH_SUFFIXES stb)
if(NOT STB_INCLUDE_DIR)
  message(FATAL_ERROR "stb_truetype.h was not found: install the Debian package libstb-dev (sudo apt-get install libstb-dev).")
endif()

# The typefaces are built into the programs, so that a picture looks the same on every machine.
foreach(FACE DejaVuSans DejaVuSans-Bold)
  find_file(PBP_${FACE} ${FACE}.ttf
            PATHS /usr/share/fonts/truetype/dejavu /usr/share/fonts/dejavu /usr/share/fonts/TTF
                  /usr/share/fonts/dejavu-sans-fonts)
  if(NOT PBP_${FACE})
    message(FATAL_ERROR "${FACE}.ttf was not found: install the Debian package fonts-dejavu-core (sudo apt-get install fonts-dejavu-core).")
  endif()
endforeach()

# glslang, for the simulator. Not by its CMake package: that differs from version to version.
find_path(GLSLANG_INCLUDE_DIR glslang/SPIRV/GlslangToSpv.h)
add_library(pbp_glslang INTERFACE)
foreach(LIBRARY SPIRV glslang MachineIndependent GenericCodeGen OGLCompiler OSDependent SPIRV-Tools-opt SPIRV-Tools)
  find_library(GLSLANG_${LIBRARY} ${LIBRARY})
  if(GLSLANG_${LIBRARY})
    target_link_libraries(pbp_glslang INTERFACE ${GLSLANG_${LIBRARY}})
  endif()
endforeach()
if(NOT GLSLANG_INCLUDE_DIR OR NOT GLSLANG_SPIRV OR NOT GLSLANG_glslang)
  message(FATAL_ERROR "glslang was not found: install the Debian package glslang-dev (sudo apt-get install glslang-dev).")
endif()
if(NOT GLSLANG_SPIRV-Tools-opt)
  message(FATAL_ERROR "SPIRV-Tools was not found: install the Debian package spirv-tools (sudo apt-get install spirv-tools).")
endif()

add_library(pbp_spirv_tools INTERFACE)
target_link_libraries(pbp_spirv_tools INTERFACE ${GLSLANG_SPIRV-Tools})

# The numbers of SPIR-V: glslang and SPIRV-Tools ship them in some versions only.
find_path(SPIRV_HEADERS_INCLUDE_DIR spirv/unified1/GLSL.std.450.h)
if(NOT SPIRV_HEADERS_INCLUDE_DIR)
  message(FATAL_ERROR "The SPIR-V headers were not found: install the Debian package spirv-headers (sudo apt-get install spirv-headers).")
endif()
