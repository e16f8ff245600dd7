# SPDX-License-Identifier: MIT

# Clang's -Wall, unlike GCC's, wants braces around the base of a struct: a lesson's Launch has one. A library, as its options follow -Wall.
add_library(pbp_lesson_flags INTERFACE)
target_compile_options(pbp_lesson_flags INTERFACE $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wno-missing-braces>)

# Adds the program of one lesson, build/lessons/NAME, with a main that runs it. Its sources become a library lesson_NN, which the
# tests use as well: schedules, twins, pictures, and the story, main.cpp, which defines the Lesson lesson_NN.
function(pbp_lesson NAME)
  string(SUBSTRING ${NAME} 0 2 NUMBER)
  file(GLOB SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/lessons/${NAME}/*.cpp)
  list(FILTER SOURCES EXCLUDE REGEX "/main\\.cpp$")
  # The story comes last: compiled together, the others do not see its names.
  add_library(lesson_${NUMBER} STATIC ${SOURCES} ${PROJECT_SOURCE_DIR}/lessons/${NAME}/main.cpp)
  target_link_libraries(lesson_${NUMBER} PUBLIC pbp_program PRIVATE pbp_lesson_flags)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/lesson_main.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/lesson_${NUMBER}_main.cpp @ONLY)
  add_executable(${NAME} ${CMAKE_CURRENT_BINARY_DIR}/lesson_${NUMBER}_main.cpp)
  target_link_libraries(${NAME} PRIVATE lesson_${NUMBER})
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lessons)
endfunction()

# Adds a lesson in plain OpenGL: its own programs, build/lessons/programs/NAME/VERSION, which know nothing of ours, and
# build/lessons/NAME, which runs them and draws what they print.
function(pbp_plain_lesson NAME)
  file(GLOB SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/lessons/${NAME}/v[0-9]*.cpp)
  add_executable(${NAME} ${PROJECT_SOURCE_DIR}/common/tools/plain_lesson/main.cpp)
  target_link_libraries(${NAME} PRIVATE pbp_plain_lesson CLI11::CLI11)
  target_compile_definitions(${NAME} PRIVATE PBP_LESSON="${NAME}")
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lessons)
  foreach(SOURCE IN LISTS SOURCES)
    get_filename_component(VERSION ${SOURCE} NAME_WE)
    add_executable(${VERSION} ${SOURCE})
    target_link_libraries(${VERSION} PRIVATE pbp_flags glad glfw ${PBP_EGL})
    set_target_properties(${VERSION} PROPERTIES CXX_STANDARD 17
                          RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lessons/programs/${NAME})
    add_dependencies(${NAME} ${VERSION})
  endforeach()
endfunction()
