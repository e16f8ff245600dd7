// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/picture/canvas/scale.hpp"
#include "common/picture/strip/strip.hpp"

namespace pbp::picture {

/// One pass of a network: the comparators' columns, then the keys after it.
struct NetworkPass {
    std::size_t row = 0;                  ///< of the strip
    std::vector<record::Link> pairs;      ///< from < to
    std::vector<std::uint32_t> tracks;    ///< each pair's column
    float left = 0, width = 0, keys = 0;  ///< left edge, total width, x of the keys' centre
    std::string step, name;               ///< the label before and after its first comma
};

/// Consecutive passes whose labels begin alike: one merge step.
struct NetworkStep {
    std::string name;
    float left = 0, right = 0;
};

/// The layout of a network, in pixels.
struct NetworkLayout {
    std::uint32_t wires = 0;
    std::vector<NetworkPass> passes;
    std::vector<NetworkStep> steps;
    std::vector<std::string> notes;
    ValueScale scale;
    float top = 0, spacing = 0, key_width = 0, first_keys = 0, bottom = 0;
    bool step_names = false;
    int label_lines = 1;
    int width = 0;

    float wire(std::uint32_t element) const { return top + spacing * (static_cast<float>(element) + 0.5F); }
};

NetworkLayout lay_out_network(const Strip& strip, float header_height);

}  // namespace pbp::picture
