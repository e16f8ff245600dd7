// SPDX-License-Identifier: MIT
#include "common/process/process.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "common/base/error.hpp"
#include "common/base/system.hpp"
#include "common/process/command_line_windows.hpp"
#include "common/process/interrupt.hpp"
#include "common/process/pipe_windows.hpp"

namespace pbp {

using namespace windows;

namespace {

/// The exit status of a child that kill() has ended. Windows has no signals, so these codes take their place
/// in Ended.
constexpr UINT killed_status = 0xC000FF09;
constexpr int killed = 9, interrupted = 0x13A, lost_page = 0x006;

}  // namespace

struct ChildProcess::System {
    Handle process, job, says;
    std::shared_ptr<Inbox> inbox = std::make_shared<Inbox>();
    bool told_of_interruption = false;

    /// Starts it with these standard streams, and with no other handles than these and `inherited`.
    void create(std::wstring line, std::wstring variables, const std::array<HANDLE, 3>& streams,
                std::vector<HANDLE> inherited, DWORD flags) {
        for (const HANDLE stream : streams)  // a handle may be listed once only
            if (std::find(inherited.begin(), inherited.end(), stream) == inherited.end())
                inherited.push_back(stream);
        SIZE_T size = 0;
        ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
        std::vector<std::byte> room(size);
        auto* const list = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(room.data());
        STARTUPINFOEXW start{};
        start.StartupInfo.cb = sizeof start;
        start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
        start.StartupInfo.hStdInput = streams[0];
        start.StartupInfo.hStdOutput = streams[1];
        start.StartupInfo.hStdError = streams[2];
        start.lpAttributeList = list;
        PROCESS_INFORMATION made{};
        const bool started =
            ::InitializeProcThreadAttributeList(list, 1, 0, &size) != 0 &&
            ::UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, inherited.data(),
                                        inherited.size() * sizeof(HANDLE), nullptr, nullptr) != 0 &&
            ::CreateProcessW(
                nullptr, line.data(), nullptr, nullptr, TRUE,
                flags | CREATE_SUSPENDED | CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT,
                variables.data(), nullptr, &start.StartupInfo, &made) != 0;
        const auto problem = started ? std::error_code() : windows_error();
        ::DeleteProcThreadAttributeList(list);
        if (!started) throw NotStarted{problem};
        process = Handle(made.hProcess);
        const Handle thread(made.hThread);
        // All that it starts belongs to it, and ends when this process no longer holds the job.
        job = Handle(::CreateJobObjectW(nullptr, nullptr));
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        ::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
        if (::AssignProcessToJobObject(job.get(), process.get()) == 0) job.close();
        ::ResumeThread(thread.get());
    }
};

std::string ChildProcess::itself(const char* otherwise) {
    const auto program = own_program();
    return program.empty() ? otherwise : program.string();
}

void ChildProcess::start(const std::string& program, const std::vector<std::string>& words,
                         Connection connection, const std::vector<std::string>& settings) {
    system_.reset(new System{});
    const auto found = windows::found_program(program, connection == Connection::output);
    const auto line = windows::command_line(found, words);
    if (connection == Connection::terminal || connection == Connection::worker) {
        const Handle in = inheritable(STD_INPUT_HANDLE), out = inheritable(STD_OUTPUT_HANDLE),
                     error = inheritable(STD_ERROR_HANDLE);
        const std::array<HANDLE, 3> streams{in.get(), out.get(), error.get()};
        if (connection == Connection::terminal)
            return system_->create(line, windows::environment(settings), streams, {}, 0);
        Pipe orders, events;
        let_inherit(orders.reads.get());
        let_inherit(events.writes.get());
        auto with_mark = settings;
        with_mark.push_back(fmt::format("PBP_WORKER={},{}",
                                        reinterpret_cast<std::uintptr_t>(orders.reads.get()),
                                        reinterpret_cast<std::uintptr_t>(events.writes.get())));
        system_->create(line, windows::environment(with_mark), streams,
                        {orders.reads.get(), events.writes.get()}, 0);
        system_->says = std::move(orders.writes);
        Inbox::fill(system_->inbox, std::move(events.reads));
        return;
    }
    Pipe heard;
    let_inherit(heard.writes.get());
    Handle in;
    if (connection == Connection::streams) {
        Pipe said;
        let_inherit(said.reads.get());
        in = std::move(said.reads);
        system_->says = std::move(said.writes);
    } else {
        in = Handle(::CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                                  OPEN_EXISTING, 0, nullptr));
        let_inherit(in.get());
    }
    // Ctrl-C is for this process, which then ends the group.
    const DWORD flags = connection == Connection::output ? CREATE_NEW_PROCESS_GROUP : 0;
    system_->create(line, windows::environment(settings), {in.get(), heard.writes.get(), heard.writes.get()},
                    {}, flags);
    Inbox::fill(system_->inbox, std::move(heard.reads));
}

ChildProcess::~ChildProcess() {
    if (system_ == nullptr || system_->process.get() == nullptr) return;
    kill();
    wait();
}

ChildProcess::Heard ChildProcess::hear(std::string& bytes, std::chrono::milliseconds limit) {
    using namespace std::chrono_literals;
    const auto deadline = std::chrono::steady_clock::now() + limit;
    std::unique_lock lock(system_->inbox->mutex);
    for (;;) {
        auto& inbox = *system_->inbox;
        if (!inbox.bytes.empty()) {
            bytes += std::exchange(inbox.bytes, {});
            inbox.changed.notify_all();
            return Heard::bytes;
        }
        if (inbox.ended) return Heard::end;
        // No wait is interrupted by Ctrl-C here, so each looks for it.
        if (interruption() != 0 && !std::exchange(system_->told_of_interruption, true))
            return Heard::interruption;
        const auto now = std::chrono::steady_clock::now();
        if (now >= deadline) return Heard::nothing;
        inbox.changed.wait_until(lock, std::min(deadline, now + 50ms));
    }
}

void ChildProcess::say(const std::string& line) {
    const std::string words = line + "\n";
    DWORD count = 0;
    ::WriteFile(system_->says.get(), words.data(), static_cast<DWORD>(words.size()), &count, nullptr);
}

bool ChildProcess::is_gone() const {
    const std::lock_guard lock(system_->inbox->mutex);
    return system_->inbox->ended;
}

bool ChildProcess::is_over() const {
    return ::WaitForSingleObject(system_->process.get(), 0) == WAIT_OBJECT_0;
}

void ChildProcess::kill() {
    if (system_->job.get() != nullptr)
        ::TerminateJobObject(system_->job.get(), killed_status);
    else
        ::TerminateProcess(system_->process.get(), killed_status);
}

std::optional<std::chrono::nanoseconds> ChildProcess::processor_time() const {
    FILETIME made{}, ended{}, kernel{}, user{};
    if (::GetProcessTimes(system_->process.get(), &made, &ended, &kernel, &user) == 0) return std::nullopt;
    const auto ticks = [](const FILETIME& time) {
        return (std::int64_t{time.dwHighDateTime} << 32) | std::int64_t{time.dwLowDateTime};
    };
    return std::chrono::nanoseconds(100 * (ticks(kernel) + ticks(user)));
}

std::optional<Ended> ChildProcess::wait() {
    DWORD status = 0;
    const bool known = ::WaitForSingleObject(system_->process.get(), INFINITE) == WAIT_OBJECT_0 &&
                       ::GetExitCodeProcess(system_->process.get(), &status) != 0;
    system_->process.close();
    system_->job.close();
    if (!known) return std::nullopt;
    if (status == killed_status) return Ended{true, killed};
    const bool by_exception = status >> 16 == 0xC000;
    return Ended{by_exception, static_cast<int>(by_exception ? status & 0xFFFF : status)};
}

EndedBy ended_by(const Ended& ended) {
    switch (ended.code) {
        case killed:
            return EndedBy::kill;
        case interrupted:
            return EndedBy::request;
        case lost_page:
            return EndedBy::lost_file;
        default:
            return EndedBy::crash;
    }
}

std::string in_words(const Ended& ended) {
    const char* name = "see the list of NTSTATUS values";
    switch (ended.code) {
        case killed:
            return "ended by TerminateProcess";
        case interrupted:
            return "ended by Ctrl-C";
        case 0x005:
            name = "access violation";
            break;
        case 0x006:
            name = "in-page error";
            break;
        case 0x017:
            name = "no memory";
            break;
        case 0x01D:
            name = "illegal instruction";
            break;
        case 0x094:
            name = "integer division by zero";
            break;
        case 0x0FD:
            name = "stack overflow";
            break;
        case 0x135:
            name = "a DLL was not found";
            break;
        case 0x409:
            name = "abort";
            break;
    }
    return fmt::format("exception 0x{:08X}, {}", 0xC0000000u | static_cast<unsigned>(ended.code), name);
}

}  // namespace pbp
