// Runs a shader of one's own, or an algorithm of several dispatches that a description lists, NAME.pass.json.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "common/process/guarded.hpp"
#include "common/program/command_line.hpp"
#include "common/program/run_lesson.hpp"
#include "common/tools/run_passes/story.hpp"
#include "common/tools/run_shader/story.hpp"

namespace {

pbp::Lesson lesson_for(int argc, const char* const* argv) {
    const auto description = pbp::run_passes::description_in({argv + std::min(argc, 1), argv + argc});
    if (!description.empty()) return pbp::run_passes::lesson_of(description);
    using pbp::run_shader::lesson_of;
    return lesson_of(pbp::file_in(argc, argv, lesson_of({})));
}

}  // namespace

int main(int argc, char** argv) {
    std::optional<pbp::Lesson> lesson;
    const int refused = pbp::guarded("run", [&] {
        lesson = lesson_for(argc, argv);
        return 0;
    });
    return refused != 0 ? refused : pbp::run_lesson(argc, argv, *lesson);
}
