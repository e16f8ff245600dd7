// SPDX-License-Identifier: MIT
// The GLSL functions that are in SPIR-V's instruction set GLSL.std.450.
#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <numeric>

#include "common/sim/code/decoder.hpp"
#include "common/sim/code/functions.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

/// One call of such a function, while it is being decoded.
class Decoder::Extended {
  public:
    Extended(Decoder& decoder, const Statement& now) : decoder_(decoder), now_(now) {
        for (const Id id : now.words.from(2))
            given_.push_back(decoder.frame_->pointers.contains(id) || decoder.global_pointers_.contains(id)
                                 ? Value{}
                                 : decoder.value(id));
        wide_ = decoder.is_wide(given_.at(0).type);
        parts_ = given_[0].rows.size();
    }

    void decode();

  private:
    static constexpr Op none = Op::count;
    using Rows = std::vector<Row>;

    /// A table entry: a function, which member decodes it, and with what.
    struct Function {
        std::uint32_t which;
        void (Extended::*make)(const Function&);
        Op narrow = none, wide = none;
        std::string_view name = {};  ///< in functions.hpp
        std::uint32_t bits = 0;      ///< of a component, packed
    };
    static const Function functions[];

    const Rows& rows(std::size_t operand) const { return given_.at(operand).rows; }
    Row row(std::size_t operand, std::size_t part) const {
        return rows(operand).at(rows(operand).size() == 1 ? 0 : part);
    }
    void bind(Rows made) { decoder_.bind(now_, {now_.type, std::move(made)}); }
    /// Gives the result the rows that are made from the scalars of the first operand, one by one.
    template <typename Make>
    void bind_each(Make&& make) {
        Rows made;
        for (std::size_t i = 0; i < parts_; ++i) made.push_back(make(i));
        bind(std::move(made));
    }

    // One instruction on temporary rows.
    Row add(Row a, Row b) { return decoder_.binary(wide_ ? Op::add_d : Op::add_f, a, b, wide_); }
    Row sub(Row a, Row b) { return decoder_.binary(wide_ ? Op::sub_d : Op::sub_f, a, b, wide_); }
    Row mul(Row a, Row b) { return decoder_.binary(wide_ ? Op::mul_d : Op::mul_f, a, b, wide_); }
    Row div(Row a, Row b) { return decoder_.binary(wide_ ? Op::div_d : Op::div_f, a, b, wide_); }
    Row less(Row a, Row b) { return decoder_.binary(wide_ ? Op::lt_d : Op::lt_f, a, b, false); }
    Row negative(Row a) { return decoder_.unary(wide_ ? Op::neg_d : Op::neg_f, a, wide_); }
    Row dot(const Rows& a, const Rows& b) { return decoder_.dot(a, b, wide_); }
    Row zero() { return wide_ ? decoder_.constant_rows(0) : decoder_.constant_row(0); }
    Row one() {
        return wide_ ? decoder_.constant_rows(0x3FF0000000000000u) : decoder_.constant_row(0x3F800000u);
    }
    Row called(std::string_view name, Row a) {
        const Row d = decoder_.scratch(wide_ ? 2 : 1);
        decoder_.emit(wide_ ? Op::call_d1 : Op::call_f1, d, a).x = function_of(name);
        return d;
    }
    Row root(Row a) { return wide_ ? called("sqrt", a) : decoder_.unary(Op::sqrt_f, a, false); }

    // Componentwise functions.
    void each(const Function& function) { each(function.narrow, function.wide, function.name); }
    void each(Op narrow, Op wide, std::string_view name);
    void call(const Function& function);
    void whole_sign(const Function& function);
    void clamp(const Function& function);
    void ldexp(const Function& function);
    void modf(const Function& function);
    void frexp(const Function& function);
    void pack(const Function& function);
    void unpack(const Function& function);
    void pack_double(const Function& function);
    void unpack_double(const Function& function);

    // Vectors and matrices.
    void length(const Function& function);
    void distance(const Function& function);
    void normalize(const Function& function);
    void cross(const Function& function);
    void face_forward(const Function& function);
    void reflect(const Function& function);
    void refract(const Function& function);
    void determinant(const Function& function);
    void inverse(const Function& function);
    using Indices = std::vector<std::size_t>;
    Indices all_columns() const;
    Row determinant_of(const Indices& columns, const Indices& rows);

    Decoder& decoder_;
    const Statement& now_;
    std::vector<Value> given_;  ///< empty for pointers
    bool wide_ = false;
    std::size_t parts_ = 0;  ///< scalars of the first operand
};

const Decoder::Extended::Function Decoder::Extended::functions[] = {
    {GLSLstd450Round, &Extended::call, none, none, "round"},
    {GLSLstd450RoundEven, &Extended::call, none, none, "round"},
    {GLSLstd450Trunc, &Extended::call, none, none, "trunc"},
    {GLSLstd450FAbs, &Extended::call, Op::abs_f, none, "abs"},
    {GLSLstd450SAbs, &Extended::whole_sign, Op::call_w1, none, "abs"},
    {GLSLstd450FSign, &Extended::call, none, none, "sign"},
    {GLSLstd450SSign, &Extended::whole_sign, Op::call_w1, none, "sign"},
    {GLSLstd450Floor, &Extended::call, Op::floor_f, none, "floor"},
    {GLSLstd450Ceil, &Extended::call, none, none, "ceil"},
    {GLSLstd450Fract, &Extended::call, none, none, "fract"},
    {GLSLstd450Radians, &Extended::call, none, none, "radians"},
    {GLSLstd450Degrees, &Extended::call, none, none, "degrees"},
    {GLSLstd450Sin, &Extended::call, none, none, "sin"},
    {GLSLstd450Cos, &Extended::call, none, none, "cos"},
    {GLSLstd450Tan, &Extended::call, none, none, "tan"},
    {GLSLstd450Asin, &Extended::call, none, none, "asin"},
    {GLSLstd450Acos, &Extended::call, none, none, "acos"},
    {GLSLstd450Atan, &Extended::call, none, none, "atan"},
    {GLSLstd450Atan2, &Extended::call, none, none, "atan2"},
    {GLSLstd450Sinh, &Extended::call, none, none, "sinh"},
    {GLSLstd450Cosh, &Extended::call, none, none, "cosh"},
    {GLSLstd450Tanh, &Extended::call, none, none, "tanh"},
    {GLSLstd450Asinh, &Extended::call, none, none, "asinh"},
    {GLSLstd450Acosh, &Extended::call, none, none, "acosh"},
    {GLSLstd450Atanh, &Extended::call, none, none, "atanh"},
    {GLSLstd450Pow, &Extended::call, none, none, "pow"},
    {GLSLstd450Exp, &Extended::call, none, none, "exp"},
    {GLSLstd450Log, &Extended::call, none, none, "log"},
    {GLSLstd450Exp2, &Extended::call, none, none, "exp2"},
    {GLSLstd450Log2, &Extended::call, none, none, "log2"},
    {GLSLstd450Sqrt, &Extended::call, Op::sqrt_f, none, "sqrt"},
    {GLSLstd450InverseSqrt, &Extended::call, none, none, "inversesqrt"},
    {GLSLstd450FMin, &Extended::each, Op::min_f, Op::min_d},
    {GLSLstd450NMin, &Extended::each, Op::min_f, Op::min_d},
    {GLSLstd450UMin, &Extended::each, Op::min_u, Op::min_m},
    {GLSLstd450SMin, &Extended::each, Op::min_i, Op::min_l},
    {GLSLstd450FMax, &Extended::each, Op::max_f, Op::max_d},
    {GLSLstd450NMax, &Extended::each, Op::max_f, Op::max_d},
    {GLSLstd450UMax, &Extended::each, Op::max_u, Op::max_m},
    {GLSLstd450SMax, &Extended::each, Op::max_i, Op::max_l},
    {GLSLstd450FClamp, &Extended::call, none, none, "clamp"},
    {GLSLstd450NClamp, &Extended::call, none, none, "clamp"},
    {GLSLstd450UClamp, &Extended::clamp},
    {GLSLstd450SClamp, &Extended::clamp},
    {GLSLstd450FMix, &Extended::call, none, none, "mix"},
    {GLSLstd450Step, &Extended::call, none, none, "step"},
    {GLSLstd450SmoothStep, &Extended::call, none, none, "smoothstep"},
    {GLSLstd450Fma, &Extended::each, Op::fma_f, Op::fma_d},
    {GLSLstd450Ldexp, &Extended::ldexp, Op::call_w2, none, "ldexp"},
    {GLSLstd450Modf, &Extended::modf},
    {GLSLstd450ModfStruct, &Extended::modf},
    {GLSLstd450Frexp, &Extended::frexp},
    {GLSLstd450FrexpStruct, &Extended::frexp},
    {GLSLstd450PackUnorm4x8, &Extended::pack, none, none, "pack.unorm8", 8},
    {GLSLstd450PackSnorm4x8, &Extended::pack, none, none, "pack.snorm8", 8},
    {GLSLstd450PackUnorm2x16, &Extended::pack, none, none, "pack.unorm16", 16},
    {GLSLstd450PackSnorm2x16, &Extended::pack, none, none, "pack.snorm16", 16},
    {GLSLstd450PackHalf2x16, &Extended::pack, none, none, "pack.half", 16},
    {GLSLstd450UnpackUnorm4x8, &Extended::unpack, none, none, "unpack.unorm8", 8},
    {GLSLstd450UnpackSnorm4x8, &Extended::unpack, none, none, "unpack.snorm8", 8},
    {GLSLstd450UnpackUnorm2x16, &Extended::unpack, none, none, "unpack.unorm16", 16},
    {GLSLstd450UnpackSnorm2x16, &Extended::unpack, none, none, "unpack.snorm16", 16},
    {GLSLstd450UnpackHalf2x16, &Extended::unpack, none, none, "unpack.half", 16},
    {GLSLstd450PackDouble2x32, &Extended::pack_double},
    {GLSLstd450UnpackDouble2x32, &Extended::unpack_double},
    {GLSLstd450Length, &Extended::length},
    {GLSLstd450Distance, &Extended::distance},
    {GLSLstd450Normalize, &Extended::normalize},
    {GLSLstd450Cross, &Extended::cross},
    {GLSLstd450FaceForward, &Extended::face_forward},
    {GLSLstd450Reflect, &Extended::reflect},
    {GLSLstd450Refract, &Extended::refract},
    {GLSLstd450Determinant, &Extended::determinant},
    {GLSLstd450MatrixInverse, &Extended::inverse},
    {GLSLstd450FindILsb, &Extended::each, Op::call_w1, none, "findLSB"},
    {GLSLstd450FindSMsb, &Extended::each, Op::call_w1, none, "findMSB.i"},
    {GLSLstd450FindUMsb, &Extended::each, Op::call_w1, none, "findMSB.u"},
};

void Decoder::Extended::decode() {
    const auto which = now_.words[1];
    const auto found = std::ranges::find(functions, which, &Function::which);
    if (found == std::end(functions))
        throw Unsupported(fmt::format("function {} of GLSL.std.450", which), decoder_.line_);
    (this->*found->make)(*found);
}

bool Decoder::extended(const Statement& now) {
    if (now.opcode != spv::OpExtInst) return false;
    const auto set = module().instruction_sets.find(now.words[0]);
    if (set == module().instruction_sets.end() || set->second != "GLSL.std.450")
        unsupported(now.opcode, line_);
    now.words[1];
    Extended(*this, now).decode();
    return true;
}

void Decoder::Extended::each(Op narrow, Op wide, std::string_view name) {
    const Op op = wide_ ? wide : narrow;
    if (op == none) unsupported(now_.opcode, decoder_.line_);
    decoder_.by_scalar(now_, [&](Row d, std::size_t i) {
        auto& one = decoder_.emit(op, d, row(0, i), given_.size() > 1 ? row(1, i) : no_row,
                                  given_.size() > 2 ? row(2, i) : no_row);
        if (!name.empty()) one.x = function_of(name);
    });
}

// The executor's own operation if there is one, otherwise the function of that name.
void Decoder::Extended::call(const Function& function) {
    if (!wide_ && function.narrow != none) return each(function.narrow, none, {});
    const auto& found = scalar_function(function_of(function.name));
    switch (given_.size()) {
        case 1:
            return each(Op::call_f1, found.d1 != nullptr ? Op::call_d1 : none, function.name);
        case 2:
            return each(Op::call_f2, found.d2 != nullptr ? Op::call_d2 : none, function.name);
        default:
            return each(Op::call_f3, found.d3 != nullptr ? Op::call_d3 : none, function.name);
    }
}

// abs or sign of integers: 64-bit ones by selects.
void Decoder::Extended::whole_sign(const Function& function) {
    if (!wide_) return each(function);
    const auto chosen = [&](Row condition, Row yes, Row no) {
        const Row d = decoder_.scratch(2);
        decoder_.emit(Op::select_q, d, yes, no, condition);
        return d;
    };
    bind_each([&](std::size_t i) {
        const Row x = row(0, i), below = decoder_.binary(Op::lt_l, x, zero(), false);
        if (function.which == GLSLstd450SAbs) return chosen(below, decoder_.unary(Op::neg_q, x, true), x);
        const Row above = decoder_.binary(Op::lt_l, zero(), x, false);
        return chosen(above, decoder_.constant_rows(1), chosen(below, decoder_.constant_rows(~0ull), zero()));
    });
}

void Decoder::Extended::clamp(const Function& function) {
    const bool is_signed = function.which == GLSLstd450SClamp;
    const Op least = is_signed ? (wide_ ? Op::min_l : Op::min_i) : (wide_ ? Op::min_m : Op::min_u);
    const Op most = is_signed ? (wide_ ? Op::max_l : Op::max_i) : (wide_ ? Op::max_m : Op::max_u);
    decoder_.by_scalar(now_, [&](Row d, std::size_t i) {
        const Row raised = decoder_.binary(most, row(0, i), row(1, i), wide_);
        if (wide_)
            decoder_.emit(least, d, raised, row(2, i));
        else  // also looks at the limits
            decoder_.emit(Op::call_w3, d, raised, row(1, i), row(2, i)).x =
                function_of(is_signed ? "clamp.i" : "clamp.u");
    });
}

void Decoder::Extended::ldexp(const Function& function) {
    if (!wide_) return each(function);
    decoder_.by_scalar(now_, [&](Row d, std::size_t i) {
        const Row by = decoder_.unary(Op::i_to_d, row(1, i), true);
        decoder_.emit(Op::call_d2, d, row(0, i), by).x = function_of(function.name);
    });
}

// The integral part goes through a pointer, or both parts go into a structure.
void Decoder::Extended::modf(const Function& function) {
    Value whole{given_[0].type, {}}, rest{given_[0].type, {}};
    for (std::size_t i = 0; i < parts_; ++i) {
        whole.rows.push_back(called("trunc", row(0, i)));
        rest.rows.push_back(sub(row(0, i), whole.rows.back()));
    }
    if (function.which == GLSLstd450Modf)
        decoder_.store(Pointer(decoder_.pointer(now_.words[3])), whole, 0);
    else
        rest.rows.insert(rest.rows.end(), whole.rows.begin(), whole.rows.end());
    bind(std::move(rest.rows));
}

void Decoder::Extended::frexp(const Function& function) {
    Value fraction{given_[0].type, {}}, exponent;
    for (std::size_t i = 0; i < parts_; ++i) {
        fraction.rows.push_back(called("frexp.mantissa", row(0, i)));
        if (wide_) {
            exponent.rows.push_back(decoder_.unary(Op::d_to_i, called("frexp.exponent", row(0, i)), false));
            continue;
        }
        exponent.rows.push_back(decoder_.scratch());
        decoder_.emit(Op::call_w1, exponent.rows.back(), row(0, i)).x = function_of("frexp.exponent");
    }
    if (function.which == GLSLstd450Frexp) {
        const Pointer to = decoder_.pointer(now_.words[3]);
        exponent.type = to.type;
        decoder_.store(to, exponent, 0);
    } else {
        fraction.rows.insert(fraction.rows.end(), exponent.rows.begin(), exponent.rows.end());
    }
    bind(std::move(fraction.rows));
}

void Decoder::Extended::pack(const Function& function) {
    Row whole = no_row;
    for (std::size_t i = 0; i < parts_; ++i) {
        const Row part = decoder_.scratch();
        decoder_.emit(Op::call_w1, part, row(0, i)).x = function_of(function.name);
        if (i == 0) {
            whole = part;
            continue;
        }
        const Row by = decoder_.constant_row(static_cast<std::uint32_t>(i) * function.bits);
        whole = decoder_.binary(Op::or_w, whole, decoder_.binary(Op::shl_w, part, by, false), false);
    }
    bind({whole});
}

void Decoder::Extended::unpack(const Function& function) {
    decoder_.by_scalar(now_, [&](Row d, std::size_t i) {
        Row part = row(0, 0);
        if (i != 0)
            part = decoder_.binary(
                Op::shr_u, part, decoder_.constant_row(static_cast<std::uint32_t>(i) * function.bits), false);
        decoder_.emit(Op::call_w1, d, part).x = function_of(function.name);
    });
}

void Decoder::Extended::pack_double(const Function&) {
    const Row d = decoder_.result_rows(2);
    decoder_.emit(Op::pack_q, d, rows(0).at(0), rows(0).at(1));
    bind({d});
}

void Decoder::Extended::unpack_double(const Function&) {
    const Row low = decoder_.unary(Op::low_q, rows(0).at(0), false);
    bind({low, decoder_.unary(Op::high_q, rows(0).at(0), false)});
}

void Decoder::Extended::length(const Function&) {
    if (parts_ > 1) return bind({root(dot(rows(0), rows(0)))});
    bind({wide_ ? called("abs", row(0, 0)) : decoder_.unary(Op::abs_f, row(0, 0), false)});
}

void Decoder::Extended::distance(const Function&) {
    Rows between;
    for (std::size_t i = 0; i < parts_; ++i) between.push_back(sub(row(0, i), row(1, i)));
    bind({root(dot(between, between))});
}

void Decoder::Extended::normalize(const Function&) {
    const Row square = dot(rows(0), rows(0));
    const Row by = wide_ ? root(square) : called("inversesqrt", square);
    bind_each([&](std::size_t i) { return wide_ ? div(row(0, i), by) : mul(row(0, i), by); });
}

void Decoder::Extended::cross(const Function&) {
    bind_each([&](std::size_t i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        return sub(mul(row(0, j), row(1, k)), mul(row(0, k), row(1, j)));
    });
}

void Decoder::Extended::face_forward(const Function&) {
    const Row faces = less(dot(rows(2), rows(1)), zero());
    decoder_.by_scalar(now_, [&](Row d, std::size_t i) {
        decoder_.emit(wide_ ? Op::select_q : Op::select_w, d, row(0, i), negative(row(0, i)), faces);
    });
}

void Decoder::Extended::reflect(const Function&) {
    const Row along = dot(rows(1), rows(0)), twice = add(along, along);
    bind_each([&](std::size_t i) { return sub(row(0, i), mul(twice, row(1, i))); });
}

void Decoder::Extended::refract(const Function&) {
    const Row eta = rows(2).at(0), along = dot(rows(1), rows(0));
    const Row k = sub(one(), mul(mul(eta, eta), sub(one(), mul(along, along))));
    const Row none_left = less(k, zero());
    const Row bend =
        add(mul(eta, along), root(decoder_.binary(wide_ ? Op::max_d : Op::max_f, k, zero(), wide_)));
    decoder_.by_scalar(now_, [&](Row d, std::size_t i) {
        decoder_.emit(wide_ ? Op::select_q : Op::select_w, d, zero(),
                      sub(mul(eta, row(0, i)), mul(bend, row(1, i))), none_left);
    });
}

Decoder::Extended::Indices Decoder::Extended::all_columns() const {
    Indices all(parts_ == 4 ? 2 : parts_ == 9 ? 3 : 4);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

// The determinant of the remaining columns and rows, expanded along the first column.
Row Decoder::Extended::determinant_of(const Indices& columns, const Indices& rows_left) {
    const std::size_t height = all_columns().size();
    const auto at = [&](std::size_t c, std::size_t r) { return rows(0).at(c * height + r); };
    if (columns.size() == 1) return at(columns[0], rows_left[0]);
    Row sum = no_row;
    for (std::size_t k = 0; k < rows_left.size(); ++k) {
        auto other = rows_left;
        other.erase(other.begin() + static_cast<std::ptrdiff_t>(k));
        const Row term =
            mul(at(columns[0], rows_left[k]), determinant_of({columns.begin() + 1, columns.end()}, other));
        sum = k == 0 ? term : k % 2 == 1 ? sub(sum, term) : add(sum, term);
    }
    return sum;
}

void Decoder::Extended::determinant(const Function&) {
    bind({determinant_of(all_columns(), all_columns())});
}

void Decoder::Extended::inverse(const Function&) {
    const Indices all = all_columns();
    const Row whole = called("inverse.determinant", determinant_of(all, all));
    Rows made;
    for (std::size_t c = 0; c < all.size(); ++c)
        for (std::size_t r = 0; r < all.size(); ++r) {
            auto columns = all, rows_left = all;
            columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(r));
            rows_left.erase(rows_left.begin() + static_cast<std::ptrdiff_t>(c));
            const Row minor = determinant_of(columns, rows_left);
            made.push_back(div((c + r) % 2 == 1 ? negative(minor) : minor, whole));
        }
    bind(std::move(made));
}

}  // namespace pbp::sim
