// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

/// What this project wrote into a folder, so that only that is replaced and removed. The list is
/// FOLDER/.pass_by_pass: names, each between two NULs, only ever appended to. `./learn clean` reads it, too.
namespace pbp::written {

/// Throws NotWritten (whole_file.hpp) if something is there under this name that is not on its folder's list.
void check(const std::filesystem::path& file);

/// The same, then puts the name on the list, before the file itself is written. Returns the system's reason
/// if that fails.
std::error_code claim(const std::filesystem::path& file);

/// The names on a folder's list.
std::vector<std::string> listed(const std::filesystem::path& folder);

}  // namespace pbp::written
