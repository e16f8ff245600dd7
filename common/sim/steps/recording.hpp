// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/sim/kept/finding.hpp"
#include "common/sim/kept/mask.hpp"
#include "common/sim/spirv/module.hpp"

namespace pbp::sim {

/// A scalar variable of an invocation, as the shader names it, e.g. "sum" or "corner.x".
struct SteppedVariable {
    std::string name;
    std::string function;  ///< whose it is; empty: main's, or nobody's
    Type::Kind kind = Type::Kind::uint;
    std::uint32_t caller = 0;  ///< the site of the call that it is of; 0: main's, or nobody's
    bool wide = false;         ///< 64 bits
    std::uint32_t slot = 0;    ///< its first row among those that are recorded
};

/// A scalar of a uniform, as the shader names it.
struct SteppedUniform {
    std::string name;
    Type::Kind kind = Type::Kind::uint;
    bool wide = false;  ///< 64 bits
    std::uint64_t bits = 0;
};

/// A line that some lanes of a subgroup went through.
struct LineStep {
    static constexpr std::uint32_t elsewhere = ~0u;  ///< another workgroup wrote: no line was recorded
    std::uint32_t subgroup = 0;                      ///< in its workgroup
    std::uint32_t site = 0;                          ///< of the code
    Mask active;
    bool waits = false;          ///< at the barrier that it ends with
    std::uint32_t accesses = 0;  ///< to memory, as turns count them
    std::size_t change = 0;      ///< its first; the next one's first is beyond its last
    std::size_t event = 0;       ///< of a history that is kept beside it: its first
};

/// A finding that a line made.
struct StepFinding {
    std::size_t step = 0;
    Finding what;
    std::size_t number = 0;                 ///< among the dispatch's
    std::optional<std::size_t> other = {};  ///< the step of the other access, if it was recorded
};

/// One workgroup of a dispatch, line by line: what each line changed, to be gone through both ways.
struct Recording {
    using u32 = std::uint32_t;
    /// A word of a memory before and after a line. Memories are numbered: of each subgroup the registers and
    /// the lanes in which they are set, then shared memory, then the buffers.
    struct Change {
        u32 memory = 0, index = 0, before = 0, after = 0;
    };
    u32 workgroup = 0, workgroups = 0, subgroup_size = 0, lanes_a_row = 0, subgroups = 0;
    std::vector<SteppedVariable> variables;
    std::vector<SteppedUniform> uniforms;
    std::vector<LineStep> steps;
    std::vector<Change> changes;
    std::vector<StepFinding> found;
    std::vector<std::vector<u32>> began;  ///< by memory
    bool full = false;                    ///< it ends before the run did: there was more than its limit
    bool stopped = false;                 ///< the run itself was ended, as a loop that never ends is

    std::size_t bytes() const { return changes.size() * sizeof(Change) + steps.size() * sizeof(LineStep); }
    u32 registers_of(u32 subgroup) const { return 2 * subgroup; }
    u32 shared() const { return 2 * subgroups; }
    u32 buffer(u32 number) const { return 2 * subgroups + 1 + number; }
    /// Where a word of shared memory or of a buffer is; none: the memory holds registers.
    std::optional<Place> place_of(const Change& change) const;
    std::size_t changes_end(std::size_t step) const {
        return step + 1 < steps.size() ? steps[step + 1].change : changes.size();
    }
};

/// A place in a recording: before the step `at`; at the end, `at` is their number.
class Walk {
  public:
    using u32 = std::uint32_t;
    explicit Walk(const Recording& recording) : recording_(recording), memories_(recording.began) {}

    std::size_t at() const { return at_; }
    bool at_end() const { return at_ == recording_.steps.size(); }
    void forward();  ///< does what the step does
    void back();     ///< undoes the one before
    void go_to(std::size_t at);
    /// The bits of a variable in a lane of a subgroup; none: it is not set.
    std::optional<std::uint64_t> value(const SteppedVariable& variable, u32 subgroup, u32 lane) const;
    u32 word(u32 memory, std::size_t index) const { return memories_[memory][index]; }
    std::size_t words(u32 memory) const { return memories_[memory].size(); }
    /// Of all that is recorded: equal states have equal ones.
    std::uint64_t hash() const;

  private:
    const Recording& recording_;
    std::vector<std::vector<u32>> memories_;
    std::size_t at_ = 0;
};

}  // namespace pbp::sim
