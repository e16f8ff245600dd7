// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>

#include "common/event/sink.hpp"
#include "common/lesson/lesson.hpp"

namespace pbp {

/// Passes everything on, and writes the page of the run from what it hears, as out/LESSON/index.html, and
/// the overview of all runs, out/index.html. In the process that owns the terminal, so that a worker that
/// hangs or dies leaves the page as far as it came.
class RunPage final : public Sink {
  public:
    RunPage(const Lesson& lesson, const Options& options, Sink& next);

    /// Throws Error(wrong_usage) where the two files cannot be written.
    void ensure_writable() const;
    /// Writes both; gives the page's path, or an empty one where there is nothing to show. Throws
    /// Error(wrong_usage) where the folder refuses.
    std::filesystem::path write();

    void begin(Activity activity, const std::string& what) override { next_.begin(activity, what); }
    void end() override { next_.end(); }
    void note(const std::string& sentence) override { next_.note(sentence); }
    void start(const RunReport& report) override;
    void progress(const std::string& version, double fraction) override { next_.progress(version, fraction); }
    void version(const VersionReport& report) override;
    void recorded(const page::Piece& piece) override;
    void so_far(const VersionReport& report) override { next_.so_far(report); }
    void tuned(const TuningReport& report) override { next_.tuned(report); }
    void planned(const std::vector<std::string>& versions) override { next_.planned(versions); }
    void benched(const bench::Row& row) override { next_.benched(row); }
    void done() override { next_.done(); }
    void error(int exit_code, const std::string& sentence) override;

  private:
    page::Version& version_named(const std::string& name);

    const Lesson& lesson_;
    const Options& options_;
    Sink& next_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    page::Report report_;
};

}  // namespace pbp
