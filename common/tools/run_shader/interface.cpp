// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/interface.hpp"

#include <algorithm>
#include <map>

#include "common/base/error.hpp"
#include "common/glsl/declared.hpp"
#include "common/sim/code/reflection.hpp"
#include "common/sim/spirv/compile.hpp"
#include "common/sim/spirv/layout.hpp"
#include "common/sim/spirv/spirv.hpp"
#include "common/tools/run_shader/compiled.hpp"

namespace pbp::run_shader {

namespace {

using sim::Module;
using Kind = sim::Type::Kind;

Scalar in_memory(const sim::Scalar& scalar) {
    return {scalar.kind == Kind::floating ? ValueType::float32
            : scalar.kind == Kind::sint   ? ValueType::int32
                                          : ValueType::uint32,
            scalar.width / 8, scalar.offset};
}

void add_columns(const Module& module, sim::Id id, const std::string& name, std::uint32_t offset,
                 sim::MatrixLayout matrices, std::vector<Column>& columns) {
    const auto& type = module.type(id);
    if (type.kind == Kind::structure) {
        for (std::uint32_t i = 0; i < type.members.size(); ++i) {
            const auto& member = type.members[i];
            add_columns(module, member.type, name.empty() ? member.name : name + "." + member.name,
                        offset + sim::offset_of(module, id, i), {member.matrix_stride, member.row_major},
                        columns);
        }
        return;
    }
    Column column{name, sim::name_of_type(module, id), {}};
    for (const auto& scalar : sim::scalars_of(module, id, matrices)) {
        column.scalars.push_back(in_memory(scalar));
        column.scalars.back().offset += offset;
    }
    columns.push_back(std::move(column));
}

Member member_of(const Module& module, sim::Id block, std::uint32_t index) {
    const auto& member = module.type(block).members[index];
    const auto& type = module.type(member.type);
    const sim::MatrixLayout matrices{member.matrix_stride, member.row_major};
    Member made;
    made.name = member.name.empty() ? fmt::format("member_{}", index) : member.name;
    made.offset = sim::offset_of(module, block, index);
    made.open = type.kind == Kind::runtime_array;
    made.array = made.open || type.kind == Kind::array;
    const auto element = made.array ? type.element : member.type;
    made.count = made.open ? 0 : made.array ? type.count : 1;
    made.stride = made.array ? sim::stride_of(module, member.type, matrices)
                             : sim::bytes_of(module, member.type, matrices);
    made.type = sim::name_of_type(module, element);
    add_columns(module, element, "", 0, matrices, made.columns);
    return made;
}

Block block_of(const Module& module, const sim::Global& global) {
    const auto& type = module.type(global.type);
    Block block;
    block.name = module.name_of_block(global);
    block.binding = global.binding.value_or(0);
    block.uniform = global.storage == spv::StorageClassUniform;
    block.push_constants = global.push_constants;
    block.writes = !block.uniform && !global.readonly;
    for (std::uint32_t i = 0; i < type.members.size(); ++i) {
        block.members.push_back(member_of(module, global.type, i));
        const auto& member = block.members.back();
        block.fixed_bytes =
            std::max(block.fixed_bytes, member.offset + std::uint64_t{member.count} * member.stride);
    }
    return block;
}

ImageSlot image_of(const Module& module, const sim::Global& global) {
    const auto& type = module.type(global.type);
    const auto& image = type.kind == Kind::sampled_image ? module.type(type.element) : type;
    ImageSlot slot;
    slot.binding = global.binding.value_or(0);
    slot.name = global.name.empty() ? fmt::format("image_{}", slot.binding) : global.name;
    slot.sampled = image.sampled == 1;
    slot.writes = !slot.sampled && !global.readonly;
    slot.type = sim::name_of_type(module, global.type);
    slot.shape.dimensions = image.dim == spv::Dim3D ? 3 : image.dim == spv::Dim2D ? 2 : 1;
    slot.shape.arrayed = image.arrayed;
    const bool has = image.dim == spv::Dim1D || image.dim == spv::Dim2D || image.dim == spv::Dim3D ||
                     image.dim == spv::DimBuffer;
    const auto kind = module.type(image.element).kind;
    slot.shape.format = image.format != spv::ImageFormatUnknown ? image.format
                        : kind == Kind::sint                    ? texel_format::rgba32i
                        : kind == Kind::uint                    ? texel_format::rgba32ui
                                                                : texel_format::rgba8;
    if (!has || image.multisampled || image.depth == 1)
        slot.problem = "is a " + slot.type + ", which ./learn run cannot bind";
    else if (find_texel_format(slot.shape.format) == nullptr)
        slot.problem = "has a format that ./learn run does not know";
    return slot;
}

/// What SPIR-V does not keep: who is readonly, and whose binding was left to the compiler.
void add_words_of_the_text(const glsl::Source& source, Interface& made) {
    const auto declared = glsl::declared(source.text);
    for (auto& block : made.blocks)
        for (const auto& known : declared.buffers) {
            if (known.name != block.name) continue;
            block.writes &= known.writes;
            if (known.binding == -1 && made.blocks.size() > 1)
                fail(ExitCode::wrong_usage,
                     "Buffer '{}' has no binding of its own; declare it with layout(binding = …).",
                     block.name);
        }
    for (auto& image : made.images)
        for (const auto& known : declared.uniforms)
            if (known.name == image.name) image.writes &= known.writes;
}

/// The atomic counters of one binding are a block, named after the first.
void add_counters(const Module& module, std::vector<Block>& blocks) {
    for (const auto& [id, global] : module.globals) {
        if (!global.counter) continue;
        const auto known = std::ranges::find_if(blocks, [binding = global.binding](const Block& block) {
            return !block.uniform && block.binding == binding;
        });
        auto& block = known == blocks.end() ? blocks.emplace_back() : *known;
        if (block.name.empty()) block.name = global.name;
        block.binding = global.binding.value_or(0);
        const auto& type = module.type(global.type);
        Member member;
        member.name = global.name;
        member.array = type.kind == Kind::array;
        member.count = member.array ? type.count : 1;
        member.offset = global.offset;
        member.stride = 4;
        member.type = "uint";
        add_columns(module, member.array ? type.element : global.type, "", 0, {}, member.columns);
        block.members.push_back(std::move(member));
        block.fixed_bytes =
            std::max(block.fixed_bytes, std::uint64_t{global.offset} + 4 * block.members.back().count);
    }
}

/// Where the bindings of each set begin, if there are several sets.
void add_numbers_of_sets(const Module& module, Interface& made) {
    std::map<std::uint32_t, std::uint32_t> first;
    for (const auto& [id, global] : module.globals)
        if (global.binding && !global.push_constants) first.try_emplace(global.set, global.first_of_set);
    if (first.size() < 2) return;
    for (const auto& [set, at] : first)
        made.notes.push_back(fmt::format("binding 0 of set {} is binding {} here", set, at));
}

std::string only_simulated(const Module& module) {
    for (const auto& [id, global] : module.globals) {
        const auto& type = module.type(global.type);
        if (global.push_constants) return "push constants";
        if (global.set > 0) return fmt::format("a descriptor set {}", global.set);
        if (global.counter) return "atomic counters";
        if (type.kind == Kind::sampler || (type.kind == Kind::image && type.sampled == 1))
            return "textures apart from their samplers";
    }
    return module.specializations.empty() ? "" : "specialization constants";
}

Module module_of(const glsl::Source& source, const std::vector<std::uint32_t>& spirv) {
    try {
        return sim::read_module(spirv, source.constants);
    } catch (const sim::Unsupported& unknown) {
        sim::refuse(unknown, source);
    }
}

}  // namespace

const Member* Block::elements() const {
    const Member* best = nullptr;
    for (const auto& member : members) {
        if (!member.array) continue;
        if (best == nullptr || member.open || (!best->open && member.count > best->count)) best = &member;
    }
    return best;
}

std::uint64_t Block::bytes(std::uint32_t count) const {
    const auto* array = elements();
    const std::uint64_t open =
        array != nullptr && array->open ? array->offset + std::uint64_t{count} * array->stride : 0;
    return std::max<std::uint64_t>({open == 0 ? 4u : 1u, open, fixed_bytes});
}

namespace {

/// Finds out from which blocks a shader takes what it works on.
void add_uses(const std::map<std::uint32_t, Use>& uses, const std::vector<std::uint32_t>& ids,
              std::vector<Block>& blocks) {
    std::vector<Use> all;
    bool any = false;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const auto known = uses.find(ids[i]);
        all.push_back(known == uses.end() ? Use{} : known->second);
        auto& block = blocks[i];
        block.writes &= all.back().writes;
        block.input = all.back().loads && !block.writes && !block.uniform;
        any |= block.input;
    }
    for (std::size_t i = 0; i < blocks.size() && !any; ++i)
        blocks[i].input = all[i].loads && !blocks[i].uniform && blocks[i].elements() != nullptr;
}

}  // namespace

Interface interface_of(const std::string& name, const glsl::Source& source, Observer* observer) {
    const auto spirv = source.spirv.empty() ? watched(observer, Observer::Activity::build, name,
                                                      [&] { return sim::compile(source); })
                                            : source.spirv;
    const Module module = module_of(source, spirv);
    Interface made;
    std::vector<std::uint32_t> ids;
    for (const auto& [id, global] : module.globals) {
        const auto& type = module.type(global.type);
        if (global.storage == spv::StorageClassStorageBuffer || global.storage == spv::StorageClassUniform) {
            if (type.kind != Kind::structure || global.counter) continue;
            made.blocks.push_back(block_of(module, global));
            ids.push_back(id);
        } else if (global.storage == spv::StorageClassUniformConstant) {
            if (type.kind == Kind::image || type.kind == Kind::sampled_image)
                made.images.push_back(image_of(module, global));
            else if (type.kind != Kind::sampler)
                made.uniforms.push_back(
                    {global.name, sim::name_of_type(module, global.type), global.initializer != 0});
        }
    }
    add_uses(uses_in(spirv), ids, made.blocks);
    add_counters(module, made.blocks);
    std::ranges::stable_sort(made.blocks, {}, &Block::binding);
    std::ranges::stable_sort(made.images, {}, &ImageSlot::binding);
    for (const auto& constant : module.specializations)
        made.constants.push_back(
            {constant.name, constant.id, sim::name_of_type(module, constant.type), constant.bits});
    std::ranges::stable_sort(made.constants, {}, &ConstantSlot::id);
    add_numbers_of_sets(module, made);
    made.only_simulated = only_simulated(module);
    add_words_of_the_text(source, made);
    return made;
}

}  // namespace pbp::run_shader
