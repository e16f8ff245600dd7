// SPDX-License-Identifier: MIT
#pragma once

/// Ctrl-C, for --watch.
namespace pbp::watch {

/// From now on signals that end a program only leave a mark, so that it can leave in order. A worker that is
/// gone, and a terminal, show when they are written to.
void catch_signals();

/// True after such a signal. A reader who has seen enough, as in `--watch | head`, counts as well.
bool stopped();

}  // namespace pbp::watch
