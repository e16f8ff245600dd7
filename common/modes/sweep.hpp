// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "common/event/sink.hpp"
#include "common/modes/task.hpp"
#include "common/modes/traits.hpp"
#include "common/sim/run/settings.hpp"

namespace pbp {

namespace mode {

/// On simulators with several subgroup sizes and orders.
struct Sweep : Traits {
    static constexpr const char *verb = "sweep",
                                *does =
                                    "Run on the simulator with subgroups of 4, 8, 16, 32 and 64 in four "
                                    "orders, and report those that differ";
    static constexpr bool simulates = true, writes = false;

    void add_options(const VerbOptions& sweep);
    int run(const Task& task, Sink& sink) const;
    std::string where_to_look(const Heard&, const Options&) const { return {}; }
};

}  // namespace mode

/// Runs each chosen version on simulators with several subgroup sizes and orders, each run checked and looked
/// through for faults, and tells how each came out. `others` says
/// all else. Gives the exit code of the first that is not right.
int sweep_versions(const Task& task, const sim::Settings& others, Sink& sink);

/// What a sweep runs: subgroups of 4, 8, 16, 32 and 64 lanes, each in order, in reverse and in two random
/// orders; all else as given. The first, in order on 32 lanes, is what the others are compared with.
std::vector<sim::Settings> swept(const sim::Settings& others);

/// E.g. "subgroups of 8, reverse".
std::string in_words(const sim::Settings& settings);

/// The sink of one run among several beside each other. It passes on what the run begins and nothing else:
/// time limits are those of what began last, and it is not over before all are.
class BesideOthers final : public Sink {
  public:
    BesideOthers(Sink& next, std::mutex& mutex, const sim::Settings& settings)
        : next_(next), mutex_(mutex), machine_(in_words(settings)) {}
    void on_event(const Event& event) override {
        const auto* begun = std::get_if<event::Begin>(&event);
        if (begun == nullptr) return;
        const std::lock_guard lock(mutex_);
        next_.begin(begun->activity, begun->what + " with " + machine_);
    }

  private:
    Sink& next_;
    std::mutex& mutex_;
    std::string machine_;
};

/// Calls job(0) ... job(count - 1) on all cores; the first exception is thrown on, when all have ended.
void on_all_cores(std::size_t count, const std::function<void(std::size_t)>& job);

}  // namespace pbp
