// SPDX-License-Identifier: MIT
#include "common/tools/grade/verdict.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "common/base/fnv.hpp"
#include "common/base/readable.hpp"

namespace pbp::grade {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Verdict, exit_code, seconds, message, notes, pictures)

namespace {

constexpr auto code_of(ExitCode code) {
    return static_cast<int>(code);
}

}  // namespace

bool Verdict::is_void() const {
    return exit_code == code_of(ExitCode::machine_lacks) || exit_code > code_of(ExitCode::worker_died);
}

namespace {

struct Name {
    const char *words, *mark;
};
/// In the order of Result.
constexpr std::array<Name, 10> names{{{"right", "+"},
                                      {"right another way", "~"},
                                      {"wrong", "-"},
                                      {"refused", "r"},
                                      {"does not build", "b"},
                                      {"too slow", "s"},
                                      {"crashed", "c"},
                                      {"not begun", "."},
                                      {"missing", "_"},
                                      {"not judged", "?"}}};

}  // namespace

const char* in_words(Result result) {
    return names.at(static_cast<std::size_t>(result)).words;
}

const char* mark_of(Result result) {
    return names.at(static_cast<std::size_t>(result)).mark;
}

Result result_of(const Submission& submission, const Verdict* verdict) {
    if (submission.missing) return Result::missing;
    if (submission.untouched) return Result::untouched;
    if (!submission.refused.empty()) return Result::refused;
    if (verdict == nullptr || verdict->is_void()) return Result::not_judged;
    switch (static_cast<ExitCode>(verdict->exit_code)) {
        case ExitCode::right:
            return Result::right;
        case ExitCode::check_failed:
            return verdict->message.starts_with(exercises::another_way) ? Result::another_way : Result::wrong;
        case ExitCode::wrong_usage:
            return Result::refused;
        case ExitCode::shader_does_not_build:
            return Result::does_not_build;
        case ExitCode::time_limit:
            return Result::too_slow;
        default:
            return Result::crashed;
    }
}

std::string reason_of(const Submission& submission, const Verdict* verdict) {
    if (submission.missing) return "no file was handed in.";
    if (submission.untouched) return "the file is still the skeleton.";
    if (!submission.refused.empty()) return "the file was not taken: " + submission.refused + ".";
    return verdict == nullptr ? "it was not judged." : verdict->message;
}

Journal::Journal(std::filesystem::path file) : file_(std::move(file)) {
    std::ifstream in(file_);
    for (std::string line; std::getline(in, line);) {
        const auto row = nlohmann::json::parse(line, nullptr, false);
        if (!row.is_object() || !row.contains("key")) continue;
        verdicts_[row["key"]] = row.get<Verdict>();
    }
}

const Verdict* Journal::find(const std::string& key) const {
    const auto found = verdicts_.find(key);
    return found == verdicts_.end() ? nullptr : &found->second;
}

void Journal::add(const std::string& key, const Verdict& verdict) {
    verdicts_[key] = verdict;
    if (verdict.is_void()) return;  // another start may judge it
    nlohmann::json row = verdict;
    row["key"] = key;
    errno = 0;
    std::ofstream out(file_, std::ios::app);
    // It begins with a line end: the line before may have been cut.
    out << "\n" << row.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::flush;
    if (!out)
        fail(ExitCode::machine_lacks, "{} cannot be written ({}); free some disk space, and start it again.",
             in_message(file_), std::strerror(errno));
}

std::string key_of(const Submission& submission, double total_limit_s) {
    return fmt::format("{}-{:016x}", submission.exercise->id(),
                       fnv1a(fmt::format("{}", total_limit_s), submission.sum));
}

}  // namespace pbp::grade
