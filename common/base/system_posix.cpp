// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <fstream>
#include <string>

#include "common/base/readable.hpp"
#include "common/base/system.hpp"
#include "common/base/whole_file.hpp"

namespace pbp {

namespace fs = std::filesystem;

fs::path own_program() {
    std::error_code unknown;
    return fs::read_symlink("/proc/self/exe", unknown);
}

std::string system_name() {
    constexpr std::string_view named = "PRETTY_NAME=";
    utsname kernel{};
    const bool known = ::uname(&kernel) == 0;
    std::string name = known ? fmt::format("{} {} {}", kernel.sysname, kernel.release, kernel.machine) : "?";
    std::ifstream release("/etc/os-release");
    for (std::string line; std::getline(release, line);)
        if (line.starts_with(named)) {
            std::erase(line, '"');
            return line.substr(named.size()) + ", " + name;
        }
    return name;
}

int process_number() {
    return ::getpid();
}

void prefer_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    constexpr std::uintptr_t page = 4096;
    const auto from = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) & ~(page - 1);
    const auto to = (reinterpret_cast<std::uintptr_t>(memory) + bytes) & ~(page - 1);
    if (from < to) ::madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
#endif
}

double processor_seconds() {
    timespec used{};
    if (::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0) ::clock_gettime(CLOCK_MONOTONIC, &used);
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

bool is_terminal(Stream stream) {
    return ::isatty(static_cast<int>(stream)) != 0;
}

std::size_t terminal_columns(Stream stream) {
    winsize window{};
    return ::ioctl(static_cast<int>(stream), TIOCGWINSZ, &window) != 0 ? 0 : window.ws_col;
}

bool is_writable(const fs::path& file) {
    return ::access(file.c_str(), W_OK) == 0;
}

std::error_code wait_until_free(const fs::path&) {
    return {};  // a file is nobody's alone
}

std::error_code append_at_once(const fs::path& file, std::string_view bytes) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
    std::error_code problem;
    const auto size = descriptor < 0 ? -1 : ::write(descriptor, bytes.data(), bytes.size());
    if (size != static_cast<ssize_t>(bytes.size()))
        problem = {size < 0 ? errno : ENOSPC, std::generic_category()};
    if (descriptor >= 0) ::close(descriptor);
    return problem;
}

struct PatientReader::File {
    fs::path path;
    int number = -1;
};

PatientReader::PatientReader(const fs::path& file)
    : file_(new File{file, ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)}) {
    if (file_->number < 0) cannot_read(in_message(file), errno);
}

PatientReader::~PatientReader() {
    ::close(file_->number);
}

PatientReader::Got PatientReader::read(char* into, std::size_t size, std::size_t& count) {
    constexpr int look_ms = 100;
    pollfd ready{file_->number, POLLIN, 0};
    ::poll(&ready, 1, look_ms);
    const auto got = ::read(file_->number, into, size);
    count = got > 0 ? static_cast<std::size_t>(got) : 0;
    if (got > 0) return Got::bytes;
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return Got::nothing_yet;
    if (got < 0) cannot_read(in_message(file_->path), errno);
    std::error_code unknown;
    const bool pipe = fs::is_fifo(fs::status(file_->path, unknown));
    return pipe && (ready.revents & POLLHUP) == 0 ? Got::nobody_writes : Got::end;
}

struct FolderLock::Held {
    int number;
};

FolderLock::FolderLock(const fs::path& folder, Wish wish) : file_(new Held{-1}) {
    if (wish == Wish::at_once) {
        file_->number = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        held_ = ::flock(file_->number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
        return;
    }
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    file_->number = ::open((folder / ".lock").c_str(), O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    while (::flock(file_->number, LOCK_EX) != 0 && errno == EINTR) {
    }
}

FolderLock::~FolderLock() {
    if (file_->number >= 0) ::close(file_->number);
}

// The file has no name, so that no crash can leave it.
TemporaryFile::TemporaryFile(std::string_view bytes) {
    const auto cannot = [] {
        const std::error_code reason(errno, std::generic_category());
        fail(exit_code_of(reason), "The data for other programs could not be written to {}: {}.",
             fs::temp_directory_path().string(), reason.message());
    };
    auto name = (fs::temp_directory_path() / "pbp_bench_XXXXXX").string();
    file_ = ::mkstemp(name.data());
    if (file_ < 0 || ::unlink(name.c_str()) != 0) cannot();
    while (!bytes.empty()) {
        const auto wrote = ::write(file_, bytes.data(), bytes.size());
        if (wrote < 0 && errno != EINTR) cannot();
        if (wrote > 0) bytes.remove_prefix(static_cast<std::size_t>(wrote));
    }
    path_ = fmt::format("/proc/{}/fd/{}", ::getpid(), file_);
}

TemporaryFile::~TemporaryFile() {
    if (file_ >= 0) ::close(file_);
}

}  // namespace pbp
