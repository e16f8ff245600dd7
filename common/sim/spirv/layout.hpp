// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "common/sim/spirv/module.hpp"

namespace pbp::sim {

/// A scalar of a value: its type, and its position in rows and in memory.
struct Scalar {
    Type::Kind kind = Type::Kind::uint;
    std::uint32_t width = 32;
    std::uint32_t row = 0;     ///< rows from the value's first
    std::uint32_t offset = 0;  ///< bytes from the start of the value
    bool is_wide() const { return width == 64; }
    bool is_narrow() const { return width < 32; }
    std::uint32_t rows() const { return is_wide() ? 2 : 1; }
};

/// The memory layout of matrices; specified by the block member that contains them.
struct MatrixLayout {
    std::uint32_t stride = 0;
    bool row_major = false;
};

/// Rows that a value takes: one per scalar, two if it has 64 bits.
std::uint32_t rows_of(const Module& module, Id type);
/// Bytes that a value takes in memory: as decorated, otherwise tightly packed.
std::uint32_t bytes_of(const Module& module, Id type, MatrixLayout matrices = {});
/// Stride in bytes between the elements of an array, the columns of a matrix, or the scalars of a vector.
std::uint32_t stride_of(const Module& module, Id type, MatrixLayout matrices = {});
/// Byte offset of a member in a structure.
std::uint32_t offset_of(const Module& module, Id type, std::uint32_t member);
/// The scalar at a byte offset of a value in memory, or null between members.
const Type* scalar_at(const Module& module, Id type, std::uint64_t offset, MatrixLayout matrices = {});
/// The width of the narrowest number in a value, at most 32.
std::uint32_t narrowest(const Module& module, Id type);
/// What is at a byte offset of a value in memory: the kind of its scalar, or none between members.
Type::Kind kind_at(const Module& module, Id type, std::uint64_t offset, MatrixLayout matrices = {});
/// True if values of both types have the same scalars in the same order, whatever their layout in memory.
bool are_alike(const Module& module, Id one, Id other);
/// All scalars of a value, in order.
std::vector<Scalar> scalars_of(const Module& module, Id type, MatrixLayout matrices = {});

}  // namespace pbp::sim
