// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "common/base/windows_error.hpp"
#include "common/process/process.hpp"

/// Pipes to other processes, and what is inherited by them: no handle is unless it is made so.
namespace pbp::windows {

/// A handle, closed by scope.
class Handle {
  public:
    explicit Handle(HANDLE handle = nullptr) : handle_(handle) {}
    ~Handle() { close(); }
    Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        close();
        handle_ = std::exchange(other.handle_, nullptr);
        return *this;
    }
    HANDLE get() const { return handle_; }
    void close() {
        if (handle_ != nullptr && handle_ != INVALID_HANDLE_VALUE) ::CloseHandle(handle_);
        handle_ = nullptr;
    }

  private:
    HANDLE handle_;
};

inline void let_inherit(HANDLE handle) {
    ::SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
}

struct Pipe {
    Handle reads, writes;
    Pipe() {
        HANDLE out = nullptr, in = nullptr;
        constexpr DWORD bytes = 1u << 16;
        if (::CreatePipe(&out, &in, nullptr, bytes) == 0) throw NotStarted{windows_error(), false};
        reads = Handle(out);
        writes = Handle(in);
    }
};

/// A copy of a standard stream that a child may inherit. One that is closed becomes the null device.
inline Handle inheritable(DWORD stream) {
    HANDLE copy = nullptr;
    const HANDLE self = ::GetCurrentProcess(), own = ::GetStdHandle(stream);
    if (own != nullptr && own != INVALID_HANDLE_VALUE &&
        ::DuplicateHandle(self, own, self, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS) != 0)
        return Handle(copy);
    copy = ::CreateFileW(L"NUL", stream == STD_INPUT_HANDLE ? GENERIC_READ : GENERIC_WRITE,
                         FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_EXISTING, 0, nullptr);
    let_inherit(copy);
    return Handle(copy);
}

/// What a child says, read by a thread of its own: no wait for a pipe has a limit.
struct Inbox {
    static constexpr std::size_t most = 1u << 22;  // a child that writes more waits
    std::mutex mutex;
    std::condition_variable changed;
    std::string bytes;
    bool ended = false;

    static void fill(const std::shared_ptr<Inbox>& inbox, Handle pipe) {
        std::thread([inbox, pipe = std::move(pipe)] {
            std::array<char, 1 << 16> chunk;
            for (DWORD count = 0;;) {
                const bool more =
                    ::ReadFile(pipe.get(), chunk.data(), chunk.size(), &count, nullptr) != 0 && count > 0;
                std::unique_lock lock(inbox->mutex);
                if (more) inbox->bytes.append(chunk.data(), count);
                inbox->ended = !more;
                inbox->changed.notify_all();
                if (!more) return;
                inbox->changed.wait(lock, [&] { return inbox->bytes.size() < most; });
            }
        }).detach();
    }
};

}  // namespace pbp::windows
