// SPDX-License-Identifier: MIT
#pragma once

#include "common/device/recording_backend.hpp"
#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp {

namespace mode {

/// What versions do, timed many times over; of what they make the end alone is checked.
struct Bench : Traits {
    static constexpr const char *verb = "bench",
                                *does =
                                    "Time each version many times; ./learn bench does this for all lessons";
    static constexpr Purpose purpose = Purpose::bench;
    static constexpr bool bench_data = true, writes = false;
    bool peers = false;  ///< beside other libraries as well

    void add_options(const VerbOptions& bench);
    int run(const Task& task, Sink& sink) const;
    std::string document(const Heard& heard) const;
    std::string summary(const Heard& heard) const;
};

}  // namespace mode

namespace bench {

/// Times the chosen versions of a lesson at *options.n, one after the other, and tells the sink a row each:
/// the worker's part of a bench. `backend` is the device's own. Returns 0, or the exit code of the first
/// version that is wrong or does not build. Throws Error(wrong_usage) for a lesson without a bench.
int bench_versions(Device& device, RecordingBackend& backend, const Lesson& lesson, const Options& options,
                   bool peers, Sink& sink);

}  // namespace bench

}  // namespace pbp
