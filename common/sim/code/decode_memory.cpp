// SPDX-License-Identifier: MIT
// Pointers, loads, stores, barriers.
#include <algorithm>

#include "common/sim/code/decoder.hpp"
#include "common/sim/code/functions.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

Op load_op(Pointer::Root root) {
    return root == Pointer::Root::shared ? Op::load_shared : Op::load_buffer;
}
Op store_op(Pointer::Root root) {
    return root == Pointer::Root::shared ? Op::store_shared : Op::store_buffer;
}

}  // namespace

Pointer Decoder::step(const Pointer& from, Id index) {
    const Type& type = module().type(from.type);
    Pointer to = from;
    const bool local = from.root == Pointer::Root::local;
    if (type.kind == Type::Kind::structure) {
        const auto number = constant_word(index);
        const auto& member = type.members.at(number);
        to.type = member.type;
        if (member.coherent) to.coherence = Coherence::device;
        to.is_volatile |= member.is_volatile;
        to.matrices = {member.matrix_stride, member.row_major};
        if (local)
            for (std::uint32_t i = 0; i < number; ++i) to.offset += rows_of(module(), type.members[i].type);
        else
            to.offset += offset_of(module(), from.type, number);
        return to;
    }
    to.type = type.element;
    std::uint32_t stride =
        local ? rows_of(module(), type.element) : stride_of(module(), from.type, from.matrices);
    if (type.kind == Type::Kind::matrix) {
        if (from.matrices.row_major)
            to.matrices = {from.matrices.stride, true};  // a column whose scalars are not contiguous
    } else if (type.kind == Type::Kind::vector) {
        if (!local && from.matrices.row_major) stride = from.matrices.stride;
        to.matrices = {};
    }
    const bool runtime = type.kind == Type::Kind::runtime_array;
    if (runtime && from.root != Pointer::Root::buffer) malformed("a runtime array is not in a buffer");
    if (const auto* known = constant(index); known != nullptr && !known->bits.empty()) {
        const auto number = static_cast<std::uint32_t>(known->bits[0]);
        if (!runtime && number < type.count) {
            to.offset += number * stride;
            return to;
        }
    }
    const Value& at = value(index);
    auto& made = emit(Op::index, result_rows(1), from.dynamic, at.rows.at(0));
    if (module().type(at.type).kind == Type::Kind::sint) made.flags |= Instruction::is_signed;
    if (is_wide(at.type)) made.flags |= Instruction::wide;
    made.x = stride;
    if (runtime) {
        made.flags |= Instruction::runtime;
        made.y = to.offset;
        made.c = from.base;
    } else {
        made.y = type.count;
        made.c = from.root == Pointer::Root::buffer ? from.base : no_row;
    }
    made.n = static_cast<std::uint8_t>(from.root);
    to.dynamic = made.d;
    return to;
}

void Decoder::access_chain(const Statement& now) {
    Pointer at = pointer(now.words[0]);
    for (const Id index : now.words.from(1)) at = step(at, index);
    bind(now, std::move(at));
}

std::uint8_t Decoder::access_flags(const Pointer& pointer) const {
    static constexpr unsigned flags[] = {0, Instruction::near, Instruction::coherent | Instruction::nearer,
                                         Instruction::coherent | Instruction::near, Instruction::coherent};
    if (pointer.is_volatile) return Instruction::coherent | Instruction::atomic;
    return static_cast<std::uint8_t>(flags[static_cast<std::size_t>(pointer.coherence)]);
}

Coherence Decoder::coherence_of(std::uint32_t scope) const {
    return scope == spv::ScopeInvocation  ? Coherence::none
           : scope == spv::ScopeSubgroup  ? Coherence::subgroup
           : scope == spv::ScopeWorkgroup ? Coherence::workgroup
                                          : Coherence::device;
}

// The operands of an access, from its mask on, say what Vulkan's memory model knows of it.
Pointer Decoder::accessed(const Statement& now, std::size_t which, std::size_t mask, bool writes) {
    Pointer at = pointer(now.words[which]);
    if (mask >= now.words.size()) return at;
    const auto bits = now.words[mask];
    std::size_t next = mask + 1;
    if ((bits & spv::MemoryAccessAlignedMask) != 0) ++next;
    const bool available = (bits & spv::MemoryAccessMakePointerAvailableMask) != 0,
               visible = (bits & spv::MemoryAccessMakePointerVisibleMask) != 0;
    if (visible && available && !writes) ++next;
    at.is_volatile |= (bits & spv::MemoryAccessVolatileMask) != 0;
    if ((bits & spv::MemoryAccessNonPrivatePointerMask) != 0) at.coherence = Coherence::by_fence;
    if (writes ? available : visible) at.coherence = coherence_of(constant_word(now.words[next]));
    return at;
}

namespace {

/// The number of scalars from the i-th on that are contiguous in memory: at most 4 words, which is what one
/// instruction moves.
std::size_t side_by_side(const std::vector<Scalar>& scalars, std::size_t i) {
    std::uint32_t words = scalars[i].width / 32;
    std::size_t end = i + 1;
    if (scalars[i].is_narrow()) return 1;
    while (end < scalars.size() && scalars[end].width == scalars[i].width &&
           scalars[end].offset == scalars[i].offset + words * 4 && words + scalars[end].width / 32 <= 4)
        words += scalars[end++].width / 32;
    return end - i;
}

}  // namespace

// `parts` has a bit per component that is used: reading a.xyz does not touch a.w.
Value Decoder::load(const Pointer& from, Id type, std::uint32_t parts) {
    if (from.root >= Pointer::Root::image || type != from.type)
        malformed("a load has another type than what it loads");
    const auto scalars = scalars_of(module(), type, from.matrices);
    Value made{type, {}};
    if (from.root == Pointer::Root::local) {
        for (const auto& scalar : scalars) {
            const Row row = from.base + from.offset + scalar.row;
            if (from.dynamic == no_row) {
                made.rows.push_back(row);
                continue;
            }
            const Row to = result_rows(scalar.is_wide() ? 2 : 1);
            auto& instruction = emit(Op::load_local, to, from.dynamic);
            instruction.x = row;
            if (scalar.is_wide()) instruction.flags |= Instruction::wide;
            made.rows.push_back(to);
        }
        return made;
    }
    const bool row_vector = from.matrices.row_major && module().type(type).kind == Type::Kind::vector;
    auto placed = scalars;
    if (row_vector)
        for (std::size_t i = 0; i < placed.size(); ++i)
            placed[i].offset = static_cast<std::uint32_t>(i) * from.matrices.stride;
    for (std::size_t i = 0; i < placed.size();) {
        if (placed[i].is_narrow()) {
            made.rows.push_back(load_narrow(from, placed[i++]));
            continue;
        }
        const auto count = side_by_side(placed, i);
        const auto words = static_cast<std::uint32_t>(count) * (placed[i].width / 32);
        const Row to = result_rows(words);
        auto& instruction = emit(load_op(from.root), to, from.dynamic);
        instruction.n = static_cast<std::uint8_t>(words);
        instruction.flags |= access_flags(from);
        if (placed[i].is_wide()) instruction.flags |= Instruction::wide;
        instruction.x = from.offset + placed[i].offset;
        instruction.y = from.base;
        if (parts != ~0u) {
            instruction.c = 0;
            for (std::uint32_t k = 0; k < words; ++k)
                instruction.c |= (parts >> (i + k / (placed[i].width / 32)) & 1u) << k;
        }
        for (std::size_t k = 0; k < count; ++k)
            made.rows.push_back(to + static_cast<Row>(k) * (placed[i].width / 32));
        i += count;
    }
    return made;
}

void Decoder::store(const Pointer& to, const Value& given, Id id) {
    // Two structures of one shape have different types if one is in a buffer; glslang stores one as the
    // other.
    if (to.root >= Pointer::Root::image || !are_alike(module(), given.type, to.type))
        malformed("a store has a value of another type");
    const Value stored{to.type, given.rows};  // a copy: settling aliases may change `given`
    auto scalars = scalars_of(module(), stored.type, to.matrices);
    if (to.root == Pointer::Root::local) {
        const Row first = to.base + to.offset;
        const auto count = rows_of(module(), stored.type);
        if (to.dynamic == no_row) {
            if (id != 0 && !is_wide(stored.type) && count <= 4 &&
                module().type(stored.type).kind != Type::Kind::structure) {
                const auto before = aliases_.size();
                const bool aliased = std::ranges::any_of(aliases_, [&](const auto& alias) {
                    return std::ranges::any_of(alias.first->values.at(alias.second).rows,
                                               [&](Row row) { return row >= first && row < first + count; });
                });
                if (!aliased && before == aliases_.size() && retarget(stored, first, id)) return;
            }
            settle_aliases(first, count);
            const bool overlaps = std::ranges::any_of(
                stored.rows, [&](Row row) { return row >= first && row < first + count; });
            auto from = stored.rows;
            if (overlaps)
                for (std::size_t i = 0; i < from.size(); ++i) {
                    const Row kept = scratch(scalars[i].is_wide() ? 2 : 1);
                    copy(kept, from[i], scalars[i].is_wide());
                    from[i] = kept;
                }
            for (std::size_t i = 0; i < scalars.size(); ++i)
                if (from[i] != first + scalars[i].row)
                    copy(first + scalars[i].row, from[i], scalars[i].is_wide());
            return;
        }
        settle_aliases(0, no_row);  // an index may reach any row of the variable
        for (std::size_t i = 0; i < scalars.size(); ++i) {
            auto& instruction = emit(Op::store_local, no_row, to.dynamic, stored.rows[i]);
            instruction.x = first + scalars[i].row;
            if (scalars[i].is_wide()) instruction.flags |= Instruction::wide;
        }
        return;
    }
    if (to.matrices.row_major && module().type(stored.type).kind == Type::Kind::vector)
        for (std::size_t i = 0; i < scalars.size(); ++i)
            scalars[i].offset = static_cast<std::uint32_t>(i) * to.matrices.stride;
    for (std::size_t i = 0; i < scalars.size();) {
        if (scalars[i].is_narrow()) {
            store_narrow(to, scalars[i], stored.rows[i]);
            ++i;
            continue;
        }
        const auto count = side_by_side(scalars, i);
        const Row rows = contiguous(scalars, stored, i, count);
        auto& instruction = emit(store_op(to.root), no_row, to.dynamic, rows);
        instruction.n = static_cast<std::uint8_t>(count * (scalars[i].width / 32));
        instruction.flags |= access_flags(to);
        if (scalars[i].is_wide()) instruction.flags |= Instruction::wide;
        instruction.x = to.offset + scalars[i].offset;
        instruction.y = to.base;
        i += count;
    }
}

Row Decoder::load_narrow(const Pointer& from, const Scalar& scalar) {
    const bool as_it_is = scalar.kind == Type::Kind::uint;
    const Row raw = as_it_is ? result_rows(1) : scratch();
    auto& instruction = emit(load_op(from.root), raw, from.dynamic);
    instruction.n = 1;
    instruction.flags |= access_flags(from);
    instruction.flags |= scalar.width == 8 ? Instruction::byte : Instruction::half_word;
    instruction.x = from.offset + scalar.offset;
    instruction.y = from.base;
    if (as_it_is) return raw;
    const Row made = result_rows(1);
    if (scalar.kind == Type::Kind::floating)
        emit(Op::call_w1, made, raw).x = function_of("unpack.half");
    else
        emit(scalar.width == 8 ? Op::to_i8 : Op::to_i16, made, raw);
    return made;
}

void Decoder::store_narrow(const Pointer& to, const Scalar& scalar, Row row) {
    if (scalar.kind == Type::Kind::floating) {
        const Row raw = scratch();
        emit(Op::call_w1, raw, row).x = function_of("pack.half");
        row = raw;
    }
    auto& instruction = emit(store_op(to.root), no_row, to.dynamic, row);
    instruction.n = 1;
    instruction.flags = access_flags(to);
    instruction.flags |= scalar.width == 8 ? Instruction::byte : Instruction::half_word;
    instruction.x = to.offset + scalar.offset;
    instruction.y = to.base;
}

bool Decoder::memory(const Statement& now) {
    switch (now.opcode) {
        case spv::OpVariable:
            variable(now);
            return true;
        case spv::OpAccessChain:
        case spv::OpInBoundsAccessChain:
            access_chain(now);
            return true;
        case spv::OpLoad: {
            const auto kind = module().type(now.type).kind;
            if (kind == Type::Kind::image || kind == Type::Kind::sampled_image ||
                kind == Type::Kind::sampler) {
                frame_->pointers[now.result] = pointer(now.words[0]);
                return true;
            }
            const auto found = frame_->analysed->parts.find(now.result);
            std::uint32_t parts = ~0u;
            if (kind == Type::Kind::vector && found != frame_->analysed->parts.end())
                parts = found->second | found->second >> components(now.type);  // a shuffle with itself
            bind(now, load(accessed(now, 0, 1, false), now.type, parts));
            return true;
        }
        case spv::OpStore:
            store(accessed(now, 0, 2, true), value(now.words[1]), now.words[1]);
            return true;
        case spv::OpCopyMemory: {
            const Pointer from = pointer(now.words[1]);
            store(Pointer(pointer(now.words[0])), load(from, from.type), 0);
            return true;
        }
        case spv::OpArrayLength: {
            const Pointer block = pointer(now.words[0]);
            const Type& type = module().type(block.type);
            const auto member = now.words[1];
            if (block.root != Pointer::Root::buffer) malformed("OpArrayLength of something that is no block");
            Value made = result(now.type);
            auto& length = emit(Op::array_length, made.rows.at(0));
            length.x = offset_of(module(), block.type, member);
            length.y = block.base;
            length.c = std::max(1u, stride_of(module(), type.members.at(member).type));
            bind(now, std::move(made));
            return true;
        }
        case spv::OpControlBarrier:
        case spv::OpMemoryBarrier: {
            const bool control = now.opcode == spv::OpControlBarrier;
            auto& made = emit(control ? Op::barrier : Op::memory_barrier, no_row);
            made.n = static_cast<std::uint8_t>(constant_word(now.words[0]));
            made.y = constant_word(now.words[control ? 1 : 0]);
            made.x = constant_word(now.words[control ? 2 : 1]);
            return true;
        }
        default:
            return atomic(now);
    }
}

}  // namespace pbp::sim
