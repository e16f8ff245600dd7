// SPDX-License-Identifier: MIT
#include "common/sim/code/rows.hpp"

#include "common/base/error.hpp"

namespace pbp::sim {

Row Rows::taken(std::uint32_t count) {
    constexpr std::uint32_t most = 1u << 16;
    if (count > most - next_)
        fail(ExitCode::shader_does_not_build,
             "Each invocation of the shader keeps more than {} words in its variables; the simulator has no "
             "room "
             "for that.",
             most);
    const Row first = next_;
    next_ += count;
    return first;
}

Row Rows::temporary(std::uint32_t count) {
    auto& free = free_[count];
    if (free.empty()) {
        const auto run = static_cast<std::uint32_t>(runs_.size());
        const Row first = taken(count);
        runs_.push_back({first, count, true});
        for (std::uint32_t i = 0; i < count; ++i) run_of_[first + i] = run;
        references_.resize(next_, 0);
        free.push_back(run);
    }
    const auto run = free.back();
    free.pop_back();
    runs_[run].free = false;
    recent_.push_back(run);
    return runs_[run].first;
}

void Rows::free_if_unused(Row row) {
    const auto number = run_of_.at(row);
    auto& run = runs_[number];
    for (std::uint32_t i = 0; i < run.count; ++i)
        if (references_[run.first + i] > 0) return;
    if (run.free) return;
    run.free = true;
    free_[run.count].push_back(number);
}

void Rows::drop(Row row) {
    if (!is_temporary(row)) return;
    if (--references_[row] == 0) free_if_unused(row);
}

void Rows::end_statement() {
    for (const auto run : recent_) free_if_unused(runs_[run].first);
    recent_.clear();
}

}  // namespace pbp::sim
