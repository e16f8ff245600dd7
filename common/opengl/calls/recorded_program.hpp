// SPDX-License-Identifier: MIT
// Goes before the first line of a program (g++ -include) whose calls are to be recorded.
#pragma once

#include <glad/gl.h>

/// Loads the functions as gladLoadGL does. Then each call, once it has returned, becomes a line of the file
/// that the environment variable PBP_CALLS names: begin and end in microseconds, name, error, arguments.
int load_and_record(GLADloadfunc load);

#define gladLoadGL load_and_record
