// SPDX-License-Identifier: MIT
// Atomics on shared memory, buffers and images.
#include <algorithm>

#include "common/sim/code/decoder.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

bool Decoder::atomic(const Statement& now) {
    struct Known {
        std::uint32_t opcode;
        Atomic atomic;
        std::size_t value;  ///< which operand; 0: none
    };
    static constexpr Known known[] = {
        {spv::OpAtomicLoad, Atomic::load, 0},         {spv::OpAtomicStore, Atomic::store, 3},
        {spv::OpAtomicExchange, Atomic::exchange, 3}, {spv::OpAtomicCompareExchange, Atomic::compare, 4},
        {spv::OpAtomicIAdd, Atomic::add, 3},          {spv::OpAtomicISub, Atomic::sub, 3},
        {spv::OpAtomicSMin, Atomic::min_i, 3},        {spv::OpAtomicUMin, Atomic::min_u, 3},
        {spv::OpAtomicSMax, Atomic::max_i, 3},        {spv::OpAtomicUMax, Atomic::max_u, 3},
        {spv::OpAtomicAnd, Atomic::and_, 3},          {spv::OpAtomicOr, Atomic::or_, 3},
        {spv::OpAtomicXor, Atomic::xor_, 3},          {spv::OpAtomicFAddEXT, Atomic::add_f, 3},
        {spv::OpAtomicFMinEXT, Atomic::min_f, 3},     {spv::OpAtomicFMaxEXT, Atomic::max_f, 3},
        {spv::OpAtomicIIncrement, Atomic::add, 0},    {spv::OpAtomicIDecrement, Atomic::sub, 0}};
    const auto* one = std::ranges::find(known, now.opcode, &Known::opcode);
    if (one == std::end(known)) return false;
    const Pointer at = pointer(now.words[0]);
    fence_of_atomic(now, spv::MemorySemanticsReleaseMask);
    Row given = no_row, comparator = no_row;
    if (one->value != 0) given = value(now.words[one->value]).rows.at(0);
    if (now.opcode == spv::OpAtomicCompareExchange) comparator = value(now.words[5]).rows.at(0);
    if (now.opcode == spv::OpAtomicIIncrement || now.opcode == spv::OpAtomicIDecrement)
        given = is_wide(at.type) ? constant_rows(1) : constant_row(1);
    const bool wide = is_wide(at.type);
    if (wide && at.root == Pointer::Root::image)
        throw Unsupported("atomic operations on images of 64 bits", line_);
    if (scalar_of(at.type).is_narrow()) throw Unsupported("atomic operations on 8 or 16 bits", line_);
    const Row d = now.result != 0 ? result_rows(wide ? 2 : 1) : scratch(wide ? 2 : 1);
    const auto root = at.root;
    if (root == Pointer::Root::sampler) malformed("an atomic operation on a sampler");
    if (root == Pointer::Root::local) throw Unsupported("atomic operations on private variables", line_);
    const Row texel = root == Pointer::Root::image
                          ? contiguous(scalars_of(module(), at.texel.type), at.texel, 0, at.texel.rows.size())
                          : no_row;
    auto& made = emit(root == Pointer::Root::shared  ? Op::atomic_shared
                      : root == Pointer::Root::image ? Op::atomic_image
                                                     : Op::atomic_buffer,
                      d, root == Pointer::Root::image ? texel : at.dynamic, given, comparator);
    made.n = static_cast<std::uint8_t>(one->atomic);
    made.x = root == Pointer::Root::image ? static_cast<std::uint32_t>(at.texel.rows.size()) : at.offset;
    made.y = at.base;
    made.flags |= Instruction::atomic;
    const auto scope = coherence_of(constant_word(now.words[1]));
    if (scope < Coherence::workgroup) made.flags |= Instruction::nearer_atomic;
    if (scope == Coherence::workgroup && root != Pointer::Root::shared)
        made.flags |= Instruction::near_atomic;
    if (wide) made.flags |= Instruction::wide;
    if (now.result == 0 || ends_here(now.result)) made.flags |= Instruction::unread;
    if (now.result != 0) bind(now, Value{now.type, {d}});
    fence_of_atomic(now, spv::MemorySemanticsAcquireMask);
    return true;
}

// An atomic that releases does so like a memory barrier before it, one that acquires like one after it.
void Decoder::fence_of_atomic(const Statement& now, std::uint32_t way) {
    const auto semantics = constant_word(now.words[2]);
    constexpr std::uint32_t acquire_release = spv::MemorySemanticsAcquireReleaseMask,
                            sequential = spv::MemorySemanticsSequentiallyConsistentMask,
                            buffers = spv::MemorySemanticsUniformMemoryMask,
                            shared = spv::MemorySemanticsWorkgroupMemoryMask,
                            images = spv::MemorySemanticsImageMemoryMask,
                            available = spv::MemorySemanticsMakeAvailableMask,
                            visible = spv::MemorySemanticsMakeVisibleMask;
    if ((semantics & (way | acquire_release | sequential)) == 0) return;
    auto& fence = emit(Op::memory_barrier, no_row);
    fence.y = constant_word(now.words[1]);
    fence.x = (semantics & (buffers | shared | images | available | visible)) | way;
}

}  // namespace pbp::sim
