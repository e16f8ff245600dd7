// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>

#include "common/picture/canvas.hpp"

namespace pbp::docs {

/// True under PBP_UPDATE_FIGURES=1: figures are drawn instead of compared.
inline bool redrawing() {
    return std::getenv("PBP_UPDATE_FIGURES") != nullptr;
}

/// The share of pixels that differ visibly; 1 where the sizes differ.
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

}  // namespace pbp::docs
