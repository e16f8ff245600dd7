// SPDX-License-Identifier: MIT
// Values in the wrong order, and lost keys.
#include <fmt/format.h>

#include <algorithm>

#include "common/check/signatures/signatures.hpp"

namespace pbp::signatures {

namespace {

using Words = std::vector<Word>;

constexpr Word top_bit = 0x80000000u;

}  // namespace

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
    // Singly: wrong exactly where the operand has its top bit set, apart from chance.
    const bool each =
        !moves && only_with && seen.wrong.size() >= 2 && without >= 2 && 4 * seen.wrong.size() >= 3 * with;
    // In pairs: a comparison fails where the two differ in the top bit, and picks the other one.
    const bool pairs = moves && always_apart && seen.wrong.size() >= 4;
    // At the end of a sort: ordered as the other kind of integer.
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
        whole   ? "All values are present, but in the order of the other integer type."
        : pairs ? fmt::format("Only pairs whose top bits differ are wrong: {}.", in_words(seen.wrong))
                : fmt::format("Right where the top bit is 0, wrong where it is 1: {}.", in_words(seen.wrong)),
        "This usually means that int is used instead of uint, or the reverse: the top bit is read as a sign.",
        {"What is 2147483648 as an int?",
         "Look for int(...), for int variables and buffers, and for >>, /, %, <, min and max applied to "
         "them.",
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
        fmt::format("All keys are in order, but values with equal keys are swapped: {}.",
                    in_words(seen.wrong)),
        "This usually means that the sort is not stable: equal keys do not keep their original order.",
        {"What does the comparison do with two equal keys?",
         "Look for >= instead of >, and for atomicAdd handing out slots in order of arrival.",
         "Leave equal keys where they are, or count the earlier ones instead of using an atomic counter."}};
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
            ? "One value is missing, and another occurs once too often."
            : fmt::format("{} values are missing, and others occur once too often.", lost.size()),
        "This usually means that two invocations wrote the same cell, or that the two sides of a pair "
        "decided "
        "differently.",
        {"Who else touches these cells between two barriers?",
         "Check that every cell belongs to only one pair per pass, and that a barrier separates reading from "
         "writing.",
         "One pair, one owner: read both, then write both; then a barrier() before the next pass."}};
}

}  // namespace pbp::signatures
