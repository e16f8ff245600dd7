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

/// Of functions, uniforms and blocks: those of trace.glsl and debug.glsl, which a person who steps through a
/// shader does not see.
inline bool is_probe(const std::string& name) {
    return name.starts_with("pbp_") || name.starts_with("Pbp");
}

}  // namespace pbp::sim
