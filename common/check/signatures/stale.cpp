// SPDX-License-Identifier: MIT
// Values that are older or newer than they should be.
#include <fmt/format.h>

#include <algorithm>

#include "common/check/signatures/operation.hpp"
#include "common/check/signatures/signatures.hpp"

namespace pbp::signatures {

namespace {

Finding missing_barrier(const std::string& what) {
    return {Pattern::stale,
            what,
            "This usually means that a barrier() is missing: a value was read before its owner had written "
            "it, or after it "
            "was overwritten.",
            {"Who writes the value that the first wrong cell needs, and what makes its reader wait?",
             "Look at each write to shared memory and the next read of it by another invocation, and at each "
             "read and the next write: is there a barrier() between the two?",
             "Put a barrier() between them, where all invocations of the workgroup reach it."}};
}

/// True if the cells are evenly spaced, or occupy positions that repeat with a power-of-two period: of the
/// cells there that should have changed, three quarters are wrong.
bool regular(const Case& seen) {
    const auto& wrong = seen.wrong;
    bool even = wrong.size() >= 3;
    for (std::size_t k = 2; k < wrong.size(); ++k) even &= wrong[k] - wrong[k - 1] == wrong[1] - wrong[0];
    if (even) return true;
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

/// Every wrong cell holds its previous value, at regular positions, and other cells changed as they should.
bool held(const Case& seen) {
    bool others = false;
    for (std::size_t i = 0; i < seen.size(); ++i) others |= !seen.is_wrong(i) && seen.changes(i);
    return others &&
           std::ranges::all_of(seen.wrong, [&](auto i) { return seen.equal(seen.got(i), seen.before(i)); }) &&
           regular(seen);
}

/// True if a cell held this word at another time, or shared memory still held it from an earlier workgroup.
bool held_earlier(const Case& seen, std::size_t cell, Word word) {
    const auto is = [&](Word other) { return seen.equal(word, other); };
    if (is(seen.before(cell))) return false;
    if (is(0) || is(seen.seen.fill)) return true;
    for (const auto& row : seen.seen.earlier)
        if (row.size() == seen.size() && is(row[cell])) return true;
    constexpr std::size_t workgroups_back = 4;
    for (std::size_t k = 1; seen.has_groups() && k <= workgroups_back && k * seen.share() <= cell; ++k)
        if (is(seen.before(cell - k * seen.share()))) return true;
    return false;
}

/// The same, or the cell's value after this pass.
bool at_another_time(const Case& seen, std::size_t cell, Word word) {
    if (seen.equal(word, seen.before(cell))) return false;
    return held_earlier(seen, cell, word) || seen.equal(word, seen.expected(cell)) ||
           seen.equal(word, seen.got(cell));
}

/// The wrong cell is the sum of its own value and its partner's at another time; or both were missing; or it
/// is the sum of an earlier workgroup, left over in shared memory.
bool sum_of_other_times(const Case& seen, std::size_t i, std::size_t j) {
    if (at_another_time(seen, j, seen.minus(seen.got(i), seen.before(i)))) return true;
    if (seen.is_zero(seen.got(i))) return true;
    return seen.has_groups() && i >= seen.share() && seen.equal(seen.got(i), seen.expected(i - seen.share()));
}

/// The wrong cell got a value that neither cell of its pair held before this pass, but one of them did
/// earlier.
bool traded_at_another_time(const Case& seen, std::size_t i, std::size_t j) {
    const Word got = seen.got(i);
    return got != seen.before(i) && got != seen.before(j) &&
           (held_earlier(seen, i, got) || held_earlier(seen, j, got));
}

}  // namespace

Found stale(const Case& seen) {
    if (seen.wrong.size() < 2 || !seen.has_before()) return {};
    const auto unwritten = [&](std::size_t i) { return seen.nobody_wrote(i); };
    if (std::ranges::any_of(seen.wrong, unwritten)) return {};  // not late, but never written
    const auto operation = operation_of(seen);
    const bool all_held = held(seen);
    if (!all_held && !operation) return {};
    if (operation && !all_held)
        for (const auto i : seen.wrong) {
            const auto j = operation->partner(i, seen.size());
            if (!j || !(operation->kind == Operation::Kind::add ? sum_of_other_times(seen, i, *j)
                                                                : traded_at_another_time(seen, i, *j)))
                return {};
        }
    if (all_held)
        return missing_barrier(fmt::format("The previous value{} still in {}.",
                                           seen.wrong.size() == 1 ? " is" : "s are", in_words(seen.wrong)));
    const bool add = operation->kind == Operation::Kind::add;
    return missing_barrier(fmt::format(
        "Reads for {} returned what the cell {}{} held at another time.", in_words(seen.wrong),
        operation->distance, add ? (operation->from_right ? " to the right" : " to the left") : " away"));
}

}  // namespace pbp::signatures
