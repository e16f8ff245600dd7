// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace pbp {

/// Writes a file by way of a temporary one beside it and a rename: nobody sees half of it. Throws NotWritten
/// (whole_file.hpp) with the system's reason: exit code 4 where the machine lacks space, 2 where the folder
/// refuses.
void write_file(const std::filesystem::path& file, const std::string& contents);

/// Makes a folder for pictures and those above it, tries that it takes files, and removes half-written ones
/// that a killed run left there; `option` is what names another one on the command line. Throws NotWritten,
/// as write_file() does.
void ensure_writable(const std::filesystem::path& folder, const std::string& option);

/// The same before a run, whose results come first: where the machine lacks the room, nothing is reported
/// now, but when something is written there.
void make_room(const std::filesystem::path& folder, const std::string& option);

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
