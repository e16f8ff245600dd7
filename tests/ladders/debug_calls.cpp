// SPDX-License-Identifier: MIT
// A LOG in any shader of a lesson is compiled, run and reported, and --debug knows which versions run it.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/folder.hpp"
#include "tests/support/lessons.hpp"

using namespace pbp::test;

namespace {

/// The driver compiles a program for each digit: by day the simulator does.
const std::string slow_to_compile = "09_radix_sort";

/// One log per dispatch, by the first invocation.
void add_log(const fs::path& shader) {
    auto text = read_text(shader);
    const std::string start = "void main() {\n";
    REQUIRE(count(text, start) == 1);
    text.replace(text.find(start), start.size(),
                 "#include \"debug.glsl\"\n" + start +
                     "    if (gl_GlobalInvocationID == uvec3(0u)) LOG(gl_NumWorkGroups);\n");
    std::ofstream(shader, std::ios::binary) << text;
}

/// A copy of all shaders, for editing.
struct Shaders {
    Folder folder;
    Shaders() { fs::copy(source_dir / "shaders", root(), fs::copy_options::recursive); }
    fs::path root() const { return folder.path() / "shaders"; }
    /// A log into each shader of each lesson.
    void add_logs() const {
        for (const auto& lesson : lessons())
            for (const auto& file : files(lesson)) add_log(root() / file);
    }
    /// The shaders of a lesson's versions, as LESSON/FILE or LESSON/parts/FILE.
    std::set<std::string> files(const std::string& lesson) const {
        std::set<std::string> found;
        for (const auto& folder : {root() / lesson, root() / lesson / "parts"})
            if (fs::exists(folder))
                for (const auto& entry : fs::directory_iterator(folder))
                    if (entry.path().extension() == ".comp")
                        found.insert(entry.path().lexically_relative(root()));
        return found;
    }
    Outcome run(const std::string& lesson, std::vector<std::string> words) const {
        const bool simulated = std::ranges::find(words, "--sim-schedule") != words.end();
        if (lesson == slow_to_compile && !simulated && !full_matrix())
            words.insert(words.end(), {"--sim-schedule", "in-order"});
        words.insert(words.end(), {"--debug", "--json", "--no-pictures", "--shaders", root(), "--out",
                                   folder.path() / "out"});
        return run_lesson(lesson, words);
    }
};

/// By version, the shaders that its logs come from, as in Shaders::files().
std::map<std::string, std::set<std::string>> logged(const Outcome& outcome) {
    std::map<std::string, std::set<std::string>> found;
    const auto document = nlohmann::json::parse(outcome.output, nullptr, false);
    REQUIRE_MESSAGE(document.is_object(), outcome.output);
    for (const auto& version : document["versions"])
        for (const auto& log : version["debug"]["logs"]) {
            const auto place = log["place"].get<std::string>();
            const auto folder = place.rfind("shaders/") + std::string("shaders/").size();
            found[version["name"]].insert(place.substr(folder, place.rfind(':') - folder));
        }
    return found;
}

}  // namespace

TEST_CASE("a LOG in any shader is printed, with every subgroup back end that the driver has") {
    if (skip_without_gpu()) return;
    for (const auto& lesson : lessons()) {
        CAPTURE(lesson);
        const Shaders all;
        all.add_logs();
        std::set<std::string> seen;
        for (const char* backend : {"khr", "ballot", "shared"}) {
            if (!seen.empty() && !uses_subgroups(lesson) && !full_matrix()) break;
            std::vector<std::string> words{"--subgroup", backend};
            // By day the driver compiles one back end, and the simulator the others.
            if (!seen.empty() && !full_matrix()) words.insert(words.end(), {"--sim-schedule", "in-order"});
            const auto outcome = all.run(lesson, words);
            if (outcome.exit_code == 4 && contains(outcome.output, "subgroup back end")) continue;
            CAPTURE(outcome.output);
            CHECK(outcome.exit_code == 0);
            for (const auto& [version, files] : logged(outcome)) seen.insert(files.begin(), files.end());
        }
        for (const auto& file : all.files(lesson)) {
            CAPTURE(file);
            CHECK(seen.contains(file));
        }
    }
}

TEST_CASE("a version is debugged if any shader that it runs has a call, its own or another's") {
    if (skip_without_gpu()) return;
    for (const auto& lesson : lessons()) {
        CAPTURE(lesson);
        const Shaders all;
        all.add_logs();
        for (const auto& [version, files] : logged(all.run(lesson, {})))
            for (const auto& file : files) {
                if (file == lesson + "/" + version + ".comp") continue;
                CAPTURE(version);
                CAPTURE(file);
                const Shaders one;
                add_log(one.root() / file);
                const auto outcome = one.run(lesson, {"--only", version});
                CAPTURE(outcome.output);
                CHECK(outcome.exit_code == 0);  // instead of 2, for lack of a call; see Version::also
            }
    }
}
