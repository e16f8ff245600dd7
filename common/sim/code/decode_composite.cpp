// SPDX-License-Identifier: MIT
// Vectors, matrices, structures and arrays as values: their parts, and products of matrices.
#include <algorithm>

#include "common/sim/code/decoder.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

/// Where a member of a composite begins among its scalars, and its type.
std::pair<std::size_t, Id> part_of(const Module& module, Id id, std::uint32_t index) {
    const Type& type = module.type(id);
    if (type.kind == Type::Kind::structure) {
        if (index >= type.members.size()) malformed("a structure has no member {}", index);
        std::size_t first = 0;
        for (std::uint32_t i = 0; i < index; ++i) first += module.type(type.members[i].type).components;
        return {first, type.members[index].type};
    }
    if (type.element == 0 || index >= type.count) malformed("a value has no part {}", index);
    return {std::size_t{index} * module.type(type.element).components, type.element};
}

}  // namespace

bool Decoder::composite(const Statement& now) {
    const auto operand = [&](std::size_t i) -> const Value& {
        if (i >= now.words.size()) malformed("{} lacks operands", name_of_opcode(now.opcode));
        return value(now.words[i]);
    };
    switch (now.opcode) {
        case spv::OpUndef: {
            const auto scalars = scalars_of(module(), now.type);
            Value made{now.type, {}};
            for (const auto& scalar : scalars)
                made.rows.push_back(scalar.is_wide() ? constant_rows(0) : constant_row(0));
            bind(now, std::move(made));
            return true;
        }
        case spv::OpCopyObject:
        case spv::OpCopyLogical:
            if (!now.words.empty() && frame_->pointers.contains(now.words[0])) {
                bind(now, Pointer(pointer(now.words[0])));
                return true;
            }
            bind(now, Value{now.type, operand(0).rows});
            return true;
        case spv::OpCompositeConstruct: {
            Value made{now.type, {}};
            for (const Id part : now.words) {
                const auto& rows = value(part).rows;
                made.rows.insert(made.rows.end(), rows.begin(), rows.end());
            }
            if (made.rows.size() != components(now.type))
                malformed("a value is put together of too few parts");
            bind(now, std::move(made));
            return true;
        }
        case spv::OpCompositeExtract: {
            const Value& whole = operand(0);
            std::size_t first = 0;
            Id type = whole.type;
            for (const auto index : now.words.subspan(1)) {
                const auto [at, part] = part_of(module(), type, index);
                first += at;
                type = part;
            }
            const auto begin = whole.rows.begin() + static_cast<std::ptrdiff_t>(first);
            bind(now, Value{now.type, std::vector<Row>(begin, begin + components(type))});
            return true;
        }
        case spv::OpCompositeInsert: {
            const Value& part = operand(0);
            Value whole{now.type, operand(1).rows};
            std::size_t first = 0;
            Id type = now.type;
            for (const auto index : now.words.subspan(2)) {
                const auto [at, inner] = part_of(module(), type, index);
                first += at;
                type = inner;
            }
            if (part.rows.size() != components(type)) malformed("a value is put where it does not fit");
            std::ranges::copy(part.rows, whole.rows.begin() + static_cast<std::ptrdiff_t>(first));
            bind(now, std::move(whole));
            return true;
        }
        case spv::OpVectorShuffle: {
            const Value &a = operand(0), &b = operand(1);
            Value made{now.type, {}};
            for (const auto index : now.words.subspan(2)) {
                if (index == 0xFFFFFFFFu) {
                    made.rows.push_back(is_wide(now.type) ? constant_rows(0) : constant_row(0));
                } else if (index < a.rows.size()) {
                    made.rows.push_back(a.rows[index]);
                } else if (index - a.rows.size() < b.rows.size()) {
                    made.rows.push_back(b.rows[index - a.rows.size()]);
                } else {
                    malformed("a shuffle takes a component that no vector has");
                }
            }
            bind(now, std::move(made));
            return true;
        }
        case spv::OpVectorExtractDynamic: {  // a chain of choices: vectors have at most 4 components
            const Value vector = operand(0);
            const Row index = operand(1).rows.at(0);
            const bool wide = is_wide(now.type);
            Row found = vector.rows.at(0);
            for (std::size_t i = 1; i < vector.rows.size(); ++i) {
                const Row is_it = binary(Op::eq_w, index, constant_row(static_cast<std::uint32_t>(i)), false);
                const Row next = scratch(wide ? 2 : 1);
                emit(wide ? Op::select_q : Op::select_w, next, vector.rows[i], found, is_it);
                found = next;
            }
            bind(now, Value{now.type, {found}});
            return true;
        }
        case spv::OpVectorInsertDynamic: {
            const Value vector = operand(0);
            const Row inserted = operand(1).rows.at(0), index = operand(2).rows.at(0);
            const bool wide = is_wide(now.type);
            Value made = result(now.type);
            for (std::size_t i = 0; i < vector.rows.size(); ++i) {
                const Row is_it = binary(Op::eq_w, index, constant_row(static_cast<std::uint32_t>(i)), false);
                emit(wide ? Op::select_q : Op::select_w, made.rows.at(i), inserted, vector.rows[i], is_it);
            }
            bind(now, std::move(made));
            return true;
        }
        default:
            return false;
    }
}

bool Decoder::matrix(const Statement& now) {
    const auto operand = [&](std::size_t i) -> const Value& {
        if (i >= now.words.size()) malformed("{} lacks operands", name_of_opcode(now.opcode));
        return value(now.words[i]);
    };
    const auto columns_of = [&](const Value& matrix) {
        const Type& type = module().type(matrix.type);
        if (type.kind != Type::Kind::matrix)
            malformed("{} has an operand that is no matrix", name_of_opcode(now.opcode));
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
            const Value a = operand(0);
            const Row factor = operand(1).rows.at(0);
            Value made = result(now.type);
            for (std::size_t i = 0; i < made.rows.size(); ++i)
                emit(is_wide(now.type) ? Op::mul_d : Op::mul_f, made.rows[i], a.rows.at(i), factor);
            bind(now, std::move(made));
            return true;
        }
        case spv::OpDot: {
            const Value a = operand(0), b = operand(1);
            if (a.rows.size() != b.rows.size()) malformed("OpDot has operands of unlike sizes");
            bind(now, Value{now.type, {dot(a.rows, b.rows, is_wide(now.type))}});
            return true;
        }
        case spv::OpTranspose: {
            const auto columns = columns_of(operand(0));
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
                const Value vector = operand(0);
                for (const auto& column : columns_of(operand(1))) {
                    if (column.size() != vector.rows.size()) malformed("a product of unlike sizes");
                    made.rows.push_back(dot(vector.rows, column, wide));
                }
            } else {
                const auto left = columns_of(operand(0));
                const auto right = now.opcode == spv::OpMatrixTimesVector
                                       ? std::vector<std::vector<Row>>{operand(1).rows}
                                       : columns_of(operand(1));
                for (const auto& column : right) {
                    if (column.size() != left.size()) malformed("a product of unlike sizes");
                    for (std::size_t r = 0; r < left[0].size(); ++r)
                        made.rows.push_back(dot(row_of(left, r), column, wide));
                }
            }
            bind(now, std::move(made));
            return true;
        }
        case spv::OpOuterProduct: {
            const Value a = operand(0), b = operand(1);
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
