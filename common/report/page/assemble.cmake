# SPDX-License-Identifier: MIT
# cmake -D SOURCES=a.js,b.js -D OUT=page.js -P assemble.cmake
# Concatenates files, scripts within a function of their own, and writes the SHA-256 of the result next to it.
string(REPLACE "," ";" SOURCES "${SOURCES}")
set(ALL "")
foreach(FILE IN LISTS SOURCES)
  file(READ ${FILE} TEXT)
  string(APPEND ALL "${TEXT}")
endforeach()
if(OUT MATCHES "[.]js$")
  set(ALL "(() => {\n'use strict';\n${ALL}})();\n")
endif()
file(WRITE ${OUT} "${ALL}")
file(SHA256 ${OUT} DIGEST)
file(WRITE ${OUT}.sha256 "${DIGEST}")
