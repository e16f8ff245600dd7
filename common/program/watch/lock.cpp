// SPDX-License-Identifier: MIT
#include "common/program/watch/lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "common/base/error.hpp"
#include "common/base/files.hpp"

namespace pbp::watch {

Lock::Lock(const std::filesystem::path& folder)
    : Lock(folder, fmt::format("Another --watch is already drawing into {}; end it, or give this one its own "
                               "folder with --out.",
                               shown(folder))) {}

Lock::Lock(const std::filesystem::path& folder, const std::string& sentence)
    : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (::flock(folder_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        fail(ExitCode::wrong_usage, "{}", sentence);
}

}  // namespace pbp::watch
