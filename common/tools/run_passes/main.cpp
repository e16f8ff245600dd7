// Runs a shader of one's own, or an algorithm of several dispatches that a description lists, NAME.pass.json.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "common/process/guarded.hpp"
#include "common/program/run_lesson.hpp"
#include "common/tools/run_passes/story.hpp"
#include "common/tools/run_shader/results.hpp"

int main(int argc, char** argv) {
    return pbp::guarded("run", [&] {
        const auto description = pbp::run_passes::description_in({argv + std::min(argc, 1), argv + argc});
        if (description.empty()) return pbp::run_shader::start(argc, argv);
        return pbp::run_lesson(argc, argv, pbp::run_passes::lesson_of(description));
    });
}
