// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "common/sim/run/simulator.hpp"

namespace pbp {

/// Goes through a recorded workgroup by commands, forwards and backwards, as one would with a debugger.
class Stepper {
  public:
    /// `recorded` and `out` outlive it.
    Stepper(const sim::Simulator::Recorded& recorded, std::ostream& out);

    /// Does what a line says, such as "next 3"; an empty one repeats the last. False: it was "quit". Throws
    /// Error(wrong_usage) for a line that makes no sense, in one sentence.
    bool obey(const std::string& line);
    /// Where it is: the step that comes next.
    void show() const;
    /// Goes to the line that writes a word of memory first, such as "tile[3]". Throws Error(wrong_usage) if
    /// none does.
    void go_to_write(const std::string& word);
    const sim::Walk& walk() const { return walk_; }

  private:
    using u32 = std::uint32_t;
    using Words = std::vector<std::string>;
    struct Breakpoint {
        u32 line = 0;
        std::string variable = {}, comparison = {};  ///< empty: it always stops
        double number = 0;
    };
    struct Command {
        const char *name, *shorthand, *arguments, *does;
        void (Stepper::*run)(const Words&);
    };
    static const std::vector<Command>& commands();

    void next(const Words& words);
    void back(const Words& words);
    void over(const Words& words);
    void out(const Words& words);
    void barrier(const Words& words);
    void run(const Words& words);
    void reverse(const Words& words);
    void go(const Words& words);
    void add_breakpoint(const Words& words);
    void add_watch(const Words& words);
    void check_memory(const std::string& word) const;
    void forget(const Words& words);
    void variables(const Words& words);
    void print(const Words& words);
    void who(const Words& words);
    void where(const Words& words);
    void list(const Words& words);
    void help(const Words& words);

    const sim::Recording& recording() const { return recorded_.recording; }
    const sim::LineStep* coming() const;
    void move_until(const std::function<bool()>& there, bool forwards, const char* none);
    bool is_at_stop() const;
    bool meets(const Breakpoint& one) const;
    bool wrote(const std::string& word, std::size_t step) const;
    void show_changes(std::size_t step) const;
    std::string place(u32 site) const;
    std::string text(u32 site) const;
    u32 depth(u32 site) const;
    u32 line(u32 site) const;
    std::string in_words(const sim::SteppedVariable& variable, u32 subgroup, u32 lane) const;
    std::string in_words(const sim::Recording::Change& change, bool after) const;
    std::string name_of(const sim::Recording::Change& change) const;
    std::vector<std::string> names_of_memory() const;
    const sim::Code& code() const { return *recorded_.ran.code; }
    u32 subgroup() const;

    const sim::Simulator::Recorded& recorded_;
    std::ostream& out_;
    sim::Walk walk_;
    std::vector<Breakpoint> breakpoints_;
    std::vector<std::string> watches_;
    std::string last_ = "next";
};

}  // namespace pbp
