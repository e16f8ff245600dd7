// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/runner.hpp"
#include "common/process/worker.hpp"
#include "common/program/mode.hpp"
#include "common/program/watch/passes.hpp"

namespace pbp::watch {

/// Where a watcher keeps what nobody looks at: out/LESSON/.watch.
std::filesystem::path hidden_folder(const Lesson& lesson, const Options& options);

/// The worker's side of a watcher: carries out one order after another, each the names of the versions to
/// run, with a comma between them. A version that is right gets new pictures; else the last right ones stay.
/// Ends only by an exception.
[[noreturn]] void rerun(const Task& task, const Mode& mode, Sink& sink, Orders& orders);

/// Runs one version and puts its pictures in their place. The report says what changed since the last round.
class Rerunner {
  public:
    /// Throws Error(wrong_usage) for what no version can be asked.
    Rerunner(Device& device, const Lesson& lesson, const Options& options, Sink& sink,
             sim::Simulator* simulator = nullptr);
    VersionReport run(const Version& version);

  private:
    std::uint64_t code_of(const Version& version) const;
    void compare(VersionReport& report);
    void publish(VersionReport& report);
    std::string put_in_place(const std::filesystem::path& picture) const;

    const Lesson& lesson_;
    const Options& options_;
    std::filesystem::path folder_, hidden_;
    bool software_, pictures_;
    Passes now_;
    std::uint64_t code_ = 0;       ///< of the version, when its run began
    std::filesystem::path drawn_;  ///< the picture of what changed; empty: nothing did
    Runner runner_;
};

}  // namespace pbp::watch
