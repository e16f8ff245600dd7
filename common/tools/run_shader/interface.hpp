// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/check/inputs.hpp"
#include "common/device/device.hpp"
#include "common/device/texel.hpp"
#include "common/glsl/preprocess.hpp"

namespace pbp::run_shader {

/// A number in memory: what it is, how wide, and where it is within its element, in bytes.
struct Scalar {
    ValueType type = ValueType::uint32;
    std::uint32_t bytes = 4;  ///< 1, 2, 4 or 8
    std::uint32_t offset = 0;
};

/// What an element consists of: one member of a structure, or the element itself.
struct Column {
    std::string name;  ///< e.g. "velocity"; empty where the element is no structure
    std::string type;  ///< in GLSL's words
    std::vector<Scalar> scalars;
};

/// A member of a block: an array, or something that occurs once.
struct Member {
    std::string name;
    std::string type;  ///< of an element
    bool array = false;
    bool open = false;         ///< an array as long as its buffer
    std::uint32_t count = 1;   ///< elements; 0 of an open array
    std::uint32_t offset = 0;  ///< bytes
    std::uint32_t stride = 0;  ///< bytes from element to element
    std::vector<Column> columns;
};

/// A storage block, or a uniform block.
struct Block {
    std::string name;
    std::uint32_t binding = 0;
    /// False where nothing writes it: it may be declared readonly, or is a uniform block.
    bool writes = true;
    /// It holds what the shader starts from: it is only read; where no buffer is, it has an array that is
    /// read.
    bool input = false;
    bool uniform = false;  ///< its binding is one for uniform blocks: storage blocks have others
    bool push_constants = false;
    std::vector<Member> members;
    std::uint64_t fixed_bytes = 0;  ///< what its members take, an open array aside

    /// The member that --buffer is about: the open array, or the longest array, or none.
    const Member* elements() const;
    std::uint64_t bytes(std::uint32_t count) const;
};

/// An image or a sampler, at an image unit or a texture unit.
struct ImageSlot {
    std::string name;
    std::uint32_t binding = 0;
    bool sampled = false, writes = true;
    std::string problem;    ///< why ./learn run cannot bind one; empty: it can
    std::string type;       ///< in GLSL's words
    ImageShape shape = {};  ///< its size aside
};

struct UniformSlot {
    std::string name, type;
    bool initialized = false;  ///< has a value in the shader's text
};

/// A specialization constant.
struct ConstantSlot {
    std::string name;  ///< empty for one that only a local_size has
    std::uint32_t id = 0;
    std::string type;
    std::uint64_t bits = 0;  ///< its value
};

/// What a compute shader wants from outside.
struct Interface {
    std::vector<Block> blocks;
    std::vector<ImageSlot> images;
    std::vector<UniformSlot> uniforms;
    std::vector<ConstantSlot> constants;
    std::vector<std::string> notes;  ///< on the numbers of its bindings
    std::string only_simulated;      ///< the first thing in it that ./learn run has no way to give on OpenGL
};

/// Reads the declarations out of a shader's SPIR-V, or out of what glslang makes of its text; those that
/// `main` does not use are among them. Descriptor sets are numbered as sim::read_module has it. To the
/// observer it is a build of `name`: a compiler may need for ever. Throws Error(shader_does_not_build).
Interface interface_of(const std::string& name, const glsl::Source& source, Observer* observer);

}  // namespace pbp::run_shader
