// SPDX-License-Identifier: MIT
// How long a learner waits from saving a shader to the result, for every version at its default n: the table
// of docs/watching.md. Usage: watch_latency [LESSON...]. It asserts nothing: times depend on the machine.
#define DOCTEST_CONFIG_IMPLEMENT  // for the checks in what it includes
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tests/support/watcher.hpp"

using namespace pbp::test;

namespace {

using Clock = std::chrono::steady_clock;
constexpr int saves = 20;

struct Spread {
    double first, median, third;  ///< quartiles, milliseconds
};

Spread spread_of(std::vector<double> ms) {
    std::ranges::sort(ms);
    return {ms[ms.size() / 4], ms[ms.size() / 2], ms[ms.size() * 3 / 4]};
}

std::string behind_main(const std::string& text, const std::string& line) {
    const std::string main = "void main() {\n";
    const auto at = text.find(main);
    if (at == std::string::npos) throw std::runtime_error("there is no line 'void main() {'");
    return std::string(text).insert(at + main.size(), line);
}

/// From before each save to the line with the version's result so far, and to the line with the full result.
template <typename Change>
std::pair<Spread, Spread> measure(Watcher& watcher, const std::string& version, Change change) {
    const auto file = watcher.shader(version + ".comp");
    const auto original = read_text(file);
    std::vector<double> answer, all;
    const auto since = [](Clock::time_point began) {
        return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
    };
    for (int i = 0; i < saves; ++i) {
        const auto text = behind_main(original, change(i));
        const auto began = Clock::now();
        std::ofstream(file, std::ios::binary) << text;
        const auto said = watcher.until("\n  " + version);
        answer.push_back(since(began));
        if (said.find(" right ") == std::string::npos && said.find(" shown ") == std::string::npos)
            throw std::runtime_error(version + " is not right:\n" + said);
        watcher.until("  " + version);  // the newline before it belongs to the line that was read
        all.push_back(since(began));
        watcher.round();
    }
    std::ofstream(file, std::ios::binary) << original;
    watcher.round();
    return {spread_of(answer), spread_of(all)};
}

/// The versions that ran, from the output of the first round.
std::vector<std::string> versions_in(const std::string& said) {
    std::vector<std::string> versions;
    for (auto at = said.find("\n  v"); at != said.npos; at = said.find("\n  v", at + 1)) {
        const auto name = said.substr(at + 3, said.find(' ', at + 3) - at - 3);
        if (said.find(name + " ", at) != said.npos && name.find('_') != name.npos &&
            std::ranges::find(versions, name) == versions.end())
            versions.push_back(name);
    }
    return versions;
}

void measure_lesson(const std::string& lesson) {
    std::vector<std::string> versions;
    {
        Watcher all(lesson);
        versions = versions_in(all.round());
    }
    for (const auto& version : versions) {
        Watcher watcher(lesson, {"--only", version});
        watcher.round();
        // No constant ever repeats, not even on another day: no driver cache knows the program.
        const auto seed = static_cast<unsigned>(::getpid()) * 100u + 1'000'000'000u;
        const auto code = measure(watcher, version, [&](int i) {
            return fmt::format("    if (gl_NumWorkGroups.y == {}u) return;\n",
                               seed + static_cast<unsigned>(i));
        });
        const auto& [answer, all] = code;
        fmt::print("| {} | `{}` | {:.0f} | {:.0f} to {:.0f} | {:.0f} |\n", lesson.substr(0, 2), version,
                   answer.median, answer.first, answer.third, all.median);
        std::fflush(stdout);
        watcher.interrupt();
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> lessons(argv + 1, argv + argc);
    if (lessons.empty()) {
        for (const auto& entry : fs::directory_iterator(fs::path(PBP_SOURCE_DIR) / "lessons"))
            if (fs::exists(entry.path() / "main.cpp")) lessons.push_back(entry.path().filename());
        std::ranges::sort(lessons);
    }
    fmt::print(
        "| lesson | version | answer, ms | middle half, ms | all, ms |\n"
        "|---|---|--:|--:|--:|\n");
    try {
        for (const auto& lesson : lessons) measure_lesson(lesson);
    } catch (const std::exception& problem) {
        fmt::print(stderr, "{}\n", problem.what());
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
