// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "common/sim/run/simulator.hpp"

namespace pbp::sim {

/// Of a run whose history was followed: how many words of buffers' members called `of` were stored with a
/// value that was made from one that the same invocation stored in `member`, in the same dispatch, and that
/// was not there before. All of them count if the history is not complete.
std::uint64_t made_from_new(Simulator& simulator, const std::string& of, const std::string& member);

}  // namespace pbp::sim
