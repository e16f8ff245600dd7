// SPDX-License-Identifier: MIT
#include "common/process/guarded.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <new>
#include <system_error>

#include "common/base/printable.hpp"
#include "common/base/readable.hpp"
#include "common/base/whole_file.hpp"
#include "common/process/interrupt.hpp"
#include "common/process/process.hpp"

namespace pbp {

namespace {

/// The exit code of a program that wants to end with `code`, once all that it printed is written.
int printed(const std::string& program, int code) {
    errno = 0;
    int problem = std::fflush(stdout) == 0 ? 0 : errno;
    if (problem == 0 && std::ferror(stdout) == 0) return code;
    if (problem == 0) problem = print_problem();
    if (is_reader_gone(problem)) {
        if (code == 0) end_with_reader();
        return code;
    }
    std::cerr << fmt::format(
        "{}: cannot write to standard output ({}); the output is incomplete.\n", program,
        problem == EBADF ? "it is closed" : std::generic_category().message(problem == 0 ? EIO : problem));
    const bool failed = code > 0 && code <= static_cast<int>(ExitCode::worker_died);  // not just interrupted
    return failed ? code : static_cast<int>(ExitCode::machine_lacks);
}

/// The system's reason, with the file that it is about, and what to do about it.
std::string in_words(const std::system_error& problem, bool lacks) {
    const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&problem);
    return (file != nullptr ? in_message(file->path1()) + ": " : "") + problem.code().message() +
           (lacks ? "; " + remedy_for(problem.code(), "") : "");
}

}  // namespace

Failure failure_in_hand() {
    using enum Failure::Cause;
    try {
        throw;
    } catch (const Error& problem) {
        return {foreseen, problem.code(), problem.what()};
    } catch (const std::bad_alloc&) {
        return {machine, ExitCode::worker_died,
                "out of memory; close other programs or choose a smaller --n"};
    } catch (const std::system_error& problem) {
        const bool lacks = exit_code_of(problem.code()) == ExitCode::machine_lacks;
        return {std::ferror(stdout) != 0 ? print : machine,
                lacks ? ExitCode::machine_lacks : ExitCode::worker_died, in_words(problem, lacks)};
    } catch (const std::exception& problem) {
        return {other, ExitCode::worker_died, problem.what()};
    }
}

int guarded(const std::string& program, const std::function<int()>& run) {
    settle_process();
    int code = 0;
    try {
        std::error_code deleted;
        (void)std::filesystem::current_path(deleted);
        if (deleted)
            fail(ExitCode::wrong_usage, "the current folder cannot be used ({}); change to another one (cd).",
                 deleted.message());
        code = run();
    } catch (const Interrupted&) {
        std::cerr << "Interrupted.\n";
        code = 128 + interruption();
    } catch (const std::exception&) {
        const auto [cause, failed, why] = failure_in_hand();
        using enum Failure::Cause;
        if (cause == foreseen)
            std::cerr << program << ": " << printable(why) << "\n";
        else if (cause != print)  // of which printed() says more
            std::cerr << program << ": it ended early: " << printable(why) << ".\n";
        if (cause != print) code = static_cast<int>(cause == machine ? ExitCode::machine_lacks : failed);
    }
    return printed(program, code);
}

}  // namespace pbp
