// SPDX-License-Identifier: MIT
#include "common/tools/plain_lesson/judge.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <sstream>

#include "common/base/error.hpp"
#include "common/base/files.hpp"
#include "common/base/readable.hpp"
#include "common/card/card.hpp"
#include "common/process/captured.hpp"
#include "common/tools/plain_lesson/call_laws.hpp"
#include "common/tools/plain_lesson/program.hpp"

namespace pbp::plain {

namespace fs = std::filesystem;

namespace {

/// A new folder that goes with its owner.
struct Scratch {
    fs::path folder;
    Scratch() {
        const char* chosen = std::getenv("TMPDIR");
        std::error_code problem;
        const fs::path above = chosen != nullptr && *chosen != 0 ? chosen : fs::temp_directory_path(problem);
        while (!problem) {
            folder = above / fmt::format("pass_by_pass_{:08x}", std::random_device{}());
            if (!fs::create_directory(folder, problem)) continue;
            fs::permissions(folder, fs::perms::owner_all, problem);
            return;
        }
        fail(ExitCode::machine_lacks,
             "No folder can be made in {} ({}): set TMPDIR to a folder that can be written.",
             in_message(above), problem.message());
    }
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
};

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

void build(const fs::path& source, const fs::path& lesson, const fs::path& program) {
    if (std::string_view(PBP_CXX).empty())
        fail(ExitCode::machine_lacks,
             "{} is C++, and the compiler that built this program is on another system: judge it on Linux, "
             "or in "
             "WSL2, as docs/setup.md says.",
             shown(source));
    // Some lines of templates can make a compiler take all memory there is.
    std::vector<std::string> line{"/bin/sh",
                                  "-c",
                                  "ulimit -v 4000000; exec \"$@\"",
                                  "sh",
                                  PBP_CXX,
                                  "-std=c++17",
                                  "-O1",
                                  "-include",
                                  "common/opengl/calls/recorded_program.hpp",
                                  "-I" + project_root().string(),
                                  "-I" + lesson.string()};
    for (const auto& word : words_of(PBP_INCLUDES)) line.push_back("-I" + word);
    line.insert(line.end(), {source.string(), "-o", program.string()});
    for (const auto& word : words_of(PBP_LIBRARIES)) line.push_back(word);
    // What the compiler leaves when it is ended goes with the folder, too.
    const auto result = captured(line, {"TMPDIR=" + program.parent_path().string()});
    if (result.code() == 0) return;
    if (result.out_of_time)
        fail(ExitCode::time_limit, "{} was still compiling after {:g} s; make its templates simpler.",
             shown(source), CaptureLimits{}.seconds);
    if (const auto full = std::make_error_code(std::errc::no_space_on_device).message();
        result.output.find(full) != result.output.npos)
        fail(ExitCode::machine_lacks,
             "{} cannot be compiled in {} ({}): {}, or set TMPDIR to another folder.", shown(source),
             in_message(program.parent_path().parent_path()), full,
             remedy_for(std::make_error_code(std::errc::no_space_on_device), ""));
    std::istringstream lines(result.output);
    std::string first;
    int count = 0;
    for (std::string text; std::getline(lines, text) && count < 12; ++count) first += text + "\n";
    fail(ExitCode::shader_does_not_build, "{} does not build:\n{}", shown(source), first);
}

/// The first difference between what two programs printed; empty: they are the same.
std::string difference(const Printed& mine, const Printed& ours) {
    for (std::size_t p = 0; p < ours.passes.size(); ++p) {
        const auto& right = ours.passes[p];
        if (p >= mine.passes.size() || mine.passes[p].name != right.name)
            return fmt::format("it prints no line 'pass {}: ...' as number {}.", right.name, p + 1);
        const auto& values = mine.passes[p].values;
        if (values.size() != right.values.size())
            return fmt::format("pass {} has {} elements, expected {}.", right.name, values.size(),
                               right.values.size());
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < values.size(); ++i) wrong += values[i] != right.values[i] ? 1 : 0;
        const auto at =
            static_cast<std::size_t>(std::ranges::mismatch(values, right.values).in1 - values.begin());
        if (wrong > 0)
            return fmt::format("wrong after {}: element {} is {}, expected {}; {} of {} elements differ.",
                               right.name, at, values[at], right.values[at], wrong, values.size());
    }
    if (mine.times.size() != ours.times.size())
        return fmt::format("it prints {} times, expected {}.", mine.times.size(), ours.times.size());
    return {};
}

/// Why a case is wrong; empty: it is right. Throws Error(time_limit) where a program does not end.
std::string problem_in(const std::string& words, const fs::path& mine, const fs::path& ours,
                       const std::vector<std::string>& settings) {
    const auto log = mine.parent_path() / "calls.txt";
    const auto run = [&](const fs::path& program, std::vector<std::string> with) {
        auto line = words_of(words);
        line.insert(line.begin(), program.string());
        with.insert(with.end(), settings.begin(), settings.end());
        return captured(line, with);
    };
    const auto in_time = [&](const char* whose, const Captured& result) {
        if (result.out_of_time)
            fail(ExitCode::time_limit, "{} did not end within {:g} s ({}); look for a loop that never ends.",
                 whose, CaptureLimits{}.seconds, words);
    };
    const auto expected = run(ours, {});
    in_time("Our own solution", expected);
    if (expected.code() != 0)
        fail(ExitCode::machine_lacks,
             "Our own solution cannot run here, so there is nothing to compare with: {}", expected.output);
    const auto result = run(mine, {"PBP_CALLS=" + log.string()});
    in_time("Your program", result);
    if (result.too_much)
        return fmt::format("it printed more than {} MiB; look for a loop that never ends.",
                           CaptureLimits{}.bytes >> 20);
    if (result.ended.by_signal) return fmt::format("it was ended by signal {}.", result.ended.code);
    const auto printed = read_printed(result.output);
    if (auto problem = difference(printed, read_printed(expected.output)); !problem.empty()) return problem;
    if (result.code() != 0)
        return fmt::format("it ended with exit code {}:\n{}", result.code(), result.output);
    const auto calls = read_calls(text_of(log));
    if (const auto broken = broken_laws(calls); !broken.empty())
        return fmt::format("{}", fmt::join(broken, "\n"));
    for (const auto& [name, time_us] : printed.times)
        if (const auto problem = wrong_time(calls, time_us)) return *problem;
    return {};
}

}  // namespace

VersionReport judged(const fs::path& card_file, const fs::path& program,
                     const std::vector<std::string>& settings) {
    const auto card = exercises::read_card(card_file);
    const auto lesson = fs::absolute(card_file).parent_path().parent_path();
    auto solution = card_file;
    solution.replace_extension(".cpp");
    const Scratch scratch;
    build(program, lesson, scratch.folder / "mine");
    build(solution, lesson, scratch.folder / "ours");
    VersionReport report;
    report.name = card.version;
    report.orders = "all cases";
    for (std::size_t i = 0; i < card.cases.size(); ++i) {
        const auto problem =
            problem_in(card.cases[i], scratch.folder / "mine", scratch.folder / "ours", settings);
        ++report.passes;
        ++report.passes_checked;
        if (problem.empty()) continue;
        report.status = VersionReport::Status::wrong;
        report.exit_code = static_cast<int>(ExitCode::check_failed);
        report.message = problem;
        report.notes.push_back(fmt::format("case {} of {}: {}", i + 1, card.cases.size(), card.cases[i]));
        return report;
    }
    report.notes.push_back(fmt::format("{} cases right, and every call in its place", card.cases.size()));
    return report;
}

}  // namespace pbp::plain
