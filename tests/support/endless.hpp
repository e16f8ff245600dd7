// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "tests/support/lessons.hpp"

namespace pbp::test {

/// Lesson 05's v3 with a loop that waits forever. llvmpipe leaves an invocation's loops after 65535 rounds in
/// all, so there it also takes many invocations to run for minutes: `endless_n` keys.
inline std::string endless_shader() {
    const std::string a = "    const uint a = keys[low]";
    return shader_with("05_bitonic_sort/v3_global.comp", a,
                       "    while (atomicOr(keys[low], 0u) != 4294967295u) {}\n" + a);
}
constexpr const char* endless_n = "4194304";

/// Lines whose preprocessing never ends.
inline std::string endless_macros() {
    std::string lines = "#define L0 +1\n";
    for (int i = 1; i <= 9; ++i) {  // L9 is 10^9 words
        lines += "#define L" + std::to_string(i);
        for (int k = 0; k < 10; ++k) lines += " L" + std::to_string(i - 1);
        lines += "\n";
    }
    return lines + "#if L9\n#endif\n";
}

/// True on a driver that leaves a loop before its end, silently: Mesa's llvmpipe 22.3 does, 25.0 does not.
inline bool leaves_loops() {
    const Folder folder;
    const auto shader = folder.write("rounds.comp", R"(#version 450 core
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
    for (uint i = 0u; i < 70000u; ++i) atomicAdd(data[0], 1u);
}
)");
    const auto outcome =
        run_program({std::string(PBP_BINARY_DIR) + "/run", shader.string(), "--groups", "1", "--buffer",
                     "Data=1", "--no-pictures", "--expect", folder.write("rounds.txt", "70000\n").string()});
    CAPTURE(outcome.output);
    CHECK((outcome.exit_code == 0 || outcome.exit_code == 1));
    return outcome.exit_code == 1;
}

}  // namespace pbp::test
