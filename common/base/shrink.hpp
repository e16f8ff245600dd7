// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <vector>

namespace pbp {

/// Makes a failing case smaller: each axis gives simpler cases than a given one, the simplest first, and the
/// first of them that still fails replaces it, until no axis has one or the time is up. Delta debugging
/// (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE TSE 28(2), 2002), with
/// axes in place of subsets. `fails` is asked for one case at a time.
template <typename Case>
Case shrunk(Case failing, const std::vector<std::function<std::vector<Case>(const Case&)>>& axes,
            const std::function<bool(const Case&)>& fails, std::chrono::steady_clock::time_point until) {
    for (bool again = true; again;) {
        again = false;
        for (const auto& simpler : axes)
            for (const Case& one : simpler(failing)) {
                if (std::chrono::steady_clock::now() > until) return failing;
                if (!fails(one)) continue;
                failing = one;
                again = true;
                break;
            }
    }
    return failing;
}

}  // namespace pbp
