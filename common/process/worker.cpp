// SPDX-License-Identifier: MIT
// The worker's side of a pair of processes.
#include "common/process/worker.hpp"

#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "common/base/error.hpp"
#include "common/event/encoding.hpp"
#include "common/process/guarded.hpp"
#include "common/process/interrupt.hpp"
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
        for (char byte = 0; OwnParent::hear(&byte, 1) > 0;) {
            if (byte != '\n') {
                line += byte;
                continue;
            }
            const std::lock_guard lock(queue->mutex);
            queue->lines.push_back(std::exchange(line, {}));
            queue->arrived.notify_one();
        }
        leave_at_once(static_cast<int>(ExitCode::worker_died));
    }).detach();
}

namespace {

/// The worker's mouth.
struct Pipe final : Sink {
    void on_event(const Event& event) override {
        if (!OwnParent::say(encoded(event)))  // the parent is gone: nobody to work for
            leave_at_once(static_cast<int>(ExitCode::worker_died));
    }
};

}  // namespace

bool is_worker() {
    return std::getenv("PBP_WORKER") != nullptr;
}

int attempted(Sink& sink, const std::function<int()>& work) {
    try {
        return work();
    } catch (const Interrupted&) {
        sink.error(128 + interruption(), "Interrupted.");
        return 128 + interruption();
    } catch (const std::exception&) {
        const auto [cause, code, why] = failure_in_hand();
        if (cause == Failure::Cause::print) throw;  // guarded() says so
        sink.error(static_cast<int>(code),
                   cause == Failure::Cause::foreseen ? why : fmt::format("The run ended early: {}.", why));
        return static_cast<int>(code);
    }
}

int serve(const std::function<int(Sink&, Orders&)>& work) {
    OwnParent::meet();
    ignore_lost_readers();
    std::set_terminate([] { std::abort(); });  // without words, as in a driver's thread: the parent says it
    Pipe sink;
    const int exit_code = attempted(sink, [&] {
        Orders orders;
        return work(sink, orders);
    });
    sink.on_event(event::Finished{exit_code});
    return exit_code;
}

int serve(const std::function<int(Sink&)>& work) {
    return serve([&](Sink& sink, Orders&) { return work(sink); });
}

}  // namespace pbp
