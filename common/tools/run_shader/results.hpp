// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "common/event/sink.hpp"
#include "common/tools/run_shader/outcome.hpp"
#include "common/tools/run_shader/wishes.hpp"

namespace pbp::run_shader {

/// Keeps what a run reports.
struct Results final : Sink {
    void on_event(const Event& event) override;
    /// That of all: what was found in the shader counts before a picture that could not be written.
    int exit_code(int of_the_work) const;

    RunReport about;
    VersionReport simulated;
    std::optional<Outcome> outcome;
    std::vector<std::string> notes;
    std::string problem;
};

/// All that touches a device: runs, sweeps or describes the shader as wished, and reports it to the sink.
/// Returns the exit code.
int work(Wishes& wishes, Sink& sink);

/// What --json prints.
std::string document(const Results& results, const std::string& shader, int exit_code);

/// Runs any compute shader as the command line says: finds what it wants by reflection, binds it, and shows
/// what came of it. Returns the exit code.
int start(int argc, const char* const* argv);

}  // namespace pbp::run_shader
