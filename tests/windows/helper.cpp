// SPDX-License-Identifier: MIT
// What only a program for Windows can do to another, for tests/windows/run:
//   helper hold FILE PROGRAM...         runs a program while nobody else may open a file
//   helper interrupt FILE PROGRAM...    runs it, and presses Ctrl-C as soon as that file exists
// It ends with the program's exit code.
#include <windows.h>

#include <cstdio>
#include <string>

namespace {

int run(wchar_t** words, int first, int count, const HANDLE* streams, const wchar_t* signal) {
    std::wstring line;
    for (int i = first; i < count; ++i) {
        const std::wstring word = words[i];
        const bool plain = !word.empty() && word.find(L' ') == word.npos;  // as somebody types it
        line += (i > first ? L" " : L"") + (plain ? word : L'"' + word + L'"');
    }
    STARTUPINFOW start{};
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = streams[0];
    start.hStdOutput = streams[1];
    start.hStdError = streams[2];
    PROCESS_INFORMATION made{};
    if (::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &start, &made) ==
        0)
        return 125;
    const auto signalled = [&] { return ::GetFileAttributesW(signal) != INVALID_FILE_ATTRIBUTES; };
    const DWORD pause_ms = signal == nullptr ? INFINITE : 50;
    DWORD waited = WAIT_TIMEOUT;
    while (waited == WAIT_TIMEOUT && !signalled()) waited = ::WaitForSingleObject(made.hProcess, pause_ms);
    if (waited == WAIT_TIMEOUT) {
        ::SetConsoleCtrlHandler(nullptr, TRUE);  // not this process
        if (::GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0) == 0) {
            std::printf("no Ctrl-C: error %lu\n", ::GetLastError());
            return 124;
        }
        if (::WaitForSingleObject(made.hProcess, 30000) == WAIT_TIMEOUT) return 123;
    }
    DWORD code = 0;
    ::GetExitCodeProcess(made.hProcess, &code);
    return static_cast<int>(code);
}

}  // namespace

int main() {
    int count = 0;
    wchar_t** const words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
    if (count < 4) return 126;
    const HANDLE streams[] = {::GetStdHandle(STD_INPUT_HANDLE), ::GetStdHandle(STD_OUTPUT_HANDLE),
                              ::GetStdHandle(STD_ERROR_HANDLE)};
    if (std::wstring(words[1]) == L"hold") {
        const HANDLE held = ::CreateFileW(words[2], GENERIC_READ, 0, nullptr, OPEN_EXISTING, 0, nullptr);
        return held == INVALID_HANDLE_VALUE ? 126 : run(words, 3, count, streams, nullptr);
    }
    ::FreeConsole();  // one that others share, or that has no keyboard
    if (::AllocConsole() == 0) std::printf("no console: error %lu\n", ::GetLastError());
    return run(words, 3, count, streams, words[2]);
}
