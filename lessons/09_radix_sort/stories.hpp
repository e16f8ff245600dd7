// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include "common/lesson/run.hpp"
#include "lessons/06_subgroup_scan/stories.hpp"
#include "lessons/09_radix_sort/radix.hpp"

/// What the versions' stories share, and the story that is not in main.cpp.
namespace radix {

/// Throws Error(wrong_usage) unless --bits is a number from 1 to 32, or "all".
void check_bits(const std::string& word);
/// The bits to sort by: what --bits asks for, or as many as the largest key needs.
std::uint32_t bits_of(const pbp::Run& run, const Words& keys);
/// The shape that was asked for, or the version's own.
Shape shape_of(pbp::Run& run);
/// The keys in the order that the sort must leave: by their lowest `bits` bits, equal ones as they came.
Words sorted_by(Words keys, std::uint32_t bits);
/// Makes that result when it is called, of these keys and the bits that the run sorts by.
std::function<Words()> expectation(const pbp::Run& run, const Words& keys);
/// Where the keys were that come 0th, 1st, ... in that order.
Words order_by(const Words& keys, std::uint32_t bits);

/// Where the keys went in each round, for the pictures. In a run without drawing it keeps nothing.
class Trail {
  public:
    explicit Trail(pbp::Run& run, std::uint32_t tile = 0) : run_(run), tile_(tile) {}
    /// The keys `before` went to `places` in the pass with that name, within tiles of that size; 0: anywhere.
    void add(const std::string& pass, const Digit& digit, const Words& before, const Words& places,
             std::uint32_t tile = 0);
    /// Saves the keys after each round, and the digits that each round sorted by.
    void draw() const;

  private:
    struct Step {
        std::string pass;
        Digit digit;
        Words before, places;
        std::uint32_t tile;
    };
    std::string digits_in_words() const;
    pbp::Run& run_;
    std::uint32_t tile_;  ///< of a look-back; 0: none
    std::vector<Step> steps_;
};

/// How v4's first subgroup finds out with ballots who has the same digit: a column for each of its lanes, of
/// which 16 are shown, and two rows for each bit.
pbp::picture::Canvas draw_ballots(const Words& keys, const Digit& digit, std::uint32_t lanes);

/// The look-back of a round of v6 to v8 from the rows that the run recorded: for each digit, the keys of each
/// tile and the place of its first one; nothing if there are too many keys, or the rows were not recorded.
std::optional<pbp::picture::Strip> look_back_strip(const pbp::picture::Strip& recorded, const Words& keys,
                                                   const Digit& digit, std::uint32_t tile);

/// The counts of a round of v1 to v5, by their twin; empty in a run without checks.
Words counted(const pbp::Run& run, const Words& keys, const Digit& digit, const Shape& shape);
/// Moves `keys` as the scatter of such a round does, and checks `sorted` after each of its passes.
void check_sorted(pbp::Run& run, const std::vector<std::string>& passes, Words& keys, const Digit& digit,
                  const Shape& shape, const pbp::Buffer<std::uint32_t>& sorted, Trail& trail);

/// The story of v6 to v8: one read for all counts, then one dispatch per digit.
void one_sweep(pbp::Run& run);

}  // namespace radix
