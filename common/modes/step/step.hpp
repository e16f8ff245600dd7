// SPDX-License-Identifier: MIT
#pragma once

#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"

namespace pbp::mode {

/// Goes through one workgroup of one dispatch line by line, by commands on stdin, or for an editor.
struct Step : Traits {
    static constexpr const char *verb = "step",
                                *does = "Go through a workgroup line by line, forwards and backwards";
    static constexpr bool simulates = true, in_process = true, writes = false;
    std::uint32_t dispatch = 1, workgroup = 0;
    std::string word, commands;
    bool dap = false, wrong = false;

    void add_options(const VerbOptions& step);
    void settle(const Lesson& lesson, Options& options) const;
    int run(const Task& task, Sink& sink) const;

  private:
    struct Begun;
    Begun begin(const Task& task, Sink& sink) const;
    Begun begin_wrong(const Task& task, const Version& version, const Options& options,
                      const sim::Settings& machine) const;
    int serve_editor(const Task& task) const;
};

}  // namespace pbp::mode
