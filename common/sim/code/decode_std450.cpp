// SPDX-License-Identifier: MIT
// The functions of GLSL that SPIR-V keeps in the instruction set GLSL.std.450.
#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <functional>

#include "common/sim/code/decoder.hpp"
#include "common/sim/code/functions.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

bool Decoder::extended(const Statement& now) {
    if (now.opcode != spv::OpExtInst) return false;
    if (now.words.size() < 2) malformed("OpExtInst lacks operands");
    const auto set = module().instruction_sets.find(now.words[0]);
    if (set == module().instruction_sets.end() || set->second != "GLSL.std.450")
        unsupported(now.opcode, line_);
    const auto which = now.words[1];
    std::vector<Value> given;
    std::vector<Id> ids(now.words.begin() + 2, now.words.end());
    for (const Id id : ids)
        given.push_back(frame_->pointers.contains(id) || global_pointers_.contains(id) ? Value{} : value(id));
    const auto arg = [&](std::size_t i) -> const Value& {
        if (i >= given.size()) malformed("a function of GLSL lacks operands");
        return given[i];
    };
    const bool wide = is_wide(arg(0).type);
    const std::size_t parts = arg(0).rows.size();
    if (parts == 0) malformed("a function of GLSL has an operand without a value");
    const auto row = [&](std::size_t i, std::size_t part) {
        const auto& rows = arg(i).rows;
        return rows.at(rows.size() == 1 ? 0 : part);
    };
    const auto add = wide ? Op::add_d : Op::add_f, sub = wide ? Op::sub_d : Op::sub_f,
               mul = wide ? Op::mul_d : Op::mul_f, div = wide ? Op::div_d : Op::div_f;
    const auto call1 = [&](std::string_view name, Row a) {
        const Row d = scratch(wide ? 2 : 1);
        emit(wide ? Op::call_d1 : Op::call_f1, d, a).x = function_of(name);
        return d;
    };
    const auto root = [&](Row a) { return wide ? call1("sqrt", a) : unary(Op::sqrt_f, a, false); };
    const auto bound = [&](Value made) {
        made.type = now.type;
        bind(now, std::move(made));
        return true;
    };
    // One instruction, or one call, for each component.
    const auto each = [&](Op narrow, Op wide_op, std::string_view name = {}) {
        const Op op = wide ? wide_op : narrow;
        if (op == Op::count) unsupported(now.opcode, line_);
        Value made = result(now.type);
        for (std::size_t i = 0; i < made.rows.size(); ++i) {
            auto& one = emit(op, made.rows[i], row(0, i), given.size() > 1 ? row(1, i) : no_row,
                             given.size() > 2 ? row(2, i) : no_row);
            if (!name.empty()) one.x = function_of(name);
        }
        return bound(std::move(made));
    };
    constexpr Op none = Op::count;
    const auto call = [&](std::string_view name) {
        const auto& found = scalar_function(function_of(name));
        switch (given.size()) {
            case 1:
                return each(Op::call_f1, found.d1 != nullptr ? Op::call_d1 : none, name);
            case 2:
                return each(Op::call_f2, found.d2 != nullptr ? Op::call_d2 : none, name);
            default:
                return each(Op::call_f3, found.d3 != nullptr ? Op::call_d3 : none, name);
        }
    };
    const auto scaled = [&](const std::vector<Row>& rows, Row by, Op op) {
        Value made{now.type, {}};
        for (const Row one : rows) made.rows.push_back(binary(op, one, by, wide));
        return made;
    };
    const auto zero = [&] { return wide ? constant_rows(0) : constant_row(0); };
    const auto one = [&] { return wide ? constant_rows(0x3FF0000000000000u) : constant_row(0x3F800000u); };
    const auto packed = [&](std::string_view name, std::uint32_t bits) {
        Row whole = no_row;
        for (std::size_t i = 0; i < parts; ++i) {
            const Row part = scratch();
            emit(Op::call_w1, part, arg(0).rows[i]).x = function_of(name);
            const Row placed =
                i == 0 ? part
                       : binary(Op::shl_w, part, constant_row(static_cast<std::uint32_t>(i) * bits), false);
            whole = i == 0 ? placed : binary(Op::or_w, whole, placed, false);
        }
        return bound({now.type, {whole}});
    };
    const auto unpacked = [&](std::string_view name, std::uint32_t bits) {
        Value made = result(now.type);
        for (std::size_t i = 0; i < made.rows.size(); ++i) {
            const Row part = i == 0 ? arg(0).rows.at(0)
                                    : binary(Op::shr_u, arg(0).rows[0],
                                             constant_row(static_cast<std::uint32_t>(i) * bits), false);
            emit(Op::call_w1, made.rows[i], part).x = function_of(name);
        }
        return bound(std::move(made));
    };
    // abs or sign of 64-bit whole numbers.
    const auto by_sign = [&](bool abs) {
        Value made{now.type, {}};
        for (std::size_t i = 0; i < parts; ++i) {
            const Row x = row(0, i);
            const auto chosen = [&](Row condition, Row yes, Row no) {
                const Row d = scratch(2);
                emit(Op::select_q, d, yes, no, condition);
                return d;
            };
            const Row below = binary(Op::lt_l, x, zero(), false);
            if (abs) {
                made.rows.push_back(chosen(below, unary(Op::neg_q, x, true), x));
            } else {
                const Row above = binary(Op::lt_l, zero(), x, false);
                made.rows.push_back(
                    chosen(above, constant_rows(1), chosen(below, constant_rows(~0ull), zero())));
            }
        }
        return bound(std::move(made));
    };
    // The determinant of the rows and columns that are left, by its first column.
    const std::size_t height = parts == 4 ? 2 : parts == 9 ? 3 : 4;
    const std::function<Row(std::vector<std::size_t>, std::vector<std::size_t>)> determinant =
        [&](std::vector<std::size_t> columns, std::vector<std::size_t> rows) -> Row {
        const auto at = [&](std::size_t c, std::size_t r) { return arg(0).rows.at(c * height + r); };
        if (columns.size() == 1) return at(columns[0], rows[0]);
        Row sum = no_row;
        for (std::size_t k = 0; k < rows.size(); ++k) {
            auto other = rows;
            other.erase(other.begin() + static_cast<std::ptrdiff_t>(k));
            const Row term = binary(mul, at(columns[0], rows[k]),
                                    determinant({columns.begin() + 1, columns.end()}, other), wide);
            sum = k == 0 ? term : binary(k % 2 == 1 ? sub : add, sum, term, wide);
        }
        return sum;
    };
    std::vector<std::size_t> all(height);
    for (std::size_t i = 0; i < height; ++i) all[i] = i;

    switch (which) {
        case GLSLstd450Round:
        case GLSLstd450RoundEven:
            return call("round");
        case GLSLstd450Trunc:
            return call("trunc");
        case GLSLstd450FAbs:
            return wide ? call("abs") : each(Op::abs_f, none);
        case GLSLstd450SAbs:
            return wide ? by_sign(true) : each(Op::call_w1, none, "abs");
        case GLSLstd450FSign:
            return call("sign");
        case GLSLstd450SSign:
            return wide ? by_sign(false) : each(Op::call_w1, none, "sign");
        case GLSLstd450Floor:
            return wide ? call("floor") : each(Op::floor_f, none);
        case GLSLstd450Ceil:
            return call("ceil");
        case GLSLstd450Fract:
            return call("fract");
        case GLSLstd450Radians:
            return call("radians");
        case GLSLstd450Degrees:
            return call("degrees");
        case GLSLstd450Sin:
            return call("sin");
        case GLSLstd450Cos:
            return call("cos");
        case GLSLstd450Tan:
            return call("tan");
        case GLSLstd450Asin:
            return call("asin");
        case GLSLstd450Acos:
            return call("acos");
        case GLSLstd450Atan:
        case GLSLstd450Atan2:
            return call("atan");
        case GLSLstd450Sinh:
            return call("sinh");
        case GLSLstd450Cosh:
            return call("cosh");
        case GLSLstd450Tanh:
            return call("tanh");
        case GLSLstd450Asinh:
            return call("asinh");
        case GLSLstd450Acosh:
            return call("acosh");
        case GLSLstd450Atanh:
            return call("atanh");
        case GLSLstd450Pow:
            return call("pow");
        case GLSLstd450Exp:
            return call("exp");
        case GLSLstd450Log:
            return call("log");
        case GLSLstd450Exp2:
            return call("exp2");
        case GLSLstd450Log2:
            return call("log2");
        case GLSLstd450Sqrt:
            return wide ? call("sqrt") : each(Op::sqrt_f, none);
        case GLSLstd450InverseSqrt:
            return call("inversesqrt");
        case GLSLstd450FMin:
        case GLSLstd450NMin:
            return each(Op::min_f, Op::min_d);
        case GLSLstd450UMin:
            return each(Op::min_u, Op::min_m);
        case GLSLstd450SMin:
            return each(Op::min_i, Op::min_l);
        case GLSLstd450FMax:
        case GLSLstd450NMax:
            return each(Op::max_f, Op::max_d);
        case GLSLstd450UMax:
            return each(Op::max_u, Op::max_m);
        case GLSLstd450SMax:
            return each(Op::max_i, Op::max_l);
        case GLSLstd450FClamp:
        case GLSLstd450NClamp:
            return call("clamp");
        case GLSLstd450UClamp:
        case GLSLstd450SClamp: {
            const bool is_signed = which == GLSLstd450SClamp;
            const Op least = is_signed ? (wide ? Op::min_l : Op::min_i) : (wide ? Op::min_m : Op::min_u);
            const Op most = is_signed ? (wide ? Op::max_l : Op::max_i) : (wide ? Op::max_m : Op::max_u);
            Value made = result(now.type);
            for (std::size_t i = 0; i < parts; ++i)
                emit(least, made.rows.at(i), binary(most, row(0, i), row(1, i), wide), row(2, i));
            return bound(std::move(made));
        }
        case GLSLstd450FMix:
            return call("mix");
        case GLSLstd450Step: {
            Value made = result(now.type);
            for (std::size_t i = 0; i < made.rows.size(); ++i)
                emit(wide ? Op::call_d2 : Op::call_f2, made.rows[i], row(0, i), row(1, i)).x =
                    function_of("step");
            return bound(std::move(made));
        }
        case GLSLstd450SmoothStep:
            return call("smoothstep");
        case GLSLstd450Fma:
            return each(Op::fma_f, Op::fma_d);
        case GLSLstd450Ldexp: {
            if (!wide) return each(Op::call_w2, none, "ldexp");
            Value made = result(now.type);
            for (std::size_t i = 0; i < made.rows.size(); ++i)
                emit(Op::call_d2, made.rows[i], row(0, i), unary(Op::i_to_d, row(1, i), true)).x =
                    function_of("ldexp");
            return bound(std::move(made));
        }
        case GLSLstd450Modf:
        case GLSLstd450ModfStruct: {
            Value whole{0, {}}, rest{0, {}};
            for (std::size_t i = 0; i < parts; ++i) {
                whole.rows.push_back(call1("trunc", row(0, i)));
                rest.rows.push_back(binary(sub, row(0, i), whole.rows.back(), wide));
            }
            whole.type = rest.type = arg(0).type;
            if (which == GLSLstd450Modf) {
                store(Pointer(pointer(ids.at(1))), whole, 0);
            } else {
                rest.rows.insert(rest.rows.end(), whole.rows.begin(), whole.rows.end());
            }
            return bound(std::move(rest));
        }
        case GLSLstd450Frexp:
        case GLSLstd450FrexpStruct: {
            Value fraction{arg(0).type, {}}, exponent{0, {}};
            for (std::size_t i = 0; i < parts; ++i) {
                fraction.rows.push_back(call1("frexp.mantissa", row(0, i)));
                if (wide) {
                    exponent.rows.push_back(unary(Op::d_to_i, call1("frexp.exponent", row(0, i)), false));
                    continue;
                }
                exponent.rows.push_back(scratch());
                emit(Op::call_w1, exponent.rows.back(), row(0, i)).x = function_of("frexp.exponent");
            }
            if (which == GLSLstd450Frexp) {
                const Pointer to = pointer(ids.at(1));
                exponent.type = to.type;
                store(to, exponent, 0);
            } else {
                fraction.rows.insert(fraction.rows.end(), exponent.rows.begin(), exponent.rows.end());
            }
            return bound(std::move(fraction));
        }
        case GLSLstd450PackUnorm4x8:
            return packed("pack.unorm8", 8);
        case GLSLstd450PackSnorm4x8:
            return packed("pack.snorm8", 8);
        case GLSLstd450PackUnorm2x16:
            return packed("pack.unorm16", 16);
        case GLSLstd450PackSnorm2x16:
            return packed("pack.snorm16", 16);
        case GLSLstd450PackHalf2x16:
            return packed("pack.half", 16);
        case GLSLstd450UnpackUnorm4x8:
            return unpacked("unpack.unorm8", 8);
        case GLSLstd450UnpackSnorm4x8:
            return unpacked("unpack.snorm8", 8);
        case GLSLstd450UnpackUnorm2x16:
            return unpacked("unpack.unorm16", 16);
        case GLSLstd450UnpackSnorm2x16:
            return unpacked("unpack.snorm16", 16);
        case GLSLstd450UnpackHalf2x16:
            return unpacked("unpack.half", 16);
        case GLSLstd450PackDouble2x32: {
            const Row d = result_rows(2);
            emit(Op::pack_q, d, arg(0).rows.at(0), arg(0).rows.at(1));
            return bound({now.type, {d}});
        }
        case GLSLstd450UnpackDouble2x32:
            return bound(
                {now.type,
                 {unary(Op::low_q, arg(0).rows.at(0), false), unary(Op::high_q, arg(0).rows.at(0), false)}});
        case GLSLstd450Length:
            return bound({now.type,
                          {parts == 1 ? (wide ? call1("abs", row(0, 0)) : unary(Op::abs_f, row(0, 0), false))
                                      : root(dot(arg(0).rows, arg(0).rows, wide))}});
        case GLSLstd450Distance: {
            std::vector<Row> between;
            for (std::size_t i = 0; i < parts; ++i)
                between.push_back(binary(sub, row(0, i), row(1, i), wide));
            return bound({now.type, {root(dot(between, between, wide))}});
        }
        case GLSLstd450Normalize: {
            if (wide) return bound(scaled(arg(0).rows, root(dot(arg(0).rows, arg(0).rows, wide)), div));
            return bound(scaled(arg(0).rows, call1("inversesqrt", dot(arg(0).rows, arg(0).rows, wide)), mul));
        }
        case GLSLstd450Cross: {
            Value made{now.type, {}};
            for (std::size_t i = 0; i < 3; ++i) {
                const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
                made.rows.push_back(binary(sub, binary(mul, row(0, j), row(1, k), wide),
                                           binary(mul, row(0, k), row(1, j), wide), wide));
            }
            return bound(std::move(made));
        }
        case GLSLstd450FaceForward: {
            const Row faces =
                binary(wide ? Op::lt_d : Op::lt_f, dot(arg(2).rows, arg(1).rows, wide), zero(), false);
            Value made = result(now.type);
            for (std::size_t i = 0; i < parts; ++i)
                emit(wide ? Op::select_q : Op::select_w, made.rows[i], row(0, i),
                     unary(wide ? Op::neg_d : Op::neg_f, row(0, i), wide), faces);
            return bound(std::move(made));
        }
        case GLSLstd450Reflect: {
            const Row along = dot(arg(1).rows, arg(0).rows, wide), twice = binary(add, along, along, wide);
            Value made{now.type, {}};
            for (std::size_t i = 0; i < parts; ++i)
                made.rows.push_back(binary(sub, row(0, i), binary(mul, twice, row(1, i), wide), wide));
            return bound(std::move(made));
        }
        case GLSLstd450Refract: {
            const Row eta = arg(2).rows.at(0), along = dot(arg(1).rows, arg(0).rows, wide);
            const Row rest = binary(sub, one(), binary(mul, along, along, wide), wide);
            const Row k = binary(sub, one(), binary(mul, binary(mul, eta, eta, wide), rest, wide), wide);
            const Row none_left = binary(wide ? Op::lt_d : Op::lt_f, k, zero(), false);
            const Row bend = binary(add, binary(mul, eta, along, wide),
                                    root(binary(wide ? Op::max_d : Op::max_f, k, zero(), wide)), wide);
            Value made = result(now.type);
            for (std::size_t i = 0; i < parts; ++i)
                emit(wide ? Op::select_q : Op::select_w, made.rows[i], zero(),
                     binary(sub, binary(mul, eta, row(0, i), wide), binary(mul, bend, row(1, i), wide), wide),
                     none_left);
            return bound(std::move(made));
        }
        case GLSLstd450Determinant:
            return bound({now.type, {determinant(all, all)}});
        case GLSLstd450MatrixInverse: {
            const Row whole = determinant(all, all);
            Value made{now.type, {}};
            for (std::size_t c = 0; c < height; ++c)
                for (std::size_t r = 0; r < height; ++r) {
                    auto columns = all, rows = all;
                    columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(r));
                    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(c));
                    Row minor = determinant(columns, rows);
                    if ((c + r) % 2 == 1) minor = unary(wide ? Op::neg_d : Op::neg_f, minor, wide);
                    made.rows.push_back(binary(div, minor, whole, wide));
                }
            return bound(std::move(made));
        }
        case GLSLstd450FindILsb:
            return each(Op::call_w1, none, "findLSB");
        case GLSLstd450FindSMsb:
            return each(Op::call_w1, none, "findMSB.i");
        case GLSLstd450FindUMsb:
            return each(Op::call_w1, none, "findMSB.u");
        default:
            throw Unsupported(fmt::format("function {} of GLSL.std.450", which), line_);
    }
}

}  // namespace pbp::sim
