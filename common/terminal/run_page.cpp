// SPDX-License-Identifier: MIT
#include "common/terminal/run_page.hpp"

#include <fmt/chrono.h>

#include <algorithm>
#include <cmath>

#include "common/base/files.hpp"
#include "common/base/written.hpp"
#include "common/report/overview.hpp"
#include "common/report/page.hpp"
#include "common/terminal/tables.hpp"

namespace pbp {

namespace {

template <typename T>
void append(std::vector<T>& all, const std::vector<T>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

/// What the page calls a file that a report names from the working directory; empty: the page has none such.
std::string name_on_page(const page::Piece& recorded, const std::string& file) {
    for (const auto& program : recorded.programs)
        for (const auto& source : program.files)
            if (file == source.name || file.ends_with("/" + source.name)) return source.name;
    return "";
}

/// What a simulator found and counted goes to the lines of the shaders.
void tell_lines(const std::vector<sim::ProgramReport>& reports, page::Piece& recorded) {
    if (reports.empty()) return;
    recorded.line_notes.clear();
    recorded.line_counts.clear();
    for (const auto& program : reports) {
        for (const auto& finding : program.findings)
            for (std::size_t i = 0; i < finding.places.size(); ++i) {
                const auto& place = finding.places[i];
                if (const auto file = name_on_page(recorded, place.file); !file.empty())
                    recorded.line_notes.push_back(
                        {file, place.line, finding.fault,
                         i == 0 ? fmt::format("{} ({})", finding.in_full(), place.role) : place.role});
            }
        for (const auto& line : program.lines) {
            const auto file = name_on_page(recorded, line.file);
            if (file.empty()) continue;
            const auto count = [&](const char* what, double value) {
                if (value > 0) recorded.line_counts.push_back({file, line.line, what, value});
            };
            count("us predicted", line.predicted_us);
            count("lanes", std::round(line.mean_lanes() * 10) / 10);
            count("bank conflict cycles", static_cast<double>(line.conflict_cycles));
            count("sectors moved", static_cast<double>(line.sectors));
            count("sectors needed", static_cast<double>(line.needed_sectors));
            count("atomics in contention", static_cast<double>(line.contention));
            count("barriers", static_cast<double>(line.barriers));
        }
    }
}

}  // namespace

RunPage::RunPage(const Lesson& lesson, const Presentation& presentation, Sink& next)
    : lesson_(lesson), out_(presentation.out), wanted_(presentation.leaves_page), next_(next) {
    report_.began = fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::time(nullptr)));
}

void RunPage::ensure_writable() const {
    if (!wanted_) return;
    make_room(out_, "--out");
    for (const auto& file : {out_ / "index.html", out_ / lesson_.id / "index.html"}) written::check(file);
}

page::Version& RunPage::version_named(const std::string& name) {
    auto& all = report_.versions;
    if (const auto known = std::ranges::find(all, name, &page::Version::name); known != all.end())
        return *known;
    auto& added = all.emplace_back();
    added.name = name;
    for (const auto& version : lesson_.versions)
        if (version.name == name) added.idea = version.idea;
    return added;
}

void RunPage::on_event(const Event& event) {
    std::visit(overloaded{[&](const event::Started& started) { keep(started.run); },
                          [&](const event::Recorded& recorded) { keep(recorded.piece); },
                          [&](const event::VersionDone& done) { keep(done.report); },
                          [&](const event::Failed& failed) { report_.problem = failed.sentence; },
                          [](const auto&) {}},
               event);
    next_.on_event(event);
}

void RunPage::keep(const RunReport& run) {
    report_.lesson = run.lesson;
    report_.title = run.title;
    report_.element = lesson_.element;
    report_.about = lesson_.about;
    report_.data = run.data;
    report_.renderer = run.renderer;
    report_.subgroups = run.subgroups;
}

void RunPage::keep(const page::Piece& piece) {
    auto& version = version_named(piece.version);
    if (piece.restart) {
        const auto idea = version.idea;
        version = {};
        version.name = piece.version;
        version.idea = idea;
    }
    version.packed.clear();
    auto& all = version.recorded;
    append(all.rows, piece.rows);
    all.bytes += piece.bytes;
    append(all.dispatches, piece.dispatches);
    append(all.programs, piece.programs);
    append(all.line_notes, piece.line_notes);
    append(all.line_counts, piece.line_counts);
    if (!piece.caption.empty()) all.caption = piece.caption;
    if (!piece.film.empty()) all.film = piece.film;
    if (!piece.stepping.empty()) all.stepping = piece.stepping;
}

void RunPage::keep(const VersionReport& report) {
    auto& version = version_named(report.name);
    version.packed = page::packed(version.recorded.bytes);  // while the worker runs the next version
    version.status = to_string(report.status);
    version.message = report.message;
    version.passes = report.passes;
    version.passes_checked = report.passes_checked;
    version.orders = report.orders;
    version.time = duration(report.elapsed_ms);
    version.notes = report.notes;
    version.pictures.clear();
    for (const auto& picture : report.pictures)
        version.pictures.push_back(std::filesystem::path(picture).filename().string());
    version.calls = report.calls;
    version.cause = report.cause;
    version.predicted = report.predicted;
    tell_lines(report.simulation, version.recorded);
}

std::filesystem::path RunPage::write() {
    if (!finish()) return {};
    auto file = out_ / lesson_.id / "index.html";
    write_output(file, page::page_of(report_));
    write_output(out_ / "index.html", page::overview_of(out_, project_root()));
    return file;
}

std::string RunPage::run() {
    return finish() ? page::run_of(report_) : "";
}

bool RunPage::finish() {
    if (!wanted_ || report_.versions.empty()) return false;
    report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    // A ladder reads from the bottom, in whatever order its versions were run again.
    std::ranges::stable_sort(report_.versions, {}, [&](const page::Version& one) {
        return std::ranges::find(lesson_.versions, one.name, &Version::name) - lesson_.versions.begin();
    });
    return true;
}

}  // namespace pbp
