// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <random>
#include <string>

#include "common/base/readable.hpp"
#include "common/base/system.hpp"
#include "common/base/whole_file.hpp"
#include "common/base/windows_error.hpp"

namespace pbp {

namespace fs = std::filesystem;

namespace {

HANDLE handle_of(Stream stream) {
    return ::GetStdHandle(stream == Stream::in    ? STD_INPUT_HANDLE
                          : stream == Stream::out ? STD_OUTPUT_HANDLE
                                                  : STD_ERROR_HANDLE);
}

}  // namespace

fs::path own_program() {
    std::wstring name(MAX_PATH, L'\0');
    for (;;) {
        const auto size = ::GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
        if (size == 0) return {};
        if (size < name.size()) return name.substr(0, size);
        name.resize(2 * name.size());
    }
}

std::string system_name() {
    // GetVersionEx names the Windows that a manifest asks for, and RtlGetVersion the one that runs.
    const HMODULE ntdll = ::GetModuleHandleW(L"ntdll.dll");
    const auto function = [&](const char* name) {
        return reinterpret_cast<void*>(::GetProcAddress(ntdll, name));
    };
    RTL_OSVERSIONINFOW version{};
    version.dwOSVersionInfoSize = sizeof version;
    if (void* const ask = function("RtlGetVersion"); ask != nullptr)
        reinterpret_cast<LONG(WINAPI*)(RTL_OSVERSIONINFOW*)>(ask)(&version);
    auto name = fmt::format("Windows {}.{}.{}", version.dwMajorVersion, version.dwMinorVersion,
                            version.dwBuildNumber);
    if (void* const wine = function("wine_get_version"); wine != nullptr)
        name += fmt::format(" (wine {})", reinterpret_cast<const char* (*)()>(wine)());
    return name;
}

int process_number() {
    return static_cast<int>(::GetCurrentProcessId());
}

void prefer_large_pages(void*, std::size_t) {}  // a privilege there

double processor_seconds() {
    FILETIME made, ended, kernel, user;
    if (::GetProcessTimes(::GetCurrentProcess(), &made, &ended, &kernel, &user) == 0)
        return static_cast<double>(::GetTickCount64()) * 1e-3;
    const auto seconds = [](const FILETIME& time) {
        return static_cast<double>(std::uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime) * 1e-7;
    };
    return seconds(kernel) + seconds(user);
}

bool is_terminal(Stream stream) {
    DWORD mode = 0;
    return ::GetConsoleMode(handle_of(stream), &mode) != 0;
}

std::size_t terminal_columns(Stream stream) {
    CONSOLE_SCREEN_BUFFER_INFO screen{};
    if (::GetConsoleScreenBufferInfo(handle_of(stream), &screen) == 0) return 0;
    return static_cast<std::size_t>(std::max(screen.srWindow.Right - screen.srWindow.Left + 1, 0));
}

bool is_writable(const fs::path& file) {
    const HANDLE opened =
        ::CreateFileW(file.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                      nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (opened == INVALID_HANDLE_VALUE) return ::GetLastError() != ERROR_ACCESS_DENIED;
    ::CloseHandle(opened);
    return true;
}

std::error_code wait_until_free(const fs::path& file) {
    HANDLE opened = INVALID_HANDLE_VALUE;
    const auto problem = with_patience([&] {
        opened =
            ::CreateFileW(file.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                          nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
        return opened != INVALID_HANDLE_VALUE || ::GetLastError() == ERROR_ACCESS_DENIED;
    });
    if (opened != INVALID_HANDLE_VALUE) ::CloseHandle(opened);
    return problem == std::errc::device_or_resource_busy ? problem : std::error_code();
}

std::error_code append_at_once(const fs::path& file, std::string_view bytes) {
    HANDLE opened = INVALID_HANDLE_VALUE;
    const auto problem = with_patience([&] {
        opened = ::CreateFileW(file.c_str(), FILE_APPEND_DATA,
                               FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_ALWAYS,
                               FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
        return opened != INVALID_HANDLE_VALUE;
    });
    if (problem) return problem;
    DWORD wrote = 0;
    const bool right =
        ::WriteFile(opened, bytes.data(), static_cast<DWORD>(bytes.size()), &wrote, nullptr) != 0;
    const auto why = right ? std::make_error_code(std::errc::no_space_on_device) : windows_error();
    ::CloseHandle(opened);
    return right && wrote == bytes.size() ? std::error_code() : why;
}

// Windows has no named pipes among its files.
struct PatientReader::File {
    fs::path path;
    std::ifstream in;
};

PatientReader::PatientReader(const fs::path& file) : file_(new File{file, {}}) {
    errno = 0;
    file_->in.open(file, std::ios::binary);
    if (!file_->in) cannot_read(in_message(file), errno);
}

PatientReader::~PatientReader() = default;

PatientReader::Got PatientReader::read(char* into, std::size_t size, std::size_t& count) {
    errno = 0;
    file_->in.read(into, static_cast<std::streamsize>(size));
    count = static_cast<std::size_t>(file_->in.gcount());
    if (file_->in.bad()) cannot_read(in_message(file_->path), errno);
    return count > 0 ? Got::bytes : Got::end;
}

struct FolderLock::Held {
    HANDLE file;
};

// A folder cannot be locked here, so each wish locks a hidden file in it, which stays.
FolderLock::FolderLock(const fs::path& folder, Wish wish) : file_(new Held{INVALID_HANDLE_VALUE}) {
    std::error_code ignored;
    if (wish == Wish::wait) fs::create_directories(folder, ignored);
    file_->file = ::CreateFileW((folder / (wish == Wish::wait ? ".lock" : ".watch.lock")).c_str(),
                                GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                                OPEN_ALWAYS, FILE_ATTRIBUTE_HIDDEN, nullptr);
    if (file_->file == INVALID_HANDLE_VALUE) return;
    OVERLAPPED at{};
    const DWORD flags = LOCKFILE_EXCLUSIVE_LOCK | (wish == Wish::wait ? 0 : LOCKFILE_FAIL_IMMEDIATELY);
    held_ = ::LockFileEx(file_->file, flags, 0, 1, 0, &at) != 0;
}

FolderLock::~FolderLock() {
    if (file_->file != INVALID_HANDLE_VALUE) ::CloseHandle(file_->file);
}

// Others could not open a file that Windows removes by itself, so that one of a process that was killed
// stays.
TemporaryFile::TemporaryFile(std::string_view bytes) {
    path_ = fs::temp_directory_path() / fmt::format("pbp_{:08x}.tmp", std::random_device{}());
    if (const auto problem = write_whole(path_, bytes, Existing::kept))
        fail(exit_code_of(problem), "The data for other programs could not be written to {}: {}.",
             path_.parent_path().string(), problem.message());
}

TemporaryFile::~TemporaryFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
}

}  // namespace pbp
