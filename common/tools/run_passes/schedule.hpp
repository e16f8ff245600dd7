// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "common/device/backend.hpp"
#include "common/tools/run_passes/description.hpp"
#include "common/tools/run_passes/expression.hpp"
#include "common/tools/run_shader/wishes.hpp"

namespace pbp::run_passes {

/// One dispatch of a schedule: a step with the values of its expressions.
struct Launch {
    const Step* step = nullptr;
    std::string name;
    std::vector<glsl::Define> defines;
    std::vector<run_shader::UniformWish> uniforms;
    Names names = {};          ///< what its variables are: n, the constants, and those of the loops around it
    Groups count{1};           ///< workgroups, or invocations
    bool invocations = false;  ///< `count` is the number of invocations, not of workgroups
    bool flat = false;         ///< in one dimension, which a device may fold
    std::uint32_t trace_shared = 0;  ///< elements of shared memory that TRACE() is about
};

/// What happens on the way through a schedule.
class Visitor {
  public:
    virtual ~Visitor() = default;
    virtual void dispatch(const Launch& launch) = 0;
    /// After the swaps of a dispatch's step.
    virtual void dispatched(const Launch& /*launch*/) {}
    virtual void fill(const std::string& /*buffer*/, std::int64_t /*value*/) {}
    virtual void swap(const std::string& /*one*/, const std::string& /*other*/) {}
    /// True where the first number of a buffer is not 0: another round.
    virtual bool is_set(const std::string& /*flag*/) { return false; }
};

/// The names that expressions of a description know outside its loops: n and the constants. Throws
/// Error(wrong_usage).
Names names_of(const Description& description, std::uint32_t n);

/// The value of an expression; the error says where it is written.
std::int64_t value_of(const Description& description, const Expression& expression, const Names& names);
/// The same where only a value from `least` to `most` makes sense.
std::uint32_t value_between(const Description& description, const Expression& expression, const Names& names,
                            std::uint32_t least, std::uint32_t most);

/// Goes through the steps of a description for n elements. Throws Error: wrong_usage for an expression
/// without a value, above 100,000 dispatches or 1,000,000 rounds; check_failed where a flag is still set
/// after the last round that its loop allows.
void walk(const Description& description, std::uint32_t n, Visitor& visitor);

/// All shaders that the steps name, each once, references included.
std::vector<std::filesystem::path> shaders_of(const Description& description);

/// The buffer whose first contents a result is about: its own, if it has any, or else the first that has.
const std::string& input_for(const Description& description, const std::string& result);

/// Adds the buffers that loops ask whether to go on.
void add_flags(const std::vector<Step>& steps, std::set<std::string>& flags);
bool any_loop_with_flag(const std::vector<Step>& steps);
bool has_reference(const std::vector<Step>& steps);

/// Throws Error(wrong_usage): a schedule without a dispatch checks no shader.
[[noreturn]] void refuse_idle(const Description& description, std::uint32_t n);

/// All dispatches, in order; a loop with a flag is gone through once.
std::vector<Launch> launches(const Description& description, std::uint32_t n);

}  // namespace pbp::run_passes
