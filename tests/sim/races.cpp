// SPDX-License-Identifier: MIT
// Which accesses race, and which are ordered: a right kernel is silent, and reported once a barrier is gone.
#include <doctest/doctest.h>

#include "tests/sim/kernel.hpp"

using namespace pbp;
using test::Kernel;

TEST_SUITE_BEGIN("cpu");

namespace {

/// The lines of a kernel without the one that contains `mark`.
std::string without(std::string text, const std::string& mark) {
    const auto at = text.find(mark);
    REQUIRE(at != std::string::npos);
    const auto begin = text.rfind('\n', at) + 1, end = text.find('\n', at);
    return text.replace(begin, end - begin, "");
}

const std::string neighbours = R"(layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[64];
void main() {
    uint i = gl_LocalInvocationID.x;
    tile[i] = data[i];
    barrier();
    data[i] = tile[63u - i];
}
)";

const std::string last_workgroup = R"(layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer Data { uint finished; uint sum; uint parts[]; };
shared bool is_last;
void main() {
    uint g = gl_WorkGroupID.x, i = gl_LocalInvocationID.x;
    if (i == 0u) {
        parts[g] = g + 1u;
        memoryBarrierBuffer();  // out
        is_last = atomicAdd(finished, 1u) == gl_NumWorkGroups.x - 1u;
    }
    barrier();  // all learn it
    if (!is_last) return;
    memoryBarrierBuffer();  // in
    if (i == 7u) for (uint k = 0u; k < gl_NumWorkGroups.x; ++k) sum += parts[k];
}
)";

const std::string chain = R"(layout(local_size_x = 32) in;
layout(std430, binding = 0) coherent buffer Data { uint ticket; uint flags[16]; uint sums[16]; };
shared uint tile;
void main() {
    uint i = gl_LocalInvocationID.x;
    if (i == 0u) {
        tile = atomicAdd(ticket, 1u);
        uint before = 0u;
        if (tile > 0u) {
            while (atomicAdd(flags[tile - 1u], 0u) == 0u) ;
            memoryBarrierBuffer();  // in
            before = sums[tile - 1u];
        }
        sums[tile] = before + tile;
        memoryBarrierBuffer();  // out
        atomicExchange(flags[tile], 1u);
    }
}
)";

const std::string handed_over = R"(layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer Data { uint data[]; };
void main() {
    uint i = gl_LocalInvocationID.x;
    data[i] = i;
    memoryBarrierBuffer();
    barrier();
    data[64u + i] = data[63u - i];
}
)";

}  // namespace

TEST_CASE("shared memory behind a barrier is no race; without it both lines are named") {
    Kernel kernel{.text = neighbours, .buffers = {Kernel::Words(64, 1)}};
    CHECK(kernel.found() == "");
    kernel.text = without(neighbours, "barrier();");
    CHECK(kernel.found() == "read before any write 8, data race 6/8");
    CHECK(kernel.report.findings[0].sentence.find("tile[") != std::string::npos);
}

TEST_CASE("lockstep does not order the lanes of a subgroup, subgroupBarrier() does") {
    const std::string text = R"(#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[32];
void main() {
    uint i = gl_LocalInvocationID.x;
    tile[i] = i;
    subgroupBarrier();
    data[i] = tile[31u - i];
}
)";
    Kernel kernel{.text = text, .buffers = {Kernel::Words(32)}};
    CHECK(kernel.found() == "");
    CHECK(kernel.results[0][0] == 31);
    kernel.text = without(text, "subgroupBarrier");
    CHECK(kernel.found() == "data race 9/7");
}

TEST_CASE("the last workgroup may read what the others counted as finished, and only so") {
    for (const auto order :
         {sim::Settings::Order::in_order, sim::Settings::Order::reverse, sim::Settings::Order::random}) {
        Kernel kernel{.text = last_workgroup, .groups = {8, 1, 1}, .buffers = {Kernel::Words(10)}};
        kernel.settings.order = order;
        CHECK(kernel.found() == "");
        CHECK(kernel.results[0][1] == 36);
        for (const char* barrier : {"// out", "// all learn it", "// in"}) {
            CAPTURE(barrier);
            kernel.text = without(last_workgroup, barrier);
            CHECK(kernel.found() != "");
        }
    }
}

TEST_CASE("a look-back is silent under any order of workgroups, and talks without one of its fences") {
    for (const auto order :
         {sim::Settings::Order::in_order, sim::Settings::Order::reverse, sim::Settings::Order::random})
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            Kernel kernel{.text = chain, .groups = {16, 1, 1}, .buffers = {Kernel::Words(33)}};
            kernel.settings.order = order;
            kernel.settings.seed = seed;
            CHECK(kernel.found() == "");
            CHECK(kernel.results[0][32] == 120);
            for (const char* barrier : {"// out", "// in"}) {
                kernel.text = without(chain, barrier);
                CHECK(kernel.found() != "");
            }
        }
}

TEST_CASE("barrier() alone does not make buffers visible, and a buffer that is shared must be coherent") {
    Kernel kernel{.text = handed_over, .buffers = {Kernel::Words(128)}};
    CHECK(kernel.found() == "");
    kernel.text = without(handed_over, "memoryBarrierBuffer");
    CHECK(kernel.found() == "missing memory barrier 8/5");
    kernel.text = without(handed_over, "    barrier");
    CHECK(kernel.found() == "data race 5/8");
    kernel.text = handed_over;
    kernel.text.replace(kernel.text.find("coherent "), 9, "");
    CHECK(kernel.found() == "not coherent 8/5");
}

TEST_CASE("components of a vector are memory of their own") {
    const auto faults = [](const std::string& mine, const std::string& others) {
        return Kernel{.text = R"(layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uvec4 data[]; };
shared uvec4 tile[64];
void main() {
    uint i = gl_LocalInvocationID.x;
    tile[i] = data[i];
    barrier();
)" + mine + "\n" + others + "\n}\n",
                      .buffers = {Kernel::Words(256)}}
            .found();
    };
    CHECK(faults("tile[i].w = i;", "data[i].xyz = tile[63u - i].xyz;") == "");
    CHECK(faults("tile[i].yz = uvec2(i);", "data[i].xy = tile[63u - i].xw + tile[i ^ 1u].wx;") == "");
    CHECK(faults("if (i < 32u) tile[i].xy += 1u; else tile[i - 32u].z *= 2u;", "") == "");
    CHECK(faults("tile[i].w = i;", "data[i] = tile[63u - i];") == "data race 8/9");
    CHECK(faults("tile[i].y = i;", "data[i].xyz = tile[63u - i].zyx;") == "data race 8/9");
    CHECK(faults("tile[i].y = i;", "uvec4 t = tile[63u - i]; data[i].x = t[i & 3u];") == "data race 8/9");
}

TEST_CASE("workgroups of one dispatch do not wait for each other") {
    Kernel kernel{.text = R"(layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    data[i] += data[(i + 1u) % 64u];
}
)",
                  .groups = {2, 1, 1},
                  .buffers = {Kernel::Words(64, 1)}};
    const auto faults = kernel.found();
    CHECK(faults == "data race 5/5");
}

TEST_CASE("equal values written twice are a note") {
    Kernel kernel{.text = R"(layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared bool any;
void main() {
    any = true;
    barrier();
    data[gl_LocalInvocationID.x] = uint(any);
}
)",
                  .buffers = {Kernel::Words(32)}};
    CHECK(kernel.found() == "");
    REQUIRE(kernel.report.findings.size() == 1);
    CHECK(kernel.report.findings[0].note);
}

TEST_CASE("an inout parameter that copies a whole array is named") {
    Kernel kernel{.text = R"(layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[4];
void add(inout uint a[4], uint i) { a[i % 4u] += i; }
void main() {
    uint i = gl_LocalInvocationID.x;
    if (i < 4u) tile[i] = 0u;
    barrier();
    if (i < 4u) add(tile, i);
    barrier();
    data[i] = tile[i % 4u];
}
)",
                  .buffers = {Kernel::Words(32)}};
    CHECK(kernel.found().starts_with("data race 9/9"));
    CHECK(kernel.report.findings.at(0).advice.find("copies all of tile, as an `inout` parameter") !=
          std::string::npos);
}

TEST_SUITE_END();
