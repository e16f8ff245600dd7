# SPDX-License-Identifier: MIT
# Puts the programs for Windows and all that they need into one folder, pass_by_pass/, and that into a zip. Called by the target zip:
#   cmake -D SOURCE=... -D BUILD=... -D STRIP=... -P zip.cmake
set(NAME pass_by_pass)
set(STAGE ${BUILD}/zip)
file(REMOVE_RECURSE ${STAGE})
set(TREE ${STAGE}/${NAME})

file(GLOB TOOLS ${BUILD}/*.exe)
file(GLOB LESSONS ${BUILD}/lessons/*.exe)
file(COPY ${TOOLS} DESTINATION ${TREE}/programs)
file(COPY ${LESSONS} ${BUILD}/lessons/programs DESTINATION ${TREE}/programs/lessons)
file(GLOB_RECURSE PROGRAMS ${TREE}/programs/*.exe)
foreach(PROGRAM IN LISTS PROGRAMS)  # names of functions are half of a program
  execute_process(COMMAND ${STRIP} ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)
endforeach()

# What programs read and learners edit. original_shaders/ is what they edited, as there is no git.
file(COPY ${SOURCE}/shaders ${SOURCE}/lessons ${SOURCE}/LICENSE ${SOURCE}/README.md ${SOURCE}/CONTRIBUTING.md
          ${SOURCE}/CHANGELOG.md DESTINATION ${TREE})
file(COPY ${SOURCE}/shaders/ DESTINATION ${TREE}/original_shaders)
file(COPY ${SOURCE}/docs DESTINATION ${TREE} PATTERN site EXCLUDE)
file(COPY ${SOURCE}/common/tools/plain_export/plainest.hpp DESTINATION ${TREE}/common/tools/plain_export)
set(COURSE "")
if(EXISTS ${SOURCE}/build/web/index.html)  # where ./learn web has built it
  file(COPY ${SOURCE}/build/web/index.html DESTINATION ${TREE}/web)
  set(COURSE "<p>No OpenGL 4.5 on this machine? <a href=\"web/index.html\">The course in a browser</a> has the guide and every lesson on the simulator.</p>")
endif()

# A command file of Windows has lines that end in CR LF; so has what Notepad shows.
file(READ ${SOURCE}/learn.cmd COMMAND_FILE)
string(REPLACE "\r" "" COMMAND_FILE "${COMMAND_FILE}")
string(REPLACE "\n" "\r\n" COMMAND_FILE "${COMMAND_FILE}")
file(WRITE ${TREE}/learn.cmd "${COMMAND_FILE}")

# The pages of the guide, in the order of its contents page.
file(READ ${SOURCE}/docs/README.md CONTENTS)
string(REGEX MATCHALL "\\[[^]\n]+\\]\\([0-9a-z_]+\\.md\\)" LINKS "${CONTENTS}")
list(REMOVE_DUPLICATES LINKS)
set(PAGES "")
foreach(LINK IN LISTS LINKS)
  string(REGEX REPLACE "\\[(.*)\\]\\((.*)\\)" "  <li><a href=\"docs/\\2\">\\1</a></li>\n" ITEM "${LINK}")
  string(REPLACE "`" "" ITEM "${ITEM}")
  string(APPEND PAGES "${ITEM}")
endforeach()
configure_file(${SOURCE}/cmake/windows/START.html.in ${TREE}/START.html @ONLY NEWLINE_STYLE LF)

set(ZIP ${BUILD}/pass_by_pass_windows.zip)
file(REMOVE ${ZIP})
execute_process(COMMAND ${CMAKE_COMMAND} -E tar cf ${ZIP} --format=zip ${NAME} WORKING_DIRECTORY ${STAGE} COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${STAGE})
