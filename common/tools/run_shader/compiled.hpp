// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

#include "common/glsl/preprocess.hpp"

namespace pbp::run_shader {

/// True for a file that holds SPIR-V: by its name, or by its first bytes.
bool is_compiled(const std::filesystem::path& file);

/// A shader that was compiled elsewhere. Throws Error(shader_does_not_build) for what is not valid SPIR-V.
/// Lines refer to the text that it was compiled from, if the module has them; no other file is read.
glsl::Source read_compiled(const std::filesystem::path& file);

/// What a module does with a variable.
struct Use {
    bool loads = false;   ///< reads it, other than by an atomic operation
    bool writes = false;  ///< stores to it, or changes it by an atomic operation
};

/// The uses of each variable of a SPIR-V module, by its id; a variable that is never used has none.
std::map<std::uint32_t, Use> uses_in(const std::vector<std::uint32_t>& spirv);

}  // namespace pbp::run_shader
