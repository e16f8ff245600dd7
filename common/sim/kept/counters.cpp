// SPDX-License-Identifier: MIT
#include "common/sim/kept/counters.hpp"

#include <algorithm>

namespace pbp::sim {

void Counters::add(const Counters& other) {
    if (blocks.size() < other.blocks.size()) blocks.resize(other.blocks.size());
    if (accesses.size() < other.accesses.size()) accesses.resize(other.accesses.size());
    ordering += other.ordering;
    deeds.add(other.deeds);
    shared_words = std::max(shared_words, other.shared_words);
    who.insert(who.end(), other.who.begin(), other.who.end());
    for (std::size_t i = 0; i < other.blocks.size(); ++i) {
        blocks[i].runs += other.blocks[i].runs;
        blocks[i].lanes += other.blocks[i].lanes;
    }
    for (std::size_t i = 0; i < other.accesses.size(); ++i) {
        auto& sum = accesses[i];
        const auto& one = other.accesses[i];
        sum.runs += one.runs;
        sum.lanes += one.lanes;
        sum.conflict_cycles += one.conflict_cycles;
        sum.sectors += one.sectors;
        sum.needed += one.needed;
        sum.lines += one.lines;
        sum.contention += one.contention;
        sum.bytes += one.bytes;
        sum.trips += one.trips;
        sum.fresh += one.fresh;
    }
}

GroupDeeds::Word& GroupDeeds::at(std::size_t word) {
    if (word >= words_.size()) words_.resize(word + 1);
    return words_[word];
}

void GroupDeeds::store(std::size_t word, std::uint32_t by, std::uint32_t old, std::uint32_t value,
                       Deeds& deeds) {
    auto& known = at(word);
    if (known.by != 0 && known.by != by + 1) ++deeds.taken_over;
    known.by = by + 1;
    if (known.counts && value == 0 && old != 0) ++deeds.cleared;
}

void GroupDeeds::change(std::size_t word, std::uint64_t old, std::uint64_t value, Deeds& deeds) {
    auto& known = at(word);
    if (!known.counts) deeds.counters = std::max(deeds.counters, ++counters_);
    known.counts = true;
    if (value == 0 && old != 0) ++deeds.cleared;
}

}  // namespace pbp::sim
