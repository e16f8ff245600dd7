// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/run.hpp"
#include "common/modes/task.hpp"
#include "common/record/program_cache.hpp"
#include "common/tools/run_passes/state.hpp"

namespace pbp::run_passes {

/// What a description's reference shaders make: slow shaders, one workgroup of which the simulator runs on a
/// state of its own.
class Twin {
  public:
    /// Under the limits of the run that it is for.
    Twin(const Description& description, std::uint32_t n, const Beginning& beginning, const Run& run);

    /// Does the same as a dispatch: its step's reference, with the same uniforms. Returns what it may write.
    /// Throws Error(check_failed) where the simulator finds an error in the reference.
    std::vector<std::string> dispatch(const Launch& launch);
    /// Runs a reference of the whole; returns what it may write.
    std::vector<std::string> whole();
    State& state() { return state_; }

  private:
    std::vector<std::string> run(const std::filesystem::path& shader, const Launch& launch);

    const Description& description_;
    std::uint32_t n_;
    Opened opened_;
    State state_;
    ProgramCache programs_;
};

}  // namespace pbp::run_passes
