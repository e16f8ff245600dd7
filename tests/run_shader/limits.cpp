// SPDX-License-Identifier: MIT
// ./learn run where something never ends, takes long, or ends without a word: each is named, within its
// limit.
#include <doctest/doctest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "tests/support/endless.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace limits_test {

using namespace pbp::test;

namespace {

using Clock = std::chrono::steady_clock;

Outcome typed(const Folder& folder, std::vector<std::string> words, const std::string& environment = "") {
    return learn_run(folder.path(), joined(std::move(words), {"--out", "out"}), environment);
}

/// A kernel with one buffer of numbers.
std::string kernel(const std::string& body, const std::string& before = "") {
    return "#version 450 core\n" + before +
           "layout(local_size_x = 1) in;\n"
           "layout(std430, binding = 0) buffer Data { uint data[]; };\n"
           "void main() {\n" +
           body + "}\n";
}

/// True on Mesa's software renderer, which compiles and loops in its own way.
bool on_llvmpipe() {
    return contains(run_program({std::string(PBP_BINARY_DIR) + "/doctor"}).output, "llvmpipe");
}

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE(
        "run: a shader whose compilation never ends is stopped, also where only its declarations count") {
        if (skip_without_gpu()) return;
        const Folder folder;
        folder.write("bomb.comp", kernel("    data[0] = 1u;\n", endless_macros()));
        const auto stops = [&](const std::vector<std::string>& words, const std::string& who) {
            check_ended(typed(folder, joined({"bomb.comp", "--compile-limit", "1"}, words)), 5,
                        {who + " was still compiling after 1 s"});
        };
        stops({}, "bomb.comp");
        stops({"--sim"}, "bomb.comp");
        stops({"--dump-passes", "bomb.pass.json"}, "bomb.comp");
        check_ended(typed(folder, {"bomb.comp", "sweep", "--compile-limit", "1"}), 5,
                    {"bomb.comp with subgroups of ", " was still compiling after 1 s"});
    }

    TEST_CASE("run: dispatches that end one by one have a limit together") {
        const Folder folder;
        folder.write("one.comp", kernel("    data[gl_GlobalInvocationID.x] += 1u;\n"));
        const auto begun = Clock::now();
        check_ended(typed(folder, {"one.comp", "--sim", "--repeat", "2147483648", "--buffer", "Data=8",
                                   "--time-limit", "0.1"}),
                    5, {"when all dispatches together had taken 1 s"});
        CHECK(Clock::now() - begun < std::chrono::seconds(20));
    }

    TEST_CASE("run: what llvmpipe compiles at the first dispatch counts as compiling") {
        if (skip_without_gpu() || !on_llvmpipe()) return;
        const Folder folder;
        std::string body = "    uint x = data[0];\n";
        for (int i = 0; i < 400; ++i)
            body += "    x = (x ^ " + std::to_string(i * 2654435761u) + "u) * (x | 1u) + data[x & 1u];\n";
        folder.write("long.comp", kernel(body + "    data[0] = x;\n"));
        const std::string uncached = "MESA_SHADER_CACHE_DISABLE=true ";
        const auto right = typed(folder, {"long.comp", "--time-limit", "0.2"}, uncached);
        CAPTURE(right.output);
        CHECK(right.exit_code == 0);
        check_ended(typed(folder, {"long.comp", "--compile-limit", "0.2"}, uncached), 5,
                    {"long.comp was still compiling after 0.2 s"});
    }

    TEST_CASE("run: a loop that llvmpipe left is named, although it ended there") {
        if (skip_without_gpu() || !leaves_loops()) return;
        const Folder folder;
        const auto says = [&](const std::string& body, const std::string& part) {
            folder.write("loop.comp", kernel(body));
            const auto outcome = typed(folder, {"loop.comp", "--buffer", "Data=8", "--groups", "1"});
            CAPTURE(body);
            CAPTURE(outcome.output);
            check_ended(outcome, part.empty() ? 0 : 1, {part});
            CHECK(contains(outcome.output, "llvmpipe leaves") == !part.empty());
        };
        says("    while (data[1] == 0u) {}\n    data[0] = 7u;\n",
             "loop.comp:5: this loop does not end within 65535");
        says("    uint x = 1u;\n    for (uint i = 0u; x != 0u; ++i) x |= i;\n    data[0] = x;\n",
             "loop.comp:6:");
        says("    while (atomicAdd(data[0], 0u) < 10u);\n", "loop.comp:5:");
        says("    for (;;) data[0] += 1u;\n", "loop.comp:5:");
        says("    for (uint i = 0u; i < 65535u; ++i) data[0] += 1u;\n", "");
        says("    for (uint i = 0u; i < 65536u; ++i) data[0] += 1u;\n", "loop.comp:5:");
        const std::string twice = "    for (uint i = 0u; i < 40000u; ++i) data[0] += 1u;\n";
        says(twice + twice, "loop.comp:6:");  // all loops count together
    }

    TEST_CASE("run: a driver that leaves no loops is not blamed for one that ends") {
        if (skip_without_gpu() || leaves_loops()) return;
        const Folder folder;
        folder.write("long.comp", kernel("    for (uint i = 0u; i < 100000u; ++i) data[0] += 1u;\n"));
        const auto outcome =
            typed(folder, {"long.comp", "--buffer", "Data=8", "--groups", "1", "--expect",
                           folder.write("ends.txt", "100000\n0\n0\n0\n0\n0\n0\n0\n").string()});
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 0);
        CHECK(!contains(outcome.output, "llvmpipe leaves"));
    }
}

}  // namespace limits_test
