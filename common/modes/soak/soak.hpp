// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "common/lesson/lesson.hpp"

namespace pbp {

/// Runs each chosen version options.soak times in this process, untraced, every result checked as in any
/// other run, at random n up to options.n (none: 2^20, or 2^14 on a software renderer) and on data of a
/// random seed: what is wrong once in thousands shows. Programs stay built in between. Reports each version
/// to the sink; returns 0, 1 where a run was wrong or gave up, or the exit code of what else went wrong. A
/// run that hangs is ended by the process that supervises this one.
int soak_versions(Device& device, const Lesson& lesson, const Options& options, Sink& sink);

/// One n of a soak, from 1 to `most`: every octave as likely as any other, and every fourth n a power of two
/// or next to one.
std::uint32_t soak_n(Random& random, std::uint32_t most);

}  // namespace pbp
