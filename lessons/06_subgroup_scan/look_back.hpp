// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/picture/canvas/canvas.hpp"
#include "lessons/06_subgroup_scan/scan.hpp"

namespace scan {

/// What v5 and v6 record of one tile's look-back; four words of the record.
struct LookBack {
    std::uint32_t end = 0;     ///< the tile whose prefix ended it; tile 0 ends at itself
    std::uint32_t prefix = 0;  ///< the sum of everything before the tile
    /// Bit k: it summed the tile k + 1 before it itself; bit 31: or one further back.
    std::uint32_t helped = 0;
    std::uint32_t polls = 0;  ///< how often it found nothing yet; in v6, at the tile just before it
};
/// True if tile `t` summed tile `from` itself, because that tile had not published in time.
inline bool helped(const LookBack& tile, std::uint32_t t, std::uint32_t from) {
    const std::uint32_t away = t - 1 - from;
    return (tile.helped >> (away < 31 ? away : 31) & 1) != 0;
}
std::vector<LookBack> records(const Words& words);

/// The record as it must be, in words: the twin's prefixes, an end that published its prefix (or tile 0),
/// and help only for the tiles in between. Within that, where the look-back ended and how long it waited
/// differ from run to run, and are taken from `got`.
Words expected_record(const Words& got, const Words& prefixes, std::uint32_t prefixes_every);

/// How the tiles of one run behave: the weather that a look-back must withstand.
struct Weather {
    std::string name;
    std::uint32_t delay = 0;           ///< polls for which every third tile dawdles before it publishes
    std::uint32_t prefixes_every = 1;  ///< only every n-th tile publishes its prefix
    /// Empty polls after which a tile helps itself; far below llvmpipe's 65535.
    std::uint32_t patience = 1024;
};
/// Its name, and what it does to the tiles: "few prefixes published: only every 4th tile publishes its
/// prefix".
std::string in_words(const Weather& weather);
/// The weather of the first dispatch, which is drawn: prefixes are rare, so that on any driver some tiles
/// must add several aggregates.
Weather few_prefixes();
/// What is checked after that.
std::vector<Weather> weathers(std::uint32_t tiles);

/// shaders/common/tile_state.glsl in C++: the two words that publish a flag and a value, and how a reader
/// interprets them.
enum class Flag : std::uint32_t { empty, aggregate, prefix };
std::array<std::uint32_t, 2> published(Flag flag, std::uint32_t value);
Flag looked_at(const std::array<std::uint32_t, 2>& halves, std::uint32_t& value);

/// One row per tile: which tiles it added, and whether it found an aggregate or a prefix there.
pbp::picture::Canvas draw_look_back(const std::string& version, const std::vector<LookBack>& tiles,
                                    const Words& totals, std::uint32_t prefixes_every);

}  // namespace scan
