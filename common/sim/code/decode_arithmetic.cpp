// SPDX-License-Identifier: MIT
// Arithmetic, comparisons, conversions: vectors and matrices are split into their scalars.
#include <algorithm>
#include <optional>

#include "common/sim/code/decoder.hpp"
#include "common/sim/code/functions.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

Row Decoder::unary(Op op, Row a, bool wide) {
    const Row d = scratch(wide ? 2 : 1);
    emit(op, d, a);
    return d;
}

Row Decoder::binary(Op op, Row a, Row b, bool wide) {
    const Row d = scratch(wide ? 2 : 1);
    emit(op, d, a, b);
    return d;
}

void Decoder::by_component(const Statement& now, Op narrow, Op wide, bool swapped, bool inverted) {
    Value a = value(now.words[0]);
    const bool two = now.words.size() > 1;
    Value b = two ? value(now.words[1]) : Value{};
    const Op op = is_wide(a.type) ? wide : narrow;
    if (const auto sign = sign_of(now.opcode)) {
        a = read_as(std::move(a), *sign);
        if (two) b = read_as(std::move(b), *sign);
    }
    if (op == Op::count) unsupported(now.opcode, line_);
    by_scalar(now, [&](Row made, std::size_t i) {
        const Row second = two ? b.rows.at(i) : no_row;
        const Row d = inverted ? scratch() : made;
        if (swapped)
            emit(op, d, second, a.rows.at(i));
        else
            emit(op, d, a.rows.at(i), second);
        if (inverted) emit(Op::not_b, made, d);
    });
}

Row Decoder::dot(const std::vector<Row>& a, const std::vector<Row>& b, bool wide) {
    Row sum = binary(wide ? Op::mul_d : Op::mul_f, a.at(0), b.at(0), wide);
    for (std::size_t i = 1; i < a.size(); ++i)
        sum = binary(wide ? Op::add_d : Op::add_f, sum,
                     binary(wide ? Op::mul_d : Op::mul_f, a[i], b.at(i), wide), wide);
    return sum;
}

namespace {

/// A componentwise operation.
struct ByComponent {
    std::uint32_t opcode;
    Op narrow, wide;
    bool swapped = false;   ///< b op a
    bool inverted = false;  ///< the truth value is negated
};

constexpr Op none = Op::count;

constexpr ByComponent by_components[] = {
    {spv::OpIAdd, Op::add_w, Op::add_q},
    {spv::OpISub, Op::sub_w, Op::sub_q},
    {spv::OpIMul, Op::mul_w, Op::mul_q},
    {spv::OpSNegate, Op::neg_w, Op::neg_q},
    {spv::OpUDiv, Op::div_u, Op::div_m},
    {spv::OpSDiv, Op::div_i, Op::div_l},
    {spv::OpUMod, Op::mod_u, Op::mod_m},
    {spv::OpSMod, Op::mod_i, Op::mod_l},
    {spv::OpSRem, Op::rem_i, Op::rem_l},
    {spv::OpBitwiseAnd, Op::and_w, Op::and_q},
    {spv::OpBitwiseOr, Op::or_w, Op::or_q},
    {spv::OpBitwiseXor, Op::xor_w, Op::xor_q},
    {spv::OpNot, Op::not_w, Op::not_q},
    {spv::OpIEqual, Op::eq_w, Op::eq_q},
    {spv::OpINotEqual, Op::ne_w, Op::ne_q},
    {spv::OpULessThan, Op::lt_u, Op::lt_m},
    {spv::OpULessThanEqual, Op::le_u, Op::le_m},
    {spv::OpUGreaterThan, Op::lt_u, Op::lt_m, true},
    {spv::OpUGreaterThanEqual, Op::le_u, Op::le_m, true},
    {spv::OpSLessThan, Op::lt_i, Op::lt_l},
    {spv::OpSLessThanEqual, Op::le_i, Op::le_l},
    {spv::OpSGreaterThan, Op::lt_i, Op::lt_l, true},
    {spv::OpSGreaterThanEqual, Op::le_i, Op::le_l, true},
    {spv::OpLogicalAnd, Op::and_w, none},
    {spv::OpLogicalOr, Op::or_w, none},
    {spv::OpLogicalEqual, Op::eq_w, none},
    {spv::OpLogicalNotEqual, Op::ne_w, none},
    {spv::OpLogicalNot, Op::not_b, none},
    {spv::OpFAdd, Op::add_f, Op::add_d},
    {spv::OpFSub, Op::sub_f, Op::sub_d},
    {spv::OpFMul, Op::mul_f, Op::mul_d},
    {spv::OpFDiv, Op::div_f, Op::div_d},
    {spv::OpFRem, Op::rem_f, Op::rem_d},
    {spv::OpFMod, Op::mod_f, Op::mod_d},
    {spv::OpFNegate, Op::neg_f, Op::neg_d},
    {spv::OpFOrdEqual, Op::eq_f, Op::eq_d},
    {spv::OpFUnordNotEqual, Op::ne_f, Op::ne_d},
    {spv::OpFOrdLessThan, Op::lt_f, Op::lt_d},
    {spv::OpFOrdLessThanEqual, Op::le_f, Op::le_d},
    {spv::OpFOrdGreaterThan, Op::lt_f, Op::lt_d, true},
    {spv::OpFOrdGreaterThanEqual, Op::le_f, Op::le_d, true},
    {spv::OpFUnordLessThan, Op::le_f, Op::le_d, true, true},
    {spv::OpFUnordLessThanEqual, Op::lt_f, Op::lt_d, true, true},
    {spv::OpFUnordGreaterThan, Op::le_f, Op::le_d, false, true},
    {spv::OpFUnordGreaterThanEqual, Op::lt_f, Op::lt_d, false, true},
};

}  // namespace

bool Decoder::arithmetic(const Statement& now) {
    if (const auto* one = std::ranges::find(by_components, now.opcode, &ByComponent::opcode);
        one != std::end(by_components)) {
        by_component(now, one->narrow, one->wide, one->swapped, one->inverted);
        return true;
    }
    static constexpr Maker makers[] = {{spv::OpShiftLeftLogical, &Decoder::shift},
                                       {spv::OpShiftRightLogical, &Decoder::shift},
                                       {spv::OpShiftRightArithmetic, &Decoder::shift},
                                       {spv::OpIsNan, &Decoder::is_nan_or_infinite},
                                       {spv::OpIsInf, &Decoder::is_nan_or_infinite},
                                       {spv::OpSelect, &Decoder::select},
                                       {spv::OpAny, &Decoder::any_or_all},
                                       {spv::OpAll, &Decoder::any_or_all},
                                       {spv::OpBitCount, &Decoder::bits},
                                       {spv::OpBitReverse, &Decoder::bits},
                                       {spv::OpBitFieldInsert, &Decoder::bit_field_insert},
                                       {spv::OpBitFieldSExtract, &Decoder::bit_field_extract},
                                       {spv::OpBitFieldUExtract, &Decoder::bit_field_extract},
                                       {spv::OpIAddCarry, &Decoder::with_high_half},
                                       {spv::OpISubBorrow, &Decoder::with_high_half},
                                       {spv::OpUMulExtended, &Decoder::with_high_half},
                                       {spv::OpSMulExtended, &Decoder::with_high_half}};
    return made_by(makers, now);
}

// True for a division or shift by a constant that needs no check at run time.
bool Decoder::is_safe(Op op, Row b) const {
    const auto known = constant_bits_.find(b);
    if (known == constant_bits_.end()) return false;
    switch (op) {
        case Op::shl_w:
        case Op::shr_u:
        case Op::shr_i:
            return known->second < 32;
        case Op::shl_q:
        case Op::shr_m:
        case Op::shr_l:
            return known->second < 64;
        case Op::mod_i:  // a may be negative
        case Op::rem_i:
            return false;
        case Op::div_i:  // the smallest number has no opposite
            return known->second != 0 && known->second != ~0u;
        case Op::div_l:
            return known->second != 0 && known->second != ~std::uint64_t{0};
        default:
            return known->second != 0;
    }
}

void Decoder::shift(const Statement& now) {
    Value a = value(now.words[0]);
    const Value b = value(now.words[1]);
    if (const auto sign = sign_of(now.opcode)) a = read_as(std::move(a), *sign);
    const bool wide = is_wide(a.type);
    const Op op = now.opcode == spv::OpShiftLeftLogical    ? (wide ? Op::shl_q : Op::shl_w)
                  : now.opcode == spv::OpShiftRightLogical ? (wide ? Op::shr_m : Op::shr_u)
                                                           : (wide ? Op::shr_l : Op::shr_i);
    by_scalar(now, [&](Row made, std::size_t i) {
        Row by = b.rows.at(i);
        if (wide != is_wide(b.type)) by = unary(wide ? Op::u_to_q : Op::q_to_w, by, wide);
        auto& one = emit(op, made, a.rows.at(i), by);
        if (scalar_of(b.type).kind == Type::Kind::sint) one.flags |= Instruction::is_signed;
        if (scalar_of(a.type).is_narrow()) {
            one.y = scalar_of(a.type).width;
            one.flags &= static_cast<std::uint8_t>(~Instruction::safe);
        }
    });
}

void Decoder::is_nan_or_infinite(const Statement& now) {
    const Value a = value(now.words[0]);
    const bool wide = is_wide(a.type);
    by_scalar(now, [&](Row made, std::size_t i) {
        if (now.opcode == spv::OpIsNan) {
            emit(wide ? Op::ne_d : Op::ne_f, made, a.rows.at(i), a.rows.at(i));
        } else if (wide) {
            const Row size = scratch(2);
            emit(Op::call_d1, size, a.rows.at(i)).x = function_of("abs");
            emit(Op::eq_d, made, size, constant_rows(0x7FF0000000000000u));
        } else {
            emit(Op::eq_f, made, unary(Op::abs_f, a.rows.at(i), false), constant_row(0x7F800000u));
        }
    });
}

void Decoder::select(const Statement& now) {
    const Value condition = value(now.words[0]), yes = value(now.words[1]), no = value(now.words[2]);
    const auto scalars = scalars_of(module(), now.type);
    by_scalar(now, [&](Row made, std::size_t i) {
        emit(scalars[i].is_wide() ? Op::select_q : Op::select_w, made, yes.rows.at(i), no.rows.at(i),
             condition.rows.at(condition.rows.size() == 1 ? 0 : i));
    });
}

void Decoder::any_or_all(const Statement& now) {
    const Value a = value(now.words[0]);
    Row all = a.rows.at(0);
    for (std::size_t i = 1; i < a.rows.size(); ++i)
        all = binary(now.opcode == spv::OpAny ? Op::or_w : Op::and_w, all, a.rows[i], false);
    bind(now, Value{now.type, {all}});
}

void Decoder::bits(const Statement& now) {
    const Value a = value(now.words[0]);
    if (is_wide(a.type)) unsupported(now.opcode, line_);
    const auto function = function_of(now.opcode == spv::OpBitCount ? "bitCount" : "bitfieldReverse");
    by_scalar(now, [&](Row made, std::size_t i) { emit(Op::call_w1, made, a.rows.at(i)).x = function; });
}

void Decoder::bit_field_insert(const Statement& now) {
    const Value base = value(now.words[0]), inserted = value(now.words[1]);
    const Row offset = value(now.words[2]).rows.at(0), count = value(now.words[3]).rows.at(0);
    if (is_wide(base.type)) unsupported(now.opcode, line_);
    by_scalar(now, [&](Row made, std::size_t i) {  // offset and count share a row, one half each
        const Row where = binary(Op::or_w, binary(Op::shl_w, offset, constant_row(16), false), count, false);
        emit(Op::call_w3, made, base.rows.at(i), inserted.rows.at(i), where).x =
            function_of("bitfieldInsert");
    });
}

void Decoder::bit_field_extract(const Statement& now) {
    const Value base = value(now.words[0]);
    const Row offset = value(now.words[1]).rows.at(0), count = value(now.words[2]).rows.at(0);
    if (is_wide(base.type)) unsupported(now.opcode, line_);
    const bool is_signed = now.opcode == spv::OpBitFieldSExtract;
    by_scalar(now, [&](Row made, std::size_t i) {
        emit(Op::call_w3, made, base.rows.at(i), offset, count).x =
            function_of(is_signed ? "bitfieldExtract.i" : "bitfieldExtract.u");
    });
}

// A structure of two: the words of the result, and the overflow.
void Decoder::with_high_half(const Statement& now) {
    const Value a = value(now.words[0]), b = value(now.words[1]);
    if (is_wide(a.type)) unsupported(now.opcode, line_);
    const std::size_t half = a.rows.size();
    Value made{now.type, std::vector<Row>(2 * half)};
    for (std::size_t i = 0; i < half; ++i) {
        const Row low = result_rows(1), high = result_rows(1);
        const Row x = a.rows[i], y = b.rows.at(i);
        if (now.opcode == spv::OpIAddCarry) {
            emit(Op::add_w, low, x, y);
            emit(Op::lt_u, high, low, x);
        } else if (now.opcode == spv::OpISubBorrow) {
            emit(Op::sub_w, low, x, y);
            emit(Op::lt_u, high, x, y);
        } else {
            emit(Op::mul_w, low, x, y);
            emit(Op::call_w2, high, x, y).x =
                function_of(now.opcode == spv::OpUMulExtended ? "mulHigh.u" : "mulHigh.i");
        }
        made.rows[i] = low;
        made.rows[half + i] = high;
    }
    bind(now, std::move(made));
}

}  // namespace pbp::sim
