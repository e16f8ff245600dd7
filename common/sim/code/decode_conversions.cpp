// SPDX-License-Identifier: MIT
// From one kind of number to another.
#include <algorithm>
#include <optional>

#include "common/sim/code/decoder.hpp"
#include "common/sim/code/functions.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

std::optional<bool> Decoder::sign_of(std::uint32_t opcode) {
    static constexpr std::uint32_t with[] = {spv::OpSDiv,
                                             spv::OpSRem,
                                             spv::OpSMod,
                                             spv::OpSLessThan,
                                             spv::OpSLessThanEqual,
                                             spv::OpSGreaterThan,
                                             spv::OpSGreaterThanEqual,
                                             spv::OpShiftRightArithmetic,
                                             spv::OpConvertSToF,
                                             spv::OpSConvert};
    static constexpr std::uint32_t without[] = {spv::OpUDiv,
                                                spv::OpUMod,
                                                spv::OpULessThan,
                                                spv::OpULessThanEqual,
                                                spv::OpUGreaterThan,
                                                spv::OpUGreaterThanEqual,
                                                spv::OpShiftRightLogical,
                                                spv::OpConvertUToF,
                                                spv::OpUConvert};
    if (std::ranges::find(with, opcode) != std::end(with)) return true;
    return std::ranges::find(without, opcode) != std::end(without) ? std::optional(false) : std::nullopt;
}

bool Decoder::conversion(const Statement& now) {
    const auto bit_of = [&](Id type) {
        Id scalar = type;
        while (module().type(scalar).element != 0) scalar = module().type(scalar).element;
        return module().type(scalar);
    };
    struct Known {
        std::uint32_t opcode;
        Op from32to32, from32to64, from64to32, from64to64;
    };
    static constexpr Known known[] = {{spv::OpConvertFToU, Op::f_to_u, Op::f_to_m, Op::d_to_u, Op::d_to_m},
                                      {spv::OpConvertFToS, Op::f_to_i, Op::f_to_l, Op::d_to_i, Op::d_to_l},
                                      {spv::OpConvertSToF, Op::i_to_f, Op::i_to_d, Op::l_to_f, Op::l_to_d},
                                      {spv::OpConvertUToF, Op::u_to_f, Op::u_to_d, Op::m_to_f, Op::m_to_d},
                                      {spv::OpUConvert, Op::copy, Op::u_to_q, Op::q_to_w, Op::copy_q},
                                      {spv::OpSConvert, Op::copy, Op::i_to_q, Op::q_to_w, Op::copy_q},
                                      {spv::OpFConvert, Op::copy, Op::f_to_d, Op::d_to_f, Op::copy_q}};
    const auto* one = std::ranges::find(known, now.opcode, &Known::opcode);
    if (one != std::end(known)) {
        Value a = value(now.words[0]);
        if (const auto sign = sign_of(now.opcode)) a = read_as(std::move(a), *sign);
        const bool from = bit_of(a.type).width == 64, to = bit_of(now.type).width == 64;
        const Op op =
            from ? (to ? one->from64to64 : one->from64to32) : (to ? one->from32to64 : one->from32to32);
        if (op == Op::count) unsupported(now.opcode, line_);
        const bool to_integer = now.opcode == spv::OpConvertFToU || now.opcode == spv::OpConvertFToS;
        by_scalar(now, [&](Row made, std::size_t i) {
            auto& made_one = emit(op, made, a.rows.at(i));
            if (to_integer && scalar_of(now.type).is_narrow()) made_one.y = scalar_of(now.type).width;
        });
        return true;
    }
    if (now.opcode == spv::OpQuantizeToF16) {
        const Value a = value(now.words[0]);
        by_scalar(now, [&](Row made, std::size_t i) {
            emit(Op::call_f1, made, a.rows.at(i)).x = function_of("quantizeToF16");
        });
        return true;
    }
    if (now.opcode != spv::OpBitcast) return false;
    bit_cast(now);
    return true;
}

// Through words: narrow numbers are packed into them, low bits first, and taken out of them.
void Decoder::bit_cast(const Statement& now) {
    const Value a = value(now.words[0]);
    const Type from = scalar_of(a.type), to = scalar_of(now.type);
    if (from.width == to.width && !from.is_narrow()) return bind(now, Value{now.type, a.rows});
    std::vector<Row> words;
    for (std::size_t i = 0; i < a.rows.size(); ++i) {
        if (from.width == 64) {
            words.push_back(unary(Op::low_q, a.rows[i], false));
            words.push_back(unary(Op::high_q, a.rows[i], false));
        } else if (from.width == 32) {
            words.push_back(a.rows[i]);
        } else {
            Row bits = scratch();
            if (from.kind == Type::Kind::floating)
                emit(Op::call_w1, bits, a.rows[i]).x = function_of("pack.half");
            else
                emit(from.width == 8 ? Op::to_u8 : Op::to_u16, bits, a.rows[i]);
            const auto at = static_cast<std::uint32_t>(i * from.width % 32);
            if (at == 0)
                words.push_back(bits);
            else
                words.back() =
                    binary(Op::or_w, words.back(), binary(Op::shl_w, bits, constant_row(at), false), false);
        }
    }
    Value made = result(now.type);
    for (std::size_t i = 0; i < made.rows.size(); ++i) {
        const std::size_t bit = i * to.width;
        if (to.width == 64) {
            emit(Op::pack_q, made.rows[i], words.at(2 * i), words.at(2 * i + 1));
        } else if (to.width == 32) {
            emit(Op::copy, made.rows[i], words.at(i));
        } else {
            const Row bits = binary(Op::shr_u, words.at(bit / 32),
                                    constant_row(static_cast<std::uint32_t>(bit % 32)), false);
            if (to.kind == Type::Kind::floating)
                emit(Op::call_w1, made.rows[i], bits).x = function_of("unpack.half");
            else if (to.width == 8)
                emit(to.kind == Type::Kind::sint ? Op::to_i8 : Op::to_u8, made.rows[i], bits);
            else
                emit(to.kind == Type::Kind::sint ? Op::to_i16 : Op::to_u16, made.rows[i], bits);
        }
    }
    bind(now, std::move(made));
}

}  // namespace pbp::sim
