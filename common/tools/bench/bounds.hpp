// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "common/device/device.hpp"
#include "common/device/recording_backend.hpp"
#include "common/event/bench_row.hpp"

namespace pbp::bench {

/// Measures this machine's own limits: a copy and a read of 2^26 words, which no cache holds (fewer on a
/// software renderer, which is compared with none), and of each n in `sizes` as far as a buffer can be. Some
/// numbers of workgroups and their sizes are tried, of which the best counts: a limit is a maximum. `backend`
/// is the device's own. Throws Error(check_failed) where the copy is not what was copied.
Bounds measure(Device& device, RecordingBackend& backend, const std::vector<std::uint64_t>& sizes);

}  // namespace pbp::bench
