// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "common/app/options.hpp"
#include "common/app/sink.hpp"

namespace pbp {

/// True in a process that supervise() started.
bool is_worker();

/// The worker's side: hands `work` a sink that writes to the parent, ends with the parent, and returns work's
/// exit code.
int serve(const std::function<int(Sink&)>& work);

/// The parent's side: starts this program again with the same arguments, passes what the worker says on to
/// `sink`, and ends it when a build or a dispatch outlasts its limit. Returns the exit code; a hang, a crash
/// and a lost GPU are told to the sink.
int supervise(int argc, const char* const* argv, const Options& options, Sink& sink);

/// The same with another program as the worker. Where `stopped` becomes true, at a signal that interrupts
/// this process or within half a second, the worker is ended and the exit code is `stopped_code`.
constexpr int stopped_code = 130;
int supervise(const std::string& program, const std::vector<std::string>& words, const Options& options,
              Sink& sink, const std::function<bool()>& stopped);

}  // namespace pbp
