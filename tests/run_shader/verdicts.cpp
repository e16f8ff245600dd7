// SPDX-License-Identifier: MIT
// What the simulator says of kernels that it once judged wrongly: verdicts.txt has each with its options, the
// faults it has, and words that the report must, or must not, contain. What comes before one text is for
// this text, which the macros of its options change.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

using namespace pbp::test;

namespace {

#ifdef PBP_SANITIZED
const std::string enough_time = "--time-limit 60 ";  // a loop of three million rounds takes over 10 s there
#else
const std::string enough_time;
#endif

struct Verdict {
    std::string name, options, finds, text;
    std::vector<std::string> says, says_not;
};

std::vector<Verdict> verdicts() {
    std::ifstream file(PBP_SOURCE_DIR "/tests/run_shader/verdicts.txt");
    std::vector<Verdict> all;
    for (std::string line; std::getline(file, line);) {
        const auto rest = [&](std::string_view key) { return line.substr(key.size()); };
        if (line.starts_with("== "))
            all.push_back({rest("== "), {}, {}, {}, {}, {}});
        else if (line.starts_with("run: "))
            all.back().options = rest("run: ");
        else if (line.starts_with("finds: "))
            all.back().finds = rest("finds: ");
        else if (line.starts_with("says: "))
            all.back().says.push_back(rest("says: "));
        else if (line.starts_with("not: "))
            all.back().says_not.push_back(rest("not: "));
        else
            all.back().text += line + "\n";
    }
    for (auto at = all.size(); at-- > 1;)
        if (all[at - 1].text.empty()) all[at - 1].text = all[at].text;
    return all;
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("verdicts: each kernel has the faults that it has, with advice that can work") {
    const Folder folder;
    const auto all = verdicts();
    REQUIRE(all.size() > 10);
    for (const auto& one : all) {
        CAPTURE(one.name);
        folder.write("k.comp", "#version 450 core\n" + one.text);
        const auto run = run_program(
            {"bash", "-c",
             PBP_BINARY_DIR "/run k.comp --sim --json --no-pictures " + enough_time + one.options},
            "cd " + quoted(folder.path()) + " && PBP_SHRINK_MS=0 ");
        CAPTURE(run.output);
        CHECK(run.exit_code == (one.finds.empty() ? 0 : 1));
        std::set<std::string> faults;
        const auto document = nlohmann::json::parse(run.output);
        for (const auto& program : document["versions"].at(0)["simulation"])
            for (const auto& finding : program["findings"])
                if (!finding["note"]) faults.insert(finding["fault"].get<std::string>());
        CHECK(faults == (one.finds.empty() ? std::set<std::string>() : std::set{one.finds}));
        for (const auto& words : one.says) CHECK_MESSAGE(contains(run.output, words), words);
        for (const auto& words : one.says_not) CHECK_MESSAGE(!contains(run.output, words), words);
    }
}

TEST_SUITE_END();
