// SPDX-License-Identifier: MIT
// Values that are older, or newer, than they should be.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "common/check/signatures/signatures.hpp"

namespace pbp::signatures {

namespace {

using Row = std::span<const Word>;

Finding missing_barrier(const std::string& what) {
    return {
        Pattern::stale,
        what,
        "This usually means that a barrier() is missing: a value was read before its owner had written it.",
        {"Who writes the value that these cells need, and what makes them wait for it?",
         "Look at each write to shared memory and the next read of it by another invocation: does a "
         "barrier() stand between "
         "the two? And one between a read and the next write?",
         "Put a barrier() between them, where all invocations of the workgroup meet it."}};
}

/// True where the cells come at equal distances, or fill places that come back with a period that is a power
/// of two: of the cells that should have changed there, three quarters are wrong.
bool regular(const Case& seen) {
    const auto& wrong = seen.wrong;
    bool even = wrong.size() >= 2;
    for (std::size_t k = 2; k < wrong.size(); ++k) even &= wrong[k] - wrong[k - 1] == wrong[1] - wrong[0];
    if (even && wrong.size() >= 3) return true;
    for (std::size_t period = 2; 2 * period <= seen.size(); period *= 2) {
        std::vector<bool> place(period);
        for (const auto i : wrong) place[i % period] = true;
        std::size_t there = 0;
        for (std::size_t i = 0; i < seen.size(); ++i) there += place[i % period] && seen.changes(i) ? 1u : 0u;
        const auto places = static_cast<std::size_t>(std::ranges::count(place, true));
        if (2 * places <= period && 4 * wrong.size() >= 3 * there && wrong.size() >= 2 * places) return true;
    }
    return false;
}

/// True where the cell and the one it took a value from lie in different subgroups, which run apart.
bool crosses(const Case& seen, std::size_t i, std::size_t j) {
    const auto lanes = seen.seen.schedule.subgroup_size;
    return lanes > 0 && i / lanes != j / lanes;
}

/// Wrong cells were made with another value of the cell at one distance: that of row `other`.
bool made_with(const Case& seen, Row other, std::ptrdiff_t distance) {
    bool all_cross = true;
    for (const auto i : seen.wrong) {
        const auto j = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i) + distance);
        if (j >= seen.size()) return false;
        const Word by = seen.minus(other[j], seen.before(j));
        if (seen.is_zero(by) || !seen.equal(seen.got(i), seen.plus(seen.expected(i), by))) return false;
        all_cross &= crosses(seen, i, j);
    }
    return seen.wrong.size() >= 4 || (seen.wrong.size() >= 2 && all_cross);
}

Found with_other(const Case& seen, Row other, const std::string& which) {
    for (std::size_t distance = 1; distance < seen.size(); distance *= 2)
        for (const std::ptrdiff_t sign : {1, -1})
            if (made_with(seen, other, sign * static_cast<std::ptrdiff_t>(distance)))
                return missing_barrier(fmt::format("{}: made with {} of the cell {} to the {}.",
                                                   in_words(seen.wrong), which, distance,
                                                   sign > 0 ? "right" : "left"));
    return {};
}

}  // namespace

Found stale(const Case& seen) {
    if (seen.wrong.size() < 2 || !seen.has_before()) return {};
    std::size_t right_changes = 0;
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (!seen.is_wrong(i) && seen.changes(i)) ++right_changes;
    const auto held = [&](std::size_t i) { return seen.equal(seen.got(i), seen.before(i)); };
    const auto written = [&](std::size_t i) {
        return !seen.seen.writers || i >= seen.seen.writers->size() || (*seen.seen.writers)[i] != 0;
    };
    if (right_changes > 0 && std::ranges::all_of(seen.wrong, held) &&
        std::ranges::all_of(seen.wrong, written) && regular(seen))
        return missing_barrier(
            fmt::format("{}: they hold what they held before this pass.", in_words(seen.wrong)));
    for (const auto& older : seen.seen.earlier)
        if (older.size() == seen.size())
            if (auto found = with_other(seen, older, "an older value")) return found;
    const std::vector<Word> nothing(seen.size(), 0);
    if (auto found = with_other(seen, nothing, "no value yet")) return found;
    return with_other(seen, seen.seen.expected, "the next value");
}

}  // namespace pbp::signatures
