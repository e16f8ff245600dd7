// SPDX-License-Identifier: MIT
#pragma once

namespace pbp {

/// From now on SIGINT, SIGTERM and SIGHUP only leave a mark, so that the process can leave in order. A wait
/// for a worker ends at once.
void catch_signals();

/// From now on this process gets SIGTERM when the one that started it ends, however that ends.
void end_with_parent();

/// The signal that came; 0: none did.
int interruption();

}  // namespace pbp
