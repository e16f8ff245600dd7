# SPDX-License-Identifier: MIT
# The OpenGL loader, made at build time by glad from its own copy of the Khronos specification: no network.

# Debian's own program first: a glad from elsewhere on the PATH may belong to a Python that lacks the module.
find_program(GLAD_EXECUTABLE glad PATHS /usr/bin NO_DEFAULT_PATH)
find_program(GLAD_EXECUTABLE glad)
if(NOT GLAD_EXECUTABLE)
  message(FATAL_ERROR "glad was not found: install the Debian package python3-glad (sudo apt-get install python3-glad).")
endif()

# glad 2 names the generator as a word of its own, glad 1 (Ubuntu 22.04) as an option. Ubuntu's program for glad 1 needs
# python3-pkg-resources, which its package does not ask for; the module runs without.
if(NOT PBP_GLAD_MAJOR)
  foreach(CALL "${GLAD_EXECUTABLE}" "/usr/bin/python3;-m;glad")
    execute_process(COMMAND ${CALL} --help OUTPUT_VARIABLE HELP ERROR_QUIET RESULT_VARIABLE RESULT)
    if(RESULT EQUAL 0)
      set(PBP_GLAD_COMMAND "${CALL}" CACHE INTERNAL "How to call glad")
      break()
    endif()
  endforeach()
  if(NOT RESULT EQUAL 0)
    message(FATAL_ERROR "${GLAD_EXECUTABLE} does not run: install the Debian package python3-glad, and name its program with -DGLAD_EXECUTABLE=/usr/bin/glad.")
  endif()
  string(FIND "${HELP}" "--generator" AT)
  set(PBP_GLAD_MAJOR 2 CACHE INTERNAL "The generation of glad")
  if(NOT AT EQUAL -1)
    set(PBP_GLAD_MAJOR 1 CACHE INTERNAL "The generation of glad")
  endif()
endif()

set(GLAD_DIR ${CMAKE_CURRENT_BINARY_DIR}/glad)
set(GLAD_OPTIONS --reproducible --quiet --out-path ${GLAD_DIR})
if(PBP_GLAD_MAJOR EQUAL 1)
  set(GLAD_FILES ${GLAD_DIR}/src/glad.c ${GLAD_DIR}/include/glad/glad.h)
  list(APPEND GLAD_OPTIONS --profile core --api gl=4.5 --generator c
       --extensions GL_ARB_shader_ballot,GL_ARB_gpu_shader_int64,GL_ARB_sparse_buffer)
else()
  set(GLAD_FILES ${GLAD_DIR}/src/gl.c ${GLAD_DIR}/include/glad/gl.h)
  list(APPEND GLAD_OPTIONS --api gl:core=4.5
       --extensions GL_KHR_shader_subgroup,GL_ARB_shader_ballot,GL_ARB_gpu_shader_int64,GL_ARB_sparse_buffer c)
endif()

add_custom_command(
  OUTPUT ${GLAD_FILES}
  COMMAND ${PBP_GLAD_COMMAND} ${GLAD_OPTIONS}
  COMMENT "Generating the OpenGL 4.5 loader with glad"
  VERBATIM)
add_library(glad STATIC ${GLAD_FILES})
target_include_directories(glad SYSTEM PUBLIC ${GLAD_DIR}/include)
if(PBP_GLAD_MAJOR EQUAL 1)
  target_include_directories(glad SYSTEM PUBLIC ${CMAKE_CURRENT_LIST_DIR}/glad1)
  target_link_libraries(glad PUBLIC ${CMAKE_DL_LIBS})
endif()
