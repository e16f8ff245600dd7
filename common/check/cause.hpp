// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace pbp {

/// Why a result is wrong, where that was observed.
struct Cause {
    static constexpr const char* what_happened = "what happened";     ///< beside the original shader
    static constexpr const char* own_task = "the lesson's own task";  ///< where another was asked for

    std::string name = {};                ///< one of these; empty: nothing was observed
    std::string what = {};                ///< what is seen, including the cells
    std::string meaning = {};             ///< what follows from it
    std::vector<std::string> hints = {};  ///< from a question to the usual fix

    bool empty() const { return name.empty(); }
};

}  // namespace pbp
