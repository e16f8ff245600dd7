// SPDX-License-Identifier: MIT
#include <random>

#include "common/base/whole_file.hpp"
#include "common/base/windows_error.hpp"

namespace pbp {

namespace fs = std::filesystem;

namespace {

std::error_code write_new(const fs::path& file, std::string_view bytes) {
    const HANDLE opened =
        ::CreateFileW(file.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (opened == INVALID_HANDLE_VALUE) return windows_error();
    std::error_code problem;
    while (!bytes.empty() && !problem) {
        constexpr std::size_t most = std::size_t{1} << 30;
        DWORD wrote = 0;
        if (::WriteFile(opened, bytes.data(), static_cast<DWORD>(std::min(bytes.size(), most)), &wrote,
                        nullptr) == 0)
            problem = windows_error();
        bytes.remove_prefix(wrote);
    }
    ::CloseHandle(opened);
    return problem;
}

}  // namespace

std::error_code rename_to_free(const fs::path& from, const fs::path& to) {
    return with_patience([&] { return ::MoveFileExW(from.c_str(), to.c_str(), 0) != 0; });
}

std::error_code write_whole(const fs::path& file, std::string_view bytes, Existing existing) {
    const auto folder = file.parent_path().empty() ? fs::path(".") : file.parent_path();
    const auto part = folder / fmt::format(".pbp-{:08x}.part", std::random_device{}());
    auto problem = write_new(part, bytes);
    if (!problem && existing == Existing::kept) problem = rename_to_free(part, file);
    if (!problem && existing == Existing::replaced)
        problem = with_patience([&] {
            // What is replaced keeps its permissions; what is not there is renamed to.
            if (::ReplaceFileW(file.c_str(), part.c_str(), nullptr, 0, nullptr, nullptr) != 0) return true;
            if (::GetLastError() != ERROR_FILE_NOT_FOUND) return false;
            return ::MoveFileExW(part.c_str(), file.c_str(), 0) != 0;
        });
    if (problem) ::DeleteFileW(part.c_str());
    return problem;
}

}  // namespace pbp
