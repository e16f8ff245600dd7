// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "common/device/device.hpp"
#include "common/opengl/context.hpp"
#include "common/options/option_group.hpp"
#include "common/process/time_limits.hpp"

namespace pbp {

// What all programs ask of the machine. The structures must outlive the parsing.

/// --context and --gpu.
void add_context(OptionGroup machine, ContextOptions& context);
/// Throws Error(wrong_usage) where they contradict each other.
void check_context(const ContextOptions& context);
/// What gives another program the same context, e.g. {"--context", "egl"}.
std::vector<std::string> words_for(const ContextOptions& context);

/// --subgroup.
void add_subgroup(OptionGroup machine, std::optional<SubgroupBackend>& subgroup);

/// --time-limit and --compile-limit; the first stops `what`, e.g. "a pass".
void add_limits(OptionGroup machine, const std::string& what, TimeLimits& limits);

}  // namespace pbp
