// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/sim/reported/reported.hpp"

namespace pbp::sim {

/// What a GPU can do, in the units in which a simulation is counted: docs/data/card-NAME.json, or what
/// `./learn bench --card` writes.
/// docs/performance.md says how each number was measured. Rates are those of the whole GPU.
struct Card {
    std::string name;
    std::uint32_t subgroup = 32;
    double multiprocessors = 1, invocations = 1, shared_bytes = 1;  ///< the last two of one multiprocessor
    double cache_bytes = 0;  ///< buffers that fit stay in the second-level cache
    double dispatch_us = 0,
           start_us = 0;      ///< an empty dispatch; until the first invocation has its first value
    double workgroup_ns = 0;  ///< from one workgroup's start to the next one's
    double instructions_per_ns = 1, shared_per_ns = 1, barriers_per_ns = 1;  ///< each once per subgroup
    double sector_ns = 0, line_ns = 0;  ///< in the cache: a sector; a cache line that a store does not fill
    double load_bytes_per_ns = 1, store_bytes_per_ns = 1;  ///< of memory
    double atomic_ns = 0;                          ///< at one word, from one subgroup's to the next one's
    double memory_trip_ns = 0, cache_trip_ns = 0;  ///< of the loads of an invocation
    double instruction_ns = 0, exchange_ns = 0, barrier_ns = 0;  ///< until the next one can begin
    std::array<double, 2> look_back_ns{}, wide_look_back_ns{};   ///< per workgroup, and per invocation of it
    double off = 0;  ///< nine in ten predictions are off by at most this share; 0: nobody has compared
};

/// By the name of a card of the project, or by a file. Throws Error(wrong_usage) with the names of all cards
/// if it is neither, or no card.
Card read_card(const std::string& name);

/// As in such a file.
std::string to_json(const Card& card);

/// Predicts what each program takes on a card, and each of its lines, and returns what they take together.
/// The counts must be those of a run for a GPU (Settings::card).
PredictedTime predict(std::vector<ProgramReport>& programs, const Card& card);

/// The time in docs/data/bench-NAME.json of a version such as "v3_sequential" of lesson "03"; 0: there is
/// none.
double measured_us(const std::string& card, const std::string& lesson, const std::string& version,
                   std::uint64_t n);

}  // namespace pbp::sim
