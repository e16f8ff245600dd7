// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/version_names.hpp"
#include "lessons/03_reduction/reduction.hpp"

namespace reduction {

/// What the workgroups leave in memory for the one that finishes last, from v7 on.
template <typename T>
struct Tail {
    Tail(pbp::Device& gpu, const Launch& launch)
        : sums(launch.adds_in_memory() ? gpu.buffer({pbp::identity<T>(launch.by)})
                                       : gpu.buffer<T>(launch.workgroups)),
          count(gpu.buffer({0u})) {}

    /// Checks that v8 to v10 restore what they found, so that the next dispatch can start right away.
    void check(pbp::Run& run, const Launch& launch) const {
        if (launch.adds_in_memory())
            run.result("the total, reset", sums, std::vector{pbp::identity<T>(launch.by)});
        if (pbp::version_number(launch.version) >= 8)
            run.result("the counter, reset", count, std::vector{0u});
    }

    pbp::Buffer<T> sums;       ///< one per workgroup, or the total of all; v10: of the low bits, with a count
    pbp::Buffer<Index> count;  ///< of finished workgroups; v10: with the total of the high bits
};

}  // namespace reduction
