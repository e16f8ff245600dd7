// SPDX-License-Identifier: MIT
// Subgroup operations of KHR and ARB at all sizes, against the same computed lane by lane in C++.
#include <functional>

#include "tests/sim/expressions.hpp"

using namespace pbp::test;

TEST_SUITE_BEGIN("cpu");

namespace {

/// One subgroup: lane i holds v = values[i], and all lanes but every fifth are active.
struct Group {
    std::uint32_t size = 0;
    std::vector<std::uint32_t> values;
    bool takes_part(std::uint32_t lane) const { return lane < size && (lane % 5 != 3 || size == 1); }
    std::uint32_t first() const { return 0; }
    /// f(sum, value) over the active lanes in [from, to).
    std::uint32_t over(std::uint32_t from, std::uint32_t to, std::uint32_t none,
                       const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& f) const {
        std::uint32_t sum = none;
        bool any = false;
        for (std::uint32_t lane = from; lane < std::min(to, size); ++lane)
            if (takes_part(lane)) {
                sum = any ? f(sum, values[lane]) : values[lane];
                any = true;
            }
        return sum;
    }
};

using Expected = std::function<std::uint32_t(const Group&, std::uint32_t lane)>;

/// `expression` of v (uint) and lane, as each active lane must get it, at each subgroup size. A workgroup
/// holds two subgroups.
void check_lanes(const std::string& expression, const Expected& expected,
                 std::vector<std::uint32_t> sizes = {1, 4, 8, 32, 64, 128}) {
    CAPTURE(expression);
    for (const auto size : sizes) {
        CAPTURE(size);
        Kernel kernel{.text = R"(
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_shader_group_vote : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = )" + std::to_string(2 * size) +
                              R"() in;
layout(std430, binding = 0) readonly buffer In { uint given[]; };
layout(std430, binding = 1) buffer Out { uint data[]; };
void main() {
    uint i = gl_LocalInvocationID.x, lane = gl_SubgroupInvocationID, v = given[i];
    if (lane % 5u != 3u || gl_SubgroupSize == 1u) data[i] = uint()" +
                              expression + ");\n}\n",
                      .buffers = {Kernel::Words(2 * size), Kernel::Words(2 * size, 0xDDDDDDDDu)}};
        kernel.settings.subgroup_size = size;
        Group groups[2];
        for (std::uint32_t i = 0; i < 2 * size; ++i) {
            kernel.buffers[0][i] = (i * 2654435761u >> 7) % 1000;
            groups[i / size].size = size;
            groups[i / size].values.push_back(kernel.buffers[0][i]);
        }
        CHECK(kernel.found() == "");
        for (std::uint32_t i = 0; i < 2 * size; ++i) {
            const auto& group = groups[i / size];
            const auto lane = i % size;
            CAPTURE(lane);
            REQUIRE(kernel.results[1][i] == (group.takes_part(lane) ? expected(group, lane) : 0xDDDDDDDDu));
        }
    }
}

std::uint32_t bits(const Group& group, std::uint32_t word, const std::function<bool(std::uint32_t)>& holds) {
    std::uint32_t made = 0;
    for (std::uint32_t bit = 0; bit < 32; ++bit)
        if (32 * word + bit < group.size && holds(32 * word + bit)) made |= 1u << bit;
    return made;
}

std::uint32_t u(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

}  // namespace

TEST_CASE("basic: who a lane is") {
    check_lanes("gl_SubgroupSize", [](const Group& g, std::uint32_t) { return g.size; });
    check_lanes("gl_SubgroupInvocationID", [](const Group&, std::uint32_t lane) { return lane; });
    check_lanes("gl_NumSubgroups", [](const Group&, std::uint32_t) { return 2u; });
    check_lanes("i - gl_SubgroupID * gl_SubgroupSize", [](const Group&, std::uint32_t lane) { return lane; });
    check_lanes("subgroupElect()", [](const Group&, std::uint32_t lane) { return lane == 0 ? 1u : 0u; });
}

TEST_CASE("vote") {
    check_lanes("subgroupAll(v < 1000u)", [](const Group&, std::uint32_t) { return 1u; });
    check_lanes("subgroupAll(lane != 0u)", [](const Group&, std::uint32_t) { return 0u; });
    check_lanes("subgroupAny(lane == 0u)", [](const Group&, std::uint32_t) { return 1u; });
    check_lanes("subgroupAny(lane == 3u && gl_SubgroupSize > 1u)",
                [](const Group&, std::uint32_t) { return 0u; });
    check_lanes("subgroupAllEqual(7u)", [](const Group&, std::uint32_t) { return 1u; });
    check_lanes("subgroupAllEqual(lane)",
                [](const Group& g, std::uint32_t) { return g.size == 1 ? 1u : 0u; });
    check_lanes("subgroupAllEqual(vec2(1.0, float(lane)))",
                [](const Group& g, std::uint32_t) { return g.size == 1 ? 1u : 0u; });
    check_lanes("subgroupAllEqual(double(lane) * 0.0lf)", [](const Group&, std::uint32_t) { return 1u; });
    check_lanes("allInvocationsARB(v < 1000u)", [](const Group&, std::uint32_t) { return 1u; });
    check_lanes("anyInvocationARB(lane == 3u && gl_SubgroupSize > 1u)",
                [](const Group&, std::uint32_t) { return 0u; });
    check_lanes("allInvocationsEqualARB(lane == 0u)",
                [](const Group& g, std::uint32_t) { return g.size == 1 ? 1u : 0u; });
}

TEST_CASE("arithmetic: sums, products, bounds and bits over all lanes, up to each, and before each") {
    struct Operation {
        std::string name;
        std::uint32_t none;
        std::function<std::uint32_t(std::uint32_t, std::uint32_t)> f;
    };
    const Operation all[] = {{"Add", 0, [](auto a, auto b) { return a + b; }},
                             {"Mul", 1, [](auto a, auto b) { return a * b; }},
                             {"Min", ~0u, [](auto a, auto b) { return std::min(a, b); }},
                             {"Max", 0, [](auto a, auto b) { return std::max(a, b); }},
                             {"And", ~0u, [](auto a, auto b) { return a & b; }},
                             {"Or", 0, [](auto a, auto b) { return a | b; }},
                             {"Xor", 0, [](auto a, auto b) { return a ^ b; }}};
    for (const auto& one : all) {
        check_lanes("subgroup" + one.name + "(v)",
                    [&](const Group& g, std::uint32_t) { return g.over(0, g.size, one.none, one.f); });
        check_lanes("subgroupInclusive" + one.name + "(v)",
                    [&](const Group& g, std::uint32_t lane) { return g.over(0, lane + 1, one.none, one.f); });
        check_lanes("subgroupExclusive" + one.name + "(v)",
                    [&](const Group& g, std::uint32_t lane) { return g.over(0, lane, one.none, one.f); });
        check_lanes("subgroupClustered" + one.name + "(v, 4u)",
                    [&](const Group& g, std::uint32_t lane) {
                        return g.over(lane / 4 * 4, lane / 4 * 4 + 4, one.none, one.f);
                    },
                    {4, 8, 32, 128});
    }
    const auto add = [](auto a, auto b) { return a + b; };
    check_lanes("subgroupAdd(uvec3(1u, v, 2u)).y",
                [&](const Group& g, std::uint32_t) { return g.over(0, g.size, 0, add); });
    check_lanes("subgroupAdd(float(v))",
                [&](const Group& g, std::uint32_t) { return g.over(0, g.size, 0, add); });
    check_lanes("subgroupInclusiveAdd(double(v))",
                [&](const Group& g, std::uint32_t lane) { return g.over(0, lane + 1, 0, add); });
    check_lanes("floatBitsToUint(subgroupExclusiveMin(float(v)))", [&](const Group& g, std::uint32_t lane) {
        return lane == 0
                   ? u(INFINITY)
                   : u(static_cast<float>(g.over(0, lane, 0, [](auto a, auto b) { return std::min(a, b); })));
    });
    check_lanes("subgroupExclusiveMax(int(v) - 5000) + 5000", [&](const Group& g, std::uint32_t lane) {
        return lane == 0 ? 0x80000000u + 5000u
                         : g.over(0, lane, 0, [](auto a, auto b) { return std::max(a, b); });
    });
    check_lanes("-subgroupMin(-int(v))", [&](const Group& g, std::uint32_t) {
        return g.over(0, g.size, 0, [](auto a, auto b) { return std::max(a, b); });
    });
    check_lanes("subgroupOr(v > 990u) == subgroupAny(v > 990u)",
                [](const Group&, std::uint32_t) { return 1u; });
    check_lanes("subgroupMax(double(v))", [&](const Group& g, std::uint32_t) {
        return g.over(0, g.size, 0, [](auto a, auto b) { return std::max(a, b); });
    });
    check_lanes("subgroupClusteredAdd(v, 1u)",
                [](const Group& g, std::uint32_t lane) { return g.values[lane]; });
}

TEST_CASE("ballot") {
    for (std::uint32_t word = 0; word < 4; ++word) {
        const auto in = "[" + std::to_string(word) + "]";
        check_lanes("subgroupBallot(v % 2u == 0u)" + in, [=](const Group& g, std::uint32_t) {
            return bits(g, word, [&](auto l) { return g.takes_part(l) && g.values[l] % 2 == 0; });
        });
        check_lanes("gl_SubgroupEqMask" + in, [=](const Group& g, std::uint32_t lane) {
            return bits(g, word, [&](auto l) { return l == lane; });
        });
        check_lanes("gl_SubgroupGeMask" + in, [=](const Group& g, std::uint32_t lane) {
            return bits(g, word, [&](auto l) { return l >= lane; });
        });
        check_lanes("gl_SubgroupGtMask" + in, [=](const Group& g, std::uint32_t lane) {
            return bits(g, word, [&](auto l) { return l > lane; });
        });
        check_lanes("gl_SubgroupLeMask" + in, [=](const Group& g, std::uint32_t lane) {
            return bits(g, word, [&](auto l) { return l <= lane; });
        });
        check_lanes("gl_SubgroupLtMask" + in, [=](const Group& g, std::uint32_t lane) {
            return bits(g, word, [&](auto l) { return l < lane; });
        });
    }
    const auto count = [](const Group& g, std::uint32_t from, std::uint32_t to) {
        std::uint32_t n = 0;
        for (auto l = from; l < to; ++l) n += g.takes_part(l) ? 1 : 0;
        return n;
    };
    check_lanes("subgroupInverseBallot(uvec4(0x55555555u))",
                [](const Group&, std::uint32_t lane) { return 1u - lane % 2; });
    check_lanes("subgroupBallotBitExtract(subgroupBallot(true), lane ^ 1u)",
                [](const Group& g, std::uint32_t lane) { return g.takes_part(lane ^ 1) ? 1u : 0u; },
                {4, 8, 32, 64, 128});
    check_lanes("subgroupBallotBitCount(subgroupBallot(true))",
                [&](const Group& g, std::uint32_t) { return count(g, 0, g.size); });
    check_lanes("subgroupBallotInclusiveBitCount(subgroupBallot(true))",
                [&](const Group& g, std::uint32_t lane) { return count(g, 0, lane + 1); });
    check_lanes("subgroupBallotExclusiveBitCount(subgroupBallot(true))",
                [&](const Group& g, std::uint32_t lane) { return count(g, 0, lane); });
    check_lanes("subgroupBallotFindLSB(subgroupBallot(lane >= gl_SubgroupSize / 2u))",
                [](const Group& g, std::uint32_t) {
                    std::uint32_t l = g.size / 2;
                    while (!g.takes_part(l)) ++l;
                    return l;
                });
    check_lanes("subgroupBallotFindMSB(subgroupBallot(true))", [](const Group& g, std::uint32_t) {
        std::uint32_t l = g.size - 1;
        while (!g.takes_part(l)) --l;
        return l;
    });
    check_lanes("subgroupBroadcast(v, 0u)", [](const Group& g, std::uint32_t) { return g.values[0]; });
    check_lanes("subgroupBroadcastFirst(v)", [](const Group& g, std::uint32_t) { return g.values[0]; });
    check_lanes("subgroupBroadcastFirst(double(v))",
                [](const Group& g, std::uint32_t) { return g.values[0]; });
    check_lanes("lane == 0u ? 9u : subgroupBroadcastFirst(v)",
                [](const Group& g, std::uint32_t lane) { return lane == 0 ? 9 : g.values[1]; });
    const std::vector<std::uint32_t> up_to_64 = {1, 4, 8, 32, 64};
    check_lanes(
        "ballotARB(v % 2u == 0u) >> 32",
        [](const Group& g, std::uint32_t) {
            return bits(g, 1, [&](auto l) { return g.takes_part(l) && g.values[l] % 2 == 0; });
        },
        up_to_64);
    check_lanes(
        "ballotARB(v % 2u == 0u)",
        [](const Group& g, std::uint32_t) {
            return bits(g, 0, [&](auto l) { return g.takes_part(l) && g.values[l] % 2 == 0; });
        },
        up_to_64);
    check_lanes(
        "gl_SubGroupLtMaskARB",
        [](const Group& g, std::uint32_t lane) { return bits(g, 0, [&](auto l) { return l < lane; }); },
        up_to_64);
    check_lanes(
        "gl_SubGroupGeMaskARB >> 32",
        [](const Group& g, std::uint32_t lane) { return bits(g, 1, [&](auto l) { return l >= lane; }); },
        up_to_64);
    check_lanes(
        "gl_SubGroupInvocationARB * 1000u + gl_SubGroupSizeARB",
        [](const Group& g, std::uint32_t lane) { return lane * 1000 + g.size; }, up_to_64);
    check_lanes(
        "readInvocationARB(v, 0u)", [](const Group& g, std::uint32_t) { return g.values[0]; }, up_to_64);
    check_lanes(
        "readFirstInvocationARB(vec2(v, 1.0)).x", [](const Group& g, std::uint32_t) { return g.values[0]; },
        up_to_64);
}

TEST_CASE("shuffles, quads: from lanes that take part") {
    const std::vector<std::uint32_t> from_4 = {4, 8, 32, 64, 128};
    check_lanes("subgroupShuffle(v, (lane / 5u) * 5u)",
                [](const Group& g, std::uint32_t lane) { return g.values[lane / 5 * 5]; });
    check_lanes(
        "subgroupShuffle(double(v), lane % 2u)",
        [](const Group& g, std::uint32_t lane) { return g.values[lane % 2]; }, from_4);
    check_lanes(
        "subgroupShuffle(uvec2(1u, v), 1u).y", [](const Group& g, std::uint32_t) { return g.values[1]; },
        from_4);
    check_lanes("(lane ^ 1u) % 5u == 3u || lane % 5u == 4u ? 5u : subgroupShuffleXor(v, 1u)",
                [](const Group& g, std::uint32_t lane) {
                    return !g.takes_part(lane ^ 1) || lane % 5 == 4 ? 5
                           : (lane ^ 1) % 5 == 4                    ? 0xBADu
                                                                    : g.values[lane ^ 1];
                },
                {4});
    check_lanes(
        "lane >= 1u && (lane - 1u) % 5u != 3u ? 0u : 1u",
        [](const Group& g, std::uint32_t lane) { return lane >= 1 && g.takes_part(lane - 1) ? 0u : 1u; },
        from_4);
    check_lanes(
        "subgroupShuffleUp(v, 5u) * uint(lane >= 5u)",
        [](const Group& g, std::uint32_t lane) { return lane >= 5 ? g.values[lane - 5] : 0; }, from_4);
    check_lanes(
        "subgroupShuffleDown(v, 5u) * uint(lane + 5u < gl_SubgroupSize)",
        [](const Group& g, std::uint32_t lane) { return lane + 5 < g.size ? g.values[lane + 5] : 0; },
        from_4);
    for (std::uint32_t k = 0; k < 3; ++k)
        check_lanes("subgroupQuadBroadcast(v, " + std::to_string(k) + "u)",
                    [=](const Group& g, std::uint32_t lane) { return g.values[lane / 4 * 4 + k]; }, {4});
    check_lanes("lane > 1u ? 0u : subgroupQuadSwapHorizontal(v)",
                [](const Group& g, std::uint32_t lane) { return lane > 1 ? 0 : g.values[lane ^ 1]; }, {4});
    check_lanes("lane % 2u == 1u ? 0u : subgroupQuadSwapVertical(v)",
                [](const Group& g, std::uint32_t lane) { return lane % 2 == 1 ? 0 : g.values[lane ^ 2]; },
                {4});
    check_lanes("lane % 3u != 0u ? 0u : subgroupBroadcast(v, 0u)",
                [](const Group& g, std::uint32_t lane) { return lane % 3 != 0 ? 0 : g.values[0]; }, {4});
}

TEST_CASE("a quad with all its lanes") {
    for (const std::uint32_t size : {4u, 8u, 32u, 64u, 128u}) {
        Kernel kernel{.text = R"(#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Out { uint data[]; };
void main() {
    uint i = gl_LocalInvocationID.x;
    data[i] = subgroupQuadSwapHorizontal(i) + 1000u * subgroupQuadSwapVertical(i);
    data[128u + i] = subgroupQuadSwapDiagonal(i) + 1000u * uint(subgroupQuadBroadcast(float(i), 2u));
}
)",
                      .buffers = {Kernel::Words(256)}};
        kernel.settings.subgroup_size = size;
        CHECK(kernel.found() == "");
        for (std::uint32_t i = 0; i < 128; ++i) {
            REQUIRE(kernel.results[0][i] == (i ^ 1) + 1000 * (i ^ 2));
            REQUIRE(kernel.results[0][128 + i] == (i ^ 3) + 1000 * (i / 4 * 4 + 2));
        }
    }
}

TEST_SUITE_END();
