// SPDX-License-Identifier: MIT
// The worker's side of a pair of processes.
#include "common/app/worker.hpp"

#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>

#include "common/app/messages.hpp"
#include "common/app/process.hpp"
#include "common/error.hpp"

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

// A thread of its own reads the lifeline, so that this process ends with its parent even while the main
// thread hangs inside a driver.
Orders::Orders() : queue_(std::make_shared<Queue>()) {
    std::thread([queue = queue_] {
        std::string line;
        for (char byte = 0; ::read(ChildProcess::lifeline_descriptor, &byte, 1) > 0;) {
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

int serve(const std::function<int(Sink&, Orders&)>& work) {
    ::unsetenv("PBP_WORKER");
    ::signal(SIGPIPE, SIG_IGN);
    Orders orders;
    MessageWriter sink(ChildProcess::events_descriptor);
    return work(sink, orders);
}

int serve(const std::function<int(Sink&)>& work) {
    return serve([&](Sink& sink, Orders&) { return work(sink); });
}

}  // namespace pbp
