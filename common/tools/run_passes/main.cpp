// Runs an algorithm of several dispatches that a description lists, NAME.pass.json, as a lesson is run.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string_view>

#include "common/base/error.hpp"
#include "common/process/guarded.hpp"
#include "common/program/run_lesson.hpp"
#include "common/tools/run_passes/story.hpp"

int main(int argc, char** argv) {
    return pbp::guarded("run", [&] {
        const auto last = argv + argc;
        const auto file = std::find_if(argv + std::min(argc, 1), last,
                                       [](std::string_view word) { return word.ends_with(".pass.json"); });
        if (file == last)
            pbp::fail(pbp::ExitCode::wrong_usage,
                      "run: name a description, as in ./learn run sort.pass.json.");
        return pbp::run_lesson(argc, argv, pbp::run_passes::lesson_of(*file));
    });
}
