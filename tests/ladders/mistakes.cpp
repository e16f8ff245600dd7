// SPDX-License-Identifier: MIT
// Mistakes in the lessons' shaders, and words of their causes, in mistakes.txt: written by somebody who had
// not seen what a lesson says about them.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/folder.hpp"
#include "tests/support/lessons.hpp"

namespace mistakes_test {

using namespace pbp::test;
using Json = nlohmann::json;

namespace {

struct Mistake {
    std::string name, file, version, n, search, replacement;
    std::vector<std::string> must, never;  ///< the first message has one of these, and none of those
};

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

std::vector<std::string> alternatives(const std::string& line) {
    std::vector<std::string> all;
    std::istringstream text(lower(line));
    for (std::string one; std::getline(text, one, '|');) all.push_back(one);
    return all;
}

/// What else a mistake has, its cause for one, is for people.
std::vector<Mistake> mistakes() {
    std::vector<Mistake> all;
    each_line(source_dir / "tests/ladders/mistakes.txt", [&](const auto& key, const auto& rest, const auto&) {
        if (key == "mistake") all.emplace_back().name = rest;
        if (key == "file") {
            all.back().file = rest;
            all.back().version = fs::path(rest).stem();  // unless the next line has another
        }
        if (key == "version") all.back().version = rest;
        if (key == "n") all.back().n = rest;
        if (key == "find") all.back().search = rest;
        if (key == "with") all.back().replacement = rest;
        if (key == "must") all.back().must = alternatives(rest);
        if (key == "never") all.back().never = alternatives(rest);
    });
    return all;
}

/// What a learner reads first.
struct Message {
    std::string words, places;  ///< what it says; the lines of the shader that it quotes below
};

/// What the simulator found, else why the pass is wrong, else that it is. A repair replaces the advice.
Message first_message(const Json& version) {
    for (const auto& program : version["simulation"])
        for (const auto& finding : program["findings"]) {
            if (finding["note"]) continue;
            auto to_do = finding["repair"].get<std::string>();
            if (to_do.empty()) to_do = finding["advice"].get<std::string>();
            Message said{finding["sentence"].get<std::string>() + " " + to_do, {}};
            for (const auto& place : finding["places"])
                said.places += fmt::format("\n  line {}: {}", place["line"].get<int>(),
                                           place["text"].get<std::string>());
            return said;
        }
    const auto& cause = version["cause"];
    if (cause["name"] == "") return {version["message"], {}};
    return {fmt::format("{} {}", cause["what"].get<std::string>(), cause["meaning"].get<std::string>()), {}};
}

/// The shaders' folder, as a learner has it: what was committed is what a wrong shader is compared with.
class Committed {
  public:
    Committed() {
        fs::copy(source_dir / "shaders", shaders(), fs::copy_options::recursive);
        works_ = git({"init", "-q"}) && git({"add", "."}) &&
                 git({"-c", "user.name=A test", "-c", "user.email=test@localhost", "-c",
                      "commit.gpgsign=false", "commit", "-q", "-m", "Copy the shaders"});
    }
    bool works() const { return works_; }
    fs::path shaders() const { return folder_.path() / "shaders"; }

    /// What the lesson says first about a mistake, on OpenGL or, if that shows no wrong result, when
    /// simulated; empty: nothing.
    Message said_about(const Mistake& mistake) const {
        const auto right = read_text(source_dir / mistake.file);
        REQUIRE(count(right, mistake.search) == 1);
        auto wrong = right;
        wrong.replace(wrong.find(mistake.search), mistake.search.size(), mistake.replacement);
        folder_.write(mistake.file, wrong);
        auto said = said_by(mistake, {});
        if (said.words.empty()) said = said_by(mistake, {"--sim"});
        folder_.write(mistake.file, right);
        return said;
    }

  private:
    bool git(std::vector<std::string> words) const {
        words.insert(words.begin(), {"git", "-C", folder_.path()});
        return run_program(words).exit_code == 0;
    }
    Message said_by(const Mistake& mistake, const std::vector<std::string>& options) const {
        const auto lesson = mistake.file.substr(8, mistake.file.find('/', 8) - 8);
        std::vector<std::string> words{"--shaders",    shaders(),       "--only", mistake.version,
                                       "--n",          mistake.n,       "--json", "--no-pictures",
                                       "--time-limit", slow_compiler_s, "--out",  folder_.path() / "out"};
        words.insert(words.end(), options.begin(), options.end());
        const auto outcome = run_lesson(lesson, words);
        CAPTURE(outcome.output);
        const auto report = Json::parse(outcome.output, nullptr, false);
        REQUIRE(report.is_object());
        REQUIRE(!report["versions"].empty());
        return outcome.exit_code == 0 ? Message() : first_message(report["versions"].back());
    }

    Folder folder_;
    bool works_ = false;
};

}  // namespace

TEST_CASE("mistakes: what a lesson says first names the cause") {
    if (skip_without_gpu()) return;
    const Committed committed;
    if (!committed.works()) {
        std::printf("SKIPPED: no git that commits a copy of the shaders\n");
        return;
    }
    int right = 0, others = 0, misleading = 0, silent = 0;
    for (const auto& mistake : mistakes()) {
        // Both the driver and the simulator take minutes to build and to search it.
        if (mistake.version == "v7_register_tile" && !full_matrix()) continue;
        CAPTURE(mistake.name);
        const auto said = committed.said_about(mistake);
        const auto any_in = [](const std::string& text, const std::vector<std::string>& words) {
            return std::ranges::any_of(words, [&](const auto& word) { return contains(text, word); });
        };
        // The shader's own lines may have any words.
        const bool misleads = any_in(lower(said.words), mistake.never);
        const bool names_it = !misleads && any_in(lower(said.words + said.places), mistake.must);
        ++(names_it ? right : others);
        misleading += misleads ? 1 : 0;
        silent += said.words.empty() ? 1 : 0;
        if (!names_it)
            std::printf("%s %s: %s%s\n", misleads ? "misleading" : "not named", mistake.name.c_str(),
                        said.words.c_str(), said.places.c_str());
    }
    std::printf("%d right, %d not (%d misleading, %d silent)\n", right, others, misleading, silent);
    CHECK(right > 0);
    // What a race leaves differs from one GPU to the next: there, the race itself may be what is found first.
    CHECK(others <= (on_llvmpipe_with_small_subgroups() ? 1 : 3));
    CHECK(misleading == 0);
}

}  // namespace mistakes_test
