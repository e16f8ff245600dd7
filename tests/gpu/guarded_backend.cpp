// SPDX-License-Identifier: MIT
// What a guarded device finds, and that it accepts right kernels.
#include "common/device/guarded_backend.hpp"

#include <algorithm>

#include "tests/gpu/bench.hpp"

namespace guarded_backend_test {

using namespace pbp;
using namespace pbp::test;

namespace {

const std::string doubling = R"(layout(local_size_x = 8) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) buffer To { uint to[]; };
uniform uint n;
shared uint tile[8];
void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= n) return;
    to[i] = 2u * from[i];
}
)";

/// One dispatch of a kernel over 13 elements in workgroups of 8; the error it threw, or nothing.
std::string outcome(Bench& bench, std::string text, std::vector<std::uint32_t>& doubled) {
    auto program = bench.program(text);
    auto& gpu = *bench.device;
    auto from = gpu.buffer(std::vector<std::uint32_t>(13, 21)), to = gpu.buffer<std::uint32_t>(13);
    program.set("n", 13u);
    try {
        gpu.dispatch(program, {2, 1, 1}, {in(0, from), out(1, to)});
    } catch (const Error& problem) {
        CHECK(problem.code() == ExitCode::check_failed);
        return problem.what();
    }
    doubled = gpu.read(to);
    return "";
}

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE(
        "a guarded device leaves a right kernel alone, finds a write past the end, and hands out no "
        "zeros") {
        Bench bench([] { return std::make_unique<GuardedBackend>(open_gl({})); });
        if (!bench.device) return;
        std::vector<std::uint32_t> doubled;
        CHECK(outcome(bench, doubling, doubled).empty());
        CHECK(doubled == std::vector<std::uint32_t>(13, 42));
        const auto wrong = outcome(bench, replaced(doubling, "if (i >= n) return;", ""), doubled);
        CHECK(contains(wrong, "beyond the end of the buffer at binding 1: word 13 of 13"));
        // Unwritten words are not 0, neither in a new buffer nor in shared memory.
        CHECK(outcome(bench, replaced(doubling, "to[i] = 2u", "if (i != 5u) to[i] = 2u"), doubled).empty());
        CHECK(doubled[5] != 0);
        CHECK(doubled[5] != 42);
        // On a busy machine a CPU thread may run none of the workgroups that fill it, so there are a few
        // attempts.
        bool filled = false;
        for (int attempt = 0; attempt < 20 && !filled; ++attempt) {
            CHECK(outcome(bench, replaced(doubling, "2u * from[i]", "tile[gl_LocalInvocationID.x]"), doubled)
                      .empty());
            filled = std::ranges::count(doubled, 0u) == 0;
        }
        CHECK(filled);
    }
}

}  // namespace guarded_backend_test
