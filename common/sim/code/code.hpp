// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/sim/code/operations.hpp"
#include "common/sim/code/variable.hpp"
#include "common/sim/spirv/module.hpp"

namespace pbp::sim {

/// A register of a subgroup: a row of 32 bits per lane. A 64-bit scalar takes two rows, which together hold
/// 64 bits per lane.
using Row = std::uint32_t;
inline constexpr Row no_row = 0xFFFFFFFFu;

/// What an instruction does on each active lane; d, a, b, c are its rows. Families end in the scalar type
/// they operate on: i, u (32 bits, where the sign matters), w (32-bit words, where it does not), f; l, m, q,
/// d are the same with 64 bits.
enum class Op : std::uint16_t {
    copy,
    // words
    add_w,
    sub_w,
    mul_w,
    neg_w,
    and_w,
    or_w,
    xor_w,
    not_w,
    shl_w,
    shr_u,
    shr_i,
    div_u,
    div_i,
    mod_u,
    mod_i,
    rem_i,
    eq_w,
    ne_w,
    lt_u,
    le_u,
    lt_i,
    le_i,
    not_b,
    select_w,
    // floats
    add_f,
    sub_f,
    mul_f,
    div_f,
    rem_f,
    mod_f,
    neg_f,
    fma_f,
    eq_f,
    ne_f,
    lt_f,
    le_f,
    min_f,
    max_f,
    abs_f,
    floor_f,
    sqrt_f,
    min_u,
    max_u,
    min_i,
    max_i,
    // 64 bits
    add_q,
    sub_q,
    mul_q,
    neg_q,
    and_q,
    or_q,
    xor_q,
    not_q,
    shl_q,
    shr_m,
    shr_l,
    div_m,
    div_l,
    mod_m,
    mod_l,
    rem_l,
    eq_q,
    ne_q,
    lt_m,
    le_m,
    lt_l,
    le_l,
    select_q,
    copy_q,
    min_m,
    max_m,
    min_l,
    max_l,
    add_d,
    sub_d,
    mul_d,
    div_d,
    rem_d,
    mod_d,
    neg_d,
    fma_d,
    eq_d,
    ne_d,
    lt_d,
    le_d,
    min_d,
    max_d,
    // conversions between number types; to a narrow integer, and shifts of one: y is its width
    f_to_i,
    f_to_u,
    i_to_f,
    u_to_f,
    f_to_d,
    d_to_f,
    i_to_d,
    u_to_d,
    d_to_i,
    d_to_u,
    i_to_q,
    u_to_q,
    q_to_w,
    l_to_f,
    m_to_f,
    l_to_d,
    m_to_d,
    f_to_l,
    f_to_m,
    d_to_l,
    d_to_m,
    // back to what a narrow number can hold
    to_i8,
    to_u8,
    to_i16,
    to_u16,
    to_f16,
    pack_q,  ///< d = the 64 bits of a (low) and b (high)
    low_q,
    high_q,
    // functions from a table, called per lane: x is the index of the function
    call_f1,
    call_f2,
    call_f3,
    call_w1,
    call_w2,
    call_w3,
    call_d1,
    call_d2,
    call_d3,
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
