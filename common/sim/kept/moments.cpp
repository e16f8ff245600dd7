// SPDX-License-Identifier: MIT
#include "common/sim/kept/moments.hpp"

namespace pbp::sim {

std::size_t Moments::Hash::operator()(const Moment& moment) const {
    std::uint64_t mixed = moment.clock;
    for (const std::uint32_t word : {moment.epoch, moment.site})
        mixed = (mixed ^ (mixed >> 29)) * 0x9E3779B97F4A7C15u + word;
    return mixed ^ (mixed >> 32);
}

std::uint32_t Moments::number_of(const Moment& moment) {
    const std::scoped_lock lock(mutex_);
    if (numbers_.size() == most_known) numbers_.clear();
    const auto [found, fresh] = numbers_.try_emplace(moment, count_);
    if (fresh) {
        ++count_;
        const auto level = level_of(found->second), first = first_of(level);
        if (levels_[level] == nullptr)
            levels_[level] = std::make_unique<Moment[]>(std::size_t{smallest} << level);
        levels_[level][found->second - first] = moment;
    }
    return found->second;
}

}  // namespace pbp::sim
