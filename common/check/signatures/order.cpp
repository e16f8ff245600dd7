// SPDX-License-Identifier: MIT
// Values in the wrong cell.
#include <fmt/format.h>

#include <algorithm>

#include "common/check/signatures/signatures.hpp"

namespace pbp::signatures {

namespace {

bool swapped_by(const Case& seen, std::size_t distance) {
    std::vector<bool> done(seen.size());
    for (const auto i : seen.wrong) {
        if (done[i]) continue;
        const std::size_t j = i + distance;
        if (j >= seen.size() || !seen.is_wrong(j) || done[j] || seen.got(i) != seen.expected(j) ||
            seen.got(j) != seen.expected(i))
            return false;
        done[i] = done[j] = true;
    }
    return true;
}

}  // namespace

Found swapped(const Case& seen) {
    if (seen.wrong.size() < 2 || seen.wrong.size() % 2 != 0 || seen.has_fewer_cells()) return {};
    const auto held = [&](std::size_t i) { return seen.got(i) == seen.before(i); };
    // An unchanged pair at the end, or a skipped pass: no invocation exchanged it.
    if (seen.has_before() && std::ranges::all_of(seen.wrong, held) &&
        (out_of_bounds(seen) || seen.everywhere(held)))
        return {};
    const auto rows = seen.rows_before();
    const bool moves =
        std::ranges::any_of(rows, [&](const auto& row) { return sorted(row) == sorted(seen.seen.expected); });
    for (std::size_t distance = 1; distance < seen.size(); distance *= 2) {
        if (!swapped_by(seen, distance)) continue;
        return Finding{
            Pattern::swapped,
            distance == 1 ? fmt::format("Neighbours are swapped: {}.", in_words(seen.wrong))
                          : fmt::format("Cells {} apart are swapped: {}.", distance, in_words(seen.wrong)),
            !moves ? "This usually means that an index is off by one, or that one of its bits is flipped."
            : distance == 1
                ? "This usually means that an index is off by one, or that a comparison is reversed."
                : "This usually means that the comparison is reversed for these pairs.",
            {"Take the first two of these cells: who wrote them, and from what?",
             moves ? "Look at which of the two gets the smaller value, at < instead of >, and at indices "
                     "with + 1 or ^ 1."
                   : "Look at indices with + 1, - 1 or ^ 1, and check whether x and y are swapped.",
             moves ? "Work out low, high and the direction for that pair by hand, and let the shader do the "
                     "same."
                   : "Work out by hand which element goes to the first of these cells, and let the shader do "
                     "the same."}};
    }
    return {};
}

Found shifted(const Case& seen) {
    if (seen.wrong.size() < 3) return {};
    const std::size_t first = seen.wrong.front(), last = seen.wrong.back();
    if (last - first < 3) return {};
    for (const bool right : {true, false}) {
        std::size_t distinct = 0;  // neighbours that differ: among equal values a shift is invisible
        bool fits = true;
        for (std::size_t i = first; i <= last && fits; ++i) {
            if (right ? i == first : i == last) continue;  // its value comes from outside
            const std::size_t from = right ? i - 1 : i + 1;
            fits = seen.equal(seen.got(i), seen.expected(from));
            distinct += seen.equal(seen.expected(from), seen.expected(i)) ? 0u : 1u;
        }
        if (!fits || distinct < 3) continue;
        return Finding{
            Pattern::shifted,
            fmt::format("Cells {} to {} each hold what belongs one cell to the {}.", first, last,
                        right ? "left" : "right"),
            "This usually means that an index is off by one.",
            {"Which element does the invocation of the first wrong cell read, and where does it write?",
             "Look for i + 1 or i - 1, for <= instead of <, and for counting from 1.",
             "Count from 0, and correct the index by one where it is wrong."}};
    }
    return {};
}

}  // namespace pbp::signatures
