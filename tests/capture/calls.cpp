// SPDX-License-Identifier: MIT
// What calls lists is what apitrace records of the same process: the same calls in the same order.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

using namespace pbp::test;

namespace calls_test {

namespace {

bool skip_without_apitrace() {
    if (run_program({"sh", "-c", "command -v apitrace && command -v xvfb-run"}).exit_code == 0)
        return skip_without_gpu();
    std::printf("SKIPPED: no OpenGL debugger on this machine; install apitrace, xvfb and xauth\n");
    return true;
}

/// True for what is listed: not for questions about the state, windows and messages.
bool computes(const std::string& name) {
    static const std::set<std::string> reads{"glGetNamedBufferSubData", "glGetQueryObjectui64v",
                                             "glGetTextureImage"};
    if (name.starts_with("glGet")) return reads.contains(name);
    for (const char* other : {"glX", "glDebug", "glIs", "glPushDebug", "glPopDebug", "glEnable", "glDisable"})
        if (name.starts_with(other)) return false;
    return name.starts_with("gl");
}

/// Whole numbers and constants can be compared word for word; names of objects cannot.
bool tells_arguments(const std::string& name) {
    return name == "glDispatchCompute" || name == "glMemoryBarrier";
}

/// A line of apitrace, "12 glDispatchCompute(num_groups_x = 3, ...)", as our call; empty: another line.
std::string as_ours(const std::string& line) {
    const auto begin = line.find(' ') + 1, open = line.find('(');
    if (std::isdigit(static_cast<unsigned char>(line[0])) == 0 || open == std::string::npos || begin > open)
        return "";  // a line of a shader's text
    const auto name = line.substr(begin, open - begin);
    if (!computes(name)) return "";
    if (!tells_arguments(name)) return name;
    std::string words;
    std::istringstream arguments(line.substr(open + 1, line.rfind(')') - open - 1));
    for (std::string one; std::getline(arguments, one, ',');)
        words += (words.empty() ? "" : ", ") + one.substr(one.find(" = ") + 3);
    return name + "(" + words + ")";
}

std::vector<std::string> recorded(const std::string& trace) {
    std::vector<std::string> calls;
    std::istringstream lines(run_program({"apitrace", "dump", "--color=never", trace}).output);
    for (std::string line; std::getline(lines, line);)
        if (const auto call = as_ours(line); !call.empty()) calls.push_back(call);
    return calls;
}

std::vector<std::string> listed(const std::string& document) {
    std::vector<std::string> calls;
    const auto from = document.find("{\n"), to = document.rfind("}\n");  // apitrace speaks, too
    const auto read = nlohmann::json::parse(document.substr(from, to + 1 - from));
    for (const auto& group : read["versions"][0]["calls"]["groups"])
        for (const auto& call : group["calls"]) {
            const std::string name = call["name"], arguments = call["arguments"];
            for (int i = 0; i < call["times"].get<int>(); ++i)
                calls.push_back(tells_arguments(name) ? name + "(" + arguments + ")" : name);
        }
    return calls;
}

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE("calls lists what apitrace records, in the same order") {
        if (skip_without_apitrace()) return;
        const std::vector<std::vector<std::string>> runs{
            {"03_reduction", "--only", "v7"}, {"08_particles", "--only", "v2", "--n", "64", "--steps", "5"}};
        for (const auto& words : runs) {
            const Folder folder;
            const auto trace = (folder.path() / "lesson.trace").string();
            std::vector<std::string> line{"apitrace", "trace", "-o", trace, lesson_program(words.front())};
            line.push_back("calls");
            line.insert(line.end(), words.begin() + 1, words.end());
            line.insert(line.end(), {"--in-process", "--json", "--no-pictures", "--context", "glfw", "--out",
                                     folder.path()});
            const auto outcome = run_program(on_own_display(line));
            CAPTURE(outcome.output);
            REQUIRE(outcome.exit_code == 0);
            const auto ours = listed(outcome.output), theirs = recorded(trace);
            CAPTURE(words.front());
            CHECK(ours.size() > 30);
            const auto dispatches = [](const auto& calls) {
                return std::ranges::count_if(
                    calls, [](const auto& call) { return call.starts_with("glDispatchCompute"); });
            };
            // Lesson 03 also asks the device for the size of its subgroups.
            CHECK(dispatches(ours) == (words.front() == "03_reduction" ? 2 : 5));
            const auto found = std::ranges::search(theirs, ours);
            CHECK(!found.empty());
            CHECK(dispatches(std::ranges::subrange(theirs.begin(), found.begin())) == 0);
        }
    }
}

}  // namespace calls_test
