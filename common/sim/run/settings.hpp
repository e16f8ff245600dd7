// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pbp::sim {

/// The memory of the machine whose work is counted; the defaults match today's NVIDIA GPUs. All are powers of
/// two.
struct MemoryModel {
    std::uint32_t banks = 32;         ///< of shared memory, each 4 bytes wide; at most 128
    std::uint32_t sector_bytes = 32;  ///< the smallest unit that global memory moves; 4 to 128
    std::uint32_t line_bytes = 128;   ///< per cache line; a sector to 1024
    bool operator==(const MemoryModel&) const = default;
};

/// The learner's settings for the simulated machine.
struct Settings {
    enum class Order : std::uint8_t { in_order, reverse, random, turns };
    /// A turn that somebody chose: a subgroup goes on until it has accessed memory so often, or waits; 0:
    /// until it waits.
    struct Turn {
        std::uint32_t workgroup = 0, subgroup = 0, accesses = 0;
        bool operator==(const Turn&) const = default;
    };
    /// How many orders a check runs.
    enum class Search : std::uint8_t {
        one_order,
        three_orders,  ///< then one reverse and one random order as well
        all_orders     ///< in order, and then every order of the atomics of each small dispatch
    };
    std::uint32_t subgroup_size = 32;  ///< a power of two up to 128
    Order order = Order::in_order;     ///< of workgroups, and of the subgroups in them
    std::uint64_t seed = 1;            ///< of a random order
    std::vector<Turn> turns = {};      ///< of each dispatch, which goes on in order then
    Search search = Search::one_order;
    bool late_atomics = true;  ///< in a random order, those whose result is unused may be overtaken
    std::uint64_t most_rounds = 2'000'000;  ///< of a wait for memory to change
    std::uint64_t patience = 16;            ///< all loops of an invocation together get that, times this
    double limit_s = 0;                     ///< a loop still running then ends the dispatch; 0: no limit
    double processor_s = 0;                 ///< the same in processor time of this process; limit_s at most
    /// In x: a low limit makes every large grid fold, as huge ones do.
    std::uint32_t most_workgroups = 65535;
    bool counts_deeds = false;  ///< reports have Deeds
    bool lists_code = false;    ///< reports have the instructions of SPIR-V, line by line
    MemoryModel memory;
    /// Of a GPU whose time is predicted (docs/data/card-NAME.json): lessons choose the sizes that they do on
    /// a GPU, and what its time depends on is counted. Empty: none.
    std::string card = {};
};

/// As --sim-schedule has it, e.g. "random:1" or "turns:0,1*3".
std::string schedule_of(const Settings& settings);

}  // namespace pbp::sim
