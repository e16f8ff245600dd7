// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "common/event/sink.hpp"
#include "common/terminal/presentation.hpp"

namespace pbp {

/// A sink that writes for a person: a title, a line per version, failures in full; a progress bar where
/// something takes over a second. Colours unless NO_COLOR is set or nobody watches. With --quiet only
/// failures; with --json one document at the end.
class Terminal final : public Sink {
  public:
    explicit Terminal(Presentation presentation);

    void on_event(const Event& event) override;
    /// A line of a run that goes on and on: what begins now, painted; one that waits is wiped out by the next
    /// line, where somebody watches.
    void headline(const std::string& words);
    void waiting(const std::string& words);
    /// What drivers noted since the last time.
    void end_round();
    /// Where the page of the run is, for the last words; empty: no page.
    void set_page(std::filesystem::path page) { page_ = std::move(page); }
    /// The last words: where to look, or the JSON document.
    void close(int exit_code);

  private:
    void show(const event::Note& note);
    void show(const event::Started& started);
    void show(const event::Progress& progress);
    void show(const event::VersionDone& done);
    void show(const event::SoFar& so_far);
    void show(const event::Tuned& tuned);
    void show(const event::Benched& benched);
    void show(const event::Failed& failed);
    /// Prints lines, broken between words where somebody watches who has fewer columns.
    void put(const std::string& text) const;
    std::string paint(const std::string& text, const char* code) const;
    void clear_bar();
    void simulation(const VersionReport& report);

    Presentation presentation_;
    bool colour_, watched_;
    std::size_t columns_;
    Heard heard_;
    std::vector<std::string> notes_;
    std::filesystem::path page_;
    bool bar_shown_ = false, waiting_ = false;
    std::string bar_version_;
    std::chrono::steady_clock::time_point bar_began_;
};

}  // namespace pbp
