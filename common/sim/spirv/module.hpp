// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/glsl/preprocess.hpp"

namespace pbp::sim {

using Id = std::uint32_t;

/// A SPIR-V type. `components`: number of scalars in a value, each a row of registers.
struct Type {
    enum class Kind : std::uint8_t {
        none,
        nothing,
        boolean,
        sint,
        uint,
        floating,
        vector,
        matrix,
        array,
        runtime_array,
        structure,
        pointer,
        function,
        image,
        sampler,
        sampled_image
    };
    Kind kind = Kind::none;
    std::uint32_t width = 32;  ///< bits of a scalar
    Id element = 0;            ///< of a vector, a matrix (its column), an array, a pointer
    std::uint32_t count = 0;   ///< elements
    std::uint32_t components = 1;
    /// The same, but at least 1 everywhere: the length of a walk through its parts.
    std::uint32_t weight = 1;
    std::uint32_t stride = 0;   ///< bytes between array elements; 0: not laid out
    std::uint32_t storage = 0;  ///< of a pointer
    bool block = false;         ///< a structure that is a buffer or a uniform block
    bool buffer_block = false;  ///< a storage block, as SPIR-V 1.0 has it
    std::uint32_t dim = 0, format = 0, sampled = 0, depth = 0;  ///< of an image
    bool arrayed = false, multisampled = false;
    std::string name;
    struct Member {
        Id type = 0;
        std::string name;
        std::uint32_t offset = 0, matrix_stride = 0;
        bool row_major = false, coherent = false, is_volatile = false, restricted = false;
        bool readonly = false;
    };
    std::vector<Member> members;

    bool is_scalar() const { return kind >= Kind::boolean && kind <= Kind::floating; }
    /// 8 or 16 bits: in a register, an integer is extended to 32 bits, and a float is one of 32 bits.
    bool is_narrow() const { return is_number() && width < 32; }
    bool is_number() const { return kind >= Kind::sint && kind <= Kind::floating; }
};

/// The operands of an instruction; accessing a missing one is an error, not a crash.
class Operands : public std::span<const std::uint32_t> {
  public:
    using span::span;
    Operands(std::span<const std::uint32_t> words) : span(words) {}
    std::uint32_t operator[](std::size_t i) const;
    Operands from(std::size_t i) const { return i < size() ? Operands(subspan(i)) : Operands(); }
};

/// One instruction of a function: its words after the first, and its source line.
struct Statement {
    std::uint32_t opcode = 0;
    Id type = 0, result = 0;  ///< 0 if it has none
    Operands words;           ///< the words after type and result
    std::uint32_t line = 0;
};

struct BasicBlock {
    Id label = 0;
    std::vector<Statement> statements;  ///< the last is a terminator
};

struct Function {
    Id id = 0, type = 0;
    std::vector<Id> parameters;
    std::vector<BasicBlock> blocks;
};

/// A variable outside functions.
struct Global {
    Id id = 0, type = 0;        ///< type: of its contents, not of the pointer
    std::uint32_t storage = 0;  ///< its storage class
    std::string name;
    std::optional<std::uint32_t> binding;  ///< of all sets together: see read_module
    std::optional<std::uint32_t> location, builtin;
    std::uint32_t set = 0, first_of_set = 0;  ///< its descriptor set, and where that set's bindings begin
    bool counter = false;         ///< OpenGL's atomic_uint, which is in a storage block of its binding
    std::uint32_t offset = 0;     ///< of a counter
    bool push_constants = false;  ///< Vulkan's; the storage is that of a uniform block
    bool coherent = false, is_volatile = false, readonly = false, writeonly = false, restricted = false;
    Id initializer = 0;
};

/// A constant: the bits of each of its scalars, in order.
struct Constant {
    Id type = 0;
    std::vector<std::uint64_t> bits;
};

/// A specialization constant of the shader, with its value.
struct Specialization {
    std::uint32_t id = 0;
    std::uint64_t bits = 0;
    Id type = 0;
    std::string name = {};
};

/// A parsed SPIR-V compute shader. It refers to the words it was parsed from.
struct Module {
    std::vector<std::uint32_t> words;
    std::vector<Type> types;  ///< by id; kind none if the id is not a type
    std::map<Id, Constant> constants;
    std::map<Id, Global> globals;
    std::map<Id, Function> functions;
    std::map<Id, std::string> names;
    std::map<Id, std::string> instruction_sets;  ///< imported, e.g. "GLSL.std.450"
    std::vector<Specialization> specializations;
    std::string source_file, source_text;  ///< what it was compiled from, if it says so
    bool from_glsl = false;
    Id entry = 0;
    std::array<std::uint32_t, 3> local_size{1, 1, 1};
    /// The invocations of a workgroup.
    std::uint32_t local_count() const { return local_size[0] * local_size[1] * local_size[2]; }

    const Type& type(Id id) const;  ///< throws Error for an id that is not a type
    /// What a person calls a block: in GLSL its own name, elsewhere that of the variable.
    std::string name_of_block(const Global& global) const;
};

/// Parses a SPIR-V module; `asked` overrides specialization constants, by their constant ids. Descriptor
/// sets become one row of bindings: those of a set begin after the last one of the set before. Push constants
/// become a uniform block after all of them, and atomic counters storage blocks after that. The words are
/// assumed to be valid; only bounds are checked, which keeps memory use and time safe in any case. Throws
/// Error(shader_does_not_build) for words that are not a compute shader, and for anything unsupported, with
/// its name.
Module read_module(std::vector<std::uint32_t> words, const std::vector<glsl::ConstantValue>& asked = {});

}  // namespace pbp::sim
