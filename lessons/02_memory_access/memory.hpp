// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/device/device.hpp"
#include "common/event/bench_row.hpp"
#include "common/lesson/knobs.hpp"
#include "common/lesson/version_names.hpp"
#include "common/record/pass.hpp"

/// The lesson as data: the dispatches of each version, the CPU twin of every address that an invocation
/// touches, and the twins of the results.
namespace memory {

using glm::uvec2;
using Words = std::vector<std::uint32_t>;
using Pixels = std::vector<pbp::Pixel>;

/// One load or store of a shader, made once by each item of the dispatch. Items are numbered workgroup by
/// workgroup, and within one in the order of its invocations.
struct Access {
    std::string name;
    std::string caption;  ///< of its picture, in the shader's own names
    bool shared = false;  ///< words of shared memory rather than of a buffer or picture
    /// The word that an item touches, or the first of several; empty if the item owns no data.
    std::function<std::optional<std::uint32_t>(std::uint32_t item)> word;
    /// The number of consecutive words it touches, if it owns data.
    std::function<std::uint32_t(std::uint32_t item)> words = [](std::uint32_t) { return 1u; };

    /// The CPU twin of the access in all items: an item without an access keeps the word it touched before.
    void step(Words& row) const {
        for (std::uint32_t item = 0; item < row.size(); ++item) row[item] = word(item).value_or(row[item]);
    }
    /// Which items have none; empty if all have one.
    std::vector<pbp::CellMark> marks(std::uint32_t items) const {
        std::vector<pbp::CellMark> all(items, pbp::CellMark::plain);
        for (std::uint32_t item = 0; item < items; ++item)
            if (!word(item)) all[item] = pbp::CellMark::unused;
        return std::ranges::count(all, pbp::CellMark::unused) == 0 ? std::vector<pbp::CellMark>{} : all;
    }
};

/// One dispatch.
struct Launch {
    std::string name;  ///< of the result
    std::vector<pbp::glsl::Define> defines;
    std::vector<std::pair<std::string, pbp::UniformValue>> uniforms;
    pbp::Groups groups{1};
    uvec2 group{1};                ///< items per workgroup, in x and y
    std::uint32_t items = 0;       ///< in all workgroups
    std::vector<Access> accesses;  ///< in the order of the shader's TRACE calls
    std::size_t passes() const { return accesses.size() + 1; }
};

/// What can be tuned in a version, with its defaults: v1 and v2 a square of invocations, v3 a row of them,
/// v4 to v6 how many elements of the 32 x 32 tile each one transposes, v7 both, and so its tile.
pbp::Knobs knobs(const std::string& version);
pbp::Choice own_choice(const std::string& version);

/// The dispatches of a version for a picture of size.x * size.y pixels: one, or for v3 one per stride.
std::vector<Launch> launches(const std::string& version, uvec2 size,
                             const std::vector<std::uint32_t>& strides, const pbp::Choice& choice,
                             const pbp::Limits& limits);

/// The columns and rows of v7's tile: a square, twice as wide as high, or, in large matrices, four times.
/// Throws Error(wrong_usage) if the chosen tile is too large.
uvec2 wide_tile(uvec2 size, const pbp::Choice& choice);
/// The dispatch of v7 with this tile: each item is a vector of four.
Launch wide_transpose(uvec2 size, std::uint32_t local_size, uvec2 tile, const pbp::Limits& limits);

/// 0.299 red + 0.587 green + 0.114 blue (the luma of ITU-R BT.601), rounded; alpha is unchanged.
pbp::Pixel grey(pbp::Pixel pixel);

/// Each pixel is read once and written once; v1 and v2 take a product and two multiply-adds.
inline pbp::bench::Work work(const std::string& version, std::uint64_t n, std::uint64_t) {
    return {4 * n, 4 * n, pbp::version_number(version) < 3 ? 3 * n : 0};
}

/// What a version makes of a picture, and the size of that result.
Pixels twin(const std::string& version, const Pixels& pixels, uvec2 size);
inline uvec2 size_after(const std::string& version, uvec2 size) {
    return pbp::version_number(version) < 4 ? size : uvec2(size.y, size.x);
}

/// The number of aligned 32-byte sectors that hold these 4-byte words: what one request moves.
std::size_t sectors(const Words& words);

/// Cycles that shared memory takes for these words, with 32 banks that each deliver one 4-byte word
/// per cycle: word w is in bank w mod 32, and lanes that want the same word are served together. More than
/// one is a bank conflict.
std::size_t bank_cycles(const Words& words);

constexpr std::uint32_t sector_words = 8, bank_count = 32;

}  // namespace memory
