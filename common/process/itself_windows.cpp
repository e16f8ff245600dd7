// SPDX-License-Identifier: MIT
// What a process does about itself: how it begins, how it ends at once, and how it speaks with its parent.
#include <fcntl.h>
#include <io.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "common/base/windows_error.hpp"
#include "common/process/process.hpp"

namespace pbp {

namespace {

/// The handles of a worker to its parent.
struct ToParent {
    HANDLE orders = INVALID_HANDLE_VALUE, events = INVALID_HANDLE_VALUE;
};
ToParent to_parent;

}  // namespace

void settle_process() {
    for (const DWORD stream : {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
        DWORD mode = 0;
        const HANDLE handle = ::GetStdHandle(stream);
        if (stream != STD_INPUT_HANDLE && ::GetConsoleMode(handle, &mode) != 0)
            ::SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
    for (std::FILE* stream : {stdin, stdout, stderr})
        if (::_fileno(stream) >= 0) ::_setmode(::_fileno(stream), _O_BINARY);
    ::SetConsoleOutputCP(CP_UTF8);
    ::SetConsoleCP(CP_UTF8);
    // A crash is reported by the parent, not by a window that waits for somebody.
    ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    std::signal(SIGABRT, [](int) { ::TerminateProcess(::GetCurrentProcess(), 0xC0000409); });
}

// Not by ExitProcess, which calls every DLL: a driver may hang there.
void leave_at_once(int code) {
    ::TerminateProcess(::GetCurrentProcess(), static_cast<UINT>(code));
    std::abort();
}

void OwnParent::meet() {
    unsigned long long orders = 0, events = 0;
    const char* handles = std::getenv("PBP_WORKER");
    if (handles != nullptr && std::sscanf(handles, "%llu,%llu", &orders, &events) == 2)
        to_parent = {reinterpret_cast<HANDLE>(orders), reinterpret_cast<HANDLE>(events)};
    for (const HANDLE handle : {to_parent.orders, to_parent.events})
        ::SetHandleInformation(handle, HANDLE_FLAG_INHERIT, 0);
    ::_putenv("PBP_WORKER=");
    // Ctrl-C reaches both processes. A worker that it ended would look like one that died, if the parent has
    // not seen it yet: the parent decides, and this process ends with it.
    const auto left_to_parent = [](DWORD event) -> BOOL {
        return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    };
    ::SetConsoleCtrlHandler(left_to_parent, TRUE);
}

std::size_t OwnParent::hear(char* into, std::size_t size) {
    DWORD count = 0;
    return ::ReadFile(to_parent.orders, into, static_cast<DWORD>(size), &count, nullptr) != 0 ? count : 0;
}

bool OwnParent::say(std::string_view bytes) {
    while (!bytes.empty()) {
        DWORD count = 0;
        if (::WriteFile(to_parent.events, bytes.data(), static_cast<DWORD>(bytes.size()), &count, nullptr) ==
            0)
            return false;
        bytes.remove_prefix(count);
    }
    return true;
}

}  // namespace pbp
