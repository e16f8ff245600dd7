// SPDX-License-Identifier: MIT
#include "common/sim/run/second_run.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "common/sim/spirv/layout.hpp"

namespace pbp::sim {

namespace {

constexpr std::uint64_t most_invocations = 1u << 16;

bool is_zero(const std::vector<std::uint32_t>& words) {
    return std::ranges::all_of(words, [](std::uint32_t word) { return word == 0; });
}

/// True if the shader changes the buffer atomically.
bool is_counter(const Dispatch& dispatch, const Memory* memory) {
    return std::ranges::any_of(dispatch.code.instructions, [&](const Instruction& in) {
        return in.op == Op::atomic_buffer && dispatch.buffers[in.y] == memory;
    });
}

/// What to put into the buffers of zeros. A condition on a word being 0 wants some that still are.
struct Pattern {
    bool odd_only;
    const char* words;
};
constexpr Pattern patterns[] = {{false, "word i of each buffer of zeros held i"},
                                {true, "word i of each buffer of zeros held i where i is odd"}};

std::vector<std::uint32_t> distinct(const Module& module, Id type, std::size_t count, bool odd_only) {
    std::vector<std::uint32_t> words(count);
    for (std::uint32_t i = 0; i < count; ++i)
        if (!odd_only || i % 2 == 1)
            words[i] = kind_at(module, type, std::uint64_t{i} * 4) == Type::Kind::floating
                           ? std::bit_cast<std::uint32_t>(static_cast<float>(i))
                           : i;
    return words;
}

bool is_same(const Finding& one) {
    return one.fault == Fault::same_value_race;
}

/// The findings again, with those that another run has shown to be races.
Findings decided_by(const Findings& first, const Findings& again, const char* data) {
    Findings decided;
    for (Finding one : first.all()) {
        const auto differs = [&](const Finding& other) {
            return other.fault == Fault::race && other.here.writes && other.there.writes &&
                   std::minmax(other.here.site, other.there.site) ==
                       std::minmax(one.here.site, one.there.site);
        };
        const auto found = std::ranges::find_if(again.all(), differs);
        if (is_same(one) && found != again.all().end()) {
            const auto times = one.times;
            one = *found;
            one.times = times;
            one.other_data = true;
            one.reason = data;
        }
        decided.add(one);
    }
    return decided;
}

}  // namespace

bool SecondRun::possible(const Dispatch& dispatch) {
    const auto& blocks = dispatch.code.buffers;
    bool any_zero = false;
    for (std::size_t b = 0; b < blocks.size(); ++b)
        any_zero |=
            dispatch.buffers[b] != nullptr && !blocks[b].uniform && is_zero(dispatch.buffers[b]->words);
    return any_zero && dispatch.group_count() * dispatch.local_count() <= most_invocations;
}

void SecondRun::decide(Dispatch& dispatch) const {
    for (const Pattern& pattern : patterns)
        if (!before_.empty() && std::ranges::any_of(dispatch.findings.all(), is_same))
            dispatch.findings =
                decided_by(dispatch.findings, found_with(dispatch, pattern.odd_only), pattern.words);
}

Findings SecondRun::found_with(const Dispatch& dispatch, bool odd_only) const {
    const auto made = before_.again(dispatch);
    Dispatch& again = made->dispatch;
    again.settings.most_rounds = std::min<std::uint64_t>(again.settings.most_rounds, 100'000);
    for (std::size_t b = 0; b < again.buffers.size(); ++b) {
        const auto& block = dispatch.code.buffers[b];
        if (again.buffers[b] == nullptr || block.uniform || is_counter(dispatch, dispatch.buffers[b]))
            continue;
        if (is_zero(before_.buffer(b)))
            again.buffers[b]->words =
                distinct(dispatch.code.module, block.type, before_.buffer(b).size(), odd_only);
    }
    try {
        run(again);
    } catch (const TimeUp&) {  // what it has found by then decides
    }
    return again.findings;
}

}  // namespace pbp::sim
