// SPDX-License-Identifier: MIT
#include "common/process/process.hpp"

#include "common/base/error.hpp"

namespace pbp {

std::string NotStarted::advice() const {
    return reason == std::errc::too_many_files_open ? "; raise ulimit -n" : "";
}

ChildProcess::ChildProcess(int argc, const char* const* argv) {
    start_worker(itself(argv[0]), {argv, argv + argc});
}

ChildProcess::ChildProcess(const std::string& program, const std::vector<std::string>& words) {
    std::vector<std::string> line{program};
    line.insert(line.end(), words.begin(), words.end());
    start_worker(program, line);
}

ChildProcess::ChildProcess(const std::vector<std::string>& words, Connection connection,
                           const std::vector<std::string>& settings) {
    start(words.front(), words, connection, settings);
}

void ChildProcess::start_worker(const std::string& program, const std::vector<std::string>& words) {
    try {
        start(program, words, Connection::worker, {});
    } catch (const NotStarted& problem) {
        if (!problem.connected)
            fail(ExitCode::machine_lacks, "Cannot connect to a worker process ({}){}.",
                 problem.reason.message(), problem.advice());
        fail(ExitCode::machine_lacks, "The worker process {} could not be started ({}).", program,
             problem.reason.message());
    }
}

int run_program(const std::string& program, const std::vector<std::string>& words) {
    std::vector<std::string> line{program};
    line.insert(line.end(), words.begin(), words.end());
    try {
        ChildProcess child(line, Connection::terminal);
        const auto ended = child.wait();
        if (!ended)
            fail(ExitCode::worker_died, "{} could not be waited for: another part of this program did that.",
                 program);
        return ended->by_signal ? 128 + ended->code : ended->code;
    } catch (const NotStarted& problem) {
        fail(ExitCode::machine_lacks, "{} could not be started ({}).", program, problem.reason.message());
    }
}

}  // namespace pbp
