// SPDX-License-Identifier: MIT
#pragma once

/// Ctrl-C, for --watch.
namespace pbp::watch {

/// From now on signals that end a program only leave a mark, so that it can leave in order. A worker that is
/// gone, and a terminal, show when they are written to.
void catch_signals();

/// True after such a signal. A reader who has seen enough, as in `--watch | head`, counts as well.
bool stopped();

/// What a program that was stopped ends with: 128 and the number of the signal, or 130 where its reader has
/// seen enough.
int stopped_code();

}  // namespace pbp::watch
