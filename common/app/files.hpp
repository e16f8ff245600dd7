// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace pbp {

/// Writes a file by way of a temporary one beside it and a rename: nobody sees half of it.
/// Throws Error(wrong_usage) where the folder refuses.
void write_file(const std::filesystem::path& file, const std::string& contents);

/// Makes a folder for pictures and those above it, and tries that it takes files; `option` is what
/// names another one on the command line. Throws Error(wrong_usage).
void ensure_writable(const std::filesystem::path& folder, const std::string& option);

/// Removes NAME.png and every NAME_….png that an earlier run drew, so that all pictures beside each other are
/// of one run.
void remove_pictures(const std::filesystem::path& folder, const std::string& name);

/// The folder that holds shaders/: PBP_ROOT, or the nearest one above the running program, or where it was
/// built.
std::filesystem::path project_root();

/// A file's address for a browser: file:///...
std::string url_of(const std::filesystem::path& file);

/// A path as short as it can be said from the working directory.
std::string shown(const std::filesystem::path& file);

}  // namespace pbp
