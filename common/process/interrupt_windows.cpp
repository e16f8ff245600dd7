// SPDX-License-Identifier: MIT
#include "common/process/interrupt.hpp"

#include <io.h>

#include <atomic>
#include <cerrno>
#include <csignal>

#include "common/base/windows_error.hpp"

namespace pbp {

namespace {

std::atomic<int> caught = 0;

BOOL WINAPI on_console_event(DWORD event) {
    caught = SIGINT;
    // Windows ends the process as soon as this returns: five seconds are all that it gives.
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) ::Sleep(5000);
    return TRUE;
}

}  // namespace

void catch_signals() {
    ::SetConsoleCtrlHandler(on_console_event, TRUE);
}

void end_with_parent() {}

int interruption() {
    return caught;
}

// Such writes are errors in any case.
void ignore_lost_readers() {}
void end_with_reader() {}

int print_problem() {
    return ::_write(1, "\n", 1) < 0 ? errno : 0;
}

bool is_reader_gone(int error) {
    return error == EPIPE ||
           error == EINVAL;  // the C library of mingw-w64 knows the first reason only by the second
}

}  // namespace pbp
