// SPDX-License-Identifier: MIT
#include "common/app/bench/chart_words.hpp"

#include <algorithm>

namespace pbp::bench {
namespace {

std::string machine(const Report& report) {
    std::string words = report.device;
    if (!report.driver.empty()) words += ", driver " + report.driver;
    if (!report.date.empty()) words += ", measured on " + report.date;
    return words;
}

}  // namespace

std::string chart_title(const Ladder& ladder, const std::string& what) {
    std::string name = folder_of(ladder.lesson());
    std::ranges::replace(name, '_', ' ');
    return name + ": " + what;
}

std::vector<std::string> chart_notes(const Report& report) {
    std::vector<std::string> all{machine(report)};
    if (report.software)
        all.emplace_back(
            "A software renderer: these times rank code for a CPU, not for a GPU, so no limit is drawn.");
    return all;
}

std::string unit_in_words(const Ladder& ladder) {
    return ladder.counts_keys() ? "billion keys a second (Gkeys/s)"
                                : "GB/s of the bytes that the task must move";
}

}  // namespace pbp::bench
