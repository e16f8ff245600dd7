// SPDX-License-Identifier: MIT
#include "common/sim/spirv/layout.hpp"

#include <algorithm>

#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

using Kind = Type::Kind;

MatrixLayout layout_of(const Type::Member& member) {
    return {member.matrix_stride, member.row_major};
}

bool is_laid_out(const Type& type) {
    return std::ranges::any_of(type.members, [](const auto& member) { return member.offset != 0; });
}

void append(const Module& module, Id id, MatrixLayout matrices, std::uint32_t row, std::uint32_t offset,
            std::vector<Scalar>& scalars) {
    const Type& type = module.type(id);
    const auto elements = [&](MatrixLayout inner) {
        const auto rows = rows_of(module, type.element), bytes = stride_of(module, id, matrices);
        for (std::uint32_t i = 0; i < type.count; ++i)
            append(module, type.element, inner, row + i * rows, offset + i * bytes, scalars);
    };
    switch (type.kind) {
        case Kind::boolean:
        case Kind::sint:
        case Kind::uint:
        case Kind::floating:
            scalars.push_back({type.kind, type.width, row, offset});
            return;
        case Kind::vector:
            return elements({});
        case Kind::matrix: {
            if (!matrices.row_major) return elements(matrices);
            const Type& column = module.type(type.element);
            const Type& scalar = module.type(column.element);
            for (std::uint32_t c = 0; c < type.count; ++c)
                for (std::uint32_t r = 0; r < column.count; ++r)
                    scalars.push_back({scalar.kind, scalar.width,
                                       row + (c * column.count + r) * (scalar.width == 64 ? 2 : 1),
                                       offset + r * matrices.stride + c * (scalar.width / 8)});
            return;
        }
        case Kind::array:
            return elements(matrices);
        case Kind::structure:
            for (std::uint32_t i = 0; i < type.members.size(); ++i) {
                const auto& member = type.members[i];
                append(module, member.type, layout_of(member), row, offset + offset_of(module, id, i),
                       scalars);
                row += rows_of(module, member.type);
            }
            return;
        default:
            malformed("a value of type %{} has no scalars", id);
    }
}

}  // namespace

std::uint32_t rows_of(const Module& module, Id id) {
    const Type& type = module.type(id);
    switch (type.kind) {
        case Kind::boolean:
        case Kind::sint:
        case Kind::uint:
        case Kind::floating:
            return type.width == 64 ? 2 : 1;
        case Kind::structure: {
            std::uint32_t rows = 0;
            for (const auto& member : type.members) rows += rows_of(module, member.type);
            return rows;
        }
        case Kind::vector:
        case Kind::matrix:
        case Kind::array:
            return type.count * rows_of(module, type.element);
        default:
            return 0;
    }
}

std::uint32_t stride_of(const Module& module, Id id, MatrixLayout matrices) {
    const Type& type = module.type(id);
    if (type.kind == Kind::matrix && matrices.stride != 0) {
        if (!matrices.row_major) return matrices.stride;
        return module.type(module.type(type.element).element).width / 8;
    }
    if (type.stride != 0) return type.stride;
    const auto bytes = bytes_of(module, type.element, matrices);
    const bool in_words =
        module.type(type.element).kind == Kind::structure && !module.type(type.element).block;
    return in_words ? (bytes + 3) / 4 * 4 : bytes;
}

std::uint32_t offset_of(const Module& module, Id id, std::uint32_t member) {
    const Type& type = module.type(id);
    if (is_laid_out(type) || type.block) return type.members.at(member).offset;
    std::uint32_t offset = 0;
    for (std::uint32_t i = 0; i <= member; ++i) {
        const Id next = type.members.at(i).type;
        const auto unit =
            narrowest(module, next) / 8;  // words are never apart; smaller numbers may be before one
        offset = (offset + unit - 1) / unit * unit;
        if (i < member) offset += bytes_of(module, next);
    }
    return offset;
}

std::uint32_t narrowest(const Module& module, Id id) {
    const Type& type = module.type(id);
    std::uint32_t width = 32;
    if (type.is_scalar()) return std::min(type.width, width);
    for (const auto& member : type.members) width = std::min(width, narrowest(module, member.type));
    const bool has_parts = type.kind >= Kind::vector && type.kind <= Kind::runtime_array;
    return has_parts ? std::min(width, narrowest(module, type.element)) : width;
}

namespace {

/// A size in bytes; corrupt or malicious strides and offsets could make it arbitrarily large.
std::uint32_t sane(std::uint64_t bytes) {
    if (bytes > 0x40000000u) malformed("something is {} bytes large", bytes);
    return static_cast<std::uint32_t>(bytes);
}

}  // namespace

std::uint32_t bytes_of(const Module& module, Id id, MatrixLayout matrices) {
    const Type& type = module.type(id);
    switch (type.kind) {
        case Kind::boolean:
        case Kind::sint:
        case Kind::uint:
        case Kind::floating:
            return type.width / 8;
        case Kind::vector:
            return type.count * bytes_of(module, type.element);
        case Kind::matrix: {
            const Type& column = module.type(type.element);
            if (matrices.stride != 0)
                return sane(std::uint64_t{matrices.stride} *
                            (matrices.row_major ? column.count : type.count));
            return type.count * bytes_of(module, type.element);
        }
        case Kind::array:
            return sane(std::uint64_t{type.count} * stride_of(module, id, matrices));
        case Kind::structure: {
            std::uint32_t bytes = 0;
            for (std::uint32_t i = 0; i < type.members.size(); ++i)
                bytes =
                    std::max(bytes, sane(std::uint64_t{offset_of(module, id, i)} +
                                         bytes_of(module, type.members[i].type, layout_of(type.members[i]))));
            return bytes;
        }
        default:
            return 0;
    }
}

Type::Kind kind_at(const Module& module, Id id, std::uint64_t offset, MatrixLayout matrices) {
    const Type* const found = scalar_at(module, id, offset, matrices);
    return found == nullptr ? Kind::none : found->kind;
}

const Type* scalar_at(const Module& module, Id id, std::uint64_t offset, MatrixLayout matrices) {
    const Type& type = module.type(id);
    switch (type.kind) {
        case Kind::structure:
            for (std::size_t i = type.members.size(); i-- > 0;) {
                const auto& member = type.members[i];
                const auto start = offset_of(module, id, static_cast<std::uint32_t>(i));
                if (start <= offset) return scalar_at(module, member.type, offset - start, layout_of(member));
            }
            return nullptr;
        case Kind::array:
        case Kind::runtime_array:
        case Kind::matrix:
            return scalar_at(module, type.element, offset % std::max(1u, stride_of(module, id, matrices)),
                             matrices);
        case Kind::vector:
            return scalar_at(module, type.element, 0);
        default:
            return &type;
    }
}

bool are_alike(const Module& module, Id one, Id other) {
    if (one == other) return true;
    const Type &a = module.type(one), &b = module.type(other);
    if (a.kind != b.kind || a.width != b.width || a.count != b.count || a.members.size() != b.members.size())
        return false;
    if (a.kind == Kind::pointer || a.kind == Kind::image || a.kind == Kind::sampled_image) return false;
    for (std::size_t i = 0; i < a.members.size(); ++i)
        if (!are_alike(module, a.members[i].type, b.members[i].type)) return false;
    return a.element == 0 || b.element == 0 ? a.element == b.element
                                            : are_alike(module, a.element, b.element);
}

std::vector<Scalar> scalars_of(const Module& module, Id type, MatrixLayout matrices) {
    std::vector<Scalar> scalars;
    scalars.reserve(module.type(type).components);
    append(module, type, matrices, 0, 0, scalars);
    return scalars;
}

}  // namespace pbp::sim
