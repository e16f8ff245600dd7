// SPDX-License-Identifier: MIT
// Vectors, matrices, structures and arrays as values: their parts, and products of matrices.
#include <algorithm>

#include "common/sim/code/decoder.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

/// The index of a member's first scalar in a composite, and its type.
std::pair<std::size_t, Id> part_of(const Module& module, Id id, std::uint32_t index) {
    const Type& type = module.type(id);
    if (type.kind == Type::Kind::structure) {
        std::size_t first = 0;
        for (std::uint32_t i = 0; i < index; ++i) first += module.type(type.members.at(i).type).components;
        return {first, type.members.at(index).type};
    }
    return {std::size_t{index} * module.type(type.element).components, type.element};
}

/// The index of a part's first scalar in a composite, and its type; one index per level.
std::pair<std::size_t, Id> part_of(const Module& module, Id id, std::span<const std::uint32_t> indices) {
    std::size_t first = 0;
    for (const auto index : indices) {
        const auto [at, part] = part_of(module, id, index);
        first += at;
        id = part;
    }
    return {first, id};
}

}  // namespace

bool Decoder::composite(const Statement& now) {
    static constexpr Maker makers[] = {{spv::OpUndef, &Decoder::undefined},
                                       {spv::OpCopyObject, &Decoder::copied},
                                       {spv::OpCopyLogical, &Decoder::copied},
                                       {spv::OpCompositeConstruct, &Decoder::construct},
                                       {spv::OpCompositeExtract, &Decoder::extract},
                                       {spv::OpCompositeInsert, &Decoder::insert},
                                       {spv::OpVectorShuffle, &Decoder::shuffle},
                                       {spv::OpVectorExtractDynamic, &Decoder::extract_dynamic},
                                       {spv::OpVectorInsertDynamic, &Decoder::insert_dynamic}};
    return made_by(makers, now);
}

void Decoder::undefined(const Statement& now) {
    Value made{now.type, {}};
    for (const auto& scalar : scalars_of(module(), now.type))
        made.rows.push_back(scalar.is_wide() ? constant_rows(0) : constant_row(0));
    frame_->undefined.insert(now.result);
    bind(now, std::move(made));
}

// What a function returns that ends without `return`: glslang lets it return OpUndef.
Value Decoder::never_set(const Frame& frame, const Value& like) {
    Value made{like.type, {}};
    for (const auto& scalar : scalars_of(module(), like.type)) {
        const Row row = rows_.lasting(scalar.is_wide() ? 2 : 1);
        is_local_.resize(rows_.count(), false);
        std::fill(is_local_.begin() + row, is_local_.end(), true);
        if (const auto name = name_of(*frame.function); !name.empty())
            code_.variables[row].name = name + "()";
        made.rows.push_back(row);
    }
    return made;
}

void Decoder::copied(const Statement& now) {
    const Id from = now.words[0];
    if (frame_->pointers.contains(from))
        bind(now, Pointer(pointer(from)));
    else
        bind(now, Value{now.type, value(from).rows});
}

void Decoder::construct(const Statement& now) {
    Value made{now.type, {}};
    for (const Id part : now.words) {
        const auto& rows = value(part).rows;
        made.rows.insert(made.rows.end(), rows.begin(), rows.end());
    }
    bind(now, std::move(made));
}

void Decoder::extract(const Statement& now) {
    const Value& whole = value(now.words[0]);
    const auto [first, type] = part_of(module(), whole.type, now.words.from(1));
    Value part{now.type, {}};
    for (std::size_t i = 0; i < components(type); ++i) part.rows.push_back(whole.rows.at(first + i));
    bind(now, std::move(part));
}

void Decoder::insert(const Statement& now) {
    const Value& part = value(now.words[0]);
    Value whole{now.type, value(now.words[1]).rows};
    const auto [first, type] = part_of(module(), now.type, now.words.from(2));
    for (std::size_t i = 0; i < components(type); ++i) whole.rows.at(first + i) = part.rows.at(i);
    bind(now, std::move(whole));
}

void Decoder::shuffle(const Statement& now) {
    const Value a = value(now.words[0]), b = value(now.words[1]);
    constexpr std::uint32_t undefined = 0xFFFFFFFFu;
    Value made{now.type, {}};
    for (const auto index : now.words.from(2)) {
        if (index == undefined)
            made.rows.push_back(is_wide(now.type) ? constant_rows(0) : constant_row(0));
        else
            made.rows.push_back(index < a.rows.size() ? a.rows[index] : b.rows.at(index - a.rows.size()));
    }
    bind(now, std::move(made));
}

// A chain of selects: vectors have at most 4 components.
void Decoder::extract_dynamic(const Statement& now) {
    const Value vector = value(now.words[0]);
    const Row index = value(now.words[1]).rows.at(0);
    const bool wide = is_wide(now.type);
    Row found = vector.rows.at(0);
    for (std::size_t i = 1; i < vector.rows.size(); ++i) {
        const Row is_it = binary(Op::eq_w, index, constant_row(static_cast<std::uint32_t>(i)), false);
        const Row next = scratch(wide ? 2 : 1);
        emit(wide ? Op::select_q : Op::select_w, next, vector.rows[i], found, is_it);
        found = next;
    }
    bind(now, Value{now.type, {found}});
}

void Decoder::insert_dynamic(const Statement& now) {
    const Value vector = value(now.words[0]);
    const Row inserted = value(now.words[1]).rows.at(0), index = value(now.words[2]).rows.at(0);
    const bool wide = is_wide(now.type);
    by_scalar(now, [&](Row made, std::size_t i) {
        const Row is_it = binary(Op::eq_w, index, constant_row(static_cast<std::uint32_t>(i)), false);
        emit(wide ? Op::select_q : Op::select_w, made, inserted, vector.rows.at(i), is_it);
    });
}

bool Decoder::matrix(const Statement& now) {
    const auto columns_of = [&](const Value& matrix) {
        const Type& type = module().type(matrix.type);
        const std::size_t height = module().type(type.element).count;
        std::vector<std::vector<Row>> columns(type.count);
        for (std::size_t c = 0; c < type.count; ++c)
            columns[c].assign(matrix.rows.begin() + static_cast<std::ptrdiff_t>(c * height),
                              matrix.rows.begin() + static_cast<std::ptrdiff_t>((c + 1) * height));
        return columns;
    };
    const auto row_of = [](const std::vector<std::vector<Row>>& columns, std::size_t r) {
        std::vector<Row> row;
        for (const auto& column : columns) row.push_back(column.at(r));
        return row;
    };
    switch (now.opcode) {
        case spv::OpVectorTimesScalar:
        case spv::OpMatrixTimesScalar: {
            const Value a = value(now.words[0]);
            const Row factor = value(now.words[1]).rows.at(0);
            by_scalar(now, [&](Row made, std::size_t i) {
                emit(is_wide(now.type) ? Op::mul_d : Op::mul_f, made, a.rows.at(i), factor);
            });
            return true;
        }
        case spv::OpDot: {
            const Value a = value(now.words[0]), b = value(now.words[1]);
            bind(now, Value{now.type, {dot(a.rows, b.rows, is_wide(now.type))}});
            return true;
        }
        case spv::OpTranspose: {
            const auto columns = columns_of(value(now.words[0]));
            Value made{now.type, {}};
            for (std::size_t r = 0; r < columns.at(0).size(); ++r)
                for (const auto& column : columns) made.rows.push_back(column[r]);
            bind(now, std::move(made));
            return true;
        }
        case spv::OpMatrixTimesVector:
        case spv::OpVectorTimesMatrix:
        case spv::OpMatrixTimesMatrix: {
            const bool wide = is_wide(now.type);
            Value made{now.type, {}};
            if (now.opcode == spv::OpVectorTimesMatrix) {
                const Value vector = value(now.words[0]);
                for (const auto& column : columns_of(value(now.words[1]))) {
                    made.rows.push_back(dot(vector.rows, column, wide));
                }
            } else {
                const auto left = columns_of(value(now.words[0]));
                const auto right = now.opcode == spv::OpMatrixTimesVector
                                       ? std::vector<std::vector<Row>>{value(now.words[1]).rows}
                                       : columns_of(value(now.words[1]));
                for (const auto& column : right) {
                    for (std::size_t r = 0; r < left.at(0).size(); ++r)
                        made.rows.push_back(dot(row_of(left, r), column, wide));
                }
            }
            bind(now, std::move(made));
            return true;
        }
        case spv::OpOuterProduct: {
            const Value a = value(now.words[0]), b = value(now.words[1]);
            Value made = result(now.type);
            for (std::size_t c = 0; c < b.rows.size(); ++c)
                for (std::size_t r = 0; r < a.rows.size(); ++r)
                    emit(is_wide(now.type) ? Op::mul_d : Op::mul_f, made.rows.at(c * a.rows.size() + r),
                         a.rows[r], b.rows[c]);
            bind(now, std::move(made));
            return true;
        }
        default:
            return false;
    }
}

}  // namespace pbp::sim
