// SPDX-License-Identifier: MIT
#pragma once

#include "common/tools/run_shader/pictures.hpp"
#include "common/tools/run_shader/session.hpp"

namespace pbp::run_shader {

/// Compares what --expect names with what the buffers held at first and in the end, one list of snapshots per
/// buffer of the session. Throws Error(wrong_usage) for a buffer that there is not, and for one that is no
/// array of 32-bit numbers.
void compare_with_expected(const Wishes& wishes, const Session& session,
                           const std::vector<Snapshots>& snapshots, Outcome& outcome);

/// True if the session, after its last dispatch, has left what --expect says.
bool is_as_expected(const Wishes& wishes, Session& session);

}  // namespace pbp::run_shader
