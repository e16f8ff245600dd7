// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/event/bench_row.hpp"
#include "common/lesson/knobs.hpp"
#include "common/lesson/launch.hpp"
#include "lessons/06_subgroup_scan/scan.hpp"

/// The radix sort as data: the rounds of each version, their dispatches, and the CPU twin of each pass.
/// Sources: Merrill and Grimshaw, "High performance and scalable radix sorting", Parallel Processing Letters
/// 21(2), 2011; Ashkiani et al., "GPU multisplit", PPoPP 2016; Adinets and Merrill, "Onesweep: a faster least
/// significant digit radix sort for GPUs", 2022; Smith, Levien and Owens, "Decoupled fallback", SPAA 2025.
namespace radix {

using Words = std::vector<std::uint32_t>;

/// Neighbouring bits of a key, by which one round sorts.
struct Digit {
    std::uint32_t number = 0;  ///< of the round, from 0
    std::uint32_t shift = 0, width = 1;
    std::uint32_t of(std::uint32_t key) const { return key >> shift & ((1u << width) - 1); }
    std::string name() const;  ///< "bit 3", "bits 0 to 7"
};

/// The digits of keys of `bits` bits, from the lowest, `width` bits each; the last may have fewer.
std::vector<Digit> digits(std::uint32_t bits, std::uint32_t width);

/// The bits that the largest of these keys needs, at least 1.
std::uint32_t bits_of(const Words& keys);

/// How a version divides its keys.
struct Shape {
    std::uint32_t local_size = 256, each = 1;  ///< a tile has each keys per invocation
    std::uint32_t digit_bits = 8;              ///< per round
    std::uint32_t lanes = 32;                  ///< of a subgroup, where a version asks for it
    std::uint32_t tile() const { return local_size * each; }
    std::uint32_t radix() const { return 1u << digit_bits; }
    /// The subgroups of a workgroup.
    std::uint32_t rows() const { return local_size > lanes ? local_size / lanes : 1; }
    bool pairs = false;  ///< a value for each key
    /// The parts in which v7 and v8 exchange a tile.
    std::uint32_t rounds() const { return pairs && each % 3 == 0 ? 3 : each % 2 == 0 ? 2 : 1; }
    /// The words through which they do.
    std::uint32_t exchange() const { return tile() / rounds() * (pairs ? 2 : 1); }
};

/// What a version takes by default for n keys: small digits and tiles if there are few, so that a picture
/// shows several rounds and several tiles.
Shape shape_of(const std::string& version, std::uint32_t n, std::uint32_t lanes, const pbp::DeviceInfo& info);
/// Throws Error(wrong_usage) for a shape whose counts and keys do not fit in shared memory.
void require_room(const std::string& version, const Shape& shape, const pbp::Limits& limits);
/// What can be tuned in a version.
pbp::Knobs knobs(const std::string& version);

/// A dispatch; its passes are their names.
using Launch = pbp::Launch<std::string>;

/// The columns of the table of counts, which has a row for each digit: one per key (v1), per run of keys
/// (v2) or per tile.
std::uint32_t columns(const std::string& version, const Shape& shape, std::uint32_t n);
/// The words of that table; v1 needs only the row of the zeros.
std::uint32_t table_size(const std::string& version, const Shape& shape, std::uint32_t n);

/// A round of v1 to v5: count, scan the counts, scatter.
struct Round {
    Digit digit;
    Launch count;
    std::vector<scan::Launch> sums;
    Launch scatter;
};
/// The rounds of v1 to v5 for n keys of `bits` bits.
std::vector<Round> rounds(const std::string& version, const Shape& shape, std::uint32_t n, std::uint32_t bits,
                          const pbp::Limits& limits);
std::size_t passes_in(const std::vector<Round>& rounds);

/// The dispatches of v6 to v8: one that counts all digits, then one for each digit.
struct Sweep {
    Launch count;
    std::vector<Digit> digits;
    std::vector<Launch> sweeps;
};
Sweep sweep(const std::string& version, const Shape& shape, std::uint32_t n, std::uint32_t bits,
            const pbp::Limits& limits);

/// The CPU twins. How many keys of each column have each digit, digit after digit; `columns` of `size` keys.
Words counts(const Words& keys, const Digit& digit, std::uint32_t radix, std::uint32_t size);
/// What v1 counts: 1 for each key with a 0 in that bit.
Words zeros(const Words& keys, const Digit& digit);
/// For each count, the sum of those before it.
Words sums_before(const Words& counts);
/// Where each key goes when parts of `size` keys are sorted by a digit, each part on its own. Equal digits
/// keep their order.
Words places(const Words& keys, const Digit& digit, std::uint32_t size);
/// The keys after each has gone to its place.
Words moved(const Words& keys, const Words& places);
/// Keys, and a value for each; none where a version sorts keys alone.
struct Pairs {
    Words keys = {}, values = {};
};
/// Pairs that lie one after the other, as two arrays.
Pairs separated(const Words& joined);
/// The histograms of all digits, one after the other.
Words histograms(const Words& keys, const std::vector<Digit>& digits, std::uint32_t radix);

/// True for the version that moves a value with each key.
bool sorts_pairs(const std::string& version);
/// True for the versions whose shaders only copy in a round that would move nothing: one by a digit that all
/// keys share.
bool skips_rounds(const std::string& version);
/// True if all these keys have the same digit; no keys have.
bool one_digit(const Words& keys, const Digit& digit);

/// Keys, and values, are read and written at least once.
inline pbp::bench::Work work(const std::string& version, std::uint64_t n, std::uint64_t) {
    const std::uint64_t words = sorts_pairs(version) ? 2 : 1;
    return {4 * words * n, 4 * words * n, n};
}

/// Shaders of other versions: lesson 06's scan, v3's counts with it, and v6's counts.
inline const std::vector<std::string> its_scan{"06_subgroup_scan/v4_three_passes.comp",
                                               "06_subgroup_scan/parts/v4_add.comp"};
inline const std::vector<std::string> counts_of_v3{"09_radix_sort/parts/v3_count.comp", its_scan[0],
                                                   its_scan[1]};
inline const std::vector<std::string> counts_of_v6{"09_radix_sort/parts/v6_count_all.comp"};

}  // namespace radix
