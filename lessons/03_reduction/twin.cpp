// SPDX-License-Identifier: MIT
#include "lessons/03_reduction/twin.hpp"

namespace reduction {

Index Launch::additions(const Pass& pass) const {
    switch (pass.kind) {
        case Kind::load:
            return load == Load::one ? 0 : load == Load::two ? 1 : 3 + rounds();
        case Kind::fold:
            return 1;
        case Kind::subgroups:
            return std::min(subgroup_size, local_size);
        case Kind::sums:
            return tree == Tree::subgroups ? subgroup_count() : 0;
        case Kind::gather:
            return (workgroups + local_size - 1) / local_size;
        case Kind::memory:
            return workgroups;
    }
    return 0;
}

void Tolerance::step(const Launch& launch, const Pass& pass) {
    if (magnitudes_.empty() || launch.by != pbp::Operator::sum) return;  // all others are exact
    pbp::RowShape none;
    reduction::step(magnitudes_, launch, pass, none);
    additions_ += launch.additions(pass);
    const double largest = std::numeric_limits<float>::max();
    double most = 0;
    for (const double magnitude : magnitudes_) most = std::max(most, std::min(magnitude, largest));
    allowed_ = additions_ * 0x1p-24 * most + n_ * 0x1p-126;
}

std::optional<double> Tolerance::in_the_end(const std::vector<Launch>& launches) const {
    if (magnitudes_.empty() || launches.front().by != pbp::Operator::sum) return {};
    double additions = 0, magnitude = 0;
    for (const auto& launch : launches)
        for (const auto& pass : launch.passes) additions += launch.additions(pass);
    for (const double each : magnitudes_) magnitude += each;
    if (magnitude > std::numeric_limits<float>::max()) return std::numeric_limits<double>::infinity();
    return additions * 0x1p-24 * magnitude + n_ * 0x1p-126;
}

std::vector<pbp::CellMark> marks(const Launch& launch, const Pass& pass, const Tolerance& tolerance) {
    using pbp::CellMark;
    std::vector<CellMark> marks(launch.cells_after(pass), CellMark::plain);
    for (Index cell = 0; cell < marks.size(); ++cell) {
        const Index group = cell / launch.local_size, place = cell % launch.local_size;
        const auto holds = [&](Index at) {
            return pass.gathered ? at < launch.workgroups : launch.first_element(at) < launch.n;
        };
        CellMark& mark = marks[cell];
        if (pass.kind == Kind::sums || pass.kind == Kind::memory) {
            if (cell >= pass.workgroups) mark = pass.stored ? CellMark::padded : CellMark::absent;
        } else if (group >= pass.workgroups ||
                   (pass.kind == Kind::subgroups && place >= launch.subgroup_count())) {
            mark = CellMark::absent;
        } else if (!holds(pass.kind == Kind::subgroups
                              ? group * launch.local_size + place * launch.subgroup_size
                              : cell)) {
            mark = CellMark::padded;
        } else if (pass.kind == Kind::fold && !launch.takes(cell, pass.stride)) {
            mark = CellMark::idle;
        }
        // By another operator padding may hold anything that changes no result.
        if (mark == CellMark::padded && launch.by != pbp::Operator::sum) mark = CellMark::absent;
        if (launch.tree == Tree::subgroups && tolerance.depends_on_order(cell)) mark = CellMark::absent;
    }
    return marks;
}

}  // namespace reduction
