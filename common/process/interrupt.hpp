// SPDX-License-Identifier: MIT
#pragma once

namespace pbp {

/// From now on SIGINT, SIGTERM and SIGHUP (on Windows Ctrl-C, a console that is closed, and logging off) only
/// leave a mark, so that the process can leave in order. A wait for a worker ends at once.
void catch_signals();

/// From now on this process gets SIGTERM when the one that started it ends, however that ends. On Windows it
/// belongs to that one and ends with it in any case.
void end_with_parent();

/// The signal that came; 0: none did.
int interruption();

/// From now on a write to a reader that is gone is an error, not a signal that ends the process.
void ignore_lost_readers();

/// Ends a program, whose reader went away before it had printed all, as such programs end on this system;
/// where there is no such way it returns.
void end_with_reader();

/// Why standard output did not take what stdio printed before, as errno has it; 0: unknown.
int print_problem();

/// True where errno says that the reader of a stream is gone.
bool is_reader_gone(int error);

}  // namespace pbp
