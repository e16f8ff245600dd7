// SPDX-License-Identifier: MIT
// Arithmetic faults, and how any fault is recorded.
#include <cmath>

#include "common/sim/run/executor.hpp"
#include "common/sim/run/lanes.hpp"

namespace pbp::sim {

using namespace lanes;

void Executor::report(Fault fault, const Instruction& in, u32 lane, u64 number, u64 limit, Place place) {
    Finding made;
    made.fault = fault;
    made.here = {in.site, invocation(lane)};
    made.number = number;
    made.limit = limit;
    made.place = place;
    dispatch_.findings.add(made);
}

void Executor::divided_by_zero(const Instruction& in, bool wide) {
    now_->active.each([&](u32 lane) {
        if (wide ? value64(in.b, lane) == 0 : row(in.b)[lane] == 0) report(Fault::division_by_zero, in, lane);
    });
}

void Executor::shifted_too_far(const Instruction& in, bool wide) {
    const u32 limit = wide ? 64 : 32;
    now_->active.each([&](u32 lane) {
        const u64 by = wide ? value64(in.b, lane) : row(in.b)[lane];
        if (by >= limit) report(Fault::wide_shift, in, lane, by, limit);
    });
}

void Executor::look_for_nan(const Instruction& in, bool wide) {
    const auto is_nan = [&](Row r, u32 lane) {
        if (r == no_row) return false;
        return wide ? std::isnan(f(value64(r, lane))) : std::isnan(f(row(r)[lane]));
    };
    now_->active.each([&](u32 lane) {
        if (!is_nan(in.d, lane)) return;
        const bool had = (in.flags & Instruction::in_place) != 0
                             ? nans_.has(lane)
                             : is_nan(in.a, lane) || is_nan(in.b, lane) || is_nan(in.c, lane);
        if (!had) report(Fault::nan_born, in, lane);
    });
}

void Executor::keep_nans(const Instruction& in, bool wide) {
    nans_ = {};
    now_->active.each([&](u32 lane) {
        for (const Row r : {in.a, in.b, in.c})
            if (r != no_row && std::isnan(wide ? f(value64(r, lane)) : double{f(row(r)[lane])}))
                nans_.add(lane);
    });
}

void Executor::shifted_too_far_if_any(const Instruction& in) {
    u32 any = 0;
    for (u32 lane = 0; lane < lanes_; ++lane) any |= row(in.b)[lane];
    if (any >= 32) shifted_too_far(in, false);
}

}  // namespace pbp::sim
