// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/event/sink.hpp"

namespace pbp::watch {

/// Runs versions in rounds, and lives on where one of them takes the worker with it. What a worker says goes
/// on to `next`; its first words on what the run is about, once.
class Rounds final : public Sink {
  public:
    /// Runs these versions, and tells the sink; returns 0, or why it ended before all of them were run: what
    /// KeptWorker::carry_out does.
    using CarryOut = std::function<int(const std::string& names, Sink& sink)>;
    Rounds(Sink& next, CarryOut carry_out) : next_(next), carry_out_(std::move(carry_out)) {}

    /// Runs these versions, each once. One that hangs or crashes is reported as failed, and the others follow
    /// in a new worker. Returns 0 after the last of them; another exit code where a failure concerns all.
    int run(const std::vector<std::string>& versions);
    /// The shaders that a version built so far, as they are named under shaders/.
    const std::set<std::string>& built(const std::string& version) { return built_[version]; }

    void on_event(const Event& event) override;

  private:
    void end_version(VersionReport report);
    void fail(const event::Failed& failed);

    Sink& next_;
    CarryOut carry_out_;
    bool started_ = false, concerns_all_ = false;
    std::vector<std::string> waiting_;          ///< versions of this round without a report
    std::map<std::string, std::string> right_;  ///< where the pictures of a version's last right result are
    std::map<std::string, std::set<std::string>> built_;
};

}  // namespace pbp::watch
