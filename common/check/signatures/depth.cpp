// SPDX-License-Identifier: MIT
// Partial sums and missing levels.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "common/check/signatures/operation.hpp"
#include "common/check/signatures/signatures.hpp"

namespace pbp::signatures {

namespace {

Finding depth(const std::string& what, const std::string& or_else = "") {
    return {
        Pattern::tree_depth,
        what,
        "This usually means that the tree has one level too few or too many" + or_else + ".",
        {"How many levels does a tree over this number of cells have, and how many times does the loop run?",
         "Look at the loop's first and last stride: are half the number of cells and 1 both included?",
         "Use every power of two below the number of cells as a stride: size / 2 down to 1, or 1 up to size "
         "/ 2."}};
}

/// The pass left all cells unchanged.
Found missing_level(const Case& seen) {
    if (!seen.has_before() || seen.size() < 2) return {};
    std::size_t changing = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (seen.got(i) != seen.before(i)) return {};
        changing += seen.changes(i) ? 1u : 0u;
    }
    if (changing == 0) return {};
    const auto what = fmt::format(
        "Nothing changed in this pass: all {} cells still hold their previous values.", seen.size());
    const auto operation = operation_of(seen);
    if (operation && operation->kind == Operation::Kind::add) return depth(what);
    return Finding{Pattern::tree_depth,
                   what,
                   "This usually means that the loop over the passes ended too early, or that no invocation "
                   "took part in this one.",
                   {"How many passes are there, and how many times does the loop run?",
                    "Look at the loop's first and last value, and at anything that can leave it early.",
                    "Run the loop once per pass of the schedule."}};
}

/// What a tree without one of its levels adds up for `count` cells starting at `first`.
Word part_sum(const Case& seen, std::size_t first, std::size_t count, std::size_t offset, std::size_t step,
              std::size_t end) {
    Word sum = 0;
    for (std::size_t i = offset; i < std::min(end, count); i += step)
        sum = seen.plus(sum, seen.seen.before[first + i]);
    return sum;
}

Found missing_part(const Case& seen) {
    const auto cells = seen.seen.before.size();
    if (seen.has_fewer_cells() || seen.size() == 0 || cells < 2 * seen.size()) return {};
    const std::size_t each = (cells + seen.size() - 1) / seen.size(), whole = std::bit_ceil(each);
    const auto holds = [&](std::size_t offset, std::size_t step, std::size_t end, bool expected) {
        return seen.everywhere([&](std::size_t g) {
            const std::size_t first = std::min(g * each, cells), count = std::min(each, cells - first);
            const Word sum = part_sum(seen, first, count, offset, step, end);
            return seen.equal(sum, expected ? seen.expected(g) : seen.got(g));
        });
    };
    if (!holds(0, 1, whole, true)) return {};
    const std::string late = ", or that the other part's sum was not ready yet";
    for (std::size_t part = 2; part <= whole; part *= 2) {
        if (holds(0, 1, whole / part, false) || (part == 2 && holds(whole / 2, 1, whole, false)))
            return depth(
                fmt::format("Each sum covers {} of its {} cells: the first 1/{}.", whole / part, each, part),
                late);
        if (part < whole && (holds(0, part, whole, false) || holds(part / 2, part, whole, false)))
            return depth(fmt::format("Each sum covers every {}{} of its {} cells.", part,
                                     part == 2 ? "nd" : "th", each),
                         late);
    }
    return {};
}

/// got * 2^k = expected or the reverse, in all wrong cells, for the same k.
Found by_power(const Case& seen) {
    if (seen.wrong.size() < seen.size()) return {};
    const auto scaled = [&](Word a, int k) {
        for (; k > 0; --k) a = seen.plus(a, a);
        return a;
    };
    for (int k = 1; k <= 5; ++k)
        for (const bool is_short : {true, false}) {
            const bool fits = seen.everywhere([&](std::size_t i) {
                const Word small = is_short ? seen.got(i) : seen.expected(i);
                const Word large = is_short ? seen.expected(i) : seen.got(i);
                const double value = std::abs(value_of(large, seen.seen.type));
                return value >= (seen.size() < 3 ? 16 : 2) && value < 0x1p31 &&
                       seen.equal(scaled(small, k), large);
            });
            if (fits)
                return depth(is_short ? fmt::format("Each sum is 1/{} of what it should be.", 1 << k)
                                      : fmt::format("Each sum is {} times what it should be.", 1 << k));
        }
    return {};
}

/// A scan whose passes stopped at a stride: each sum lacks everything that far or farther to its left.
Found short_scan(const Case& seen) {
    const std::size_t reach = seen.wrong.front();
    if (!std::has_single_bit(reach) || seen.size() <= reach + 1 || seen.wrong.size() < 2) return {};
    for (std::size_t i = reach; i < seen.size(); ++i)
        if (!seen.equal(seen.got(i), seen.minus(seen.expected(i), seen.expected(i - reach)))) return {};
    return depth(fmt::format("Each sum reaches {} cells to its left, and no farther.", reach));
}

}  // namespace

Found tree_depth(const Case& seen) {
    if (seen.wrong.empty()) return {};
    for (const auto& look : {missing_level, missing_part, by_power, short_scan})
        if (auto found = look(seen)) return found;
    return {};
}

}  // namespace pbp::signatures
