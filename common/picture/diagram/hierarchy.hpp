// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"

namespace pbp::picture {

/// One level of a hierarchy: equal parts side by side; one of them is expanded as the next level.
struct Level {
    std::string name;     ///< on the left, e.g. "workgroup"
    std::string counted;  ///< below it, e.g. "3 x 44 invocations"
    std::string beside;   ///< sentences on the right
    std::uint32_t count = 1;
    std::uint32_t chosen = 0;  ///< the part that the next level shows
    std::uint32_t most = 8;    ///< number of boxes that fit; if some are omitted, one says how many there are
    std::function<std::string(std::uint32_t)> head;  ///< the first line in a part
    std::function<std::string(std::uint32_t)> text;  ///< the text below it
};

/// Levels from the outermost to the innermost.
struct Hierarchy {
    std::string title;
    std::vector<Level> levels;
    std::string how_to_read;
};

Canvas draw(const Hierarchy& hierarchy);

}  // namespace pbp::picture
