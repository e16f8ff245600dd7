// SPDX-License-Identifier: MIT
#include <cstdlib>

#include "tests/support/default_variable.hpp"

void pbp::test::set_default(const char* name, const char* value) {
    ::setenv(name, value, 0);
}
