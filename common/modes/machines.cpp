// SPDX-License-Identifier: MIT
#include "common/modes/machines.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace pbp {

std::vector<sim::Settings> swept(const sim::Settings& others) {
    using Order = sim::Settings::Order;
    std::vector<sim::Settings> all;
    for (const std::uint32_t size : {32u, 4u, 8u, 16u, 64u})
        for (const auto& [order, seed] : {std::pair{Order::in_order, 1u},
                                          {Order::reverse, 1u},
                                          {Order::random, 1u},
                                          {Order::random, 2u}}) {
            auto settings = others;
            settings.subgroup_size = size;
            settings.order = order;
            settings.seed = seed;
            settings.search = sim::Settings::Search::one_order;
            all.push_back(settings);
        }
    return all;
}

std::string in_words(const sim::Settings& settings) {
    return fmt::format("subgroups of {}, {}", settings.subgroup_size, sim::schedule_of(settings));
}

void on_all_cores(std::size_t count, const std::function<void(std::size_t)>& job) {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr problem;
    std::mutex mutex;
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++) try {
                job(i);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!problem) problem = std::current_exception();
            }
    };
    {
        std::vector<std::jthread> others;
        try {
            for (unsigned core = 1; core < std::thread::hardware_concurrency(); ++core)
                others.emplace_back(work);
        } catch (const std::system_error&) {  // the machine allows no more: this thread does the rest
        }
        work();
    }
    if (problem) std::rethrow_exception(problem);
}

}  // namespace pbp
