// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"
#include "lessons/06_subgroup_scan/scan.hpp"

namespace scan {

/// What v5 and v6 note of one tile's look-back; four words of its record.
struct LookBack {
    std::uint32_t end = 0;     ///< the tile whose prefix ended it; tile 0 ends at itself
    std::uint32_t prefix = 0;  ///< the sum of all that lies before the tile
    std::uint32_t helped =
        0;  ///< bit k: it added up itself what lies k + 1 tiles before it; bit 31: or further
    std::uint32_t polls = 0;  ///< how often it found nothing yet; in v6 at the tile just before it
};
/// True where tile `t` added up tile `from` itself, since that had published nothing in time.
inline bool helped(const LookBack& tile, std::uint32_t t, std::uint32_t from) {
    const std::uint32_t away = t - 1 - from;
    return (tile.helped >> (away < 31 ? away : 31) & 1) != 0;
}
std::vector<LookBack> records(const Words& words);

/// The record as it must be, in words: prefixes from the twin's, an end that published its prefix (or tile
/// 0), help for none but the tiles between. Where it ended within that, and how long it waited, is the run's
/// own and taken from `got`.
Words expected_record(const Words& got, const Words& prefixes, std::uint32_t prefixes_every);

/// How the tiles of one run behave: the weather a look-back must stand.
struct Weather {
    std::string name;
    std::uint32_t delay = 0;           ///< looks for which every third tile dawdles before it publishes
    std::uint32_t prefixes_every = 1;  ///< only each so-manieth tile publishes its prefix
    std::uint32_t patience =
        1024;  ///< looks at nothing after which a tile helps itself; far below llvmpipe's 65535
};
/// What is checked beside the weather that is drawn, in which prefixes are rare: there some tiles must add
/// several aggregates on any driver.
std::vector<Weather> weathers(std::uint32_t tiles);

/// shaders/common/tile_state.glsl in C++: the two words that publish a flag and a value, and what a reader
/// makes of them.
enum class Flag : std::uint32_t { empty, aggregate, prefix };
std::array<std::uint32_t, 2> published(Flag flag, std::uint32_t value);
Flag looked_at(const std::array<std::uint32_t, 2>& halves, std::uint32_t& value);

/// One row a tile: which tiles it added, and whether it found an aggregate or a prefix there.
pbp::picture::Canvas draw_look_back(const std::string& version, const std::vector<LookBack>& tiles,
                                    const Words& totals, std::uint32_t prefixes_every);

}  // namespace scan
