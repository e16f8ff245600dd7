// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

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

}  // namespace pbp::bench
