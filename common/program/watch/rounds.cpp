// SPDX-License-Identifier: MIT
#include "common/program/watch/rounds.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "common/base/error.hpp"
#include "common/base/files.hpp"

namespace pbp::watch {

int Rounds::run(const std::vector<std::string>& versions) {
    waiting_ = versions;
    while (!waiting_.empty()) {
        const auto before = waiting_.size();
        concerns_all_ = false;
        const int exit_code = carry_out_(fmt::format("{}", fmt::join(waiting_, ",")), *this);
        // A worker that ends without a word on any version would end so again.
        if (exit_code != 0 && (concerns_all_ || waiting_.size() == before)) return exit_code;
        if (exit_code == 0) break;
    }
    return 0;
}

void Rounds::begin(Activity activity, const std::string& what) {
    if (activity == Activity::build && !waiting_.empty()) built_[waiting_.front()].insert(what);
    next_.begin(activity, what);
}

void Rounds::start(const RunReport& report) {
    if (!std::exchange(started_, true)) next_.start(report);
}

void Rounds::version(const VersionReport& report) {
    std::erase(waiting_, report.name);
    auto told = report;
    if (report.exit_code != 0 && right_.contains(report.name)) {
        const auto& picture = right_[report.name];
        told.notes.push_back("the last right result stands" + (picture.empty() ? "" : ": " + shown(picture)));
    } else if (report.exit_code == 0 && report.status != VersionReport::Status::skipped) {
        right_[report.name] = report.pictures.empty() ? "" : report.pictures.front();
    }
    next_.version(told);
}

void Rounds::error(int exit_code, const std::string& sentence) {
    const bool of_a_version = exit_code == static_cast<int>(ExitCode::time_limit) ||
                              exit_code == static_cast<int>(ExitCode::worker_died);
    if (!of_a_version || !started_ || waiting_.empty()) {
        concerns_all_ = true;
        next_.error(exit_code, sentence);
        return;
    }
    VersionReport report;
    report.name = waiting_.front();
    report.status = VersionReport::Status::failed;
    report.exit_code = exit_code;
    report.message = sentence;
    version(report);
}

}  // namespace pbp::watch
