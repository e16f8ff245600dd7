// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/modes/step/memory_list.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp {

/// "lanes 0 to 3, 6".
std::string lanes_in_words(const sim::Mask& lanes);
/// The first of them, and how many more there are.
std::string shorter(std::vector<std::string> all, const char* between);
/// Whether it is one of an array's or a structure's: "corner.x" is one of "corner".
bool is_part(const std::string& name, const std::string& whole);
/// "stride", or "both: stride" of a function that main calls.
std::string full_name(const sim::SteppedVariable& variable);

/// A recorded workgroup as somebody goes through it, forwards and backwards: where it is, what stops it, and
/// what is in variables and memory there. It prints nothing: a terminal and an editor show it in their ways.
class Debugger {
  public:
    using u32 = std::uint32_t;
    /// Holds in a lane where `variable` compares so with `number`.
    struct Condition {
        std::string variable, comparison;
        double number = 0;
    };
    struct Breakpoint {
        u32 line = 0;  ///< as glsl::Source numbers lines
        std::optional<Condition> condition = {};
        u32 id = 0;  ///< tells those apart that an editor has set from the rest, which have 0
    };
    /// Memory that stops it when it is written: a word, or an array.
    struct Watch {
        std::string name;
        std::vector<MemoryList> memory;
        u32 id = 0;
    };
    /// Why a move ended. The beginning and the end stop any.
    enum class Why { arrived, breakpoint, watch, beginning, end };
    struct Stop {
        Why why = Why::arrived;
        std::vector<u32> ids = {};  ///< of the breakpoints or watches
    };
    /// Where a subgroup is: at the line that comes next, if its turn is next or it has not begun, or else at
    /// its last one.
    struct Standing {
        enum class State { next, between, waits, not_begun, ended } state = State::next;
        const sim::LineStep* step = nullptr;  ///< null: it has none
    };
    /// What a line did to a scalar in memory.
    struct Changed {
        std::string name, before, after;
    };

    /// `recorded` outlives it.
    explicit Debugger(const sim::Simulator::Recorded& recorded);

    const sim::Recording& recording() const { return recorded_.recording; }
    const sim::Code& code() const { return *recorded_.ran.code; }
    const glsl::Source& source() const { return *recorded_.ran.source; }
    const sim::Walk& walk() const { return walk_; }
    /// The step that comes next; null at the end.
    const sim::LineStep* coming() const;
    /// The subgroup that comes next, or came last.
    u32 subgroup() const;
    Standing standing(u32 subgroup) const;
    /// The same of its last line, even where its turn is next.
    Standing last(u32 subgroup) const;
    /// The lanes of a subgroup that exist.
    const sim::Mask& lanes(u32 subgroup) const { return lanes_[subgroup]; }

    // Sites of the code.
    u32 line(u32 site) const { return lines_[site]; }
    u32 depth(u32 site) const;
    std::string end_in_words() const;   ///< why nothing comes after the last step: "the workgroup has ended"
    std::string place(u32 site) const;  ///< "v3_global.comp:29"
    std::string text(u32 site) const;   ///< of its line
    std::string function(u32 site) const;

    // Moves. Those of a subgroup stop at breakpoints and watches on the way if they are `heeded`.
    void forward() { walk_.forward(); }
    void back() { walk_.back(); }
    /// Throws Error(wrong_usage) beyond the end.
    void go_to(std::size_t step);
    Stop into(u32 subgroup, bool heeded);
    Stop over(u32 subgroup, bool heeded);
    Stop out(u32 subgroup, bool heeded);  ///< throws Error(wrong_usage) in main
    Stop step_back(u32 subgroup);
    Stop barrier(u32 subgroup);
    Stop run();
    Stop reverse();
    /// Goes to the line that writes a word of memory first. Throws Error(wrong_usage) if none does.
    void go_to_write(const std::string& name);

    // What stops run() and reverse(). Each throws Error(wrong_usage), in one sentence.
    std::vector<Breakpoint>& breakpoints() { return breakpoints_; }
    std::vector<Watch>& watches() { return watches_; }
    /// What stops it here; why is `arrived` if nothing does.
    Stop stop_here() const;
    /// The same line, or the next one that ran.
    u32 line_that_ran(u32 line) const;
    /// Of a line of a file, such as "scan.glsl:9", or of the shader itself, such as "29".
    u32 line_that_ran(const std::string& place) const;
    bool ran(u32 line) const { return ran_.contains(line); }
    Condition condition_from(const std::string& words) const;
    Watch watch_of(const std::string& name) const;

    // Variables and memory.
    std::string value(const sim::SteppedVariable& variable, u32 subgroup, u32 lane) const;  ///< "-": not set
    std::string value(const sim::Place& place) const;
    std::string value(const sim::SteppedUniform& uniform) const;
    /// Whether a subgroup is, or was last, in the call that a variable is of.
    bool is_in_scope(const sim::SteppedVariable& variable, u32 subgroup) const;
    std::string value(const MemoryList& list) const;  ///< of its first scalars
    std::string name_of(const sim::Place& place) const;
    std::vector<MemoryList> memory_named(const std::string& name) const;
    /// Of shared memory, or of all buffers, what the shader declares there.
    std::vector<std::string> declared(sim::Place::Space space) const;
    std::vector<std::string> declared() const;  ///< of both
    u32 memory_of(const sim::Place& place) const;
    bool is_changed(const sim::SteppedVariable& variable, std::size_t step) const;
    /// What the step before this place did to memory.
    std::vector<Changed> changed() const;
    bool wrote(const std::vector<MemoryList>& memory, std::size_t step) const;
    /// The step that wrote it last, from 1; 0: none has.
    std::size_t writer(const std::vector<MemoryList>& memory) const;

  private:
    Stop move_until(const std::function<bool()>& there, bool forwards, bool heeded);
    bool comes(u32 subgroup) const { return coming() != nullptr && coming()->subgroup == subgroup; }
    bool meets(const Breakpoint& one) const;
    bool holds(const Condition& condition) const;
    /// The scalars in a word; of one of 64 bits, where that begins.
    std::vector<sim::Place> scalars_in(sim::Place word) const;

    const sim::Simulator::Recorded& recorded_;
    sim::Walk walk_;
    std::vector<u32> lines_;        ///< by site
    std::vector<sim::Mask> lanes_;  ///< by subgroup
    std::set<u32> ran_;             ///< lines
    std::vector<Breakpoint> breakpoints_;
    std::vector<Watch> watches_;
};

}  // namespace pbp
