// SPDX-License-Identifier: MIT
#pragma once

namespace pbp::test {

/// Sets an environment variable that is not set.
void set_default(const char* name, const char* value);

}  // namespace pbp::test
