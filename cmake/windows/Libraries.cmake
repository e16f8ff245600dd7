# SPDX-License-Identifier: MIT
# The libraries of cmake/Dependencies.cmake, for a build by Debian's mingw-w64: those that cmake/windows/libraries keeps.
set(PBP_WINDOWS_LIBRARIES "" CACHE PATH "The folder below which cmake/windows/libraries keeps what it builds; empty: ~/.cache/pass_by_pass/windows")
execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/libraries ${PBP_WINDOWS_LIBRARIES}
                OUTPUT_VARIABLE KEPT OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE RESULT)
if(NOT RESULT EQUAL 0)
  message(FATAL_ERROR "cmake/windows/libraries failed: what it printed above says why.")
endif()

include_directories(SYSTEM ${KEPT}/include)
set(STB_INCLUDE_DIR ${KEPT}/include/stb)
set(SPIRV_HEADERS_INCLUDE_DIR ${KEPT}/include)
foreach(LIBRARY fmt::fmt CLI11::CLI11 nlohmann_json::nlohmann_json doctest::doctest pbp_glslang pbp_spirv_tools glfw)
  add_library(${LIBRARY} INTERFACE IMPORTED)
endforeach()
set_target_properties(fmt::fmt PROPERTIES INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY)
set_target_properties(doctest::doctest PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${KEPT}/include/doctest)
target_link_libraries(glfw INTERFACE ${KEPT}/lib/libglfw3.a gdi32 opengl32)
target_link_libraries(pbp_spirv_tools INTERFACE ${KEPT}/lib/libSPIRV-Tools.a)
foreach(LIBRARY SPIRV glslang MachineIndependent GenericCodeGen OGLCompiler OSDependent)
  if(EXISTS ${KEPT}/lib/lib${LIBRARY}.a)  # some versions have fewer
    target_link_libraries(pbp_glslang INTERFACE ${KEPT}/lib/lib${LIBRARY}.a)
  endif()
endforeach()
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)

foreach(FACE DejaVuSans DejaVuSans-Bold)
  set(PBP_${FACE} /usr/share/fonts/truetype/dejavu/${FACE}.ttf)
endforeach()

# Programs find shaders/ in a folder above their own, or in the current one: no folder of this machine is on another.
set(PBP_ROOT .)

# A program is one file, without the DLLs of the compiler. Its stack is as large as on Linux.
add_link_options(-static -Wl,--stack,8388608)

# How ctest runs the programs of a cross build.
set(CMAKE_CROSSCOMPILING_EMULATOR ${PROJECT_SOURCE_DIR}/tests/windows/wine)
