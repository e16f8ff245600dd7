// SPDX-License-Identifier: MIT
#include "common/terminal/presentation.hpp"

#include <fmt/format.h>

#include "common/base/files.hpp"

namespace pbp {

std::string where_pictures_are(const Heard& heard, const std::filesystem::path& out, bool pictures) {
    if (heard.exit_code != 0 || heard.versions.empty()) return {};
    const auto& lesson = heard.run.lesson;
    const bool in_glsl = std::filesystem::exists(project_root() / "shaders" / lesson);
    if (!in_glsl && !std::filesystem::exists(project_root() / "lessons" / lesson))
        return pictures ? fmt::format("\n  pictures: {}/\n", shown(out / lesson)) : "\n";
    const auto where = pictures ? fmt::format("  pictures: {}/\n", shown(out / lesson)) : "";
    return fmt::format("\n{}  page: docs/{}.md\n  {}/{}/\n", where, lesson,
                       in_glsl ? "shaders: shaders" : "programs: lessons", lesson);
}

}  // namespace pbp
