// SPDX-License-Identifier: MIT
#include "common/terminal/terminal.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>

#include "common/base/columns.hpp"
#include "common/base/files.hpp"
#include "common/base/heading.hpp"
#include "common/base/printable.hpp"
#include "common/sim/reported/words.hpp"
#include "common/terminal/contents.hpp"
#include "common/terminal/tables.hpp"

namespace pbp {

namespace {

using Status = VersionReport::Status;
constexpr const char* bold = "1";
constexpr const char* grey = "2";  // faint: on a dark ground dark grey cannot be read
constexpr const char* green = "32";
constexpr const char* red = "31";
constexpr const char* yellow = "33";

std::string indented(const std::string& text) {
    std::string out = "      ";
    for (const char c : printable(text)) out += c == '\n' ? std::string("\n      ") : std::string(1, c);
    return out;
}

/// The number of passes, and how many of them were checked, if not all or none.
std::string passes_of(const VersionReport& report) {
    if (report.status == Status::right && report.passes_checked == 0 && report.passes > 0)
        return fmt::format("result of {} {}", report.passes, report.passes == 1 ? "pass" : "passes");
    if (report.passes == 1) return "1 pass";
    return report.passes_checked == report.passes || report.status != Status::right
               ? fmt::format("{} passes", report.passes)
               : fmt::format("{} of {} passes", report.passes_checked, report.passes);
}

/// The result of a version, in capitals where it needs a look.
std::string first_word(Status status) {
    auto word = to_string(status);
    if (status == Status::wrong || status == Status::failed)
        for (auto& letter : word) letter = static_cast<char>(std::toupper(letter));
    return word;
}

}  // namespace

Terminal::Terminal(Presentation presentation)
    : presentation_(std::move(presentation)),
      colour_(is_terminal(Stream::out) &&
              !(std::getenv("NO_COLOR") != nullptr && *std::getenv("NO_COLOR") != 0)),
      watched_(is_terminal(Stream::error)),
      columns_(columns_of(Stream::out)) {}

void Terminal::put(const std::string& text) const {
    fmt::print("{}\n", wrapped(text, columns_));
}

std::string Terminal::paint(const std::string& text, const char* code) const {
    return colour_ ? fmt::format("\033[{}m{}\033[0m", code, printable(text)) : printable(text);
}

void Terminal::on_event(const Event& event) {
    using namespace event;
    heard_.hear(event);
    std::visit(
        overloaded{[&](const AnyOf<Note, Started, Progress, VersionDone, SoFar, Tuned, Benched, Failed> auto&
                           shown) { show(shown); },
                   [](const AnyOf<Begin, End, Recorded, Planned, Result, OrderDone, Finished> auto&) {}},
        event);
}

void Terminal::show(const event::Note& note) {
    if (std::ranges::find(notes_, note.sentence) == notes_.end()) notes_.push_back(note.sentence);
}

void Terminal::show(const event::Started& started) {
    const auto& report = started.run;
    if (presentation_.quiet || presentation_.json) return;
    put(fmt::format("\n{} {}", paint(heading(report.lesson, report.title), bold),
                    paint("· " + report.data, grey)));
    const bool timed_by_software =
        report.software && !presentation_.simulated;  // the simulator times nothing
    put(paint(report.renderer + (timed_by_software ? " (software renderer: timings mean little)" : ""),
              grey) +
        "\n");
    std::fflush(stdout);
}

void Terminal::show(const event::Progress& progress) {
    const auto& [version, fraction, doing] = progress;
    const auto now = std::chrono::steady_clock::now();
    if (version != bar_version_) {
        clear_bar();
        bar_version_ = version;
        bar_began_ = now;
    }
    if (!watched_ || presentation_.quiet || presentation_.json || now - bar_began_ < std::chrono::seconds(1))
        return;
    const int width = std::clamp(
        static_cast<int>(columns_of(Stream::error)) - static_cast<int>(version.size()) - 12, 0, 30);
    const int done = static_cast<int>(fraction * width);
    fmt::print(stderr, "\r  {} [{:#<{}}{:.<{}}] {:3.0f}%", version, "", done, "", width - done,
               fraction * 100);
    std::fflush(stderr);
    bar_shown_ = true;
}

void Terminal::clear_bar() {
    if (std::exchange(bar_shown_, false)) fmt::print(stderr, "\r\033[K");
    if (std::exchange(waiting_, false)) fmt::print("\r\033[K");
}

void Terminal::show(const event::VersionDone& done) {
    const auto& report = done.report;
    clear_bar();
    if (presentation_.json || (presentation_.quiet && report.exit_code == 0)) return;
    const bool ran = report.status == Status::right || report.status == Status::shown ||
                     report.status == Status::unchecked;
    const char* colour = report.status == Status::right ? green : report.exit_code == 0 ? yellow : red;
    std::string line =
        fmt::format("  {:<22} {}", printable(report.name), paint(first_word(report.status), colour));
    if (ran) {
        line += fmt::format("  {:<13} {:<13} {:>9}", passes_of(report), report.orders,
                            duration(report.elapsed_ms));
        if (!report.pictures.empty()) {  // its name is mostly the version's: a narrow terminal goes without
            const auto picture =
                "  " + paint(std::filesystem::path(report.pictures.front()).filename().string(), grey);
            if (columns_ == 0 || width_of(line + picture) <= columns_) line += picture;
        }
    } else if (report.status == Status::skipped) {
        line += "  " + printable(report.message);
    }
    put(line);
    for (const auto& line : in_words(report.debug)) put(indented(line));
    if (!presentation_.quiet)
        for (const auto& line : in_words(report.calls)) put(indented(line));
    const bool faulty = report.status == Status::wrong || report.status == Status::failed;
    if (faulty) {
        put(indented(report.message));
        const auto& [name, what, meaning, hints] = report.cause;
        if (!report.cause.empty())
            put(indented(fmt::format("{}: {}\n  {}\n  Hint: {}", name, what, meaning, hints.front())));
    }
    if (!presentation_.quiet && !report.contents.empty())
        fmt::print(
            "{}",
            in_words(
                report.contents,
                colour_ ? +[](const std::string&
                                  text) { return fmt::format("\033[{}m{}\033[0m", bold, printable(text)); }
                        : +[](const std::string& text) { return printable(text); }));
    simulation(report);
    for (const auto& line : report.why) put(indented(line));
    // Commands are copied: a line break of ours would end them.
    if (!report.smallest.empty())
        fmt::print("      Smallest case that fails: {}\n", paint(report.smallest, bold));
    if (!report.stepping.empty())
        fmt::print("      That case line by line: {}\n", paint(report.stepping, bold));
    if (!presentation_.quiet)
        for (const auto& note : report.notes) put(paint(indented(note), grey));
    if (faulty)
        for (const auto& picture : report.pictures) put("      " + paint(shown(picture), grey));
    std::fflush(stdout);
}

void Terminal::simulation(const VersionReport& report) {
    const bool lists_lines = !presentation_.quiet && presentation_.lists_lines;
    fmt::print("{}", wrapped(simulation_page(report.simulation, colour_, !lists_lines, columns_), columns_));
    if (!report.predicted.words.empty()) put(indented(report.predicted.words));
    if (!report.sweep.empty())
        for (const auto& line : in_words(report.sweep)) put(indented(line));
}

void Terminal::show(const event::SoFar& so_far) {
    if (presentation_.quiet) return;
    waiting(fmt::format("  {:<22} {} so far  natural order; the rest follows", so_far.report.name,
                        first_word(so_far.report.status)));
}

void Terminal::show(const event::Tuned& tuned) {
    const auto& report = tuned.report;
    clear_bar();
    if (presentation_.json || (presentation_.quiet && report.exit_code == 0)) return;
    fmt::print("{}", table(report));
    if (report.exit_code != 0 && !report.rows.empty()) put(paint(indented(report.message), red));
    for (const auto& picture : report.pictures) put("      " + paint(shown(picture), grey));
    if (!report.rows.empty()) fmt::print("\n");
    std::fflush(stdout);
}

void Terminal::show(const event::Benched&) {
    clear_bar();
}

void Terminal::show(const event::Failed& failed) {
    clear_bar();
    if (!presentation_.json)
        fmt::print(stderr, "{}\n", wrapped(printable(failed.sentence), columns_of(Stream::error)));
}

void Terminal::headline(const std::string& words) {
    clear_bar();
    fmt::print("{}\n", paint(words, bold));
    std::fflush(stdout);
}

void Terminal::waiting(const std::string& words) {
    clear_bar();
    waiting_ = is_terminal(Stream::out);
    fmt::print("{}{}", paint(words, grey), waiting_ ? "" : "\n");
    std::fflush(stdout);
}

void Terminal::end_round() {
    for (const auto& note : notes_) put("  " + paint("note: " + note, grey));
    notes_.clear();
    heard_.versions.clear();
    bar_version_.clear();
}

void Terminal::close(int exit_code) {
    clear_bar();
    heard_.exit_code = exit_code;
    if (presentation_.json) {
        fmt::print("{}", presentation_.document(heard_));
        return;
    }
    if (presentation_.summary) fmt::print("{}", presentation_.summary(heard_));
    if (presentation_.quiet || !heard_.rows.empty()) return;  // the table of a bench says all
    for (const auto& note : notes_) put("  " + paint("note: " + note, grey));
    std::vector<std::string> wrong;  // far above by now
    for (const auto& version : heard_.versions)
        if (version.exit_code != 0) wrong.push_back(version.name);
    if (!wrong.empty() && heard_.versions.size() > 1)
        put(fmt::format("  {} of {} versions wrong: {}", wrong.size(), heard_.versions.size(),
                        fmt::join(wrong, ", ")));
    if (presentation_.where_to_look) fmt::print("{}", presentation_.where_to_look(heard_));
    if (page_.empty()) return;
    // ./learn open knows the usual folder alone.
    const auto number = number_of(heard_.run.lesson);
    const bool opens = !number.empty() && std::filesystem::weakly_canonical(presentation_.out) ==
                                              std::filesystem::weakly_canonical(project_root() / "out");
    put(fmt::format("  step through it: {}{}", url_of(page_),
                    opens ? fmt::format(" (./learn open {})", number) : ""));
}

}  // namespace pbp
