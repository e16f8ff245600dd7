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
    const char *words, *with_uniforms;
};
constexpr Pattern patterns[] = {
    {false, "word i of each buffer of zeros held i + 1",
     "word i of each buffer of zeros held i + 1, and each uniform that is not set another number"},
    {true, "word i of each buffer of zeros held i where i is odd",
     "word i of each buffer of zeros held i where i is odd, and each uniform that is not set another "
     "number"}};

std::uint64_t bits_of(Type::Kind kind, bool wide, std::uint32_t number) {
    if (kind == Type::Kind::boolean) return 1;
    if (kind != Type::Kind::floating) return number;
    return wide ? std::bit_cast<std::uint64_t>(static_cast<double>(number))
                : std::bit_cast<std::uint32_t>(static_cast<float>(number));
}

std::vector<std::uint32_t> distinct(const Module& module, Id type, std::size_t count, bool odd_only) {
    std::vector<std::uint32_t> words(count);
    for (std::uint32_t i = 0; i < count; ++i)
        if (!odd_only || i % 2 == 1)
            words[i] = static_cast<std::uint32_t>(
                bits_of(kind_at(module, type, std::uint64_t{i} * 4), false, odd_only ? i : i + 1));
    return words;
}

/// The uniforms with another number in each that is not set.
std::vector<std::uint32_t> other_uniforms(const Dispatch& dispatch) {
    auto words = dispatch.uniforms;
    std::size_t word = 0;
    std::uint32_t number = 1;
    for (const auto& uniform : dispatch.code.uniforms)
        for (const auto& scalar : scalars_of(dispatch.code.module, uniform.type)) {
            const auto bits = bits_of(scalar.kind, scalar.is_wide(), ++number);
            for (std::uint32_t part = 0; part < scalar.rows(); ++part, ++word)
                if (std::ranges::binary_search(dispatch.unset_uniforms, word))
                    words[word] = static_cast<std::uint32_t>(bits >> 32 * part);
        }
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
    bool any_unset = !dispatch.unset_uniforms.empty() ||
                     std::ranges::any_of(dispatch.code.instructions, [](const Instruction& in) {
                         return in.op == Op::atomic_buffer || in.op == Op::atomic_shared;
                     });
    for (std::size_t b = 0; b < blocks.size() && !any_unset; ++b)
        any_unset = dispatch.buffers[b] != nullptr && is_zero(dispatch.buffers[b]->words);
    return any_unset && dispatch.group_count() * dispatch.local_count() <= most_invocations;
}

void SecondRun::decide(Dispatch& dispatch) const {
    for (const Pattern& pattern : patterns)
        if (!before_.empty() && std::ranges::any_of(dispatch.findings.all(), is_same))
            dispatch.findings =
                decided_by(dispatch.findings, found_with(dispatch, pattern.odd_only),
                           dispatch.unset_uniforms.empty() ? pattern.words : pattern.with_uniforms);
}

void SecondRun::explain(Dispatch& dispatch) const {
    const auto is_unexplained = [](const Finding& one) {
        return one.fault == Fault::race && one.limit == 0 && one.here.atomic == one.there.atomic;
    };
    if (before_.empty() || !dispatch.hands_over ||
        std::ranges::none_of(dispatch.findings.all(), is_unexplained))
        return;
    const auto made = before_.again(dispatch);
    made->dispatch.explains = true;
    try {
        run(made->dispatch);
    } catch (const TimeUp&) {  // what it has found by then explains
    }
    Findings explained;
    for (Finding one : dispatch.findings.all()) {
        const auto found = std::ranges::find_if(made->dispatch.findings.all(), [&](const Finding& other) {
            return other.fault == Fault::race && other.here.site == one.here.site &&
                   other.there.site == one.there.site;
        });
        if (is_unexplained(one) && found != made->dispatch.findings.all().end()) one.limit = found->limit;
        explained.add(one);
    }
    dispatch.findings = explained;
}

Findings SecondRun::found_with(const Dispatch& dispatch, bool odd_only) const {
    const auto made = before_.again(dispatch);
    Dispatch& again = made->dispatch;
    again.settings.most_rounds = std::min<std::uint64_t>(again.settings.most_rounds, 100'000);
    again.uniforms = other_uniforms(dispatch);
    for (std::size_t b = 0; b < again.buffers.size(); ++b) {
        const auto& block = dispatch.code.buffers[b];
        if (again.buffers[b] == nullptr || is_counter(dispatch, dispatch.buffers[b])) continue;
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
