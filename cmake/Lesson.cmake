# SPDX-License-Identifier: MIT

# Adds the program of one lesson: lessons/NAME/main.cpp becomes build/lessons/NAME. All other sources of the folder (schedules,
# twins, pictures) become a library lesson_NN, which the tests use as well.
function(pbp_lesson NAME)
  string(SUBSTRING ${NAME} 0 2 NUMBER)
  file(GLOB SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/lessons/${NAME}/*.cpp)
  list(FILTER SOURCES EXCLUDE REGEX "/main\\.cpp$")
  if(SOURCES)
    add_library(lesson_${NUMBER} STATIC ${SOURCES})
    target_link_libraries(lesson_${NUMBER} PUBLIC pbp_program)
  else()
    add_library(lesson_${NUMBER} INTERFACE)
    target_link_libraries(lesson_${NUMBER} INTERFACE pbp_program)
  endif()
  add_executable(${NAME} ${CMAKE_SOURCE_DIR}/lessons/${NAME}/main.cpp)
  target_link_libraries(${NAME} PRIVATE lesson_${NUMBER})
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lessons)
endfunction()
