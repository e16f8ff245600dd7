// SPDX-License-Identifier: MIT
// The smallest case that fails, judged by pairs: under the printed command the faulty kernel fails, and the
// right one, which differs in the fault alone, does not. So the case has kept its cause.
#include <doctest/doctest.h>

#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

using namespace pbp::test;

namespace {

/// Two kernels: with FAULT 1 and 0.
struct Pair {
    const char *name, *options, *text;
    const char* smaller = "";  ///< what the printed command must say
};

const Pair pairs[] = {{"a limit that a uniform says", "--groups 4 --buffer Data=100 --uniform n=100", R"(
layout(std430, binding = 0) buffer Data { uint data[]; };
uniform uint n;
void main() { uint g = gl_GlobalInvocationID.x; if (g < n + FAULT) data[g] = g; }
)"},
                      {"a limit that the text says", "--groups 4 --buffer Data=100", R"(
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() { uint g = gl_GlobalInvocationID.x; if (g < 100u + 28u * FAULT) data[g] = g; }
)"},
                      {"a limit that another buffer says", "--groups 4 --buffer Src=101 --buffer Dst=100", R"(
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) writeonly buffer Dst { uint dst[]; };
void main() { uint g = gl_GlobalInvocationID.x; if (g < dst.length()) dst[g] = src[g + 1u + FAULT]; }
)"},
                      {"a missing barrier", "--groups 16 --buffer Data=512:iota --uniform n=512", R"(
layout(std430, binding = 0) buffer Data { uint data[]; };
uniform uint n;
shared uint tile[32];
void main() {
    uint i = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
    tile[i] = g < n ? data[g] : 0u;
    if (FAULT == 0u) barrier();
    if (g < n) data[g] = tile[31u - i];
}
)",
                       "--groups 1,1,1"},
                      {"a wrong sum", "--groups 8 --buffer Values=256:iota --expect Total=sum", R"(
layout(std430, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, binding = 1) buffer Total { uint total; };
void main() { uint g = gl_GlobalInvocationID.x; if (g >= FAULT) atomicAdd(total, values[g] + FAULT); }
)",
                       " --buffer Values=32:iota "},
                      {"a loop without end", "--groups 64 --buffer Data=2048 --time-limit 1", R"(
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() { uint g = gl_GlobalInvocationID.x; while (data[g] < 3u) data[g] = (data[g] + 1u) % (4u - FAULT); }
)",
                       "--groups 1,1,1"},
                      {"a race in one of 24 orders", "--groups 1 --buffer Data=32 --buffer T=zero", R"(
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) buffer T { uint ticket; };
void main() {
    uint i = gl_LocalInvocationID.x;
    if (i >= 4u) return;
    uint t = atomicAdd(ticket, 1u);
    data[i == 3u && t == 1u ? 3u - 3u * FAULT : i] = t;
}
)",
                       "--sim-schedule all"}};

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("shrink: under the smallest command the faulty kernel fails, and the right one does not") {
    for (const auto& one : pairs) {
        CAPTURE(one.name);
        const Folder folder;
        folder.write("k.comp", std::string("#version 450 core\nlayout(local_size_x = 32) in;\n") + one.text);
        const auto run = [&](std::string words) {
            const std::string tool = "./learn run";
            words.replace(words.find(tool), tool.size(), PBP_BINARY_DIR "/run");
            return run_program({"bash", "-c", words + " --no-pictures"},
                               "cd " + quoted(folder.path()) + " && PBP_SHRINK_MS=1500 ");
        };
        const auto first = run("./learn run k.comp --define FAULT=1u --sim " + std::string(one.options));
        const std::string mark = "Smallest case that fails: ";
        const auto at = first.output.find(mark);
        REQUIRE_MESSAGE(at != std::string::npos, first.output);
        const auto begin = at + mark.size();
        auto command = first.output.substr(begin, first.output.find('\n', begin) - begin);
        CAPTURE(command);
        CHECK(contains(command, one.smaller));
        CHECK(run(command).exit_code == first.exit_code);
        command.replace(command.find("FAULT=1u"), 8, "FAULT=0u");
        const auto right = run(command);
        CHECK_MESSAGE(right.exit_code == 0, right.output);
    }
}

TEST_SUITE_END();
