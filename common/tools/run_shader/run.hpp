// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/unwritten.hpp"
#include "common/modes/task.hpp"
#include "common/tools/run_shader/outcome.hpp"
#include "common/tools/run_shader/wishes.hpp"

namespace pbp::run_shader {

/// Runs the shader on the device that was asked for; tells who runs it, and, under --sim, what was found, as
/// the version of a lesson would. Throws Error.
Outcome run(const Wishes& wishes, Sink& sink, Unwritten& unwritten);

/// Compares the runs of all subgroup sizes and orders of the simulator with the first of them, and tells how
/// each came out.
Outcome sweep(const Wishes& wishes, Sink& sink);

/// Writes the description (NAME.pass.json) of the run that was asked for, as a start for one of several
/// dispatches. Throws Error(wrong_usage) where the file exists, or where the shader is not below its
/// folder.
void dump_passes(const Wishes& wishes, Observer& observer);

/// What the shader runs on, as wished.
Opened opened_for(const Wishes& wishes, Observer& observer);

class Session;
/// What a session was asked for, and its notes.
Outcome outcome_of(const Session& session, const Wishes& wishes);
/// Tells how it came out: wrong where there are errors or problems.
void tell(VersionReport report, const Wishes& wishes, Sink& sink);

/// After a run in order on the simulator: runs the same in reverse and at random, and adds to the report what
/// these find besides, or to the outcome what they leave that differs.
void try_other_orders(const Wishes& wishes, Session& session, VersionReport& report, Outcome& outcome,
                      Sink& sink);

/// The command of the smallest run on the simulator that fails for the same cause: fewer workgroups,
/// dispatches and elements, a plainer machine. `ended`: within its time limit. Empty if there is no time for
/// that: shrinking_time().
std::string smallest_command(const Wishes& asked, const Session& session, bool ended);

}  // namespace pbp::run_shader
