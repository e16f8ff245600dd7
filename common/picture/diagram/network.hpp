// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"
#include "common/picture/strip/strip.hpp"

namespace pbp::picture {

/// Draws a strip as a sorting network: one horizontal wire an element, time to the right, each pass a column
/// of comparators (blue with an arrow towards the larger key's wire when ascending, red when descending,
/// heavy when it swapped), and each wire's key written before the first and after every pass while it fits.
/// At most `most_wires` wires are drawn; above that the first ones, and the picture says so.
Canvas draw_network(const Strip& strip, int most_wires = 32);

}  // namespace pbp::picture
