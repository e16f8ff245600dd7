// SPDX-License-Identifier: MIT
#include "common/modes/traits.hpp"

#include "common/base/files.hpp"
#include "common/event/document.hpp"

namespace pbp {

void Heard::hear(const Event& event) {
    using namespace event;
    std::visit(overloaded{[&](const Started& started) { run = started.run; },
                          [&](const VersionDone& done) { versions.push_back(done.report); },
                          [&](const Tuned& tuned) { tunings.push_back(tuned.report); },
                          [&](const Benched& benched) { rows.push_back(benched.row); },
                          [&](const Failed& failed) { error = failed.sentence; },
                          [](const AnyOf<Begin, End, Note, Progress, Recorded, SoFar, Planned, Result,
                                         OrderDone, Finished> auto&) {}},
               event);
}

}  // namespace pbp

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
