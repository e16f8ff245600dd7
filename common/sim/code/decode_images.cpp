// SPDX-License-Identifier: MIT
// Images: loads and stores, fetches, samples, sizes.
#include "common/device/texel.hpp"
#include "common/sim/code/decoder.hpp"
#include "common/sim/code/reflection.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

bool Decoder::images(const Statement& now) {
    static constexpr Maker makers[] = {{spv::OpImage, &Decoder::name_image},
                                       {spv::OpSampledImage, &Decoder::name_image},
                                       {spv::OpImageRead, &Decoder::read_image},
                                       {spv::OpImageFetch, &Decoder::read_image},
                                       {spv::OpImageSampleImplicitLod, &Decoder::read_image},
                                       {spv::OpImageSampleExplicitLod, &Decoder::read_image},
                                       {spv::OpImageGather, &Decoder::read_image},
                                       {spv::OpImageQueryLevels, &Decoder::levels_of_image},
                                       {spv::OpImageWrite, &Decoder::write_image},
                                       {spv::OpImageQuerySize, &Decoder::size_of_image},
                                       {spv::OpImageQuerySizeLod, &Decoder::size_of_image},
                                       {spv::OpImageTexelPointer, &Decoder::point_to_texel}};
    return made_by(makers, now);
}

Row Decoder::coordinate(const Value& at) {
    return contiguous(scalars_of(module(), at.type), at, 0, at.rows.size());
}

// The image, if the simulator supports it.
std::uint32_t Decoder::image_of(Id id, bool sampled) {
    const Pointer& at = pointer(id);
    const Type* type = &module().type(at.type);
    if (type->kind == Type::Kind::sampled_image) type = &module().type(type->element);
    const bool has = type->dim == spv::Dim1D || type->dim == spv::Dim2D || type->dim == spv::Dim3D ||
                     type->dim == spv::DimBuffer;
    if (at.root != Pointer::Root::image || type->kind != Type::Kind::image ||
        type->sampled != (sampled ? 1u : 2u))
        malformed("an image instruction has another operand than it should");
    if (!has || type->multisampled || type->depth == 1)
        throw Unsupported(name_of_type(module(), at.type), line_);
    if (type->format != spv::ImageFormatUnknown && find_texel_format(type->format) == nullptr)
        throw Unsupported("this format of an image", line_);
    return at.base;
}

void Decoder::name_image(const Statement& now) {
    frame_->pointers[now.result] = pointer(now.words[0]);
}

void Decoder::read_image(const Statement& now) {
    const Op op = now.opcode == spv::OpImageRead    ? Op::load_image
                  : now.opcode == spv::OpImageFetch ? Op::fetch_image
                                                    : Op::sample_image;
    const bool gathers = now.opcode == spv::OpImageGather;
    Value where = value(now.words[1]);
    // Lod, Bias and Grad select among levels, and images have only one; a sample number is not supported.
    const std::size_t operands = gathers ? 3 : 2;
    const auto extra = now.words.size() > operands ? now.words[operands] : 0u;
    const std::uint32_t offset = spv::ImageOperandsConstOffsetMask | spv::ImageOperandsOffsetMask,
                        levels = spv::ImageOperandsBiasMask | spv::ImageOperandsLodMask |
                                 spv::ImageOperandsGradMask,
                        other = spv::ImageOperandsSignExtendMask | spv::ImageOperandsZeroExtendMask |
                                spv::ImageOperandsNonPrivateTexelMask | spv::ImageOperandsVolatileTexelMask |
                                spv::ImageOperandsMakeTexelVisibleMask;
    if ((extra & ~(offset | levels | other)) != 0)
        throw Unsupported(name_of_opcode(now.opcode) + " with these operands", line_);
    const auto from = image_of(now.words[0], op != Op::load_image);
    Row moved = no_row;
    std::uint32_t moves = 0;
    if ((extra & offset) != 0) {
        const std::size_t before = (extra & spv::ImageOperandsGradMask) != 0 ? 2
                                   : (extra & levels) != 0                   ? 1
                                                                             : 0;
        const Value by = value(now.words[operands + 1 + before]);
        moves = static_cast<std::uint32_t>(by.rows.size());
        if (op == Op::sample_image)
            moved = coordinate(by);
        else
            for (std::size_t i = 0; i < by.rows.size(); ++i)
                where.rows.at(i) = binary(Op::add_w, where.rows[i], by.rows[i], false);
    }
    const Row rows = coordinate(where);
    Row level = no_row;
    if (op == Op::fetch_image && (extra & spv::ImageOperandsLodMask) != 0)
        level = value(now.words[operands + 1]).rows.at(0);
    const Row d = result_rows(4);
    auto& made = emit(op, d, rows, gathers ? value(now.words[2]).rows.at(0) : level, moved);
    made.y = from;
    made.n = static_cast<std::uint8_t>(where.rows.size());
    if (op == Op::sample_image) {
        made.x = dimensions_of(now.words[0]);
        if (made.x > made.n || (moved != no_row && moves != made.x) || (gathers && made.x != 2))
            malformed("{} has operands of other types than it should", name_of_opcode(now.opcode));
    }
    made.flags |= access_flags(accessed_image(now, operands, spv::ImageOperandsMakeTexelVisibleMask));
    Value texel{now.type, {d, d + 1, d + 2, d + 3}};
    texel.rows.resize(components(now.type));
    bind(now, std::move(texel));
}

void Decoder::write_image(const Statement& now) {
    const Value where = value(now.words[1]), texel = value(now.words[2]);
    const Row at = coordinate(where);
    Value whole{0, texel.rows};
    while (whole.rows.size() < 4) whole.rows.push_back(constant_row(0));
    const Row from = scratch(4);
    for (std::size_t i = 0; i < 4; ++i) copy(from + static_cast<Row>(i), whole.rows[i], false);
    auto& made = emit(Op::store_image, no_row, at, from);
    made.y = image_of(now.words[0], false);
    made.n = static_cast<std::uint8_t>(where.rows.size());
    made.flags |= access_flags(accessed_image(now, 3, spv::ImageOperandsMakeTexelAvailableMask));
}

// As accessed(): the scope is the last operand.
Pointer Decoder::accessed_image(const Statement& now, std::size_t mask, std::uint32_t makes) {
    Pointer at = pointer(now.words[0]);
    const auto bits = mask < now.words.size() ? now.words[mask] : 0u;
    at.is_volatile |= (bits & spv::ImageOperandsVolatileTexelMask) != 0;
    if ((bits & spv::ImageOperandsNonPrivateTexelMask) != 0) at.coherence = Coherence::by_fence;
    if ((bits & makes) != 0) at.coherence = coherence_of(constant_word(now.words[now.words.size() - 1]));
    return at;
}

// Without the layers of an array.
std::uint32_t Decoder::dimensions_of(Id image) {
    const Type* type = &module().type(pointer(image).type);
    if (type->kind == Type::Kind::sampled_image) type = &module().type(type->element);
    return type->dim == spv::Dim3D ? 3 : type->dim == spv::Dim2D ? 2 : 1;
}

void Decoder::levels_of_image(const Statement& now) {
    image_of(now.words[0], true);
    bind(now, Value{now.type, {constant_row(1)}});
}

void Decoder::size_of_image(const Statement& now) {
    const auto& asked = module().type(pointer(now.words[0]).type);
    const auto from = image_of(now.words[0], asked.kind == Type::Kind::sampled_image || asked.sampled == 1);
    by_scalar(now, [&](Row made, std::size_t i) {
        auto& size = emit(Op::size_image, made);
        size.y = from;
        size.x = static_cast<std::uint32_t>(i);
    });
}

void Decoder::point_to_texel(const Statement& now) {
    image_of(now.words[0], false);
    Pointer at = pointer(now.words[0]);
    at.texel = value(now.words[1]);
    at.type = module().type(now.type).element;
    for (const Row row : at.texel.rows) rows_.keep(row);
    frame_->pointers[now.result] = at;
}

}  // namespace pbp::sim
