// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "tests/support/folder.hpp"

namespace pbp::test {

/// Lesson 05's v3 with a loop that waits forever. llvmpipe leaves an invocation's loops after 65535 rounds in
/// all, so there it also takes many invocations to run for minutes: `endless_n` keys.
inline std::string endless_shader() {
    auto text = read_text(fs::path(PBP_SOURCE_DIR) / "shaders/05_bitonic_sort/v3_global.comp");
    const std::string search = "    const uint a = keys[low]";
    REQUIRE(count(text, search) == 1);
    return text.insert(text.find(search), "    while (atomicOr(keys[low], 0u) != 4294967295u) {}\n");
}
constexpr const char* endless_n = "4194304";

}  // namespace pbp::test
