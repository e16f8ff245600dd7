// SPDX-License-Identifier: MIT
#include "common/tools/exercises/report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "common/base/error.hpp"
#include "common/process/captured.hpp"

namespace pbp::exercises {

nlohmann::json report_of(const std::filesystem::path& programs, const Exercise& exercise,
                         const std::filesystem::path& file, std::vector<std::string> words,
                         const std::vector<std::string>& settings) {
    words.insert(words.begin(), {(programs / exercise.lesson).string(), "judge", exercise.card.string(),
                                 "--json", "--shader", file.string()});
    const auto judge = captured(words, settings, {.seconds = most_seconds});
    // A driver may complain before the document, or after it.
    const auto begin = judge.output.find("{\n"), end = judge.output.rfind("\n}");
    if (begin != std::string::npos && end != std::string::npos && begin < end) {
        auto document = nlohmann::json::parse(judge.output.substr(begin, end + 2 - begin), nullptr, false);
        if (document.is_object()) return document;
    }
    constexpr int died = static_cast<int>(ExitCode::worker_died),
                  slow = static_cast<int>(ExitCode::time_limit);
    const int code = judge.out_of_time                          ? slow
                     : judge.code() == 0 || judge.code() > died ? died
                                                                : judge.code();
    return {{"exit_code", code},
            {"error", judge.out_of_time ? fmt::format("The judge took more than {} s.", most_seconds)
                                        : "The judge gave no verdict: " + judge.output},
            {"versions", nlohmann::json::array()}};
}

}  // namespace pbp::exercises
