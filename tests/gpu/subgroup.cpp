// SPDX-License-Identifier: MIT
// Every sg_* call of every back end that the driver has, against the CPU, for whole and partial subgroups.
#include <algorithm>
#include <bit>

#include "tests/gpu/bench.hpp"

using namespace pbp;
using namespace pbp::test;

namespace {

// Each invocation writes one number per call; `which` shows which back end's text the compiler actually read.
const std::string kernel = R"(#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) buffer To { uint to[]; };
#ifdef SG_IS_KHR
const uint which = 1u;
#endif
#ifdef SG_IS_BALLOT
const uint which = 2u;
#endif
#ifdef SG_IS_SHARED
const uint which = 3u;
#endif
void main() {
    const uint u = from[gl_LocalInvocationIndex];
    const int i = int(u);
    const float f = float(u & 1023u) - 500.0;
    const uint other = (gl_LocalInvocationIndex * 7u + 3u) % sg_size();
    uvec4 ballot = sg_ballot((u & 1u) != 0u);
    uint results[34] = uint[34](
        which, sg_size(), sg_lane(), sg_id(), sg_count(), sg_add(u), uint(sg_add(i)), floatBitsToUint(sg_add(f)),
        sg_inclusive_add(u), uint(sg_inclusive_add(i)), floatBitsToUint(sg_inclusive_add(f)), sg_exclusive_add(u),
        sg_min(u), sg_max(u), sg_broadcast(u, 0u), sg_broadcast_first(u), sg_shuffle(u, other), sg_shuffle_xor(u, 1u),
        ballot.x, ballot.y, uint(sg_any((u & 7u) == 0u)), uint(sg_all((u & 7u) != 0u)), uint(sg_elect()),
        floatBitsToUint(sg_exclusive_add(f)), uint(sg_min(i)), uint(sg_max(i)), floatBitsToUint(sg_min(f)),
        floatBitsToUint(sg_max(f)), sg_inclusive_min(u), sg_inclusive_max(u), uint(sg_inclusive_min(i)),
        uint(sg_inclusive_max(i)), floatBitsToUint(sg_inclusive_min(f)), floatBitsToUint(sg_inclusive_max(f)));
    for (uint k = 0u; k < 34u; ++k) to[gl_LocalInvocationIndex * 34u + k] = results[k];
}
)";

constexpr std::size_t results = 34;
constexpr std::uint32_t any_value = 0xDEADBEEFu;  // where the specification leaves a result undefined

/// What each invocation of a workgroup should write, from the ids that it reported.
std::vector<std::uint32_t> expected(const std::vector<std::uint32_t>& got,
                                    const std::vector<std::uint32_t>& from, std::uint32_t which) {
    const auto local = static_cast<std::uint32_t>(from.size());
    std::vector<std::uint32_t> all(got.size());
    const std::uint32_t size = got[1];
    for (std::uint32_t me = 0; me < local; ++me) {
        const std::uint32_t first = me / size * size, lane = me - first,
                            lanes = std::min(size, local - first);
        std::uint32_t sum = 0, inclusive = 0, exclusive = 0, least = ~0u, most = 0, ballot[4] = {};
        float fsum = 0, finclusive = 0, fexclusive = 0;
        // the lowest and the highest: of all lanes, and of those up to this one
        std::vector<std::uint32_t> u_to_here;
        std::vector<std::int32_t> all_i, i_to_here;
        std::vector<float> all_f, f_to_here;
        bool any = false, every = true;
        for (std::uint32_t i = 0; i < lanes; ++i) {
            const std::uint32_t u = from[first + i];
            const float f = static_cast<float>(u & 1023u) - 500.0F;
            sum += u, fsum += f;
            if (i <= lane) inclusive += u, finclusive += f;
            if (i < lane) exclusive += u, fexclusive += f;
            const auto signed_u = static_cast<std::int32_t>(u);
            all_i.push_back(signed_u), all_f.push_back(f);
            if (i <= lane) u_to_here.push_back(u), i_to_here.push_back(signed_u), f_to_here.push_back(f);
            least = std::min(least, u), most = std::max(most, u);
            ballot[i / 32] |= (u & 1u) << (i % 32);
            any |= (u & 7u) == 0;
            every &= (u & 7u) != 0;
        }
        const auto at = [&](std::uint32_t i) { return i < lanes ? from[first + i] : any_value; };
        const auto bits = [](float f) { return std::bit_cast<std::uint32_t>(f); };
        const auto word = [](std::int32_t i) { return static_cast<std::uint32_t>(i); };
        const std::uint32_t row[results] = {which,
                                            size,
                                            lane,
                                            me / size,
                                            (local + size - 1) / size,
                                            sum,
                                            sum,
                                            bits(fsum),
                                            inclusive,
                                            inclusive,
                                            bits(finclusive),
                                            exclusive,
                                            least,
                                            most,
                                            at(0),
                                            at(0),
                                            at((me * 7 + 3) % size),
                                            at(lane ^ 1u),
                                            ballot[0],
                                            ballot[1],
                                            any,
                                            every,
                                            lane == 0,
                                            bits(fexclusive),
                                            word(std::ranges::min(all_i)),
                                            word(std::ranges::max(all_i)),
                                            bits(std::ranges::min(all_f)),
                                            bits(std::ranges::max(all_f)),
                                            std::ranges::min(u_to_here),
                                            std::ranges::max(u_to_here),
                                            word(std::ranges::min(i_to_here)),
                                            word(std::ranges::max(i_to_here)),
                                            bits(std::ranges::min(f_to_here)),
                                            bits(std::ranges::max(f_to_here))};
        std::copy(std::begin(row), std::end(row), all.begin() + me * static_cast<std::ptrdiff_t>(results));
    }
    return all;
}

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE_FIXTURE(
        Bench, "subgroup operations equal the CPU's on every back end, and none silently becomes another") {
        if (!device) return;
        for (const auto backend : device->info().subgroups)
            for (const std::uint32_t local : {1u, 2u, 7u, 8u, 9u, 20u, 32u, 33u, 64u, 100u, 1024u})
                for (const char* virtual_size : {"32", "8", "5", "64"}) {
                    if (backend != SubgroupBackend::shared && std::string(virtual_size) != "32") continue;
                    CAPTURE(to_string(backend));
                    CAPTURE(local);
                    CAPTURE(virtual_size);
                    device->use_subgroups(backend);
                    auto program = this->program(
                        kernel, {{"LOCAL_SIZE", std::to_string(local)}, {"SG_SHARED_SIZE", virtual_size}});
                    std::vector<std::uint32_t> from(local);
                    for (std::uint32_t i = 0; i < local; ++i) from[i] = (i + 1) * 2654435761u;
                    auto source = device->buffer(from);
                    auto target = device->buffer<std::uint32_t>(local * results);
                    device->dispatch(program, {1, 1, 1}, {in(0, source), out(1, target)});
                    const auto got = device->read(target);
                    const auto wanted = expected(got, from, static_cast<std::uint32_t>(backend));
                    for (std::size_t i = 0; i < got.size(); ++i) {
                        if (wanted[i] == any_value || got[i] == wanted[i]) continue;
                        FAIL_CHECK("invocation ", i / results, ", result ", i % results, ": got ", got[i],
                                   ", expected ", wanted[i]);
                        break;
                    }
                }
    }

    TEST_CASE_FIXTURE(Bench, "reversed order really runs backwards, and changes no result") {
        if (!device) return;
        const std::string text =
            "layout(local_size_x = 4, local_size_y = 2) in;\nlayout(std430, binding = 0) buffer D { uint "
            "d[]; };\n"
            "void main() { d[gl_LocalInvocationIndex] = gl_LocalInvocationID.y * 10u + "
            "gl_LocalInvocationID.x; d[8u + gl_LocalInvocationIndex] = gl_GlobalInvocationID.x; }\n";
        auto data = device->buffer<std::uint32_t>(std::size_t{16});
        for (const bool reversed : {false, true}) {
            auto program = this->program(text, {}, reversed);
            CHECK(program.source().reversed == reversed);
            device->dispatch(program, {1, 1, 1}, {out(0, data)});
            CHECK(device->read(data) ==
                  std::vector<std::uint32_t>{0, 1, 2, 3, 10, 11, 12, 13, 0, 1, 2, 3, 0, 1, 2, 3});
        }
    }
}
