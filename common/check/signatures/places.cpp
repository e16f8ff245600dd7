// SPDX-License-Identifier: MIT
// Patterns in the positions of the wrong cells.
#include <fmt/format.h>

#include <algorithm>

#include "common/check/signatures/signatures.hpp"

namespace pbp::signatures {

Found out_of_bounds(const Case& seen) {
    const std::size_t n = seen.end();
    if (n < 4 || seen.wrong.empty() || seen.wrong.back() != n - 1) return {};
    const std::size_t first = seen.wrong.front();
    if (written_outside(seen)) return {};
    // Before a tail of zeros, the last cell counts as the end only if no invocation reached it.
    if (n < seen.size() && !seen.nobody_wrote(n - 1) && seen.got(n - 1) != 0 &&
        seen.got(n - 1) != seen.seen.fill)
        return {};
    // A wrong value may equal the right one by chance: up to a quarter of the end may be right.
    if (4 * seen.wrong.size() < 3 * (n - first)) return {};
    const std::size_t rest = seen.has_groups() ? n % seen.share() : 0;
    const bool in_last_group =
        seen.has_groups() && first >= (n - 1) / seen.share() * seen.share() && first > 0;
    // With only two full workgroups, the second is no more the last than the first is.
    if (in_last_group && seen.groups() == 2 && rest == 0 && first == seen.share()) return {};
    if (!in_last_group && first != n - 1 && (seen.has_groups() || 4 * first < 3 * n)) return {};
    const std::string where =
        first == n - 1 ? "Only the last cell is wrong"
        : in_last_group && first % seen.share() == 0
            ? fmt::format("Only the last workgroup's share is wrong, from cell {} on", first)
            : fmt::format("Only the end is wrong, from cell {} on", first);
    return Finding{
        Pattern::out_of_bounds,
        where + (rest != 0 ? fmt::format("; {} is not a multiple of {}.", n, seen.share()) : "."),
        "This usually means that a bound is wrong: the loop's, the check against n, or the number of "
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
        fmt::format("The first workgroup's cells are right; of the {} cells after them, {} are wrong.",
                    seen.size() - seen.share(), seen.wrong.size()),
        "This usually means that workgroups need each other's results within one dispatch, or that a local "
        "index is used instead of the global one.",
        {"What does a workgroup need to know that only the workgroups before it have computed?",
         "Look for values that pass from one workgroup to the next, and for gl_LocalInvocationID where the "
         "whole array is indexed.",
         "barrier() synchronises one workgroup only. End the dispatch, and let the next one add the sum of "
         "all earlier workgroups."}};
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
    // A single border may be chance.
    const auto count = static_cast<std::size_t>(std::ranges::count(touched, true));
    if (count < 2 || 2 * count < borders) return {};
    return Finding{Pattern::workgroup_edges,
                   fmt::format("Only cells at the borders between workgroups of {} are wrong: {}.",
                               seen.share(), in_words(seen.wrong)),
                   "This usually means that a cell needs its neighbour in the next workgroup, which this "
                   "dispatch cannot wait for.",
                   {"Who owns the neighbours of the first wrong cell?",
                    "Look at what an invocation reads at its workgroup's edge: a neighbour that was never "
                    "loaded, or has already changed.",
                    "Load one more cell at each edge, read from a buffer that the dispatch does not write, "
                    "or end the dispatch there."}};
}

}  // namespace pbp::signatures
