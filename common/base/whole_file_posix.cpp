// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <random>

#include "common/base/whole_file.hpp"

namespace pbp {

namespace fs = std::filesystem;

namespace {

std::error_code last_error() {
    return {errno, std::generic_category()};
}

std::error_code write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return last_error();
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

}  // namespace

std::error_code rename_to_free(const fs::path& from, const fs::path& to) {
#ifdef RENAME_NOREPLACE
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return {};
    if (errno != EINVAL && errno != ENOSYS) return last_error();  // not on every file system
#endif
    if (::link(from.c_str(), to.c_str()) != 0 || ::unlink(from.c_str()) != 0) return last_error();
    return {};
}

std::error_code write_whole(const fs::path& file, std::string_view bytes, Existing existing) {
    const auto folder = file.parent_path().empty() ? fs::path(".") : file.parent_path();
    const auto part = folder / fmt::format(".pbp-{:08x}.part", std::random_device{}());
    // Without a name at first: if this process is killed while it writes, nothing is left.
    int descriptor = ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    const bool nameless = descriptor >= 0;
    if (!nameless && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL))  // not on every file system
        descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) return last_error();
    struct stat old {};
    if (::stat(file.c_str(), &old) == 0 && S_ISREG(old.st_mode))
        (void)::fchmod(descriptor, old.st_mode & 07777);
    auto problem = write_all(descriptor, bytes);
    const auto name_it = [&](const fs::path& name) {
        return ::linkat(AT_FDCWD, fmt::format("/proc/self/fd/{}", descriptor).c_str(), AT_FDCWD, name.c_str(),
                        AT_SYMLINK_FOLLOW) == 0;
    };
    // A name that is free is taken in one step; a file is replaced by way of another name.
    bool named = false;
    if (nameless && !problem) {
        named = name_it(file);
        if (!named && (errno != EEXIST || existing == Existing::kept || !name_it(part)))
            problem = last_error();
    }
    if (::close(descriptor) != 0 && !problem) problem = last_error();
    if (!named && !problem && existing == Existing::kept)
        problem = rename_to_free(part, file);
    else if (!named && !problem && ::rename(part.c_str(), file.c_str()) != 0)
        problem = last_error();
    if (problem) ::unlink((named ? file : part).c_str());
    return problem;
}

}  // namespace pbp
