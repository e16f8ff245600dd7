// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "common/sim/spirv/module.hpp"

namespace pbp::sim {

/// A scalar of a value: what it is, and where it stands in rows and in memory.
struct Scalar {
    Type::Kind kind = Type::Kind::uint;
    std::uint32_t width = 32;
    std::uint32_t row = 0;     ///< rows from the value's first
    std::uint32_t offset = 0;  ///< bytes from the value's begin
    bool is_wide() const { return width == 64; }
};

/// How matrices lie in memory; given by the member of a block that holds them.
struct MatrixLayout {
    std::uint32_t stride = 0;
    bool row_major = false;
};

/// Rows that a value takes: one for each scalar, two where it has 64 bits.
std::uint32_t rows_of(const Module& module, Id type);
/// Bytes that a value takes in memory: as its decorations say, or else tightly.
std::uint32_t bytes_of(const Module& module, Id type, MatrixLayout matrices = {});
/// Bytes from one element of an array, or column of a matrix, or scalar of a vector, to the next.
std::uint32_t stride_of(const Module& module, Id type, MatrixLayout matrices = {});
/// Bytes from the begin of a structure to a member.
std::uint32_t offset_of(const Module& module, Id type, std::uint32_t member);
/// All scalars of a value, in order.
std::vector<Scalar> scalars_of(const Module& module, Id type, MatrixLayout matrices = {});

}  // namespace pbp::sim
