# SPDX-License-Identifier: MIT

# Adds the program of one lesson: lessons/NAME/*.cpp become build/lessons/NAME.
function(pbp_lesson NAME)
  file(GLOB SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/lessons/${NAME}/*.cpp)
  add_executable(${NAME} ${SOURCES})
  target_link_libraries(${NAME} PRIVATE pbp_app)
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lessons)
endfunction()
