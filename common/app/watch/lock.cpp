// SPDX-License-Identifier: MIT
#include "common/app/watch/lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "common/app/files.hpp"
#include "common/error.hpp"

namespace pbp::watch {

Lock::Lock(const std::filesystem::path& folder)
    : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (::flock(folder_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        fail(ExitCode::wrong_usage,
             "Another --watch draws into {} already: end that one, or give this one a folder of its own with "
             "--out.",
             shown(folder));
}

}  // namespace pbp::watch
