// SPDX-License-Identifier: MIT
// The instruction loop; each instruction runs on all lanes at once.
#include "common/sim/run/executor.hpp"

#include "common/sim/code/functions.hpp"
#include "common/sim/run/lanes.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

using namespace lanes;

// A case per row of arithmetic.def.
#define DO(OP, ...)  \
    case Op::OP:     \
        __VA_ARGS__; \
        break;
#define ONE(OP, D, A, EXPRESSION) \
    DO(OP, lanes.one<D, A>(in, [](auto a) PBP_INLINE_LAMBDA { return EXPRESSION; }))
#define TWO(OP, D, A, EXPRESSION) \
    DO(OP, lanes.two<D, A>(in, [](auto a, auto b) PBP_INLINE_LAMBDA { return EXPRESSION; }))
#define LOOK_TWO(OP, T, EXPRESSION, LOOK)                 \
    DO(OP, if ((in.flags & Instruction::safe) == 0) LOOK; \
       lanes.two<T, T>(in, [](auto a, auto b) PBP_INLINE_LAMBDA { return EXPRESSION; }))
#define BY_POWER(OP, T, EXPRESSION, LOOK, OTHER)                                                            \
    DO(OP, if ((in.flags & Instruction::safe) == 0) LOOK;                                                   \
       if (const T by = *lanes.at<T>(in.b); (in.flags & Instruction::safe) != 0 && std::has_single_bit(by)) \
           lanes.two<T, T>(                                                                                 \
               in, [power = std::countr_zero(by)](auto a, auto) PBP_INLINE_LAMBDA { return OTHER; });       \
       else lanes.two<T, T>(in, [](auto a, auto b) PBP_INLINE_LAMBDA { return EXPRESSION; }))
#define LOOK_FOR_NAN(T) \
    if (lanes.any_nan<T>(in.d)) look_for_nan(in, sizeof(T) == 8)
#define LOOK_ONE(OP, D, A, EXPRESSION, LOOK) \
    DO(OP, LOOK; lanes.one<D, A>(in, [](auto a) PBP_INLINE_LAMBDA { return EXPRESSION; }))
#define LOOK_AT_CALL(T) \
    if (sizeof(T) == 4 && scalar_function(in.x).undefined != nullptr) look_at_call(in)
#define KEEP_OPERANDS(T) \
    if ((in.flags & Instruction::in_place) != 0) keep_operands(in, sizeof(T) == 8)
#define NAN_ONE(OP, T, EXPRESSION)                                                                     \
    DO(OP, KEEP_OPERANDS(T); lanes.one<T, T>(in, [](auto a) PBP_INLINE_LAMBDA { return EXPRESSION; }); \
       LOOK_FOR_NAN(T))
#define NAN_TWO(OP, T, EXPRESSION) \
    DO(OP, KEEP_OPERANDS(T);       \
       lanes.two<T, T>(in, [](auto a, auto b) PBP_INLINE_LAMBDA { return EXPRESSION; }); LOOK_FOR_NAN(T))
#define SELECT(OP, T) DO(OP, lanes.select<T>(in))
#define ON_LANE(T, EXPRESSION, ...) lanes.call<T>(in, [&](u32 lane) { __VA_ARGS__ return EXPRESSION; })
#define OPERAND(T, ROW) const T ROW = lanes.at<T>(in.ROW)[lane];
#define CALL1(OP, T, EXPRESSION) DO(OP, LOOK_AT_CALL(T); ON_LANE(T, EXPRESSION, OPERAND(T, a)))
#define CALL2(OP, T, EXPRESSION) DO(OP, LOOK_AT_CALL(T); ON_LANE(T, EXPRESSION, OPERAND(T, a) OPERAND(T, b)))
#define CALL3(OP, T, EXPRESSION) \
    DO(OP, LOOK_AT_CALL(T); ON_LANE(T, EXPRESSION, OPERAND(T, a) OPERAND(T, b) OPERAND(T, c)))
#define NAN_CALL(OP, T, EXPRESSION, ...)                                           \
    DO(OP, LOOK_AT_CALL(T); KEEP_OPERANDS(T); ON_LANE(T, EXPRESSION, __VA_ARGS__); \
       look_for_nan(in, sizeof(T) == 8))
#define NAN_CALL1(OP, T, EXPRESSION) NAN_CALL(OP, T, EXPRESSION, OPERAND(T, a))
#define NAN_CALL2(OP, T, EXPRESSION) NAN_CALL(OP, T, EXPRESSION, OPERAND(T, a) OPERAND(T, b))
#define NAN_CALL3(OP, T, EXPRESSION) NAN_CALL(OP, T, EXPRESSION, OPERAND(T, a) OPERAND(T, b) OPERAND(T, c))

PBP_VECTORISED void Executor::execute_slice() {
    const Instruction* const all = code_.instructions.data();
    Subgroup& now = *now_;
    const bool is_watched = is_watched_;
    while (!yields_) {
        const Instruction& in = all[now.next++];
        if (now.garbage_rows != 0) pass_on_garbage(in);
        if (is_watched) {
            if (follower_) follower_->derive(in);
            if (steps_ != nullptr) steps_->before(in);
        }
        const Lanes lanes{registers_, mask_, lanes_ & ~7u, full_};
        switch (in.op) {
#include "common/sim/code/arithmetic.def"
            DO(index, index(in))
            DO(load_buffer, load(in, false))
            DO(store_buffer, store(in, false))
            DO(load_shared, load(in, true))
            DO(store_shared, store(in, true))
            DO(atomic_buffer, atomic(in, false))
            DO(atomic_shared, atomic(in, true))
            DO(load_local, load_local(in))
            DO(store_local, store_local(in))
            DO(array_length, array_length(in))
            DO(barrier, barrier(in))
            DO(memory_barrier, fence(in))
            DO(group, group(in))
            case Op::load_image:
            case Op::store_image:
            case Op::atomic_image:
            case Op::sample_image:
            case Op::fetch_image:
            case Op::size_image:
                image(in);
                break;
            case Op::jump:
                if (in.x <= now_->block) count_round(in, in.x);
                go(in.x);
                break;
            case Op::branch:
                if (std::min(in.x, in.y) <= now_->block) count_round(in, std::min(in.x, in.y));
                if (follower_) follower_->divide(in, now_->block);
                part(in.x, where(in.a), in.y, in.site);
                break;
            case Op::choose:
                if (follower_) follower_->divide(in, now_->block);
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
}
#undef DO
#undef LOOK_FOR_NAN
#undef KEEP_OPERANDS
#undef LOOK_AT_CALL
#undef NAN_CALL
#undef ON_LANE
#undef OPERAND

}  // namespace pbp::sim
