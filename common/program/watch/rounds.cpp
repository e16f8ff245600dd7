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

void Rounds::on_event(const Event& event) {
    std::visit(overloaded{[&](const event::Begin& begun) {
                              if (begun.activity == Activity::build && !waiting_.empty())
                                  built_[waiting_.front()].insert(begun.what);
                              next_.on_event(event);
                          },
                          [&](const event::Started&) {
                              if (!std::exchange(started_, true)) next_.on_event(event);
                          },
                          [&](const event::VersionDone& done) { end_version(done.report); },
                          [&](const event::Failed& failed) { fail(failed); },
                          [&](const auto&) { next_.on_event(event); }},
               event);
}

void Rounds::end_version(VersionReport report) {
    std::erase(waiting_, report.name);
    if (report.exit_code != 0 && right_.contains(report.name)) {
        const auto& picture = right_[report.name];
        report.notes.push_back("the last right result is kept" +
                               (picture.empty() ? "" : ": " + shown(picture)));
    } else if (report.exit_code == 0 && report.status != VersionReport::Status::skipped) {
        right_[report.name] = report.pictures.empty() ? "" : report.pictures.front();
    }
    next_.version(std::move(report));
}

void Rounds::fail(const event::Failed& failed) {
    const bool of_a_version = failed.exit_code == static_cast<int>(ExitCode::time_limit) ||
                              failed.exit_code == static_cast<int>(ExitCode::worker_died);
    if (!of_a_version || !started_ || waiting_.empty()) {
        concerns_all_ = true;
        next_.on_event(failed);
        return;
    }
    VersionReport report;
    report.name = waiting_.front();
    report.status = VersionReport::Status::failed;
    report.exit_code = failed.exit_code;
    report.message = failed.sentence;
    end_version(std::move(report));
}

}  // namespace pbp::watch
