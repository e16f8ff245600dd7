// SPDX-License-Identifier: MIT
#pragma once

#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <chrono>
#include <system_error>
#include <thread>

namespace pbp {

/// Why the last call to Windows failed, by the name that C++ has for it, so that messages and exit codes are
/// the same on every system.
inline std::error_code windows_error(DWORD error = ::GetLastError()) {
    const auto as = [](std::errc known) { return std::make_error_code(known); };
    switch (error) {
        case ERROR_FILE_NOT_FOUND:
        case ERROR_PATH_NOT_FOUND:
        case ERROR_INVALID_DRIVE:
        case ERROR_BAD_NETPATH:
            return as(std::errc::no_such_file_or_directory);
        case ERROR_ACCESS_DENIED:
        case ERROR_WRITE_PROTECT:
            return as(std::errc::permission_denied);
        case ERROR_SHARING_VIOLATION:
        case ERROR_LOCK_VIOLATION:
        case ERROR_USER_MAPPED_FILE:
        case ERROR_UNABLE_TO_REMOVE_REPLACED:
            return as(std::errc::device_or_resource_busy);
        case ERROR_FILE_EXISTS:
        case ERROR_ALREADY_EXISTS:
            return as(std::errc::file_exists);
        case ERROR_DISK_FULL:
        case ERROR_HANDLE_DISK_FULL:
            return as(std::errc::no_space_on_device);
        case ERROR_FILENAME_EXCED_RANGE:
            return as(std::errc::filename_too_long);
        case ERROR_DIRECTORY:
            return as(std::errc::not_a_directory);
        case ERROR_INVALID_NAME:
            return as(std::errc::invalid_argument);
        case ERROR_TOO_MANY_OPEN_FILES:
            return as(std::errc::too_many_files_open);
        case ERROR_NOT_ENOUGH_MEMORY:
        case ERROR_OUTOFMEMORY:
        case ERROR_COMMITMENT_LIMIT:
            return as(std::errc::not_enough_memory);
        default:
            return {static_cast<int>(error), std::system_category()};
    }
}

/// Calls what changes a file until it works or a second has passed: a scanner for viruses or a viewer that
/// holds the file is soon done with it.
inline std::error_code with_patience(auto&& change) {
    constexpr auto pause = std::chrono::milliseconds(20);
    for (int looks = 0;; ++looks) {
        if (change()) return {};
        const DWORD error = ::GetLastError();
        const bool held = error == ERROR_SHARING_VIOLATION || error == ERROR_ACCESS_DENIED ||
                          error == ERROR_LOCK_VIOLATION || error == ERROR_UNABLE_TO_REMOVE_REPLACED ||
                          error == ERROR_USER_MAPPED_FILE;
        if (!held || looks == 50) return windows_error(error);
        std::this_thread::sleep_for(pause);
    }
}

}  // namespace pbp
