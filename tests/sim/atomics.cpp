// SPDX-License-Identifier: MIT
// Atomics of all kinds, on buffers, shared memory and images.
#include "tests/sim/expressions.hpp"

using namespace pbp;
using namespace pbp::test;

TEST_SUITE_BEGIN("cpu");

TEST_CASE("each atomic gives what stood there, and leaves what it should, in buffers and in shared memory") {
    const std::string work =
        "put(atomicAdd(PLACE u, 5u)); put(atomicMin(PLACE u, 3u)); put(atomicMax(PLACE u, 9u)); "
        "put(atomicAnd(PLACE u, 12u)); put(atomicOr(PLACE u, 3u));"
        "put(atomicXor(PLACE u, 6u)); put(atomicExchange(PLACE u, 77u)); put(atomicCompSwap(PLACE u, 77u, "
        "78u)); put(atomicCompSwap(PLACE u, 1u, 2u)); put(PLACE u);"
        "put(atomicMin(PLACE i, -4)); put(atomicMax(PLACE i, 2)); put(atomicAdd(PLACE i, -10)); "
        "put(atomicExchange(PLACE i, -1)); put(atomicCompSwap(PLACE i, -1, 6)); put(PLACE i);"
        "put(atomicAdd(PLACE t[opaque(1)].n, 4u)); put(PLACE t[1].n);";
    const auto expected =
        words(10u, 15u, 3u, 9u, 8u, 11u, 13u, 77u, 78u, 78u, -3, -4, 2, -8, -1, 6, 20u, 24u);
    for (const bool shared : {false, true}) {
        CAPTURE(shared);
        std::string lines = work;
        for (auto at = lines.find("PLACE "); at != std::string::npos; at = lines.find("PLACE "))
            lines.erase(at, 6);
        auto kernel = shared
                          ? putter("u = 10u; i = -3; t[1].n = 20u;" + lines,
                                   "struct T { uint m, n; }; shared uint u; shared int i; shared T t[2];\n")
                          : putter(lines,
                                   "struct T { uint m, n; }; layout(std430, binding = 1) buffer Block { uint "
                                   "u; int i; T t[2]; };\n");
        if (!shared) kernel.buffers.push_back(words(10u, -3, 0u, 0u, 0u, 20u));
        check_put(kernel.run(), expected);
    }
}

TEST_CASE("many invocations: nothing gets lost, at any size of subgroup") {
    for (const std::uint32_t size : {1u, 4u, 8u, 32u, 128u})
        for (const auto order :
             {sim::Settings::Order::in_order, sim::Settings::Order::reverse, sim::Settings::Order::random}) {
            Kernel kernel{.text = R"(layout(local_size_x = 96) in;
layout(std430, binding = 0) buffer Data { uint sum, least, most, bits, ticket; uint seen[]; };
shared uint inside;
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (gl_LocalInvocationIndex == 0u) inside = 0u;
    barrier();
    atomicAdd(inside, i);
    atomicMin(least, i + 5u); atomicMax(most, i); atomicXor(bits, 1u << (i % 32u));
    atomicAdd(seen[atomicAdd(ticket, 1u)], 1u);
    barrier();
    if (gl_LocalInvocationIndex == 0u) atomicAdd(sum, inside);
}
)",
                          .groups = {3, 1, 1},
                          .buffers = {Kernel::Words(5 + 288)}};
            kernel.buffers[0][1] = 1000;
            kernel.settings.subgroup_size = size;
            kernel.settings.order = order;
            CHECK(kernel.found() == "");
            CHECK(text({kernel.results[0].begin(), kernel.results[0].begin() + 5}) ==
                  text(words(288u * 287u / 2u, 5u, 287u, 0xFFFFFFFFu, 288u)));
            CHECK(text({kernel.results[0].begin() + 5, kernel.results[0].end()}) ==
                  text(Kernel::Words(288, 1)));
        }
}

TEST_SUITE_END();

namespace {

/// Each workgroup adds to a total, then counts itself; the last one reads the total. Two words of one buffer.
Kernel total_then_count(const std::string& between, std::uint64_t seed) {
    Kernel kernel{.text = R"(layout(local_size_x = 4) in;
layout(std430, binding = 0) coherent buffer Data { uint total, finished, result; };
void main() {
    if (gl_LocalInvocationIndex != 0u) return;
    atomicAdd(total, 1u << gl_WorkGroupID.x);
)" + between + R"(
    if (atomicAdd(finished, 1u) == gl_NumWorkGroups.x - 1u) result = atomicExchange(total, 0u);
}
)",
                  .groups = {12, 1, 1},
                  .buffers = {Kernel::Words(3)}};
    kernel.settings.order = sim::Settings::Order::random;
    kernel.settings.seed = seed;
    return kernel.run();
}

}  // namespace

TEST_CASE("an atomic without a result may be overtaken, but not across a memory barrier") {
    int wrong = 0, explained = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        CAPTURE(seed);
        const auto kept = total_then_count("    memoryBarrierBuffer();", seed);
        CHECK(kept.results[0][2] == 0xFFF);
        CHECK(kept.report.findings.empty());
        const auto loose = total_then_count("", seed);
        if (loose.results[0][2] == 0xFFF) continue;
        ++wrong;
        for (const auto& finding : loose.report.findings)
            if (finding.fault == "atomic overtaken") {
                ++explained;
                REQUIRE(finding.places.size() == 3);
                CHECK(finding.places[0].line == 6);
                CHECK(finding.places[1].line == 8);
                CHECK(finding.places[2].line == 8);
                CHECK(finding.explains);
            }
    }
    CHECK(wrong > 10);
    CHECK(explained == wrong);
    CHECK(total_then_count("", 7).results == total_then_count("", 7).results);
}

namespace {

/// How many of 40 random orders leave a wrong total: each invocation adds to it, then one per workgroup
/// counts, and the last of these takes the total, inside its workgroup if `within`.
int wrong_totals(const std::string& between, bool within = false) {
    int wrong = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Kernel kernel{.text = R"(layout(local_size_x = 8) in;
layout(std430, binding = 0) coherent buffer Data { uint total, finished, result; };
void main() {
    atomicAdd(total, 1u);
    )" + between + R"(
    if (gl_LocalInvocationIndex != LATER) return;
    if (atomicAdd(finished, 1u) == gl_NumWorkGroups.x - 1u) result = atomicExchange(total, 0u);
}
)",
                      .groups = {within ? 1u : 6u, 1, 1},
                      .buffers = {Kernel::Words(3)}};
        kernel.text.replace(kernel.text.find("LATER"), 5, within ? "7u" : "0u");
        kernel.settings.order = sim::Settings::Order::random;
        kernel.settings.subgroup_size = 4;
        kernel.settings.seed = seed;
        CHECK(kernel.found() == "");
        const bool is_wrong = kernel.results[0][2] != kernel.groups.x * 8;
        if (is_wrong) CHECK(kernel.report.findings.size() == 1);
        wrong += is_wrong ? 1 : 0;
    }
    return wrong;
}

}  // namespace

TEST_CASE("what orders two atomics: a memory barrier that covers buffers, for those within its reach") {
    const std::string all = "memoryBarrierBuffer(); barrier();", inside = "groupMemoryBarrier(); barrier();";
    CHECK(wrong_totals(all) == 0);
    CHECK(wrong_totals("memoryBarrier(); barrier();") == 0);
    CHECK(wrong_totals(inside + " memoryBarrierBuffer();") == 0);  // handed on
    for (const std::string& loose :
         {std::string("barrier();"), std::string("memoryBarrierShared(); barrier();"),
          std::string("memoryBarrierImage(); barrier();"), inside}) {
        CAPTURE(loose);
        CHECK(wrong_totals(loose) > 4);
        CHECK(wrong_totals(loose, true) == 0);
    }
}

TEST_CASE("what was overtaken arrives: at its own words in order, for those who wait, and at the end") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        CAPTURE(seed);
        Kernel kernel{.text = R"(layout(local_size_x = 8) in;
layout(std430, binding = 0) coherent buffer Data { uint flags[2]; uint turns[16]; uint sums[16]; };
void main() {
    uint i = gl_GlobalInvocationID.x, g = gl_WorkGroupID.x;
    atomicAdd(turns[i], 3u);
    atomicExchange(turns[i], 5u);
    sums[i] = atomicMax(turns[i], 4u);
    if (gl_LocalInvocationIndex == 0u) {
        atomicOr(flags[g], 1u);
        while (atomicAdd(flags[1u - g], 0u) == 0u) ;
    }
    atomicAdd(sums[i], 10u);
    atomicAdd(turns[i], 1u);
}
)",
                      .groups = {2, 1, 1},
                      .buffers = {Kernel::Words(34)}};
        kernel.settings.order = sim::Settings::Order::random;
        kernel.settings.seed = seed;
        kernel.settings.subgroup_size = 4;
        CHECK(kernel.found() == "");
        CHECK(kernel.results[0][0] == 1);
        for (std::size_t i = 0; i < 16; ++i) {
            CHECK(kernel.results[0][2 + i] == 6);
            CHECK(kernel.results[0][18 + i] == 15);
        }
    }
}
