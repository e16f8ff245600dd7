// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/lesson/lesson.hpp"
#include "common/opengl/context.hpp"
#include "common/options/option_group.hpp"
#include "common/process/time_limits.hpp"
#include "common/sim/run/settings.hpp"

namespace pbp {

/// What the options of a verb say, whichever verb it is.
struct Asked {
    std::vector<std::string> files;  ///< of a lesson that is made from one, before the verb or after it
    Options options;
    ContextOptions context;
    std::optional<sim::Settings> simulator;  ///< none: on OpenGL
    TimeLimits limits;
    bool watch = false;       ///< run again what a saved shader changes, until somebody interrupts
    bool in_process = false;  ///< no worker: for a debugger
    bool quiet = false, json = false;
};

/// Registers the options that verbs share, a few at a time: a verb calls those that have an effect in it. The
/// rest it registers itself, in a group. What is read goes to `asked`, which outlives the parsing.
class VerbOptions {
  public:
    /// Takes the file that a lesson is made from, where it is.
    VerbOptions(CLI::App& app, const Lesson& lesson, Asked& asked);

    OptionGroup group(const char* name) const { return {app_, name}; }

    const VerbOptions& data() const;       ///< --n, --data, --seed, --type
    const VerbOptions& input() const;      ///< --input, where the lesson reads any
    const VerbOptions& own() const;        ///< the lesson's, but those of a plain run
    const VerbOptions& plain_own() const;  ///< those of a plain run
    const VerbOptions& only() const;
    const VerbOptions& shader() const;
    const VerbOptions& shaders() const;   ///< --shaders, --subgroup
    const VerbOptions& versions() const;  ///< all of the three before
    const VerbOptions& watch() const;
    const VerbOptions& sizes() const;  ///< --local-size, --per-invocation
    const VerbOptions& out(const char* help = "Folder for the pictures [out]") const;
    const VerbOptions& pictures() const;  ///< --out, --no-pictures
    const VerbOptions& table() const;     ///< --export
    const VerbOptions& checks() const;    ///< --no-check, --certify
    const VerbOptions& report() const;    ///< --quiet, --json
    const VerbOptions& context() const;   ///< --context, --gpu
    const VerbOptions& limits() const;    ///< --time-limit, --compile-limit
    const VerbOptions& total_limit() const;
    const VerbOptions& simulator() const;  ///< what the simulated machine is like
    const VerbOptions& listing() const;    ///< --sim-spirv
    const VerbOptions& costs() const;      ///< what its counts depend on
    const VerbOptions& sim() const;        ///< --sim, and that
    const VerbOptions& debug() const;
    const VerbOptions& memory() const;  ///< --why, --used
    const VerbOptions& in_process() const;

  private:
    const VerbOptions& own_ones(bool plain) const;  ///< and gives all of them their presets

    CLI::App& app_;
    const Lesson& lesson_;
    Asked& asked_;
};

}  // namespace pbp
