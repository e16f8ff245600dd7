// SPDX-License-Identifier: MIT
#include "common/sim/code/verify.hpp"

#include <algorithm>

#include "common/sim/code/functions.hpp"
#include "common/sim/spirv/layout.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

bool is_between(Op op, Op first, Op last) {
    return op >= first && op <= last;
}

bool is_among(std::uint32_t builtin, std::uint32_t first, std::uint32_t last) {
    return builtin >= first && builtin <= last;
}

Widths widths_of_group(Group group, std::uint32_t wide) {
    switch (group) {
        case Group::elect:
            return {1, 0, 0, 0};
        case Group::ballot:
            return {4, 1, 0, 0};
        case Group::partition:
            return {4, wide, 0, 0};
        case Group::all:
        case Group::any:
            return {1, 1, 0, 0};
        case Group::all_equal:
            return {1, wide, 0, 0};
        case Group::inverse_ballot:
        case Group::bit_count:
        case Group::find_lsb:
        case Group::find_msb:
            return {1, 4, 0, 0};
        case Group::bit_extract:
            return {1, 4, 1, 0};
        case Group::broadcast:
        case Group::shuffle:
        case Group::shuffle_xor:
        case Group::shuffle_up:
        case Group::shuffle_down:
        case Group::rotate:
        case Group::quad_broadcast:
        case Group::quad_swap:
            return {wide, wide, 1, 0};
        default:
            return {wide, wide, 0, 0};
    }
}

}  // namespace

Widths widths_of(const Instruction& in) {
    constexpr Row none = 0, W32 = 1, W64 = 2;
    const std::uint32_t wide = (in.flags & Instruction::wide) != 0 ? W64 : W32;
    switch (in.op) {
#define ROW(OP, ...) \
    case Op::OP:     \
        return {__VA_ARGS__};
#include "common/sim/code/arithmetic.def"
        case Op::index:
            return {1, 0, wide, 0};
        case Op::load_buffer:
        case Op::load_shared:
            return {in.n, 0, 0, 0};
        case Op::store_buffer:
        case Op::store_shared:
            return {0, 0, in.n, 0};
        case Op::load_local:
            return {wide, 1, 0, 0};
        case Op::store_local:
            return {0, 1, wide, 0};
        case Op::array_length:
        case Op::size_image:
            return {1, 0, 0, 0};
        case Op::load_image:
        case Op::sample_image:
        case Op::fetch_image:
            return {4, in.n, 0, 0};
        case Op::store_image:
            return {0, in.n, 4, 0};
        case Op::atomic_image:
            return {1, in.x, 0, 0};
        case Op::atomic_buffer:
        case Op::atomic_shared:
            return {wide, 0, in.b == no_row ? 0 : wide, in.c == no_row ? 0 : wide};
        case Op::branch:
        case Op::choose:
            return {0, 1, 0, 0};
        case Op::group: {
            auto widths = widths_of_group(static_cast<Group>(in.n), wide);
            if (widths.b == 0 && in.b != no_row) widths.b = 4;  // the partition of a reduction
            return widths;
        }
        default:  // barriers and jumps
            return {};
    }
}

namespace {

bool is_call_known(const Instruction& in) {
    if (in.x >= number_of_functions()) return false;
    const auto& [name, f1, f2, f3, w1, w2, w3, d1, d2, d3, undefined, reason] = scalar_function(in.x);
    const bool known[] = {f1 != nullptr, f2 != nullptr, f3 != nullptr, w1 != nullptr, w2 != nullptr,
                          w3 != nullptr, d1 != nullptr, d2 != nullptr, d3 != nullptr};
    return known[static_cast<std::size_t>(in.op) - static_cast<std::size_t>(Op::call_f1)];
}

}  // namespace

void verify(const Code& code) {
    const auto demand = [](bool holds) {
        if (!holds) malformed("an instruction has operands of other types than it should");
    };
    const auto fits = [&](Row first, std::uint64_t count) {
        demand(count == 0 || first + count <= code.rows);
    };
    // Optional operands have one row if present.
    const auto optional = [&](Row row) { demand(row == no_row || row < code.rows); };
    for (const auto& in : code.instructions) {
        const auto widths = widths_of(in);
        fits(in.d, widths.d);
        fits(in.a, widths.a);
        fits(in.b, widths.b);
        fits(in.c, widths.c);
        if (widths.d == 0) demand(in.d == no_row);
        switch (in.op) {
            case Op::index:
                optional(in.a);
                demand(in.c == no_row || in.c < code.buffers.size());
                break;
            case Op::load_buffer:
            case Op::store_buffer:
            case Op::atomic_buffer:
                demand(in.y < code.buffers.size());
                [[fallthrough]];
            case Op::load_shared:
            case Op::store_shared:
            case Op::atomic_shared:
                optional(in.a);
                if (in.op == Op::atomic_buffer || in.op == Op::atomic_shared) {
                    optional(in.b);
                    optional(in.c);
                }
                break;
            case Op::array_length:
                demand(in.y < code.buffers.size() && in.c > 0);
                break;
            case Op::load_image:
            case Op::store_image:
            case Op::atomic_image:
            case Op::sample_image:
            case Op::fetch_image:
            case Op::size_image:
                demand(in.y < code.images.size());
                if (in.op == Op::fetch_image) optional(in.b);
                if (in.op == Op::sample_image) {
                    optional(in.b);
                    if (in.c != no_row) fits(in.c, in.x);
                }
                if (in.op == Op::atomic_image) {
                    optional(in.b);
                    optional(in.c);
                }
                break;
            case Op::load_local:
            case Op::store_local:
                demand(in.x < code.rows);
                break;
            case Op::jump:
                demand(in.x < code.blocks.size());
                break;
            case Op::branch:
                demand(in.x < code.blocks.size() && in.y < code.blocks.size());
                break;
            case Op::choose: {
                demand(in.x < code.choices.size());
                const auto& choice = code.choices[in.x];
                demand(choice.otherwise < code.blocks.size() &&
                       std::ranges::all_of(choice.targets,
                                           [&](const auto& one) { return one.second < code.blocks.size(); }));
                break;
            }
            default:
                if (is_between(in.op, Op::call_f1, Op::call_d3)) demand(is_call_known(in));
                break;
        }
    }
    // A block that does not end in a jump falls through into the next one.
    demand(!code.instructions.empty() && code.instructions.back().op >= Op::jump);
    for (const auto& [first, builtin] : code.builtins) {
        const bool is_vector = builtin == spv::BuiltInNumWorkgroups ||
                               is_among(builtin, spv::BuiltInWorkgroupSize, spv::BuiltInGlobalInvocationId);
        const bool is_mask = is_among(builtin, spv::BuiltInSubgroupEqMask, spv::BuiltInSubgroupLtMask);
        fits(first, is_mask ? 4 : is_vector && builtin != spv::BuiltInLocalInvocationIndex ? 3 : 1);
    }
    for (const auto& uniform : code.uniforms) fits(uniform.row, rows_of(code.module, uniform.type));
}

}  // namespace pbp::sim
