// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/event/bench_row.hpp"
#include "common/lesson/unwritten.hpp"
#include "common/opengl/context.hpp"
#include "common/process/time_limits.hpp"
#include "common/tools/bench/sizes.hpp"

namespace pbp::bench {

/// A progress bar with the time left on stderr, where a person watches; else nothing.
class Progress {
  public:
    Progress();
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    /// `done` of all work, 0 to 1; `what` is in hand.
    void show(const std::string& what, double done);
    void clear();

  private:
    bool watched_, shown_ = false;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// "3 s", "2 min", "1 h 5 min".
std::string left_in_words(double seconds);

/// What a bench is asked for.
struct Wishes {
    std::filesystem::path programs;      ///< holds the programs of the lessons
    std::vector<std::string> lessons;    ///< their names; empty: all that have a bench
    std::vector<std::uint64_t> sizes;    ///< empty: the default ones
    std::vector<std::string> only;       ///< versions; empty: all
    std::vector<std::string> handed_on;  ///< words of the command line that the lessons read
    TimeLimits limits;
    bool quiet = false;  ///< no table
};

/// The programs of a folder that are called like lessons, in their order.
std::vector<std::string> lessons_in(const std::filesystem::path& programs);

/// A bench from its first process to its last: the limits, then lesson by lesson and n by n, each in a
/// process that holds nothing but its own buffers. What is known is on disk after every row.
class Sitting final : public Sink {
  public:
    /// `stopped` is asked whether to end early.
    Sitting(const Wishes& wishes, std::filesystem::path file, std::function<bool()> stopped);

    /// Returns 0, or the exit code of the first failure; stopped_code where it was stopped.
    int run();
    const Report& report() const { return report_; }
    /// What of the results and charts could not be written.
    Unwritten& unwritten() { return unwritten_; }

    void on_event(const Event& event) override;

  private:
    void keep_limits(const std::string& json);
    void show(const event::Progress& progress);
    void add(const Row& row);
    bool measure_limits();
    double weight_of(std::uint64_t n) const;
    /// Both return false where the sitting is over.
    bool run_lesson(const std::string& lesson);
    bool run_size(const std::string& lesson, std::uint64_t n);
    /// The versions that are wanted and that no row tells about yet, or nothing known of them.
    std::vector<std::string> waiting(const std::string& lesson, std::uint64_t n) const;
    bool failed(int code);

    const Wishes& wishes_;
    std::filesystem::path file_;
    std::function<bool()> stopped_;
    std::vector<std::string> lessons_;
    std::vector<std::uint64_t> sizes_;
    Report report_;
    Unwritten unwritten_;
    Forecast forecast_;
    Progress progress_;
    std::vector<std::string> planned_;  ///< versions, as the worker said last
    std::string error_;
    std::string now_;                        ///< what the worker is at
    double done_ = 0, of_ = 1, weight_ = 0;  ///< of the whole work, in a unit of its own
    int exit_code_ = 0;
};

/// The worker's part of the first process: measures the limits, for these sizes or the default ones, and
/// tells them, and who the device is, as the result.
int tell_limits(const ContextOptions& context, const std::filesystem::path& shaders,
                std::vector<std::uint64_t> sizes, Sink& sink);

}  // namespace pbp::bench
