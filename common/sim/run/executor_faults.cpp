// SPDX-License-Identifier: MIT
// Arithmetic faults, races, and how any fault is recorded.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "common/sim/code/functions.hpp"
#include "common/sim/run/executor.hpp"
#include "common/sim/run/lanes.hpp"

namespace pbp::sim {

using namespace lanes;

std::size_t Dispatch::found(const Finding& made) {
    const auto number = findings.add(made);
    if (steps != nullptr) steps->finds(made, number);
    return number;
}

void Executor::report(Fault fault, const Instruction& in, u32 lane, u64 number, u64 limit, Place place) {
    dispatch_.found({.fault = fault,
                     .here = {in.site, invocation(lane)},
                     .place = place,
                     .number = number,
                     .limit = limit});
}

void Executor::divided_by_zero(const Instruction& in, bool wide) {
    now_->active.each([&](u32 lane) {
        const u64 by = wide ? value64(in.b, lane) : row(in.b)[lane];
        if (by == 0) return undefined(Fault::division_by_zero, in, lane);
        if (in.op == Op::div_i ? by == ~0u && row(in.a)[lane] == 1u << 31
                               : in.op == Op::div_l && by == ~u64{0} && value64(in.a, lane) == u64{1} << 63)
            undefined(Fault::undefined_result, in, lane, "the smallest number divided by -1");
    });
}

// GLSL 4.50, 5.9: % is undefined if an operand is negative, too.
void Executor::look_at_remainder(const Instruction& in) {
    u32 signs = 0, zeros = 0;
    for (u32 lane = 0; lane < lanes_; ++lane) {
        signs |= row(in.a)[lane] | row(in.b)[lane];
        zeros |= row(in.b)[lane] == 0 ? 1u : 0u;
    }
    if (zeros != 0) divided_by_zero(in, false);
    if (signs >> 31 == 0) return;
    now_->active.each([&](u32 lane) {
        if ((row(in.a)[lane] | row(in.b)[lane]) >> 31 != 0)
            undefined(Fault::undefined_result, in, lane, "% of a negative number");
    });
}

// A number that its new type cannot hold.
template <typename T>
void Executor::look_for_overflow(const Instruction& in, bool wide) {
    constexpr bool is_signed = std::is_signed_v<T>;
    double low = static_cast<double>(std::numeric_limits<T>::min()),
           high = 2.0 * static_cast<double>(std::numeric_limits<T>::max() / 2 + 1);
    if (in.y != 0) {
        high = std::ldexp(1.0, static_cast<int>(in.y) - (is_signed ? 1 : 0));
        low = is_signed ? -high : 0.0;
    }
    if (!wide) {
        u32 outside = 0;
        for (u32 lane = 0; lane < lanes_; ++lane) {
            const float x = f(row(in.a)[lane]);
            outside |= x >= static_cast<float>(low) && x < static_cast<float>(high) ? 0u : 1u;
        }
        if (outside == 0) return;
    }
    now_->active.each([&](u32 lane) {
        const double x = wide ? f(value64(in.a, lane)) : double{f(row(in.a)[lane])};
        if (std::trunc(x) >= low && x < high) return;
        constexpr const char* names[][2] = {
            {"uint8_t", "int8_t"}, {"uint16_t", "int16_t"}, {"uint", "int"}, {"uint64_t", "int64_t"}};
        const auto* type = names[std::countr_zero(in.y != 0 ? in.y : u32{8 * sizeof(T)}) - 3];
        make_garbage({.fault = Fault::undefined_conversion,
                      .number = std::bit_cast<u64>(x),
                      .reason = type[is_signed ? 1 : 0]},
                     in, lane, in.d);
    });
}
template void Executor::look_for_overflow<std::int32_t>(const Instruction&, bool);
template void Executor::look_for_overflow<std::uint32_t>(const Instruction&, bool);
template void Executor::look_for_overflow<std::int64_t>(const Instruction&, bool);
template void Executor::look_for_overflow<std::uint64_t>(const Instruction&, bool);

void Executor::look_at_call(const Instruction& in) {
    const auto& function = scalar_function(in.x);
    const auto operand = [&](Row r, u32 lane) { return r == no_row ? 0 : row(r)[lane]; };
    now_->active.each([&](u32 lane) {
        if (function.undefined(operand(in.a, lane), operand(in.b, lane), operand(in.c, lane)))
            undefined(Fault::undefined_result, in, lane, function.reason);
    });
}

namespace {

u32 width_of_shift(const Instruction& in, bool wide) {
    return in.y != 0 ? in.y : wide ? 64 : 32;
}

}  // namespace

void Executor::shifted_too_far(const Instruction& in, bool wide) {
    const u32 limit = width_of_shift(in, wide);
    now_->active.each([&](u32 lane) {
        const u64 by = wide ? value64(in.b, lane) : row(in.b)[lane];
        if (by < limit) return;
        const bool is_negative = !wide && (in.flags & Instruction::is_signed) != 0 && by >> 31 != 0;
        const u64 number = is_negative ? by | ~u64{0xFFFFFFFFu} : by;
        make_garbage({.fault = Fault::wide_shift, .number = number, .limit = limit}, in, lane, in.d);
    });
}

void Executor::shifted_too_far_if_any(const Instruction& in) {
    u32 any = 0;
    for (u32 lane = 0; lane < lanes_; ++lane) any |= row(in.b)[lane];
    if (any >= width_of_shift(in, false)) shifted_too_far(in, false);
}

namespace {

/// How an operation is written that may make a NaN.
constexpr std::pair<Op, const char*> names[] = {
    {Op::add_f, "+"},   {Op::add_d, "+"},   {Op::sub_f, "-"},     {Op::sub_d, "-"},   {Op::mul_f, "*"},
    {Op::mul_d, "*"},   {Op::div_f, "/"},   {Op::div_d, "/"},     {Op::rem_f, "mod"}, {Op::rem_d, "mod"},
    {Op::mod_f, "mod"}, {Op::mod_d, "mod"}, {Op::sqrt_f, "sqrt"}, {Op::fma_f, "fma"}, {Op::fma_d, "fma"}};

const char* name_of(const Instruction& in) {
    const auto* found = std::ranges::find(names, in.op, &std::pair<Op, const char*>::first);
    return found == std::end(names) ? scalar_function(in.x).name.data() : found->second;
}

}  // namespace

// Functions that are undefined for such operands have been looked at.
void Executor::look_for_nan(const Instruction& in, bool wide) {
    const bool called = in.op >= Op::call_f1 && in.op <= Op::call_d3;
    if (called && !wide && scalar_function(in.x).undefined != nullptr) return;
    const auto bits = [&](Row r, u32 lane) {
        return r == no_row ? 0 : wide ? value64(r, lane) : u64{row(r)[lane]};
    };
    const auto is_nan = [&](u64 value) {
        return std::isnan(wide ? f(value) : double{f(static_cast<u32>(value))});
    };
    const bool in_place = (in.flags & Instruction::in_place) != 0;
    now_->active.each([&](u32 lane) {
        if (!is_nan(bits(in.d, lane))) return;
        const auto given =
            in_place ? operands_[lane] : std::array{bits(in.a, lane), bits(in.b, lane), bits(in.c, lane)};
        if (std::ranges::any_of(given, is_nan)) return;
        Finding made;
        made.fault = Fault::nan_born;
        made.reason = name_of(in);
        const auto real = [&](u64 value) {
            return wide ? static_cast<float>(f(value)) : f(static_cast<u32>(value));
        };
        for (std::size_t k = 0; k < 3; ++k) made.texel[k] = std::bit_cast<u32>(real(given[k]));
        made.limit = in.b == no_row ? 1 : in.c == no_row ? 2 : 3;
        make_garbage(made, in, lane, in.d);
    });
}

void Executor::keep_operands(const Instruction& in, bool wide) {
    now_->active.each([&](u32 lane) {
        const auto bits = [&](Row r) {
            return r == no_row ? 0 : wide ? value64(r, lane) : u64{row(r)[lane]};
        };
        operands_[lane] = {bits(in.a), bits(in.b), bits(in.c)};
    });
}

void Executor::read_unwritten(const Instruction& in, const Touch& now, Place place) {
    make_garbage({.fault = Fault::unwritten_shared, .place = place}, in, now.who - first_who_,
                 in.op == Op::load_shared ? loading_ : in.d);
}

namespace {

Coherence coherence_for(Reach reach) {
    return reach == Reach::device      ? Coherence::device
           : reach == Reach::workgroup ? Coherence::workgroup
                                       : Coherence::subgroup;
}

Coherence coherence_at(const Touch& one) {
    constexpr std::uint32_t all = 7;
    return static_cast<Coherence>(one.site >> Moment::coherence & all);
}

}  // namespace

// True of two atomics whose scopes include each other.
bool Executor::exclude_each_other(const Touch& a, const Touch& b) const {
    if (!a.is_atomic() || !b.is_atomic()) return false;
    return !narrow_atomics_ ||
           std::min(coherence_at(a), coherence_at(b)) >= coherence_for(reach_between(a.who, b.who));
}

// True if one of two ordered accesses, a write and a read of it, makes the value available, or visible, to
// the other invocation.
bool Executor::passes_on(const Touch& one, const Touch& write, const Touch& read) const {
    const Reach reach = reach_between(write.who, read.who);
    const auto coherence = coherence_at(one);
    if (one.is_atomic() || coherence == Coherence::device) return true;
    if (coherence != Coherence::by_fence) return coherence >= coherence_for(reach);
    const bool writes = one.who == write.who;
    const auto& fences = fences_of(one.who);
    const u32 lane = (one.who - dispatch_.base) % dispatch_.local_count() % size_;
    const auto begin = fences.begin() + (writes ? one.clock : 0);
    return std::any_of(begin, fences.end(), [&](const Fence& fence) {
        return (writes ? fence.available : fence.visible) && fence.reach >= reach && fence.lanes.has(lane);
    });
}

bool Executor::check(const Touch& before, const Touch& now, bool was_write, bool is_write, Place place,
                     u32 value, u32 other) {
    if (exclude_each_other(before, now)) return false;
    const bool shared = place.space == Place::Space::shared;
    if (shared && before.epoch < now.epoch && !weak_barriers_) {
        counts_ordering(before.number);
        return false;
    }
    const Order found = order(before, now, was_write, place.space);
    Fault fault = Fault::race;
    if (found == Order::ordered) {
        const bool needed = !shared && was_write && !is_write;
        if (!needed || (passes_on(before, before, now) && passes_on(now, before, now))) return false;
        fault = Fault::not_coherent;
    } else if (found == Order::not_visible && !shared) {
        fault = Fault::no_memory_barrier;
    } else if (was_write && is_write && value == other && !before.is_atomic() && !now.is_atomic()) {
        fault = Fault::same_value_race;
    }
    Finding made;
    made.fault = fault;
    made.here = {now.site & Moment::places, now.who - dispatch_.base, is_write || now.is_atomic(),
                 now.is_atomic()};
    made.there = {before.site & Moment::places, before.who - dispatch_.base, was_write, before.is_atomic()};
    made.place = place;
    made.value = value;
    made.other = other;
    made.limit = static_cast<u64>(missing_fence(before, now, found, place.space));
    if (place.space == Place::Space::image) {
        const ImageMemory& image = *dispatch_.images[place.index];
        const u32 texel = static_cast<u32>(place.word / image.words_a_texel());
        made.texel = {texel % image.size[0], texel / image.size[0] % image.size[1],
                      texel / image.size[0] / image.size[1]};
        made.size = image.size;
        made.number = image.number;
    }
    dispatch_.found(made);
    return true;
}

}  // namespace pbp::sim
