// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "common/modes/step/debugger.hpp"

namespace pbp {

/// Commands for a debugger, and what it says to them, as text.
class Stepper {
  public:
    /// Both outlive it.
    Stepper(Debugger& debugger, std::ostream& out) : debugger_(debugger), out_(out) {}

    /// Does what a line says, such as "next 3"; an empty one repeats the last. False: it was "quit". Throws
    /// Error(wrong_usage) for a line that makes no sense, in one sentence.
    bool obey(const std::string& line);
    /// Where it is: the step that comes next.
    void show() const;
    /// What the step before this place changed.
    void show_changes() const;

  private:
    using u32 = std::uint32_t;
    using Words = std::vector<std::string>;
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
    void forget(const Words& words);
    void variables(const Words& words);
    void print(const Words& words);
    void who(const Words& words);
    void where(const Words& words);
    void list(const Words& words);
    void help(const Words& words);

    /// Where a move has come to; `none`: what to say where nothing but the end stopped it.
    void show(const Debugger::Stop& stop, const char* none) const;

    Debugger& debugger_;
    std::ostream& out_;
    std::string last_ = "next";
};

}  // namespace pbp
