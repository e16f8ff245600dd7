// SPDX-License-Identifier: MIT
#include "common/program/watch/lock.hpp"

#include "common/base/error.hpp"
#include "common/base/files.hpp"

namespace pbp::watch {

Lock::Lock(const std::filesystem::path& folder)
    : Lock(folder, fmt::format("Another --watch is already drawing into {}; end it, or give this one its own "
                               "folder with --out.",
                               shown(folder))) {}

Lock::Lock(const std::filesystem::path& folder, const std::string& sentence)
    : folder_(folder, FolderLock::Wish::at_once) {
    if (!folder_.is_held()) fail(ExitCode::wrong_usage, "{}", sentence);
}

}  // namespace pbp::watch
