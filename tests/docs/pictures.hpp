// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "common/picture/canvas/canvas.hpp"
#include "tests/support/folder.hpp"

namespace pbp::docs {

/// The only lesson whose figures are drawn or compared, e.g. "10_histogram": PBP_LESSON names it. Empty: all
/// lessons.
inline std::string only_lesson() {
    const char* name = std::getenv("PBP_LESSON");
    return name == nullptr ? "" : name;
}

/// True with PBP_UPDATE_FIGURES=1: figures that are no longer right are redrawn instead of reported.
inline bool redrawing() {
    return std::getenv("PBP_UPDATE_FIGURES") != nullptr;
}

/// True with PBP_UPDATE_FIGURES=varying: those that vary from run to run are redrawn, too. Their pages
/// describe what one run showed.
inline bool redrawing_varying() {
    return redrawing() && std::string(std::getenv("PBP_UPDATE_FIGURES")) == "varying";
}

/// The share of pixels that differ visibly; 1 if the sizes differ.
inline double difference(const picture::Canvas& a, const picture::Canvas& b) {
    if (a.width() != b.width() || a.height() != b.height()) return 1;
    std::size_t apart = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const auto p = a.at(x, y), q = b.at(x, y);
            apart += std::abs(p.r - q.r) > 24 || std::abs(p.g - q.g) > 24 || std::abs(p.b - q.b) > 24;
        }
    return static_cast<double>(apart) / (static_cast<double>(a.width()) * a.height());
}

/// True if a figure still shows what was drawn now. If it varies from run to run, only the width is
/// compared.
inline bool right(const std::filesystem::path& figure, const std::filesystem::path& drawn,
                  bool varies = false) {
    const auto then = picture::load(figure), now = picture::load(drawn);
    return varies ? now.width() == then.width() : difference(now, then) < 0.0001;
}

/// Replaces a figure by what was drawn, unless it is still right; a figure that is `named` also if it differs
/// in any pixel.
inline void redraw(const std::filesystem::path& figure, const std::filesystem::path& drawn, bool varies,
                   bool named) {
    namespace fs = std::filesystem;
    const bool stays = fs::exists(figure) && (named ? test::read_text(figure) == test::read_text(drawn)
                                                    : right(figure, drawn, varies));
    if (stays) return;
    fs::create_directories(figure.parent_path());
    fs::copy_file(drawn, figure, fs::copy_options::overwrite_existing);
}

}  // namespace pbp::docs
