# SPDX-License-Identifier: MIT
# The libraries of cmake/Dependencies.cmake, for a build by emscripten: headers from Debian's packages, and three from Debian's sources.
set(PBP_WASM_LIBRARIES "" CACHE PATH "The folder that common/engine/libraries fills: sources/, and glslang/ as built by emscripten")
if(NOT EXISTS ${PBP_WASM_LIBRARIES}/glslang/SPIRV/libSPIRV.a)
  message(FATAL_ERROR "glslang for WebAssembly was not found in '${PBP_WASM_LIBRARIES}': build with ./learn web.")
endif()

# Headers that are the same on every machine. /usr/include as a whole would hide emscripten's own.
set(HEADERS ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${HEADERS})
foreach(LIBRARY CLI nlohmann glm stb glslang spirv)
  if(NOT EXISTS /usr/include/${LIBRARY})
    message(FATAL_ERROR "/usr/include/${LIBRARY} was not found: run ./learn web, which installs what it needs.")
  endif()
  file(CREATE_LINK /usr/include/${LIBRARY} ${HEADERS}/${LIBRARY} SYMBOLIC)
endforeach()
include_directories(SYSTEM ${HEADERS})
set(STB_INCLUDE_DIR ${HEADERS}/stb)
set(SPIRV_HEADERS_INCLUDE_DIR ${HEADERS})

# What libc++ 13 lacks, in front of every C++ file; exceptions by the browser's own. emcc forbids clang to inline for size, and leaves it
# to wasm-opt: then clang emits thousands of getters, 12,000 functions in pbp_event alone. So it may again; -Oz keeps it to small ones. The other builds check
# formats as they compile: here it need not be done once more.
add_compile_options(-Oz -finline-functions -DFMT_CONSTEVAL= -fwasm-exceptions "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${PROJECT_SOURCE_DIR}/common/engine/libcxx13.hpp>")
add_link_options(-fwasm-exceptions)
set(CMAKE_CXX_FLAGS_RELEASE -DNDEBUG)  # without -Oz, which would reach the linker, too: common/engine/CMakeLists.txt
set(CMAKE_C_FLAGS_RELEASE -DNDEBUG)

set(F ${PBP_WASM_LIBRARIES}/sources/fmtlib)
add_library(pbp_fmt STATIC EXCLUDE_FROM_ALL ${F}/src/format.cc)
target_include_directories(pbp_fmt SYSTEM PUBLIC ${F}/include)
add_library(fmt::fmt ALIAS pbp_fmt)
add_library(CLI11::CLI11 INTERFACE IMPORTED)
add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
add_library(Threads::Threads INTERFACE IMPORTED)  # no threads: libcxx13.hpp does their work at once

set(Z ${PBP_WASM_LIBRARIES}/sources/zlib)
add_library(pbp_zlib STATIC EXCLUDE_FROM_ALL ${Z}/adler32.c ${Z}/compress.c ${Z}/crc32.c ${Z}/deflate.c ${Z}/trees.c ${Z}/zutil.c)
target_include_directories(pbp_zlib SYSTEM PUBLIC ${Z})
target_compile_options(pbp_zlib PRIVATE -w -O2)
add_library(ZLIB::ZLIB ALIAS pbp_zlib)

set(G ${PBP_WASM_LIBRARIES}/glslang)
add_library(pbp_glslang INTERFACE)
foreach(LIBRARY SPIRV/libSPIRV glslang/libglslang glslang/libMachineIndependent glslang/libGenericCodeGen OGLCompilersDLL/libOGLCompiler
        glslang/OSDependent/Unix/libOSDependent)
  if(EXISTS ${G}/${LIBRARY}.a)  # some versions have fewer
    target_link_libraries(pbp_glslang INTERFACE ${G}/${LIBRARY}.a)
  endif()
endforeach()

# No pictures are drawn, but what a lesson draws to work on, lesson 02's card, has digits: so these typefaces have nothing else.
foreach(FACE DejaVuSans DejaVuSans-Bold)
  set(PBP_${FACE} ${PBP_WASM_LIBRARIES}/typefaces/${FACE}.ttf)
endforeach()

set(PBP_ROOT /pass-by-pass) # in the module's own file system
set(PBP_FASTEST -msimd128)

# The large headers that most files include, compiled once for the targets of these folders.
function(share_headers)
  set(OURS lesson/run.hpp lesson/lesson.hpp event/sink.hpp sim/run/simulator.hpp report/model.hpp)
  list(TRANSFORM OURS PREPEND ${PROJECT_SOURCE_DIR}/common/)
  target_precompile_headers(pbp_base PRIVATE <algorithm> <filesystem> <fmt/format.h> <functional> <map> <nlohmann/json.hpp> <string> <vector>
                            ${OURS})
  foreach(FOLDER IN LISTS ARGN)
    get_property(TARGETS DIRECTORY ${FOLDER} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(ONE IN LISTS TARGETS)
      get_target_property(TYPE ${ONE} TYPE)
      # The executor's own options are others.
      if(TYPE MATCHES "STATIC|EXECUTABLE" AND NOT ONE MATCHES "^pbp_(base|sim_run)$")
        target_precompile_headers(${ONE} REUSE_FROM pbp_base)
      endif()
    endforeach()
  endforeach()
endfunction()
