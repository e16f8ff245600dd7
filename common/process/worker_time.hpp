// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>

#include "common/process/process.hpp"

namespace pbp {

/// While it waits for a worker, the parent looks this often whether it should stop, and whether the worker is
/// alive.
constexpr std::chrono::milliseconds look_interval{500};
/// How long a worker may use no processor time while neither a build nor a dispatch runs.
constexpr std::chrono::seconds idle_limit{10};

/// For how many looks in a row a process has used no processor time. Looks, not seconds: a machine that
/// sleeps takes none.
class Idleness {
  public:
    void look(const ChildProcess& worker) {
        const auto used = worker.processor_time();
        looks_ = used && used == used_ ? looks_ + 1 : 0;
        used_ = used;
    }
    bool lasts() const { return looks_ * look_interval >= idle_limit; }

  private:
    std::optional<std::chrono::nanoseconds> used_;
    int looks_ = 0;
};

/// The processor time that a worker may use from now on.
class Allowance {
  public:
    Allowance(const ChildProcess& worker, std::optional<double> seconds)
        : seconds_(seconds), before_(worker.processor_time()) {}
    bool is_spent(const ChildProcess& worker) const {
        if (!seconds_ || !before_) return false;
        const auto used = worker.processor_time();
        return used && std::chrono::duration<double>(*used - *before_).count() > *seconds_;
    }

  private:
    std::optional<double> seconds_;
    std::optional<std::chrono::nanoseconds> before_;
};

}  // namespace pbp
