// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>

#include "common/event/sink.hpp"
#include "common/lesson/lesson.hpp"
#include "common/terminal/presentation.hpp"

namespace pbp {

/// Passes everything on, and writes the page of the run from what it hears, as out/LESSON/index.html, and
/// the overview of all runs, out/index.html. In the process that owns the terminal, so that a worker that
/// hangs or dies leaves the page as far as it came.
class RunPage final : public Sink {
  public:
    RunPage(const Lesson& lesson, const Presentation& presentation, Sink& next);

    /// Throws Error(wrong_usage) where the two files cannot be written.
    void ensure_writable() const;
    /// Writes both; gives the page's path, or an empty one where there is nothing to show. Throws
    /// Error(wrong_usage) where the folder refuses.
    std::filesystem::path write();
    /// The run as its page holds it, page::run_of(); empty where there is nothing to show.
    std::string run();

    void on_event(const Event& event) override;

  private:
    /// False where there is nothing to show.
    bool finish();
    void keep(const RunReport& run);
    void keep(const page::Piece& piece);
    void keep(const VersionReport& report);
    page::Version& version_named(const std::string& name);

    const Lesson& lesson_;
    std::filesystem::path out_;
    bool wanted_;
    Sink& next_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    page::Report report_;
};

}  // namespace pbp
