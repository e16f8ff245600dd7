// SPDX-License-Identifier: MIT
#include "common/sim/run/second_run.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "common/sim/spirv/layout.hpp"

namespace pbp::sim {

namespace {

constexpr std::uint64_t most_invocations = 1u << 16;
constexpr std::size_t most_words = 1u << 22;

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

SecondRun::SecondRun(const Dispatch& dispatch) {
    std::size_t words = 0;
    bool any_zero = false;
    const auto& blocks = dispatch.code.buffers;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        const Memory* const memory = dispatch.buffers[b];
        if (memory == nullptr) continue;
        words += memory->words.size();
        any_zero |= !blocks[b].uniform && is_zero(memory->words);
    }
    for (const ImageMemory* image : dispatch.images)
        words += image == nullptr ? 0 : image->memory.words.size();
    possible_ = any_zero && words <= most_words &&
                dispatch.group_count() * dispatch.local_count() <= most_invocations;
    if (!possible_) return;
    for (const Memory* memory : dispatch.buffers)
        buffers_.push_back(memory == nullptr ? std::vector<std::uint32_t>() : memory->words);
    for (const ImageMemory* image : dispatch.images)
        images_.push_back(image == nullptr ? std::vector<std::uint32_t>() : image->memory.words);
}

void SecondRun::decide(Dispatch& dispatch) const {
    for (const Pattern& pattern : patterns)
        if (possible_ && std::ranges::any_of(dispatch.findings.all(), is_same))
            dispatch.findings =
                decided_by(dispatch.findings, found_with(dispatch, pattern.odd_only), pattern.words);
}

Findings SecondRun::found_with(const Dispatch& dispatch, bool odd_only) const {
    Crowds crowds;
    Dispatch again{dispatch.code, dispatch.settings, dispatch.groups, dispatch.local};
    again.settings.most_rounds = std::min<std::uint64_t>(again.settings.most_rounds, 100'000);
    again.uniforms = dispatch.uniforms;
    again.crowds = &crowds;
    std::vector<std::unique_ptr<Memory>> memories;
    std::vector<std::unique_ptr<ImageMemory>> pictures;
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
        const auto first = static_cast<std::size_t>(std::ranges::find(dispatch.buffers, dispatch.buffers[b]) -
                                                    dispatch.buffers.begin());
        if (dispatch.buffers[b] == nullptr || first < b) {  // nothing, or bound twice
            again.buffers.push_back(dispatch.buffers[b] == nullptr ? nullptr : again.buffers[first]);
            continue;
        }
        auto& made = *memories.emplace_back(std::make_unique<Memory>());
        const auto& block = dispatch.code.buffers[b];
        made.bytes = dispatch.buffers[b]->bytes;
        made.words = is_zero(buffers_[b]) && !block.uniform && !is_counter(dispatch, dispatch.buffers[b])
                         ? distinct(dispatch.code.module, block.type, buffers_[b].size(), odd_only)
                         : buffers_[b];
        again.buffers.push_back(&made);
    }
    for (std::size_t i = 0; i < images_.size(); ++i) {
        again.images.push_back(nullptr);
        if (dispatch.images[i] == nullptr) continue;
        auto& made = *pictures.emplace_back(std::make_unique<ImageMemory>());
        made.size = dispatch.images[i]->size;
        made.number = dispatch.images[i]->number;
        made.format = dispatch.images[i]->format;
        made.memory.words = images_[i];
        made.memory.bytes = dispatch.images[i]->memory.bytes;
        again.images.back() = &made;
    }
    run(again);
    return again.findings;
}

}  // namespace pbp::sim
