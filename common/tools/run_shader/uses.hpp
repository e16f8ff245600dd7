// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace pbp::run_shader {

/// What a module does with a variable.
struct Use {
    bool loads = false;   ///< reads it, other than by an atomic operation
    bool writes = false;  ///< stores to it, or changes it by an atomic operation
};

/// The uses of each variable of a SPIR-V module, by its id; a variable that is never used has none.
std::map<std::uint32_t, Use> uses_in(const std::vector<std::uint32_t>& spirv);

}  // namespace pbp::run_shader
