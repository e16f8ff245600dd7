# SPDX-License-Identifier: MIT
# build/peers/peers_cub, which a bench compares with if there is a working CUDA compiler. Never a failure: without it the
# bench has one peer less.

set(PBP_CUB_PEERS AUTO CACHE STRING "Build the CUB programs that a bench compares with: AUTO (where nvcc works) or OFF")
set_property(CACHE PBP_CUB_PEERS PROPERTY STRINGS AUTO OFF)

function(pbp_cub_peers)
  if(PBP_CUB_PEERS STREQUAL OFF)
    message(STATUS "CUB peers for the bench: none, because PBP_CUB_PEERS is OFF.")
    return()
  endif()
  find_program(PBP_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin
               DOC "CUDA's compiler")
  set(COMPILER "$ENV{CUDACXX}")
  if(NOT EXISTS "${COMPILER}")
    set(COMPILER "${PBP_NVCC}")
  endif()
  if(NOT COMPILER)
    message(STATUS "CUB peers for the bench: none, because CUDA's compiler nvcc is neither in PATH nor in /usr/local/cuda/bin, "
                   "and CUDACXX does not name it.")
    return()
  endif()

  # Not enable_language(CUDA): where that compiler does not work, configuring ends. So ask it, once.
  if(NOT PBP_NVCC_WORKS STREQUAL "${COMPILER}")
    set(TRIAL ${PROJECT_BINARY_DIR}/CMakeFiles/cub_trial)
    file(WRITE ${TRIAL}.cu "#include <cub/version.cuh>\n#include <functional>\nint main() {}\n")
    execute_process(COMMAND ${COMPILER} -std=c++17 ${TRIAL}.cu -o ${TRIAL} RESULT_VARIABLE RESULT OUTPUT_VARIABLE SAID
                    ERROR_VARIABLE SAID)
    if(NOT RESULT EQUAL 0)
      string(REGEX MATCH "[^\n]*(error|fatal|annot)[^\n]*" SAID "${SAID}")
      message(STATUS "CUB peers for the bench: none, because ${COMPILER} cannot build one here (${SAID}).")
      return()
    endif()
    set(PBP_NVCC_WORKS "${COMPILER}" CACHE INTERNAL "The CUDA compiler that has built a program here")
  endif()
  message(STATUS "CUB peers for the bench: built with ${COMPILER}.")

  set(PROGRAM ${PROJECT_BINARY_DIR}/peers/peers_cub)
  add_custom_command(OUTPUT ${PROGRAM}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/peers
    COMMAND ${COMPILER} -O3 -std=c++17 -arch=native -I${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests/peers/cub.cu -o ${PROGRAM}
    DEPENDS ${PROJECT_SOURCE_DIR}/tests/peers/cub.cu ${PROJECT_SOURCE_DIR}/tests/peers/protocol.hpp
            ${PROJECT_SOURCE_DIR}/common/base/fnv.hpp
    COMMENT "Building peers_cub" VERBATIM)
  add_custom_target(peers_cub ALL DEPENDS ${PROGRAM})
endfunction()
