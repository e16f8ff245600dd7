// SPDX-License-Identifier: MIT
// The loop over instructions, each on all lanes at once.
#include "common/sim/run/executor.hpp"

#include "common/sim/code/functions.hpp"
#include "common/sim/run/lanes.hpp"
#include "common/sim/spirv/spirv.hpp"

// One copy of the loop for machines with AVX2, one for all others; sanitizers do not bear the way the two are
// told apart, and Clang wants it said in the class.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    defined(__OPTIMIZE__)
#define PBP_VECTORISED __attribute__((target_clones("avx2", "default")))
#else
#define PBP_VECTORISED
#endif

namespace pbp::sim {

using namespace lanes;

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

}  // namespace pbp::sim
