// SPDX-License-Identifier: MIT
#include "common/modes/traits.hpp"

#include "common/base/files.hpp"
#include "common/event/document.hpp"

namespace pbp::mode {

std::string Traits::document(const Heard& heard) const {
    return to_json(heard.run, heard.versions, heard.tunings, heard.exit_code, heard.error);
}

std::string Traits::where_to_look(const Heard& heard, const Options& options) const {
    if (heard.exit_code != 0 || heard.versions.empty()) return {};
    const auto& lesson = heard.run.lesson;
    const bool in_glsl = std::filesystem::exists(project_root() / "shaders" / lesson);
    if (!in_glsl && !std::filesystem::exists(project_root() / "lessons" / lesson))
        return options.pictures ? fmt::format("\n  pictures: {}/\n", shown(options.out / lesson)) : "\n";
    return fmt::format("\n  {}page: docs/{}.md   {}/{}/\n",
                       options.pictures ? fmt::format("pictures: {}/   ", shown(options.out / lesson)) : "",
                       lesson, in_glsl ? "shaders: shaders" : "programs: lessons", lesson);
}

}  // namespace pbp::mode
