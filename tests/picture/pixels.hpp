// SPDX-License-Identifier: MIT
#pragma once

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture::test {

/// The number of pixels of a picture that have a colour.
inline int count(const Canvas& canvas, Color color) {
    int found = 0;
    for (int y = 0; y < canvas.height(); ++y)
        for (int x = 0; x < canvas.width(); ++x) found += canvas.at(x, y) == color ? 1 : 0;
    return found;
}

inline bool contains(const Canvas& canvas, Color color) {
    return count(canvas, color) > 0;
}

}  // namespace pbp::picture::test
