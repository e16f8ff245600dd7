// SPDX-License-Identifier: MIT
#pragma once

#include "common/device/recording_backend.hpp"
#include "common/lesson/lesson.hpp"

namespace pbp::bench {

/// Times the chosen versions of a lesson at *options.n, one after the other, and tells the sink a row each:
/// the worker's part of a bench. `backend` is the device's own. Returns 0, or the exit code of the first
/// version that is wrong or does not build. Throws Error(wrong_usage) for a lesson without a bench.
int bench_versions(Device& device, RecordingBackend& backend, const Lesson& lesson, const Options& options,
                   Sink& sink);

}  // namespace pbp::bench
