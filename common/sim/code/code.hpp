// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/sim/spirv/module.hpp"

namespace pbp::sim {

/// A register of a subgroup: a row of 32 bits per lane. A 64-bit scalar takes two rows, which together hold
/// 64 bits per lane.
using Row = std::uint32_t;
inline constexpr Row no_row = 0xFFFFFFFFu;

/// What an instruction does on each active lane; d, a, b, c are its rows. Families end in the scalar type
/// they operate on: i, u (32 bits, where the sign matters), w (32-bit words, where it does not), f; l, m, q,
/// d are the same with 64 bits. Of shifts of a narrow integer, and conversions to one, y is its width; of a
/// call, x is the number of the function.
enum class Op : std::uint16_t {
#define ROW(OP, D, A, B, C) OP,
#include "common/sim/code/arithmetic.def"
    // memory: a is a row of byte offsets or no_row, x a constant offset, y the block
    index,        ///< d = a + b * x, or nowhere if b >= y; flags: runtime array, whose block is c
    load_buffer,  ///< c: bit per word that is used, all of them if no_row
    store_buffer,
    load_shared,
    store_shared,
    atomic_buffer,
    atomic_shared,  ///< b and c: value and comparator; n: which; d: the previous value
    load_local,
    store_local,   ///< indexed rows: a is a row of row offsets, x the first row
    array_length,  ///< of the runtime array at offset x of block y; c: bytes per element
    // images: y is the image
    load_image,
    store_image,
    atomic_image,
    sample_image,
    fetch_image,  ///< b: the level, if any
    size_image,
    // synchronisation: n is the scope of a barrier, y that of its memory accesses, x the semantics
    barrier,
    memory_barrier,
    // subgroups: n is the operation; of a broadcast, y is 1 if its lane must be the same for all
    group,
    // flow: only at the end of a block
    jump,    ///< to block x
    branch,  ///< to block x if a, else to y
    choose,  ///< to the block that table x gives for a
    end,
    count
};

/// The arithmetic of an atomic operation.
enum class Atomic : std::uint8_t {
    load,
    store,
    exchange,
    compare,
    add,
    sub,
    min_i,
    min_u,
    max_i,
    max_u,
    and_,
    or_,
    xor_,
    add_f,
    min_f,
    max_f
};

/// Operations that the lanes of a subgroup perform together.
enum class Group : std::uint8_t {
    elect,
    all,
    any,
    all_equal,
    broadcast,
    broadcast_first,
    ballot,
    partition,  ///< d: the lanes that have the same a
    inverse_ballot,
    bit_extract,
    bit_count,
    find_lsb,
    find_msb,
    shuffle,
    shuffle_xor,
    shuffle_up,
    shuffle_down,
    rotate,  ///< in clusters of x lanes; 0: all
    quad_broadcast,
    quad_swap,
    // reductions and scans; with 64 bits where the instruction is wide
    add,
    add_f,
    mul,
    mul_f,
    min_i,
    min_u,
    min_f,
    max_i,
    max_u,
    max_f,
    and_,
    or_,
    xor_
};

/// How far what one invocation writes gets to another, once barriers or atomics order the two. Vulkan's
/// memory model says it per access: a private one gets nowhere, and `by_fence` as far as the memory barriers
/// around it make values available and visible.
enum class Coherence : std::uint8_t { none, by_fence, subgroup, workgroup, device };

/// What atomics and subgroups make of two values by the same arithmetic, with 32 bits and with 64.
struct Joining {
    Atomic atomic;
    Group group;
    Op narrow, wide;
};
inline constexpr Joining joinings[] = {
    {Atomic::add, Group::add, Op::add_w, Op::add_q},     {Atomic::add_f, Group::add_f, Op::add_f, Op::add_d},
    {Atomic::min_i, Group::min_i, Op::min_i, Op::min_l}, {Atomic::min_u, Group::min_u, Op::min_u, Op::min_m},
    {Atomic::min_f, Group::min_f, Op::min_f, Op::min_d}, {Atomic::max_i, Group::max_i, Op::max_i, Op::max_l},
    {Atomic::max_u, Group::max_u, Op::max_u, Op::max_m}, {Atomic::max_f, Group::max_f, Op::max_f, Op::max_d},
    {Atomic::and_, Group::and_, Op::and_w, Op::and_q},   {Atomic::or_, Group::or_, Op::or_w, Op::or_q},
    {Atomic::xor_, Group::xor_, Op::xor_w, Op::xor_q}};

/// One instruction. Each Op documents what the fields mean.
struct Instruction {
    Op op = Op::end;
    std::uint8_t n = 0;  ///< words that a memory access moves; a scope; an operation
    std::uint8_t flags = 0;
    Row d = no_row, a = no_row, b = no_row, c = no_row;
    std::uint32_t x = 0, y = 0, site = 0;

    static constexpr std::uint8_t masked = 1;    ///< inactive lanes keep the value of d
    static constexpr std::uint8_t coherent = 2;  ///< of a memory access, for the device, or, with one of:
    static constexpr std::uint8_t near = 64, nearer = 128;  ///< its workgroup, subgroup; near alone: by_fence
    static constexpr std::uint8_t atomic = 4;  ///< an atomic; a volatile store; a volatile load that polls
    static constexpr std::uint8_t runtime = 8, is_signed = 32;  ///< an index into a runtime array; maybe < 0
    static constexpr std::uint8_t near_atomic = 8, nearer_atomic = 32;  ///< its scope: workgroup, subgroup
    static constexpr std::uint8_t in_place = 8;  ///< arithmetic that overwrites one of its operands
    static constexpr std::uint8_t wide = 16;     ///< 64-bit scalars
    static constexpr std::uint8_t safe = 64;     ///< its divisor or shift is a valid constant
    static constexpr std::uint8_t unread = 128;  ///< an atomic whose result is unused
    static constexpr std::uint8_t half_word = 8, byte = 32;  ///< a load or store of 2 bytes, of 1 byte
    Coherence coherence() const {
        using enum Coherence;
        static constexpr Coherence all[8] = {none, device, by_fence, workgroup, none, subgroup};
        return all[(flags >> 1 & 1) | (flags >> 5 & 6)];
    }
    /// c where it is a row: not the block of an index, the bytes of an element, or the parts of a load.
    Row third() const {
        return (op >= Op::index && op <= Op::store_shared) || op == Op::array_length ? no_row : c;
    }
};

/// True for what a GPU would issue as an instruction: not moves between registers, and not jumps.
inline bool is_issued(Op op) {
    return op != Op::copy && op != Op::copy_q && op != Op::jump && op != Op::end &&
           !(op >= Op::to_i8 && op <= Op::to_f16);
}

/// A source location: a line of the compiled text, and where it was called from.
struct CodeSite {
    std::uint32_t line = 0;
    std::uint32_t caller = 0;  ///< the call site; 0: none (site 0 is nowhere)
};

/// Instructions that run in sequence. Blocks are numbered so that waiting lanes always wait at a higher
/// number than those that run: the merge block of a construct comes after all blocks of the construct.
struct CodeBlock {
    std::uint32_t first = 0, count = 0;
};

/// A storage block or a uniform block that the shader uses.
struct CodeBuffer {
    std::string name;
    Id type = 0;
    std::uint32_t binding = 0;
    bool uniform = false;  ///< a uniform block
    bool readonly = false;
    bool restricted = false;  ///< declared restrict: no other name reaches it
    bool used = false;        ///< reachable code uses it
    std::uint8_t finer = 0;   ///< see Memory: it has 16-bit numbers (1) or 8-bit ones (2)
};

/// A shared variable, as the simulator lays it out: tightly, from a multiple of 16 bytes on.
struct CodeShared {
    std::string name;
    Id type = 0;
    std::uint32_t offset = 0, bytes = 0;
    bool zeroed = false;  ///< declared with the initializer {}
};

struct CodeImage {
    std::string name;
    std::uint32_t binding = 0;
    bool sampled = false;
    Id type = 0;
    bool used = false;
};

/// A uniform outside blocks.
struct CodeUniform {
    std::string name;
    Id type = 0;
    std::uint32_t location = 0;
    Row row = 0;  ///< the rows of its scalars are consecutive
    Id initializer = 0;
    bool used = false;
};

/// A variable that each invocation has for itself.
struct CodeVariable {
    std::string name;
    Id type = 0;                ///< 0: what a function returns
    std::string function = {};  ///< whose it is; empty: main's, or nobody's
    std::uint32_t caller = 0;   ///< the site of the call that it is of; 0: main's, or nobody's
};

/// Of functions, uniforms and blocks: those of trace.glsl and debug.glsl, which a person who steps through a
/// shader does not see.
inline bool is_probe(const std::string& name) {
    return name.starts_with("pbp_") || name.starts_with("Pbp");
}

struct CodeChoice {
    std::uint32_t otherwise = 0;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> targets;
};

/// A compute shader as the simulator runs it: all functions are inlined.
struct Code {
    Module module;
    std::vector<Instruction> instructions;
    std::vector<CodeBlock> blocks;  ///< the first is the entry
    std::vector<CodeSite> sites{{}};
    std::vector<CodeChoice> choices;
    Row rows = 0;
    std::vector<std::pair<Row, std::uint32_t>> constants;       ///< a row and the value of all its lanes
    std::vector<std::pair<Row, std::uint64_t>> wide_constants;  ///< the same with 64 bits, in two rows
    std::vector<std::pair<Row, std::uint32_t>> builtins;  ///< first row of a built-in variable, and which
    std::vector<CodeUniform> uniforms;
    std::vector<CodeBuffer> buffers;
    std::vector<CodeShared> shared;
    std::vector<CodeImage> images;
    std::map<Row, CodeVariable> variables;  ///< by first row
    std::vector<Row> unset;                 ///< those, or their parts, that may be read before they are set
    std::uint32_t shared_bytes = 0;
    std::uint8_t shared_finer = 0;  ///< as of a buffer
};

}  // namespace pbp::sim
