// SPDX-License-Identifier: MIT
#pragma once

#include "common/app/bench/report.hpp"
#include "common/gpu/device.hpp"
#include "common/gpu/recording_backend.hpp"

namespace pbp::bench {

/// Measures this machine's own limits: a copy and a read of so many bytes that no cache holds them (fewer on
/// a software renderer, which is compared with none), over a few numbers of workgroups and their sizes, of
/// which the best one counts: a limit is a maximum. `backend` is the device's own. Throws
/// Error(check_failed) where the copy is not what was copied.
Bounds measure(Device& device, RecordingBackend& backend);

}  // namespace pbp::bench
