// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "common/check/inputs.hpp"

namespace pbp {

/// True for a pipe or a terminal: it can be read only once, so a caller that needs the bytes again must keep
/// them.
bool is_stream(const std::filesystem::path& file);

/// The contents of a file or a pipe. Throws Error: wrong_usage for anything else.
std::string read_bytes(const std::filesystem::path& file);

/// The values that read_values() parses from the bytes of `file`.
std::vector<std::uint32_t> values_in(const std::string& bytes, const std::filesystem::path& file,
                                     ValueType type);

}  // namespace pbp
