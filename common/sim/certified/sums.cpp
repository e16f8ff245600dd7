// SPDX-License-Identifier: MIT
#include "common/sim/certified/sums.hpp"

namespace pbp::sim {

bool Sums::are_too_many(std::size_t cells) const {
    constexpr double most_work = 1e9;  // formulas that sums are followed through
    return static_cast<double>(cells) * static_cast<double>(formulas_.size()) > most_work;
}

// Operands are older than what they make.
Sum Sums::of(Provenance::Node cell) {
    Sum sum{std::vector<std::uint32_t>(n_)};
    times_.assign(cell + 1, 0);
    times_[cell] = 1;
    for (auto node = cell; node > 0; --node) {
        const auto count = times_[node];
        if (count == 0) continue;
        const auto& step = formulas_.step(node);
        if (step.kind == Provenance::Kind::word) {
            sum.times[step.a] += count;
        } else if (step.kind == Provenance::Kind::constant) {
            sum.besides += count * step.a;
        } else if (step.op == Op::add_w || step.op == Op::sub_w) {
            times_[step.a] += count;
            times_[step.b] += step.op == Op::sub_w ? 0 - count : count;
        } else {
            sum.stranger = node;
            return sum;
        }
    }
    return sum;
}

}  // namespace pbp::sim
