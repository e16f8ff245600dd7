// SPDX-License-Identifier: MIT
// Patterns in where the wrong cells lie.
#include <fmt/format.h>

#include <algorithm>

#include "common/check/signatures/signatures.hpp"

namespace pbp::signatures {

namespace {

bool nobody_wrote(const Case& seen, std::size_t i) {
    const auto& writers = seen.seen.writers;
    return writers && i < writers->size() && (*writers)[i] == 0;
}

/// Padding that was written: behind the last cell that should hold something, all should be 0 or fill.
bool in_the_tail(const Case& seen) {
    if (seen.wrong.empty() || seen.wrong.front() == 0) return false;
    const std::size_t first = seen.wrong.front();
    const Word constant = seen.expected(first);
    if (seen.size() - first < 2 || constant != 0 || seen.expected(first - 1) == constant) return false;
    for (std::size_t i = first; i < seen.size(); ++i)
        if (seen.expected(i) != constant) return false;
    return 2 * seen.wrong.size() >= seen.size() - first;
}

/// Which invocations own cells, where each invocation of a workgroup owns one.
std::string owners(const Case& seen, const Cells& cells) {
    const auto& schedule = seen.seen.schedule;
    if (schedule.share == 0 || schedule.share != schedule.invocations) return "";
    const std::size_t first = cells.front(), last = cells.back();
    if (first == last)
        return fmt::format("; with one cell an invocation it is global id {}, in workgroup {}", first,
                           first / schedule.share);
    return fmt::format("; with one cell an invocation they are global ids {} to {}, in workgroups {} to {}",
                       first, last, first / schedule.share, last / schedule.share);
}

}  // namespace

Found written_outside(const Case& seen) {
    const auto fill = seen.seen.fill;
    Cells before, behind;
    for (std::size_t i = 0; i < seen.seen.guard_before.size(); ++i)
        if (seen.seen.guard_before[i] != fill) before.push_back(seen.seen.guard_before.size() - i);
    for (std::size_t i = 0; i < seen.seen.guard_behind.size(); ++i)
        if (seen.seen.guard_behind[i] != fill) behind.push_back(i);
    const auto kept = [&](std::size_t i) { return seen.expected(i) == fill; };
    const auto written = [&](std::size_t i) { return !nobody_wrote(seen, i); };
    const bool inside = !seen.wrong.empty() && std::ranges::all_of(seen.wrong, written) &&
                        (in_the_tail(seen) || std::ranges::all_of(seen.wrong, kept));
    std::string what;
    if (!behind.empty())
        what = fmt::format("Behind the last cell {} word(s) were written, the first of them {} behind it.",
                           behind.size(), behind.front() + 1);
    else if (!before.empty())
        what = fmt::format(
            "In front of the first cell {} word(s) were written, the farthest of them {} before it.",
            before.size(), before.front());
    else if (inside)
        what = fmt::format("Nobody should have written {}, and somebody did.", in_words(seen.wrong));
    else
        return {};
    return Finding{
        Pattern::written_outside,
        what,
        "This usually means that invocations beyond the end do not stop, or that an index is too large.",
        {"How many invocations are started, and how many elements are there?",
         "Look for the check against n in front of the write, and whether it asks about the index that is "
         "written to.",
         "Return, or skip the write, where the index is not below n."}};
}

Found never_written(const Case& seen) {
    if (seen.wrong.empty()) return {};
    const auto filled = [&](std::size_t i) { return seen.got(i) == seen.seen.fill; };
    const auto empty = [&](std::size_t i) { return filled(i) || nobody_wrote(seen, i); };
    if (!std::ranges::all_of(seen.wrong, empty)) return {};
    const bool all_filled = std::ranges::all_of(seen.wrong, filled);
    // Where nobody wrote anything it is the pass that is missing, not a cell.
    if (!all_filled && std::ranges::none_of(*seen.seen.writers, [](Word who) { return who != 0; })) return {};
    const std::string state =
        all_filled ? "the fill still stands there" : "what was there before still stands there";
    return Finding{
        Pattern::never_written,
        fmt::format("Nobody wrote {}: {}{}.", in_words(seen.wrong), state, owners(seen, seen.wrong)),
        "This usually means that their invocations were never started, left too early, or wrote elsewhere.",
        {"Which invocation should have written the first of these cells, and what did it do instead?",
         "Look at the number of workgroups, at each return and if in front of the write, and at the index.",
         "Start enough workgroups, count them rounded up, and let each element be some invocation's."}};
}

Found out_of_bounds(const Case& seen) {
    const std::size_t n = seen.end();
    if (n < 4 || seen.wrong.empty() || seen.wrong.back() != n - 1) return {};
    const std::size_t first = seen.wrong.front();
    if (written_outside(seen)) return {};
    // Before a tail of zeros the last cell is only taken for the end where nothing reached it.
    if (n < seen.size() && !nobody_wrote(seen, n - 1) && seen.got(n - 1) != 0 &&
        seen.got(n - 1) != seen.seen.fill)
        return {};
    // A wrong value may equal the right one by chance: a quarter of the end may be right.
    if (4 * seen.wrong.size() < 3 * (n - first)) return {};
    const std::size_t rest = seen.has_groups() ? n % seen.share() : 0;
    const bool in_last_group =
        seen.has_groups() && first >= (n - 1) / seen.share() * seen.share() && first > 0;
    // Of two full workgroups the second is no more the last than the other one.
    if (in_last_group && seen.groups() == 2 && rest == 0 && first == seen.share()) return {};
    if (!in_last_group && first != n - 1 && (seen.has_groups() || 4 * first < 3 * n)) return {};
    const std::string where =
        first == n - 1 ? "Only the last cell is wrong"
        : in_last_group && first % seen.share() == 0
            ? fmt::format("All is right but the last workgroup's share, from cell {} on", first)
            : fmt::format("All is right but the end, from cell {} on", first);
    return Finding{
        Pattern::out_of_bounds,
        where + (rest != 0 ? fmt::format("; {} is no multiple of {}.", n, seen.share()) : "."),
        "This usually means that a bound is off: of the loop, of the check against n, or of the number of "
        "workgroups.",
        {"What is different about the last workgroup?",
         "Look at how n is rounded to workgroups, and at each comparison with n: is it < or <=, n or n - 1?",
         "Round the number of workgroups up, (n + L - 1) / L, and let the last one stop at n, not before "
         "it."}};
}

Found one_workgroup(const Case& seen) {
    if (!seen.has_groups() || seen.size() < 8 || seen.wrong.size() < 2 || seen.wrong.front() < seen.share())
        return {};
    if (2 * seen.wrong.size() < seen.size() - seen.share()) return {};
    std::vector<bool> has_wrong(seen.groups());
    for (const auto i : seen.wrong) has_wrong[i / seen.share()] = true;
    if (std::ranges::count(has_wrong, true) + 1 != static_cast<std::ptrdiff_t>(seen.groups())) return {};
    return Finding{
        Pattern::one_workgroup,
        fmt::format("The first workgroup's {} cells are right, and those of the other {} are wrong.",
                    seen.share(), seen.groups() - 1),
        "This usually means that workgroups need each other's results within one dispatch, or that a local "
        "index stands where "
        "the global one belongs.",
        {"What does a workgroup need to know that only the workgroups before it have computed?",
         "Look for values that pass from one workgroup to the next, and for gl_LocalInvocationID where the "
         "whole array is indexed.",
         "barrier() joins one workgroup alone. End the dispatch, and let the next one add what lies before "
         "each workgroup."}};
}

Found workgroup_edges(const Case& seen) {
    if (!seen.has_groups() || seen.share() < 4 || seen.wrong.size() < 2) return {};
    const std::size_t reach = seen.share() / 4, borders = seen.groups() - 1;
    std::vector<bool> touched(borders + 1);
    for (const auto i : seen.wrong) {
        const std::size_t border = (i + reach) / seen.share();
        if (border == 0 || border > borders) return {};
        const std::size_t at = border * seen.share();
        if (i + reach < at || i >= at + reach) return {};
        touched[border] = true;
    }
    // One border alone may be chance.
    const auto count = static_cast<std::size_t>(std::ranges::count(touched, true));
    if (count < 2 || 2 * count < borders) return {};
    return Finding{Pattern::workgroup_edges,
                   fmt::format("Wrong are only cells at the borders between workgroups of {}: {}.",
                               seen.share(), in_words(seen.wrong)),
                   "This usually means that a cell needs its neighbour in the next workgroup, which this "
                   "dispatch cannot wait for.",
                   {"Who owns the neighbours of the first wrong cell?",
                    "Look at what an invocation reads at its workgroup's edge: a neighbour that was never "
                    "loaded, or is already changed.",
                    "Load one more cell at each edge, read from a buffer that the dispatch does not write, "
                    "or end the dispatch there."}};
}

}  // namespace pbp::signatures
