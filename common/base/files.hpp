// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace pbp {

/// Writes a file atomically, through a temporary file beside it and a rename: no reader ever sees a partial
/// file. Throws NotWritten (whole_file.hpp) with the system's reason: exit code 4 when the machine lacks
/// space, 2 when the folder cannot be written.
void write_file(const std::filesystem::path& file, const std::string& contents);

/// The same for a file that a run leaves in its output folder: puts it on the folder's list (written.hpp).
/// Throws NotWritten where a file that is not on it is in the way.
void write_output(const std::filesystem::path& file, const std::string& contents);

/// write_file() for a file that its owner may change: throws NotWritten where one is there with other
/// contents.
void write_unless_changed(const std::filesystem::path& file, const std::string& contents);

/// Creates a folder for pictures, including its parents, checks that files can be created in it, and removes
/// partial files that a killed run left there. `option` is the command-line option that chooses another
/// folder. Throws NotWritten, as write_file() does.
void ensure_writable(const std::filesystem::path& folder, const std::string& option);

/// The same before a run whose results come first: if the machine is out of space, the error is reported not
/// now but when a file is written there.
void make_room(const std::filesystem::path& folder, const std::string& option);

/// Removes NAME.png and every NAME_….png of earlier runs, so that all pictures in a folder come from the same
/// run. What is not on the folder's list (written.hpp) stays.
void remove_pictures(const std::filesystem::path& folder, const std::string& name);

/// The folder that contains shaders/: PBP_ROOT, or the nearest one above the running program, or the source
/// folder of the build.
std::filesystem::path project_root();

/// A file's URL for a browser: file:///...
std::string url_of(const std::filesystem::path& file);

/// The shorter of a path's forms, as seen from the working directory.
std::string shown(const std::filesystem::path& file);

}  // namespace pbp
