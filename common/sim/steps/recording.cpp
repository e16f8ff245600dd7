// SPDX-License-Identifier: MIT
#include "common/sim/steps/recording.hpp"

#include "common/base/fnv.hpp"

namespace pbp::sim {

std::optional<Place> Recording::place_of(const Change& change) const {
    if (change.memory < shared()) return std::nullopt;
    if (change.memory == shared()) return Place{Place::Space::shared, 0, change.index};
    return Place{Place::Space::buffer, change.memory - buffer(0), change.index};
}

void Walk::forward() {
    for (auto i = recording_.steps[at_].change; i < recording_.changes_end(at_); ++i) {
        const auto& change = recording_.changes[i];
        memories_[change.memory][change.index] = change.after;
    }
    ++at_;
}

void Walk::back() {
    --at_;
    for (auto i = recording_.changes_end(at_); i-- > recording_.steps[at_].change;) {
        const auto& change = recording_.changes[i];
        memories_[change.memory][change.index] = change.before;
    }
}

void Walk::go_to(std::size_t at) {
    while (at_ < at && !at_end()) forward();
    while (at_ > at) back();
}

std::optional<std::uint64_t> Walk::value(const SteppedVariable& variable, u32 subgroup, u32 lane) const {
    const auto registers = recording_.registers_of(subgroup);
    const auto& set = memories_[registers + 1];
    if ((set[std::size_t{4} * variable.slot + lane / 32] >> lane % 32 & 1u) == 0) return std::nullopt;
    const auto* const row = &memories_[registers][std::size_t{variable.slot} * recording_.lanes_a_row];
    if (!variable.wide) return row[lane];
    return row[2 * lane] | std::uint64_t{row[2 * lane + 1]} << 32;
}

std::uint64_t Walk::hash() const {
    std::uint64_t hash = at_;
    for (const auto& words : memories_)
        hash = hash * 0x9E3779B97F4A7C15u + quick_sum(words.data(), words.size());
    return hash;
}

}  // namespace pbp::sim
