// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>
#include <system_error>

#include "common/base/error.hpp"

namespace pbp {

/// Writes a file through a temporary file in its folder and a rename: no reader ever sees a partial file, and
/// an existing file keeps its permissions. Returns the system's reason on failure; the old file then remains.
/// With Existing::kept, an existing file is a failure: file_exists.
enum class Existing : bool { replaced, kept };
std::error_code write_whole(const std::filesystem::path& file, std::string_view bytes,
                            Existing existing = Existing::replaced);

/// Gives a file another name if that is free; otherwise the reason is file_exists.
std::error_code rename_to_free(const std::filesystem::path& from, const std::filesystem::path& to);

/// The file that a path means: where its links lead, whether or not something is there.
std::filesystem::path target_of(std::filesystem::path file);

/// Removes the temporary files that write_whole() left in a folder when its process was killed: those older
/// than a minute.
void sweep_parts(const std::filesystem::path& folder);

/// Whose fault it is: the machine's (out of space, descriptors or memory: 4), or the user's, who named the
/// file.
ExitCode exit_code_of(const std::error_code& reason);

/// What to do about it, e.g. "free some disk space"; `otherwise` if the machine is not at fault.
std::string remedy_for(const std::error_code& reason, const std::string& otherwise);

/// A file that could not be written: results do not depend on it.
class NotWritten : public Error {
  public:
    using Error::Error;
};

}  // namespace pbp
