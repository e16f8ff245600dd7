// SPDX-License-Identifier: MIT
#include "common/sim/kept/counters.hpp"

#include <algorithm>

namespace pbp::sim {

void Counters::add(const Counters& other) {
    if (blocks.size() < other.blocks.size()) blocks.resize(other.blocks.size());
    if (accesses.size() < other.accesses.size()) accesses.resize(other.accesses.size());
    at_work += other.at_work;
    storing += other.storing;
    ordering += other.ordering;
    shared_words = std::max(shared_words, other.shared_words);
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

}  // namespace pbp::sim
