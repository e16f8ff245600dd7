// SPDX-License-Identifier: MIT
// The worker's side of a pair of processes.
#include "common/process/worker.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <thread>

#include "common/base/whole_file.hpp"
#include "common/event/messages.hpp"
#include "common/process/guarded.hpp"
#include "common/process/process.hpp"

namespace pbp {

struct Orders::Queue {
    std::mutex mutex;
    std::condition_variable arrived;
    std::deque<std::string> lines;
};

std::string Orders::next() {
    std::unique_lock lock(queue_->mutex);
    queue_->arrived.wait(lock, [&] { return !queue_->lines.empty(); });
    std::string line = std::move(queue_->lines.front());
    queue_->lines.pop_front();
    return line;
}

// A thread of its own listens to the parent, so that this process ends with its parent even while the main
// thread hangs inside a driver.
Orders::Orders() : queue_(std::make_shared<Queue>()) {
    std::thread([queue = queue_] {
        std::string line;
        for (char byte = 0; ::read(ChildProcess::parent_descriptor, &byte, 1) > 0;) {
            if (byte != '\n') {
                line += byte;
                continue;
            }
            const std::lock_guard lock(queue->mutex);
            queue->lines.push_back(std::exchange(line, {}));
            queue->arrived.notify_one();
        }
        ::_exit(static_cast<int>(ExitCode::worker_died));
    }).detach();
}

bool is_worker() {
    return std::getenv("PBP_WORKER") != nullptr;
}

int attempted(Sink& sink, const std::function<int()>& work) {
    const auto failed = [&](ExitCode code, const std::string& sentence) {
        sink.error(static_cast<int>(code), sentence);
        return static_cast<int>(code);
    };
    try {
        return work();
    } catch (const Error& problem) {
        return failed(problem.code(), problem.what());
    } catch (const std::bad_alloc&) {
        return failed(ExitCode::worker_died,
                      "The run ended early because memory ran out; close other programs, or ask for less, as "
                      "with a smaller --n.");
    } catch (const std::system_error& problem) {
        if (std::ferror(stdout) != 0) throw;  // a print threw it: guarded() says so
        const bool lacks = exit_code_of(problem.code()) == ExitCode::machine_lacks;
        return failed(lacks ? ExitCode::machine_lacks : ExitCode::worker_died,
                      fmt::format("The run ended early: {}{}.", in_words(problem),
                                  lacks ? "; " + remedy_for(problem.code(), "") : ""));
    } catch (const std::exception& problem) {
        return failed(ExitCode::worker_died, fmt::format("The run ended early: {}.", problem.what()));
    }
}

int serve(const std::function<int(Sink&, Orders&)>& work) {
    ::unsetenv("PBP_WORKER");
    ::signal(SIGPIPE, SIG_IGN);
    std::set_terminate([] { std::abort(); });  // without words, as in a driver's thread: the parent says it
    ::fcntl(ChildProcess::parent_descriptor, F_SETFD, FD_CLOEXEC);  // none of its own children keeps it open
    MessageWriter sink(ChildProcess::parent_descriptor);
    const int exit_code = attempted(sink, [&] {
        Orders orders;
        return work(sink, orders);
    });
    sink.finished(exit_code);
    return exit_code;
}

int serve(const std::function<int(Sink&)>& work) {
    return serve([&](Sink& sink, Orders&) { return work(sink); });
}

}  // namespace pbp
