// SPDX-License-Identifier: MIT
#include "common/tools/exercises/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

namespace pbp::exercises {

FolderLock::FolderLock(const std::filesystem::path& folder) {
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    file_.take(::open((folder / ".lock").c_str(), O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
    while (::flock(file_.number(), LOCK_EX) != 0 && errno == EINTR) {
    }
}

}  // namespace pbp::exercises
