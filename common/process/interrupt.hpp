// SPDX-License-Identifier: MIT
#pragma once

namespace pbp {

/// From now on SIGINT, SIGTERM and SIGHUP only leave a mark, so that the process can leave in order. A wait
/// for a worker ends at once.
void catch_signals();

/// The signal that came; 0: none did.
int interruption();

}  // namespace pbp
