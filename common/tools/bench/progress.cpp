// SPDX-License-Identifier: MIT
#include "common/tools/bench/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace pbp::bench {

Progress::Progress() : watched_(::isatty(STDERR_FILENO) != 0) {}

void Progress::show(const std::string& what, double done) {
    if (!watched_) return;
    const double elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    if (elapsed_s < 1) return;
    winsize window{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col == 0) window.ws_col = 80;
    // What is said first is about the start of the programs: it takes a while until the rest can be foreseen.
    const auto left = done > 0.02 ? "about " + left_in_words(elapsed_s * (1 - done) / done) + " left" : "";
    const int width =
        std::clamp(static_cast<int>(window.ws_col) - static_cast<int>(what.size() + left.size()) - 14, 0, 30);
    const int filled = static_cast<int>(done * width);
    fmt::print(stderr, "\r\033[K  {} [{:#<{}}{:.<{}}] {:3.0f}% {}", what, "", filled, "", width - filled,
               done * 100, left);
    std::fflush(stderr);
    shown_ = true;
}

void Progress::clear() {
    if (shown_) fmt::print(stderr, "\r\033[K");
    shown_ = false;
}

std::string left_in_words(double seconds) {
    const auto s = static_cast<long>(std::ceil(seconds));
    if (s < 60) return fmt::format("{} s", s);
    if (s < 3600) return fmt::format("{} min", (s + 30) / 60);
    return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
}

}  // namespace pbp::bench
