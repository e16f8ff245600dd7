// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp {

namespace mode {

/// Each version many times, at random n and on random data.
struct Soak : Traits {
    static constexpr const char *verb = "soak",
                                *does =
                                    "Run each version many times, at random n up to --n on random data, and "
                                    "check every run";
    static constexpr bool bench_data = true, writes = false;
    std::uint64_t runs = 100;

    void add_options(const VerbOptions& soak);
    int run(const Task& task, Sink& sink) const;
    std::string where_to_look(const Heard&, const Options&) const { return {}; }
};

}  // namespace mode

/// Runs each chosen version `runs` times in this process, untraced, every result checked as in any
/// other run, at random n up to options.n (none: 2^20, or 2^14 on a software renderer) and on data of a
/// random seed: what is wrong once in thousands shows. Programs stay built in between. Reports each version
/// to the sink; returns 0, 1 where a run was wrong or gave up, or the exit code of what else went wrong. A
/// run that hangs is ended by the process that supervises this one.
int soak_versions(Device& device, const Lesson& lesson, const Options& options, std::uint64_t runs,
                  Sink& sink);

/// One n of a soak, from 1 to `most`: every octave as likely as any other, and every fourth n a power of two
/// or next to one.
std::uint32_t soak_n(Random& random, std::uint32_t most);

}  // namespace pbp
