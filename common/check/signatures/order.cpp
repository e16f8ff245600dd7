// SPDX-License-Identifier: MIT
// Patterns in which value stands where.
#include <fmt/format.h>

#include <algorithm>

#include "common/check/signatures/signatures.hpp"

namespace pbp::signatures {

namespace {

using Words = std::vector<Word>;

constexpr Word top_bit = 0x80000000u;

Words sorted(std::span<const Word> values) {
    Words copy(values.begin(), values.end());
    std::ranges::sort(copy);
    return copy;
}

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
    // A pair at the end that was left as it was, or a pass that was left out: nobody came to exchange.
    if (seen.has_before() && std::ranges::all_of(seen.wrong, held) &&
        (out_of_bounds(seen) || tree_depth(seen)))
        return {};
    const auto rows = seen.rows_before();
    const bool moves =
        std::ranges::any_of(rows, [&](const auto& row) { return sorted(row) == sorted(seen.seen.expected); });
    for (std::size_t distance = 1; distance < seen.size(); distance *= 2) {
        if (!swapped_by(seen, distance)) continue;
        return Finding{
            Pattern::swapped,
            distance == 1
                ? fmt::format("Neighbours have changed places: {}.", in_words(seen.wrong))
                : fmt::format("Cells {} apart have changed places: {}.", distance, in_words(seen.wrong)),
            !moves
                ? "This usually means that an index is off by one, or that one of its bits is turned around."
            : distance == 1
                ? "This usually means that an index is off by one, or that a comparison is turned around."
                : "This usually means that a comparison is turned around for these pairs.",
            {"Take the first two of these cells: who wrote them, and from what?",
             moves ? "Look at which of the two gets the smaller value, at < where > belongs, and at indices "
                     "with + 1 or ^ 1."
                   : "Look at indices with + 1, - 1 or ^ 1, and at x and y where they might be exchanged.",
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
        std::size_t told = 0;  // neighbours that differ: among equal values a shift does not show
        bool fits = true;
        for (std::size_t i = first; i <= last && fits; ++i) {
            if (right ? i == first : i == last) continue;  // its value comes from outside
            const std::size_t from = right ? i - 1 : i + 1;
            fits = seen.equal(seen.got(i), seen.expected(from));
            told += seen.equal(seen.expected(from), seen.expected(i)) ? 0u : 1u;
        }
        if (!fits || told < 3) continue;
        return Finding{
            Pattern::shifted,
            fmt::format("Cells {} to {} each hold what belongs one cell to the {}.", first, last,
                        right ? "left" : "right"),
            "This usually means that an index is off by one.",
            {"Which element does the invocation of the first wrong cell read, and where does it write?",
             "Look for i + 1 or i - 1, for <= in the place of <, and for counting from 1.",
             "Count from 0, and take the one off, or add it, in the one place where it is wrong."}};
    }
    return {};
}

Found signedness(const Case& seen) {
    if (seen.is_float() || seen.wrong.empty()) return {};
    const auto top = [](Word word) { return (word & top_bit) != 0; };
    std::size_t with = 0, without = 0;  // cells whose operand or result has its top bit set
    bool only_with = true, always_apart = true;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const bool has = top(seen.has_before() ? seen.before(i) : seen.expected(i));
        (has ? with : without) += 1;
        if (seen.is_wrong(i)) {
            only_with &= has;
            always_apart &= top(seen.got(i)) != top(seen.expected(i));
        }
    }
    const bool moves = seen.has_before() && sorted(seen.seen.before) == sorted(seen.seen.expected);
    // Each by its own: wrong exactly where the operand has its top bit set, but for chance.
    const bool each =
        !moves && only_with && seen.wrong.size() >= 2 && without >= 2 && 4 * seen.wrong.size() >= 3 * with;
    // In pairs: a comparison goes wrong where the two differ in the top bit, and takes the other one.
    const bool pairs = moves && always_apart && seen.wrong.size() >= 4;
    // At the end of a sort: in order as the other kind of integer.
    const auto other_order = [](Word a, Word b) { return (a ^ top_bit) < (b ^ top_bit); };
    const auto own_order = [&](Word a, Word b) { return seen.less(a, b); };
    const auto& type = seen.seen.type;
    const bool whole = seen.size() >= 4 && with > 0 && without > 0 &&
                       sorted(seen.seen.expected) == sorted(seen.seen.got) &&
                       std::ranges::is_sorted(seen.seen.expected, own_order) &&
                       (type == ValueType::uint32 ? std::ranges::is_sorted(seen.seen.got, other_order)
                                                  : std::ranges::is_sorted(seen.seen.got));
    if (!each && !pairs && !whole) return {};
    return Finding{
        Pattern::signedness,
        whole   ? "All values are there, in the order of the other kind of integer."
        : pairs ? fmt::format("Wrong are pairs that differ in the top bit alone: {}.", in_words(seen.wrong))
                : fmt::format("Right where the top bit is 0, wrong where it is 1: {}.", in_words(seen.wrong)),
        "This usually means that int stands where uint belongs, or the reverse: the top bit is read as a "
        "sign.",
        {"What is 2147483648 as an int?",
         "Look for int(...), for int variables and buffers, and for >>, /, %, <, min and max of them.",
         "Keep one type from the buffer to the result: uint for sizes, indices and unsigned keys."}};
}

Found equal_keys(const Case& seen) {
    const auto& keys = seen.seen.keys;
    if (seen.wrong.empty() || seen.has_fewer_cells() || keys.size() != seen.size()) return {};
    for (std::size_t from = 0, to = 0; from < seen.size(); from = to) {
        for (to = from; to < seen.size() && keys[to] == keys[from]; ++to) {
        }
        if (sorted(seen.seen.got.subspan(from, to - from)) !=
            sorted(seen.seen.expected.subspan(from, to - from)))
            return {};
    }
    return Finding{
        Pattern::equal_keys,
        fmt::format("All keys are in order; values with equal keys have changed places: {}.",
                    in_words(seen.wrong)),
        "This usually means that the sort is not stable: equal keys do not keep the order in which they "
        "came.",
        {"What does the comparison do with two equal keys?",
         "Look for >= where > belongs, and for atomicAdd handing out slots in the order of arrival.",
         "Leave equal keys where they are, or count those that came before instead of asking an atomic "
         "counter."}};
}

Found lost_keys(const Case& seen) {
    if (seen.wrong.empty() || seen.size() < 4) return {};
    const Words right = sorted(seen.seen.expected), got = sorted(seen.seen.got);
    bool moves = false;
    for (const auto& row : seen.rows_before()) moves |= sorted(row) == right;
    if (!moves || !seen.varied(3)) return {};
    Words lost, doubled;
    std::ranges::set_difference(right, got, std::back_inserter(lost));
    std::ranges::set_difference(got, right, std::back_inserter(doubled));
    const bool foreign =
        std::ranges::any_of(doubled, [&](Word w) { return !std::ranges::binary_search(right, w); });
    if (lost.empty() || foreign) return {};
    return Finding{
        Pattern::lost_keys,
        lost.size() == 1
            ? "One value is gone, and another is there once too often."
            : fmt::format("{} values are gone, and others are there once too often.", lost.size()),
        "This usually means that two invocations used the same cell at once, as where a barrier() is "
        "missing, or that the two "
        "sides of a pair decided differently.",
        {"Who else touches these cells between two barriers?",
         "Look whether every cell belongs to one pair alone in a pass, and whether a barrier stands between "
         "reading and writing.",
         "One pair, one owner: read both, then write both; and a barrier() before the next pass."}};
}

}  // namespace pbp::signatures
