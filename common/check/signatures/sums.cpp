// SPDX-License-Identifier: MIT
// Sums that include too much or too little.
#include <fmt/format.h>

#include "common/check/signatures/signatures.hpp"

namespace pbp::signatures {

namespace {

using Row = std::span<const Word>;

/// True if expected is the scan of a row, in one piece or in segments that each start afresh.
bool is_scan(const Case& seen, Row row, bool inclusive) {
    std::size_t begins = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const Word start = inclusive ? row[i] : 0;
        const bool goes_on = i > 0 && seen.equal(seen.expected(i),
                                                 seen.plus(seen.expected(i - 1), row[inclusive ? i : i - 1]));
        if (!goes_on && !seen.equal(seen.expected(i), start)) return false;
        begins += goes_on ? 0u : 1u;
    }
    return 2 * begins <= seen.size();
}

Finding of_kind(bool inclusive) {
    return {
        Pattern::scan_kind,
        inclusive ? "This is an exclusive scan, not an inclusive one: each sum lacks its own element."
                  : "This is an inclusive scan, not an exclusive one: each sum includes its own element.",
        "This usually means that each element was added to its own sum where it should not be, or left out "
        "where it should be added.",
        {"Does the sum at cell i hold element i?",
         "Look at what the first cell holds: 0 in an exclusive scan, the first element in an inclusive one.",
         inclusive ? "Add each element to the sum of those before it."
                   : "Subtract the element again: sum - own."}};
}

/// Without any row of the elements: sums that only grow, one position too early or too late.
Found by_shift(const Case& seen) {
    const std::size_t n = seen.size();
    if (n < 4 || !seen.varied(4)) return {};
    const auto step = [&](std::size_t i) { return i > 0; };
    if (!seen.everywhere(
            [&](auto i) { return !step(i) || !seen.less(seen.expected(i), seen.expected(i - 1)); }))
        return {};
    if (seen.is_zero(seen.got(0)) && !seen.is_zero(seen.expected(0)) &&
        seen.everywhere([&](auto i) { return !step(i) || seen.equal(seen.got(i), seen.expected(i - 1)); }))
        return of_kind(true);
    if (seen.is_zero(seen.expected(0)) && !seen.less(seen.got(n - 1), seen.expected(n - 1)) &&
        seen.everywhere([&](auto i) { return !step(i) || seen.equal(seen.expected(i), seen.got(i - 1)); }))
        return of_kind(false);
    return {};
}
}  // namespace

Found scan_kind(const Case& seen) {
    if (seen.wrong.empty() || seen.size() < 2) return {};
    const auto rows = seen.rows_before();
    for (const auto& row : rows) {
        for (const bool inclusive : {true, false}) {
            if (!is_scan(seen, row, inclusive)) continue;
            if (seen.everywhere([&](std::size_t i) {
                    return seen.equal(seen.got(i), inclusive ? seen.minus(seen.expected(i), row[i])
                                                             : seen.plus(seen.expected(i), row[i]));
                }))
                return of_kind(inclusive);
        }
    }
    return rows.empty() ? by_shift(seen) : Found{};
}

Found dirty_buffer(const Case& seen) {
    if (seen.wrong.empty() || !seen.has_before()) return {};
    if (!seen.everywhere([&](std::size_t i) {
            return seen.equal(seen.got(i), seen.plus(seen.expected(i), seen.before(i)));
        }))
        return {};
    return Finding{
        Pattern::dirty_buffer,
        fmt::format("{}: the result is the expected value plus the previous one.", in_words(seen.wrong)),
        "This usually means that a buffer or a counter was not cleared before it was added to.",
        {"What did the cell hold before the dispatch began?",
         "Look for += or atomicAdd: who sets the cell to 0, and before each dispatch or only once?",
         "Clear it before each dispatch, or write with = if the old value is not part of the sum."}};
}

}  // namespace pbp::signatures
