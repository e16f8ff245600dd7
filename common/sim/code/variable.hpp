// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/sim/spirv/module.hpp"

namespace pbp::sim {

/// A variable that each invocation has for itself.
struct CodeVariable {
    std::string name;
    Id type = 0;                ///< 0: what a function returns
    std::string function = {};  ///< whose it is; empty: main's, or nobody's
    std::uint32_t caller = 0;   ///< the site of the call that it is of; 0: main's, or nobody's
};

}  // namespace pbp::sim
