// SPDX-License-Identifier: MIT
// The loop over instructions, each on all lanes at once; branches part lanes, merges join them.
#include "common/sim/executor.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "common/sim/functions.hpp"
#include "common/sim/layout.hpp"
#include "common/sim/spirv.hpp"

// One copy of the loop for machines with AVX2, one for all others; sanitizers do not bear the way the two are
// told apart, and Clang wants it said in the class.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    defined(__OPTIMIZE__)
#define PBP_VECTORISED __attribute__((target_clones("avx2", "default")))
#else
#define PBP_VECTORISED
#endif
// In front of a loop over lanes: none of them reads what another wrote.
#ifdef __clang__
#define PBP_LANES_APART _Pragma("clang loop vectorize(assume_safety)")
#else
#define PBP_LANES_APART _Pragma("GCC ivdep")
#endif
#define PBP_INLINE __attribute__((always_inline)) inline
#define PBP_INLINE_LAMBDA __attribute__((always_inline))

namespace pbp::sim {

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using W32 = u32 __attribute__((may_alias));
using W64 = u64 __attribute__((may_alias));

PBP_INLINE float f(u32 bits) {
    return std::bit_cast<float>(bits);
}
PBP_INLINE double f(u64 bits) {
    return std::bit_cast<double>(bits);
}
PBP_INLINE u32 w(float value) {
    return std::bit_cast<u32>(value);
}
PBP_INLINE u64 w(double value) {
    return std::bit_cast<u64>(value);
}
PBP_INLINE i32 s(u32 bits) {
    return static_cast<i32>(bits);
}
PBP_INLINE i64 s(u64 bits) {
    return static_cast<i64>(bits);
}
PBP_INLINE u32 w(i32 value) {
    return static_cast<u32>(value);
}
PBP_INLINE u64 w(i64 value) {
    return static_cast<u64>(value);
}
PBP_INLINE u32 w(bool value) {
    return value ? 1u : 0u;
}

/// Numbers beyond what the other type can hold become its nearest: GLSL leaves them open.
template <typename To, typename From>
PBP_INLINE To saturated(From x) {
    constexpr From least = static_cast<From>(std::numeric_limits<To>::min());
    constexpr From most = static_cast<From>(std::numeric_limits<To>::max());
    if (!(x >= least)) return x != x ? To{0} : std::numeric_limits<To>::min();
    return x >= most ? std::numeric_limits<To>::max() : static_cast<To>(x);
}

template <typename T>
T modulo(T a, T b) {  // the sign of the divisor, as GLSL's mod
    return a - b * std::floor(a / b);
}

template <typename S, typename U>
U divided(U a, U b) {
    if (b == 0) return ~U{0};
    if (static_cast<S>(b) == -1) return U{0} - a;
    return static_cast<U>(static_cast<S>(a) / static_cast<S>(b));
}
template <typename S, typename U>
U remainder_of(U a, U b) {
    if (b == 0 || static_cast<S>(b) == -1) return 0;
    return static_cast<U>(static_cast<S>(a) % static_cast<S>(b));
}
template <typename S, typename U>
U modulus_of(U a, U b) {
    const U rest = remainder_of<S>(a, b);
    return rest != 0 && (static_cast<S>(rest) < 0) != (static_cast<S>(b) < 0) ? rest + b : rest;
}

/// What one instruction needs of its subgroup.
struct Lanes {
    W32* registers;
    const W32* mask;
    u32 count;
    bool full;
    template <typename T>
    PBP_INLINE T* at(Row r) const {
        return reinterpret_cast<T*>(registers + static_cast<std::size_t>(r) * count);
    }
    /// d[lane] = g(lane), where d is masked only if it outlives the block.
    template <typename D, typename G>
    PBP_INLINE void set(const Instruction& in, G&& g) const {
        D* const d = at<D>(in.d);
        if (full || (in.flags & Instruction::masked) == 0) {
            PBP_LANES_APART
            for (u32 lane = 0; lane < count; ++lane) d[lane] = g(lane);
        } else {
            PBP_LANES_APART
            for (u32 lane = 0; lane < count; ++lane) {
                const D made = g(lane);
                d[lane] = mask[lane] != 0 ? made : d[lane];
            }
        }
    }
    template <typename D, typename A, typename G>
    PBP_INLINE void one(const Instruction& in, G&& g) const {
        const A* const a = at<A>(in.a);
        set<D>(in, [=](u32 lane) PBP_INLINE_LAMBDA {
            return static_cast<D>(g(static_cast<std::remove_cv_t<A>>(a[lane])));
        });
    }
    template <typename D, typename A, typename G>
    PBP_INLINE void two(const Instruction& in, G&& g) const {
        const A* const a = at<A>(in.a);
        const A* const b = at<A>(in.b);
        set<D>(in, [=](u32 lane) PBP_INLINE_LAMBDA { return static_cast<D>(g(a[lane], b[lane])); });
    }
    template <typename D, typename A, typename G>
    PBP_INLINE void three(const Instruction& in, G&& g) const {
        const A* const a = at<A>(in.a);
        const A* const b = at<A>(in.b);
        const A* const c = at<A>(in.c);
        set<D>(in, [=](u32 lane) PBP_INLINE_LAMBDA { return static_cast<D>(g(a[lane], b[lane], c[lane])); });
    }
    /// The same for a function that is called lane by lane: only for active ones.
    template <typename D, typename G>
    void call(const Instruction& in, G&& g) const {
        D* const d = at<D>(in.d);
        for (u32 lane = 0; lane < count; ++lane)
            if (mask[lane] != 0) d[lane] = g(lane);
    }
};

}  // namespace

Executor::Executor(Dispatch& dispatch)
    : dispatch_(dispatch),
      code_(dispatch.code),
      size_(dispatch.settings.subgroup_size),
      lanes_((size_ + 7) / 8 * 8),
      constants_(static_cast<std::size_t>(dispatch.code.rows) * lanes_),
      last_moments_(dispatch.code.instructions.size(), {Moment{}, no_moment}),
      chance_(static_cast<u32>(dispatch.settings.seed)),
      costliest_(dispatch.code.instructions.size()) {
    registers_ = constants_.data();
    for (const auto& [at, bits] : code_.constants) std::fill_n(row(at), lanes_, bits);
    for (const auto& [at, bits] : code_.wide_constants)
        for (u32 lane = 0; lane < lanes_; ++lane) {
            row(at)[2 * lane] = static_cast<u32>(bits);
            row(at)[2 * lane + 1] = static_cast<u32>(bits >> 32);
        }
    std::size_t word = 0;
    for (const auto& uniform : code_.uniforms)
        for (const auto& scalar : scalars_of(code_.module, uniform.type))
            for (u32 part = 0; part < scalar.width / 32; ++part) {
                const u32 bits = dispatch.uniforms.at(word++);
                u32* const words = row(uniform.row + scalar.row);
                for (u32 lane = 0; lane < lanes_; ++lane)
                    if (scalar.is_wide())
                        words[2 * lane + part] = bits;
                    else
                        words[lane] = bits;
            }
}

void Executor::begin(Subgroup& subgroup) {
    subgroup.registers = constants_;
    subgroup.lane_mask.assign(lanes_, 0);
    registers_ = subgroup.registers.data();
    const auto& local = dispatch_.local;
    const auto& group = *subgroup.group;
    const u32 first = subgroup.index * size_;
    const auto fill = [&](Row at, auto&& value) {
        for (u32 lane = 0; lane < lanes_; ++lane) row(at)[lane] = value(lane);
    };
    const auto bits_where = [&](Row at, auto&& holds) {  // 4 words, bit l for lane l
        for (u32 word = 0; word < 4; ++word)
            fill(at + word, [&](u32 lane) {
                u32 bits = 0;
                for (u32 bit = 0; bit < 32; ++bit)
                    if (32 * word + bit < size_ && holds(32 * word + bit, lane)) bits |= 1u << bit;
                return bits;
            });
    };
    for (const auto& [at, builtin] : code_.builtins) {
        const auto id = [&](u32 dimension, u32 lane) {
            const u32 flat = first + lane;
            return dimension == 0   ? flat % local[0]
                   : dimension == 1 ? flat / local[0] % local[1]
                                    : flat / (local[0] * local[1]);
        };
        for (u32 k = 0; k < 3; ++k) {
            const Row place = at + k;
            switch (builtin) {
                case spv::BuiltInNumWorkgroups:
                    fill(place, [&](u32) { return dispatch_.groups[k]; });
                    break;
                case spv::BuiltInWorkgroupSize:
                    fill(place, [&](u32) { return local[k]; });
                    break;
                case spv::BuiltInWorkgroupId:
                    fill(place, [&](u32) { return group.id[k]; });
                    break;
                case spv::BuiltInLocalInvocationId:
                    fill(place, [&](u32 lane) { return id(k, lane); });
                    break;
                case spv::BuiltInGlobalInvocationId:
                    fill(place, [&](u32 lane) { return group.id[k] * local[k] + id(k, lane); });
                    break;
                default:
                    break;
            }
        }
        switch (builtin) {
            case spv::BuiltInLocalInvocationIndex:
                fill(at, [&](u32 lane) { return first + lane; });
                break;
            case spv::BuiltInSubgroupSize:
                fill(at, [&](u32) { return size_; });
                break;
            case spv::BuiltInNumSubgroups:
                fill(at, [&](u32) { return dispatch_.subgroup_count(); });
                break;
            case spv::BuiltInSubgroupId:
                fill(at, [&](u32) { return subgroup.index; });
                break;
            case spv::BuiltInSubgroupLocalInvocationId:
                fill(at, [&](u32 lane) { return lane; });
                break;
            case spv::BuiltInSubgroupEqMask:
                bits_where(at, [](u32 bit, u32 lane) { return bit == lane; });
                break;
            case spv::BuiltInSubgroupGeMask:
                bits_where(at, [](u32 bit, u32 lane) { return bit >= lane; });
                break;
            case spv::BuiltInSubgroupGtMask:
                bits_where(at, [](u32 bit, u32 lane) { return bit > lane; });
                break;
            case spv::BuiltInSubgroupLeMask:
                bits_where(at, [](u32 bit, u32 lane) { return bit <= lane; });
                break;
            case spv::BuiltInSubgroupLtMask:
                bits_where(at, [](u32 bit, u32 lane) { return bit < lane; });
                break;
            default:
                break;
        }
    }
    const u32 count = dispatch_.local_count();
    subgroup.exists = subgroup.active = Mask::first(std::min(size_, count - first));
    now_ = &subgroup;
    mask_ = subgroup.lane_mask.data();
    set_active(subgroup.exists);
    subgroup.next = code_.blocks[0].first;
    ++dispatch_.counters.blocks[0].runs;
    dispatch_.counters.blocks[0].lanes += active_count_;
}

void Executor::set_active(Mask lanes) {
    now_->active = lanes;
    active_count_ = lanes.count();
    full_ = lanes == Mask::first(size_);
    for (u32 lane = 0; lane < size_; ++lane) mask_[lane] = lanes.has(lane) ? ~0u : 0u;
}

Mask Executor::where(Row r) {
    const u32* const values = row(r);
    Mask found;
    for (u32 lane = 0; lane < std::min(size_, 64u); ++lane) found.low |= u64{values[lane] & 1u} << lane;
    for (u32 lane = 64; lane < size_; ++lane) found.high |= u64{values[lane] & 1u} << (lane - 64);
    return found & now_->active;
}

void Executor::enter(u32 block) {
    auto& count = dispatch_.counters.blocks[block];
    ++count.runs;
    count.lanes += active_count_;
    now_->block = block;
    now_->next = code_.blocks[block].first;
    auto& steps = dispatch_.evidence.steps;
    if (now_->group->number == 0 && steps.size() < Evidence::most_steps)
        steps.push_back({now_->index, block, now_->active});
}

// The active lanes want to go on at a block; who waits at a lower one runs first, who waits there joins.
void Executor::go(u32 block) {
    auto& waiting = now_->waiting;
    if (!waiting.empty() && waiting.back().block <= block) {
        if (waiting.back().block == block) {
            set_active(now_->active | waiting.back().lanes);
            now_->split_site = waiting.back().split_site;
            waiting.pop_back();
        } else {
            const auto at =
                std::ranges::find_if(waiting, [&](const Waiting& one) { return one.block <= block; });
            if (at != waiting.end() && at->block == block)
                at->lanes = at->lanes | now_->active;
            else
                waiting.insert(at, {block, now_->split_site, now_->active});
            return rest();
        }
    }
    enter(block);
}

void Executor::rest() {
    auto& waiting = now_->waiting;
    if (waiting.empty()) {
        now_->has_ended = yields_ = true;
        if (now_->posted.empty()) now_->state = Subgroup::State::done;
        ++dispatch_.progress;
        return;
    }
    const Waiting next = waiting.back();
    waiting.pop_back();
    now_->split_site = next.split_site;
    set_active(next.lanes);
    enter(next.block);
}

void Executor::part(u32 yes, Mask lanes, u32 no, u32 site) {
    const Mask others = now_->active - lanes;
    if (others.empty()) return go(yes);
    if (lanes.empty()) return go(no);
    auto& waiting = now_->waiting;
    const auto queue = [&](u32 block, Mask who) {
        const auto at = std::ranges::find_if(waiting, [&](const Waiting& one) { return one.block <= block; });
        if (at != waiting.end() && at->block == block)
            at->lanes = at->lanes | who;
        else
            waiting.insert(at, {block, site, who});
    };
    queue(yes, lanes);
    queue(no, others);
    rest();
}

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
        const bool in_place = in.d == in.a || in.d == in.b || in.d == in.c;  // what it was made of is gone
        if (!in_place && !is_nan(in.a, lane) && !is_nan(in.b, lane) && !is_nan(in.c, lane))
            report(Fault::nan_born, in, lane);
    });
}

bool Executor::barrier(const Instruction& in) {
    now_->barrier_site = in.site;
    perform_posted(now_->active);
    ++dispatch_.counters.accesses[now_->next - 1].runs;
    dispatch_.counters.accesses[now_->next - 1].lanes += active_count_;
    if (in.n == spv::ScopeSubgroup) {
        fence(in);
        fences_->back().subgroup = true;
        return false;
    }
    if ((in.x & (spv::MemorySemanticsUniformMemoryMask | spv::MemorySemanticsImageMemoryMask)) != 0)
        fence(in);
    const Mask missing = now_->exists - now_->active;
    if (!missing.empty()) {
        Finding made;
        made.fault = Fault::divergent_barrier;
        made.here = {in.site, invocation(now_->active.lowest())};
        made.there = {now_->exit_site, invocation(missing.lowest())};
        for (const auto& one : now_->waiting)
            if (!(one.lanes & missing).empty()) {
                const auto& block = code_.blocks[one.block];
                made.there = {code_.instructions[block.first].site, invocation(one.lanes.lowest())};
                made.split_site = now_->split_site != 0 ? now_->split_site : one.split_site;
            }
        if (made.split_site == 0) made.split_site = now_->split_site;
        made.number = now_->active.count();
        made.limit = missing.count();
        dispatch_.findings.add(made);
    }
    now_->state = Subgroup::State::at_barrier;
    return true;
}

void Executor::run(Subgroup& subgroup, u32 rounds, u32 accesses) {
    now_ = &subgroup;
    registers_ = subgroup.registers.data();
    mask_ = subgroup.lane_mask.data();
    full_ = subgroup.active == Mask::first(size_);
    active_count_ = subgroup.active.count();
    first_of_group_ = dispatch_.base + subgroup.group->number * dispatch_.local_count();
    first_who_ = first_of_group_ + subgroup.index * size_;
    fences_ =
        &dispatch_.fences[std::size_t{subgroup.group->number} * dispatch_.subgroup_count() + subgroup.index];
    rounds_left_ = rounds;
    accesses_left_ = accesses;
    yields_ = false;
    subgroup.state = Subgroup::State::ready;
    constexpr u32 odds = 8;  // that what is on its way arrives now
    if (!subgroup.posted.empty() && chance_() % odds == 0) perform_posted(subgroup.exists);
    if (!subgroup.has_ended)
        execute_slice();
    else if (subgroup.posted.empty())
        subgroup.state = Subgroup::State::done;
}

PBP_VECTORISED void Executor::execute_slice() {
#define ONE(OP, D, A, EXPRESSION)                                                 \
    case Op::OP:                                                                  \
        lanes.one<D, A>(in, [](auto a) PBP_INLINE_LAMBDA { return EXPRESSION; }); \
        break;
#define TWO(OP, D, A, EXPRESSION)                                                         \
    case Op::OP:                                                                          \
        lanes.two<D, A>(in, [](auto a, auto b) PBP_INLINE_LAMBDA { return EXPRESSION; }); \
        break;
#define FLOATS(OP, D, A, EXPRESSION, WIDE)                                                \
    case Op::OP:                                                                          \
        lanes.two<D, A>(in, [](auto a, auto b) PBP_INLINE_LAMBDA { return EXPRESSION; }); \
        if (any_nan(in, WIDE)) look_for_nan(in, WIDE);                                    \
        break;
#define CHECKED(OP, D, A, EXPRESSION, CHECK)                                              \
    case Op::OP:                                                                          \
        if ((in.flags & Instruction::safe) == 0) CHECK;                                   \
        lanes.two<D, A>(in, [](auto a, auto b) PBP_INLINE_LAMBDA { return EXPRESSION; }); \
        break;
    const auto any_nan = [&](const Instruction& in, bool wide) PBP_INLINE_LAMBDA {
        u32 any = 0;
        if (wide) {
            for (u32 lane = 0; lane < size_; ++lane) any |= std::isnan(f(value64(in.d, lane))) ? 1u : 0u;
        } else {
            const W32* const d = row(in.d);
            for (u32 lane = 0; lane < lanes_; ++lane) any |= (d[lane] & 0x7FFFFFFFu) > 0x7F800000u ? 1u : 0u;
        }
        return any != 0;
    };
    const Instruction* const all = code_.instructions.data();
    while (now_->state == Subgroup::State::ready && !yields_) {
        const Instruction& in = all[now_->next++];
        const Lanes lanes{registers_, mask_, lanes_, full_};
        switch (in.op) {
            ONE(copy, W32, W32, a)
            TWO(add_w, W32, W32, a + b)
            TWO(sub_w, W32, W32, a - b)
            TWO(mul_w, W32, W32, a * b)
            ONE(neg_w, W32, W32, 0u - a)
            TWO(and_w, W32, W32, a & b)
            TWO(or_w, W32, W32, a | b)
            TWO(xor_w, W32, W32, a ^ b)
            ONE(not_w, W32, W32, ~a)
            CHECKED(shl_w, W32, W32, a << (b & 31u), shifted_too_far_if_any(in, false))
            CHECKED(shr_u, W32, W32, a >> (b & 31u), shifted_too_far_if_any(in, false))
            CHECKED(shr_i, W32, W32, w(s(a) >> (b & 31u)), shifted_too_far_if_any(in, false))
            CHECKED(div_u, W32, W32, b == 0 ? ~0u : a / b, divided_by_zero(in, false))
            CHECKED(mod_u, W32, W32, b == 0 ? ~0u : a % b, divided_by_zero(in, false))
            CHECKED(div_i, W32, W32, divided<i32>(a, b), divided_by_zero(in, false))
            CHECKED(mod_i, W32, W32, modulus_of<i32>(a, b), divided_by_zero(in, false))
            CHECKED(rem_i, W32, W32, remainder_of<i32>(a, b), divided_by_zero(in, false))
            TWO(eq_w, W32, W32, w(a == b))
            TWO(ne_w, W32, W32, w(a != b))
            TWO(lt_u, W32, W32, w(a < b))
            TWO(le_u, W32, W32, w(a <= b))
            TWO(lt_i, W32, W32, w(s(a) < s(b)))
            TWO(le_i, W32, W32, w(s(a) <= s(b)))
            ONE(not_b, W32, W32, a ^ 1u)
            TWO(min_u, W32, W32, b < a ? b : a)
            TWO(max_u, W32, W32, a < b ? b : a)
            TWO(min_i, W32, W32, s(b) < s(a) ? b : a)
            TWO(max_i, W32, W32, s(a) < s(b) ? b : a)
            case Op::select_w:
                lanes.three<W32, W32>(in,
                                      [](u32 a, u32 b, u32 c) PBP_INLINE_LAMBDA { return c != 0 ? a : b; });
                break;
                FLOATS(add_f, W32, W32, w(f(a) + f(b)), false)
                FLOATS(sub_f, W32, W32, w(f(a) - f(b)), false)
                FLOATS(mul_f, W32, W32, w(f(a) * f(b)), false)
                FLOATS(div_f, W32, W32, w(f(a) / f(b)), false)
                FLOATS(rem_f, W32, W32, w(std::fmod(f(a), f(b))), false)
                FLOATS(mod_f, W32, W32, w(modulo(f(a), f(b))), false)
                ONE(neg_f, W32, W32, a ^ 0x80000000u)
                ONE(abs_f, W32, W32, a & 0x7FFFFFFFu)
                ONE(floor_f, W32, W32, w(std::floor(f(a))))
            case Op::sqrt_f:
                lanes.one<W32, W32>(in, [](u32 a) PBP_INLINE_LAMBDA { return w(std::sqrt(f(a))); });
                if (any_nan(in, false)) look_for_nan(in, false);
                break;
            case Op::fma_f:
                lanes.call<W32>(in, [&](u32 lane) {
                    return w(std::fma(f(row(in.a)[lane]), f(row(in.b)[lane]), f(row(in.c)[lane])));
                });
                break;
                TWO(eq_f, W32, W32, w(f(a) == f(b)))
                TWO(ne_f, W32, W32, w(!(f(a) == f(b))))
                TWO(lt_f, W32, W32, w(f(a) < f(b)))
                TWO(le_f, W32, W32, w(f(a) <= f(b)))
                TWO(min_f, W32, W32, f(b) < f(a) || f(a) != f(a) ? b : a)
                TWO(max_f, W32, W32, f(a) < f(b) || f(a) != f(a) ? b : a)

                ONE(copy_q, W64, W64, a)
                TWO(add_q, W64, W64, a + b)
                TWO(sub_q, W64, W64, a - b)
                TWO(mul_q, W64, W64, a * b)
                ONE(neg_q, W64, W64, u64{0} - a)
                TWO(and_q, W64, W64, a & b)
                TWO(or_q, W64, W64, a | b)
                TWO(xor_q, W64, W64, a ^ b)
                ONE(not_q, W64, W64, ~a)
                CHECKED(shl_q, W64, W64, a << (b & 63u), shifted_too_far(in, true))
                CHECKED(shr_m, W64, W64, a >> (b & 63u), shifted_too_far(in, true))
                CHECKED(shr_l, W64, W64, w(s(a) >> (b & 63u)), shifted_too_far(in, true))
                CHECKED(div_m, W64, W64, b == 0 ? ~u64{0} : a / b, divided_by_zero(in, true))
                CHECKED(mod_m, W64, W64, b == 0 ? ~u64{0} : a % b, divided_by_zero(in, true))
                CHECKED(div_l, W64, W64, divided<i64>(a, b), divided_by_zero(in, true))
                CHECKED(mod_l, W64, W64, modulus_of<i64>(a, b), divided_by_zero(in, true))
                CHECKED(rem_l, W64, W64, remainder_of<i64>(a, b), divided_by_zero(in, true))
                TWO(eq_q, W32, W64, w(a == b))
                TWO(ne_q, W32, W64, w(a != b))
                TWO(lt_m, W32, W64, w(a < b))
                TWO(le_m, W32, W64, w(a <= b))
                TWO(lt_l, W32, W64, w(s(a) < s(b)))
                TWO(le_l, W32, W64, w(s(a) <= s(b)))
                TWO(min_m, W64, W64, b < a ? b : a)
                TWO(max_m, W64, W64, a < b ? b : a)
                TWO(min_l, W64, W64, s(b) < s(a) ? b : a)
                TWO(max_l, W64, W64, s(a) < s(b) ? b : a)
            case Op::select_q: {
                const W64* const a = lanes.at<W64>(in.a);
                const W64* const b = lanes.at<W64>(in.b);
                const W32* const c = lanes.at<W32>(in.c);
                lanes.set<W64>(in,
                               [=](u32 lane) PBP_INLINE_LAMBDA { return c[lane] != 0 ? a[lane] : b[lane]; });
                break;
            }
                FLOATS(add_d, W64, W64, w(f(a) + f(b)), true)
                FLOATS(sub_d, W64, W64, w(f(a) - f(b)), true)
                FLOATS(mul_d, W64, W64, w(f(a) * f(b)), true)
                FLOATS(div_d, W64, W64, w(f(a) / f(b)), true)
                FLOATS(rem_d, W64, W64, w(std::fmod(f(a), f(b))), true)
                FLOATS(mod_d, W64, W64, w(modulo(f(a), f(b))), true)
                ONE(neg_d, W64, W64, a ^ (u64{1} << 63))
            case Op::fma_d:
                lanes.call<W64>(in, [&](u32 lane) {
                    return w(
                        std::fma(f(value64(in.a, lane)), f(value64(in.b, lane)), f(value64(in.c, lane))));
                });
                break;
                TWO(eq_d, W32, W64, w(f(a) == f(b)))
                TWO(ne_d, W32, W64, w(!(f(a) == f(b))))
                TWO(lt_d, W32, W64, w(f(a) < f(b)))
                TWO(le_d, W32, W64, w(f(a) <= f(b)))
                TWO(min_d, W64, W64, f(b) < f(a) || f(a) != f(a) ? b : a)
                TWO(max_d, W64, W64, f(a) < f(b) || f(a) != f(a) ? b : a)

                ONE(f_to_i, W32, W32, w(saturated<i32>(f(a))))
                ONE(f_to_u, W32, W32, saturated<u32>(f(a)))
                ONE(i_to_f, W32, W32, w(static_cast<float>(s(a))))
                ONE(u_to_f, W32, W32, w(static_cast<float>(a)))
                ONE(f_to_d, W64, W32, w(static_cast<double>(f(a))))
                ONE(d_to_f, W32, W64, w(static_cast<float>(f(a))))
                ONE(i_to_d, W64, W32, w(static_cast<double>(s(a))))
                ONE(u_to_d, W64, W32, w(static_cast<double>(a)))
                ONE(d_to_i, W32, W64, w(saturated<i32>(f(a))))
                ONE(d_to_u, W32, W64, saturated<u32>(f(a)))
                ONE(i_to_q, W64, W32, w(static_cast<i64>(s(a))))
                ONE(u_to_q, W64, W32, static_cast<u64>(a))
                ONE(q_to_w, W32, W64, static_cast<u32>(a))
                ONE(low_q, W32, W64, static_cast<u32>(a))
                ONE(high_q, W32, W64, static_cast<u32>(a >> 32))
                ONE(l_to_f, W32, W64, w(static_cast<float>(s(a))))
                ONE(m_to_f, W32, W64, w(static_cast<float>(a)))
                ONE(l_to_d, W64, W64, w(static_cast<double>(s(a))))
                ONE(m_to_d, W64, W64, w(static_cast<double>(a)))
                ONE(f_to_l, W64, W32, w(saturated<i64>(f(a))))
                ONE(f_to_m, W64, W32, saturated<u64>(f(a)))
                ONE(d_to_l, W64, W64, w(saturated<i64>(f(a))))
                ONE(d_to_m, W64, W64, saturated<u64>(f(a)))
            case Op::pack_q: {
                const W32* const a = lanes.at<W32>(in.a);
                const W32* const b = lanes.at<W32>(in.b);
                lanes.set<W64>(in,
                               [=](u32 lane) PBP_INLINE_LAMBDA { return u64{a[lane]} | u64{b[lane]} << 32; });
                break;
            }

            case Op::call_f1:
                lanes.call<W32>(in,
                                [&](u32 lane) { return w(scalar_function(in.x).f1(f(row(in.a)[lane]))); });
                look_for_nan(in, false);
                break;
            case Op::call_f2:
                lanes.call<W32>(in, [&](u32 lane) {
                    return w(scalar_function(in.x).f2(f(row(in.a)[lane]), f(row(in.b)[lane])));
                });
                look_for_nan(in, false);
                break;
            case Op::call_f3:
                lanes.call<W32>(in, [&](u32 lane) {
                    return w(
                        scalar_function(in.x).f3(f(row(in.a)[lane]), f(row(in.b)[lane]), f(row(in.c)[lane])));
                });
                look_for_nan(in, false);
                break;
            case Op::call_w1:
                lanes.call<W32>(in, [&](u32 lane) { return scalar_function(in.x).w1(row(in.a)[lane]); });
                break;
            case Op::call_w2:
                lanes.call<W32>(
                    in, [&](u32 lane) { return scalar_function(in.x).w2(row(in.a)[lane], row(in.b)[lane]); });
                break;
            case Op::call_w3:
                lanes.call<W32>(in, [&](u32 lane) {
                    return scalar_function(in.x).w3(row(in.a)[lane], row(in.b)[lane], row(in.c)[lane]);
                });
                break;
            case Op::call_d1:
                lanes.call<W64>(
                    in, [&](u32 lane) { return w(scalar_function(in.x).d1(f(value64(in.a, lane)))); });
                break;
            case Op::call_d2:
                lanes.call<W64>(in, [&](u32 lane) {
                    return w(scalar_function(in.x).d2(f(value64(in.a, lane)), f(value64(in.b, lane))));
                });
                break;
            case Op::call_d3:
                lanes.call<W64>(in, [&](u32 lane) {
                    return w(scalar_function(in.x).d3(f(value64(in.a, lane)), f(value64(in.b, lane)),
                                                      f(value64(in.c, lane))));
                });
                break;

            case Op::index:
                index(in);
                break;
            case Op::load_buffer:
                load(in, false);
                break;
            case Op::store_buffer:
                store(in, false);
                break;
            case Op::load_shared:
                load(in, true);
                break;
            case Op::store_shared:
                store(in, true);
                break;
            case Op::atomic_buffer:
                atomic(in, false);
                break;
            case Op::atomic_shared:
                atomic(in, true);
                break;
            case Op::load_local:
                load_local(in);
                break;
            case Op::store_local:
                store_local(in);
                break;
            case Op::array_length:
                array_length(in);
                break;
            case Op::load_image:
            case Op::store_image:
            case Op::atomic_image:
            case Op::sample_image:
            case Op::fetch_image:
            case Op::size_image:
                image(in);
                break;
            case Op::barrier:
                barrier(in);
                break;
            case Op::memory_barrier:
                fence(in);
                break;
            case Op::group:
                group(in);
                break;

            case Op::jump:
                if (in.x <= now_->block) count_round(in);
                go(in.x);
                break;
            case Op::branch:
                if (in.x <= now_->block || in.y <= now_->block) count_round(in);
                part(in.x, where(in.a), in.y, in.site);
                break;
            case Op::choose:
                choose(in);
                break;
            case Op::end:
                now_->exit_site = in.site;
                rest();
                break;
            default:
                malformed("the executor met operation {}", static_cast<int>(in.op));
        }
    }
#undef ONE
#undef TWO
#undef FLOATS
#undef CHECKED
}

void Executor::shifted_too_far_if_any(const Instruction& in, bool wide) {
    u32 any = 0;
    for (u32 lane = 0; lane < lanes_; ++lane) any |= row(in.b)[lane];
    if (any >= 32) shifted_too_far(in, wide);
}

// A round of a loop. Loops that go round while nothing in memory changes are given up after many rounds.
void Executor::count_round(const Instruction& in) {
    now_->loop_site = in.site;
    if (now_->seen_progress != dispatch_.progress) {
        now_->seen_progress = dispatch_.progress;
        now_->rounds = now_->looks = 0;
    }
    ++now_->rounds;
    ++now_->all_rounds;
    if (now_->rounds > dispatch_.settings.most_rounds ||
        now_->all_rounds > dispatch_.settings.most_rounds * 16) {
        Finding made;
        const bool idle = now_->rounds > dispatch_.settings.most_rounds;
        made.fault = idle && now_->looks + 1 >= now_->rounds ? Fault::stuck : Fault::endless_loop;
        made.here = {in.site, invocation(now_->active.lowest())};
        made.number = idle ? now_->rounds : now_->all_rounds;
        dispatch_.findings.add(made);
        dispatch_.stopped = true;
        yields_ = true;
    }
    if (--rounds_left_ == 0) yields_ = true;
}

void Executor::choose(const Instruction& in) {
    const auto& choice = code_.choices[in.x];
    if (choice.otherwise <= now_->block ||
        std::ranges::any_of(choice.targets, [&](const auto& one) { return one.second <= now_->block; }))
        count_round(in);
    Mask left = now_->active;
    auto& waiting = now_->waiting;
    const auto queue = [&](u32 block, Mask lanes) {
        if (lanes.empty()) return;
        const auto at = std::ranges::find_if(waiting, [&](const Waiting& one) { return one.block <= block; });
        if (at != waiting.end() && at->block == block)
            at->lanes = at->lanes | lanes;
        else
            waiting.insert(at, {block, lanes == now_->active ? now_->split_site : in.site, lanes});
    };
    for (const auto& target : choice.targets) {
        Mask same;
        left.each([&](u32 lane) {
            if (row(in.a)[lane] == static_cast<u32>(target.first)) same.add(lane);
        });
        left = left - same;
        queue(target.second, same);
    }
    queue(choice.otherwise, left);
    rest();
}

}  // namespace pbp::sim
