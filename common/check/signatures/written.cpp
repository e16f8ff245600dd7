// SPDX-License-Identifier: MIT
// Cells that were written but should not have been, and the reverse.
#include <fmt/format.h>

#include <algorithm>

#include "common/check/signatures/signatures.hpp"

namespace pbp::signatures {

namespace {

/// Padding that was written: after the last cell that should hold a value, all should be 0 or fill.
bool in_the_tail(const Case& seen) {
    if (seen.wrong.empty() || seen.wrong.front() == 0) return false;
    const std::size_t first = seen.wrong.front();
    const Word constant = seen.expected(first);
    if (seen.size() - first < 2 || constant != 0 || seen.expected(first - 1) == constant) return false;
    for (std::size_t i = first; i < seen.size(); ++i)
        if (seen.expected(i) != constant) return false;
    return 2 * seen.wrong.size() >= seen.size() - first;
}

/// Which invocations own cells, if each invocation of a workgroup owns one.
std::string owners(const Case& seen, const Cells& cells) {
    const auto& schedule = seen.seen.schedule;
    if (schedule.share == 0 || schedule.share != schedule.invocations) return "";
    const std::size_t first = cells.front(), last = cells.back();
    if (first == last)
        return fmt::format("; with one cell per invocation, its owner is global id {}, in workgroup {}",
                           first, first / schedule.share);
    return fmt::format(
        "; with one cell per invocation, their owners are global ids {} to {}, in workgroups {} to {}", first,
        last, first / schedule.share, last / schedule.share);
}

}  // namespace

Found written_outside(const Case& seen) {
    const auto fill = seen.seen.fill;
    Cells before, beyond;
    for (std::size_t i = 0; i < seen.seen.guard_before.size(); ++i)
        if (seen.seen.guard_before[i] != fill) before.push_back(seen.seen.guard_before.size() - i);
    for (std::size_t i = 0; i < seen.seen.guard_after.size(); ++i)
        if (seen.seen.guard_after[i] != fill) beyond.push_back(i);
    const auto kept = [&](std::size_t i) { return seen.expected(i) == fill; };
    const auto written = [&](std::size_t i) { return !seen.nobody_wrote(i); };
    const bool inside = !seen.wrong.empty() && std::ranges::all_of(seen.wrong, written) &&
                        (in_the_tail(seen) || std::ranges::all_of(seen.wrong, kept));
    std::string what;
    if (!beyond.empty())
        what = fmt::format("{} word(s) after the last cell were overwritten, the first of them {} past it.",
                           beyond.size(), beyond.front() + 1);
    else if (!before.empty())
        what = fmt::format(
            "{} word(s) before the first cell were overwritten, the farthest of them {} before it.",
            before.size(), before.front());
    else if (inside)
        what =
            fmt::format("No invocation should have written {}, but at least one did.", in_words(seen.wrong));
    else
        return {};
    return Finding{
        Pattern::written_outside,
        what,
        "This usually means that invocations beyond the end do not stop, or that an index is too large.",
        {"How many invocations are started, and how many elements are there?",
         "Look at the check against n before the write: does it test the index that is written to?",
         "Return, or skip the write, where the index is not below n."}};
}

Found never_written(const Case& seen) {
    if (seen.wrong.empty()) return {};
    const auto filled = [&](std::size_t i) { return seen.got(i) == seen.seen.fill; };
    const auto empty = [&](std::size_t i) { return filled(i) || seen.nobody_wrote(i); };
    if (!std::ranges::all_of(seen.wrong, empty)) return {};
    const bool all_filled = std::ranges::all_of(seen.wrong, filled);
    // If nothing at all was written, the pass is missing, not a cell.
    if (!all_filled && std::ranges::none_of(*seen.seen.writers, [](Word who) { return who != 0; })) return {};
    const std::string state = all_filled ? "the fill is still there" : "the previous value is still there";
    return Finding{
        Pattern::never_written,
        fmt::format("No invocation wrote {}: {}{}.", in_words(seen.wrong), state, owners(seen, seen.wrong)),
        "This usually means that their invocations were never started, left too early, or wrote elsewhere.",
        {"Which invocation should have written the first of these cells, and what did it do instead?",
         "Look at the number of workgroups, at each return and if before the write, and at the index.",
         "Start enough workgroups (round their number up), and give each element an owner."}};
}

}  // namespace pbp::signatures
