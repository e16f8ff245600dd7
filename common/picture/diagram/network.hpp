// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"
#include "common/picture/strip/strip.hpp"

namespace pbp::picture {

/// Draws a strip as a sorting network: one horizontal wire per element, time to the right, each pass a column
/// of comparators (blue with an arrow towards the larger key's wire when ascending, red when descending,
/// heavy when it swapped), and each wire's key before the first pass and after every pass if it fits. At most
/// 32 wires are drawn; if there are more, the picture shows the first ones and says so.
Canvas draw_network(const Strip& strip);

}  // namespace pbp::picture
