// SPDX-License-Identifier: MIT
// Assigns rows to values.
#include <algorithm>

#include "common/sim/code/decoder.hpp"
#include "common/sim/code/functions.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

bool Decoder::is_wide(Id id) const {
    const Type& type = module().type(id);
    switch (type.kind) {
        case Type::Kind::vector:
        case Type::Kind::matrix:
            return is_wide(type.element);
        default:
            return type.width == 64;
    }
}

const Constant* Decoder::constant(Id id) const {
    const auto found = module().constants.find(id);
    return found == module().constants.end() ? nullptr : &found->second;
}

std::uint32_t Decoder::constant_word(Id id) const {
    return static_cast<std::uint32_t>(module().constants.at(id).bits.at(0));
}

Row Decoder::constant_row(std::uint32_t bits) {
    const auto [at, is_new] = constant_rows_.try_emplace(bits, 0);
    if (is_new) {
        at->second = rows_.lasting(1);
        code_.constants.emplace_back(at->second, bits);
        constant_bits_[at->second] = bits;
    }
    return at->second;
}

// Lane l finds its 64 bits in words 2 l and 2 l + 1 of the pair of rows: this is how the executor spreads a
// constant.
Row Decoder::constant_rows(std::uint64_t bits) {
    const auto [at, is_new] = wide_constants_.try_emplace(bits, 0);
    if (is_new) {
        at->second = rows_.lasting(2);
        code_.wide_constants.emplace_back(at->second, bits);
        constant_bits_[at->second] = bits;
    }
    return at->second;
}

namespace {

/// A constant of at most 32 bits, as a register holds it.
std::uint32_t in_register(const Scalar& scalar, std::uint64_t bits) {
    const auto word = static_cast<std::uint32_t>(bits);
    if (!scalar.is_narrow()) return word;
    const auto apart = 32 - scalar.width;
    switch (scalar.kind) {
        case Type::Kind::floating:
            return scalar_function(function_of("unpack.half")).w1(word);
        case Type::Kind::sint:
            return static_cast<std::uint32_t>(static_cast<std::int32_t>(word << apart) >> apart);
        default:
            return word << apart >> apart;
    }
}

/// Statements that only move their result, which a narrow number can then hold.
constexpr std::uint32_t moves[] = {spv::OpLoad,
                                   spv::OpUndef,
                                   spv::OpSelect,
                                   spv::OpPhi,
                                   spv::OpFunctionCall,
                                   spv::OpCopyObject,
                                   spv::OpCopyLogical,
                                   spv::OpBitcast,
                                   spv::OpCompositeConstruct,
                                   spv::OpTranspose,
                                   spv::OpVectorShuffle,
                                   spv::OpCompositeExtract,
                                   spv::OpCompositeInsert,
                                   spv::OpVectorExtractDynamic,
                                   spv::OpVectorInsertDynamic};
}  // namespace

const Type& Decoder::scalar_of(Id id) const {
    const Type* type = &module().type(id);
    while (type->kind == Type::Kind::vector || type->kind == Type::Kind::matrix)
        type = &module().type(type->element);
    return *type;
}

Row Decoder::narrowed(Row row, const Type& scalar, bool is_signed) {
    const Op op = scalar.kind == Type::Kind::floating ? Op::to_f16
                  : scalar.width == 8                 ? (is_signed ? Op::to_i8 : Op::to_u8)
                                                      : (is_signed ? Op::to_i16 : Op::to_u16);
    const Row d = result_rows(1);
    emit(op, d, row);
    return d;
}

Value Decoder::read_as(Value given, bool is_signed) {
    const Type& scalar = scalar_of(given.type);
    if (scalar.is_narrow() && scalar.kind != (is_signed ? Type::Kind::sint : Type::Kind::uint))
        for (Row& row : given.rows) row = narrowed(row, scalar, is_signed);
    return given;
}

const Value& Decoder::value(Id id) {
    if (const auto found = frame_->values.find(id); found != frame_->values.end()) return found->second;
    if (const auto found = constants_.find(id); found != constants_.end()) return found->second;
    const auto* bits = constant(id);
    if (bits == nullptr) malformed("%{} is used before it has a value", id);
    Value made{bits->type, {}};
    const auto scalars = scalars_of(module(), bits->type);
    for (std::size_t i = 0; i < scalars.size(); ++i)
        made.rows.push_back(scalars[i].is_wide() ? constant_rows(bits->bits[i])
                                                 : constant_row(in_register(scalars[i], bits->bits[i])));
    return constants_[id] = std::move(made);
}

const Pointer& Decoder::pointer(Id id) {
    if (const auto found = frame_->pointers.find(id); found != frame_->pointers.end()) return found->second;
    if (const auto found = global_pointers_.find(id); found != global_pointers_.end()) {
        mark_used(found->second);
        return found->second;
    }
    if (module().globals.contains(id))
        throw Unsupported(fmt::format("variables like '{}'", module().globals.at(id).name), line_);
    malformed("%{} is no pointer", id);
}

void Decoder::mark_used(const Pointer& global) {
    if (global.root == Pointer::Root::buffer) code_.buffers[global.base].used = true;
    if (global.root == Pointer::Root::image) code_.images[global.base].used = true;
    if (global.root == Pointer::Root::local)
        for (auto& uniform : code_.uniforms)
            if (uniform.row == global.base) uniform.used = true;
}

void Decoder::bind(const Statement& statement, Pointer pointer) {
    if (pointer.dynamic != no_row && outlives_block(statement.result) &&
        rows_.is_temporary(pointer.dynamic)) {
        const Row kept = rows_.lasting(1);
        copy(kept, pointer.dynamic, false);
        pointer.dynamic = kept;
    }
    if (pointer.dynamic != no_row) rows_.keep(pointer.dynamic);
    frame_->pointers[statement.result] = std::move(pointer);
}

void Decoder::bind(const Statement& statement, Value value) {
    if (value.rows.size() != components(statement.type == 0 ? value.type : statement.type))
        malformed("{} has operands of other types than it should", name_of_opcode(statement.opcode));
    if (statement.type != 0) value.type = statement.type;
    if (const Type& scalar = scalar_of(value.type);
        scalar.is_narrow() && std::ranges::find(moves, statement.opcode) == std::end(moves))
        for (Row& row : value.rows) row = narrowed(row, scalar, scalar.kind == Type::Kind::sint);
    constexpr std::size_t most_scalars = 1u << 16;
    if (value.rows.size() > most_scalars)
        fail(ExitCode::shader_does_not_build,
             "The shader has a value of {} numbers; the simulator takes no more than {}.", value.rows.size(),
             most_scalars);
    if (outlives_block(statement.result)) {
        const auto scalars = scalars_of(module(), value.type);
        for (std::size_t i = 0; i < scalars.size(); ++i) {
            const Row row = value.rows[i];
            const bool changes = rows_.is_temporary(row) || (row < is_variable_.size() && is_variable_[row]);
            if (!changes) continue;
            const Row kept = rows_.lasting(scalars[i].is_wide() ? 2 : 1);
            copy(kept, row, scalars[i].is_wide());
            value.rows[i] = kept;
        }
    } else {
        for (const Row row : value.rows) rows_.keep(row);
        if (std::ranges::any_of(value.rows,
                                [&](Row row) { return row < is_variable_.size() && is_variable_[row]; }))
            aliases_.emplace_back(frame_, statement.result);
    }
    frame_->values[statement.result] = std::move(value);
}

Row Decoder::result_rows(std::uint32_t count) {
    const auto& statement = frame_->function->blocks[frame_->block].statements[frame_->statement];
    return outlives_block(statement.result) ? rows_.lasting(count) : rows_.temporary(count);
}

bool Decoder::outlives_block(Id value) const {
    const auto use = frame_->analysed->uses.find(value);
    return use == frame_->analysed->uses.end() || use->second.outside;
}

bool Decoder::ends_here(Id value) const {
    if (outlives_block(value)) return false;
    const auto& use = frame_->analysed->uses.at(value);
    return use.block == frame_->block && use.last == frame_->statement;
}

Value Decoder::result(Id type) {
    Value made{type, {}};
    for (const auto& scalar : scalars_of(module(), type))
        made.rows.push_back(result_rows(scalar.is_wide() ? 2 : 1));
    return made;
}

Instruction& Decoder::emit(Op op, Row d, Row a, Row b, Row c) {
    Instruction made;
    made.op = op;
    made.d = d;
    made.a = a;
    made.b = b;
    made.c = c;
    made.site = site_;
    if (d != no_row && !rows_.is_temporary(d)) made.flags = Instruction::masked;
    if (op < Op::index && is_safe(op, b)) made.flags |= Instruction::safe;
    constexpr std::size_t most = 4'000'000;
    if (code_.instructions.size() >= most)
        fail(ExitCode::shader_does_not_build,
             "The shader has more than {} instructions once its functions are pasted in; the simulator takes "
             "no more.",
             most);
    code_.instructions.push_back(made);
    return code_.instructions.back();
}

void Decoder::copy(Row to, Row from, bool wide) {
    emit(wide ? Op::copy_q : Op::copy, to, from);
}

Row Decoder::contiguous(const std::vector<Scalar>& scalars, const Value& value, std::size_t first,
                        std::size_t count) {
    std::uint32_t words = 0;
    bool follow = true;
    for (std::size_t i = first; i < first + count; ++i) {
        follow = follow && value.rows.at(i) == value.rows[first] + words;
        words += scalars.at(i).is_wide() ? 2 : 1;
    }
    if (follow) return value.rows.at(first);
    const Row gathered = scratch(words);
    words = 0;
    for (std::size_t i = first; i < first + count; ++i) {
        copy(gathered + words, value.rows[i], scalars[i].is_wide());
        words += scalars[i].is_wide() ? 2 : 1;
    }
    return gathered;
}

void Decoder::settle_aliases(Row first, std::uint32_t count) {
    const auto touched = [&](Row row) { return row >= first && row < first + count; };
    for (std::size_t k = 0; k < aliases_.size();) {
        const auto [frame, id] = aliases_[k];
        auto& value = frame->values.at(id);
        const auto use = frame->analysed->uses.at(id);
        const bool over =
            use.block != frame->block || use.last < frame->statement ||
            (frame == frame_ && use.last == frame->statement &&
             frame->function->blocks[frame->block].statements[frame->statement].opcode == spv::OpStore);
        if (!over && std::ranges::any_of(value.rows, touched)) {
            const auto scalars = scalars_of(module(), value.type);
            for (std::size_t i = 0; i < value.rows.size(); ++i) {
                if (!(value.rows[i] < is_variable_.size() && is_variable_[value.rows[i]])) continue;
                const Row kept = scratch(scalars[i].is_wide() ? 2 : 1);
                copy(kept, value.rows[i], scalars[i].is_wide());
                rows_.keep(kept);
                value.rows[i] = kept;
            }
            aliases_.erase(aliases_.begin() + static_cast<std::ptrdiff_t>(k));
        } else {
            ++k;
        }
    }
}

void Decoder::settle_all_aliases() {
    settle_aliases(0, no_row);
    aliases_.clear();
}

// A value computed just before, only for this store, is computed directly into the variable.
bool Decoder::retarget(const Value& value, Row target, Id id) {
    if (!ends_here(id)) return false;
    const auto first = code_.blocks.back().first;
    for (std::size_t i = 0; i < value.rows.size(); ++i) {
        const Row row = value.rows[i], to = target + static_cast<Row>(i);
        if (!rows_.is_temporary(row) || rows_.references(row) != 1) return false;
        std::size_t at = code_.instructions.size();
        while (at > first && code_.instructions[at - 1].d != row) --at;
        if (at == first) return false;
        const auto& maker = code_.instructions[at - 1];
        const bool by_lane = maker.op < Op::index || (maker.op <= Op::load_shared && maker.n <= 1) ||
                             maker.op == Op::load_local;
        if (!by_lane) return false;
        for (std::size_t k = at; k < code_.instructions.size(); ++k) {
            const auto& between = code_.instructions[k];
            for (const Row read : {between.d, between.a, between.b, between.c})
                if (read == to || read == row) return false;
            if (between.op >= Op::index) return false;  // may access rows that are not among its operands
        }
    }
    for (std::size_t i = 0; i < value.rows.size(); ++i) {
        std::size_t at = code_.instructions.size();
        while (code_.instructions[at - 1].d != value.rows[i]) --at;
        code_.instructions[at - 1].d = target + static_cast<Row>(i);
        code_.instructions[at - 1].flags |= Instruction::masked;
    }
    return true;
}

}  // namespace pbp::sim
