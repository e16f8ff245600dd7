// SPDX-License-Identifier: MIT
// Images: loads and stores, fetches, samples, sizes.
#include "common/sim/code/decoder.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

bool Decoder::images(const Statement& now) {
    static constexpr Maker makers[] = {{spv::OpImage, &Decoder::name_image},
                                       {spv::OpSampledImage, &Decoder::name_image},
                                       {spv::OpImageRead, &Decoder::read_image},
                                       {spv::OpImageFetch, &Decoder::read_image},
                                       {spv::OpImageSampleImplicitLod, &Decoder::read_image},
                                       {spv::OpImageSampleExplicitLod, &Decoder::read_image},
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
    const bool is_float = module().type(type->element).kind == Type::Kind::floating;
    const bool has = sampled ? type->dim == spv::Dim2D && !type->arrayed && is_float
                             : type->dim == spv::Dim1D || type->dim == spv::Dim2D || type->dim == spv::Dim3D;
    if (!has || type->multisampled || type->sampled != (sampled ? 1u : 2u))
        throw Unsupported(sampled ? "samplers of other kinds than sampler2D" : "images of this kind", line_);
    switch (type->format) {
        case spv::ImageFormatUnknown:
        case spv::ImageFormatRgba8:
        case spv::ImageFormatR32f:
        case spv::ImageFormatR32i:
        case spv::ImageFormatR32ui:
        case spv::ImageFormatRgba32f:
        case spv::ImageFormatRgba32i:
        case spv::ImageFormatRgba32ui:
            return at.base;
        default:
            throw Unsupported("images of other formats than rgba8, r32* and rgba32*", line_);
    }
}

void Decoder::name_image(const Statement& now) {
    frame_->pointers[now.result] = pointer(now.words[0]);
}

void Decoder::read_image(const Statement& now) {
    const Op op = now.opcode == spv::OpImageRead    ? Op::load_image
                  : now.opcode == spv::OpImageFetch ? Op::fetch_image
                                                    : Op::sample_image;
    Value where = value(now.words[1]);
    // Lod and Grad select among levels, and images have only one; a sample number is not supported.
    const auto extra = now.words.size() > 2 ? now.words[2] : 0u;
    if ((extra & ~(spv::ImageOperandsLodMask | spv::ImageOperandsGradMask |
                   spv::ImageOperandsConstOffsetMask)) != 0 ||
        (op == Op::sample_image && (extra & spv::ImageOperandsConstOffsetMask) != 0))
        throw Unsupported(name_of_opcode(now.opcode) + " with these operands", line_);
    if ((extra & spv::ImageOperandsConstOffsetMask) != 0) {
        const Value by = value(now.words[(extra & spv::ImageOperandsLodMask) != 0 ? 4 : 3]);
        for (std::size_t i = 0; i < where.rows.size(); ++i)
            where.rows[i] = binary(Op::add_w, where.rows[i], by.rows.at(i), false);
    }
    const Row rows = coordinate(where);
    const auto from = image_of(now.words[0], op != Op::load_image);
    const Row d = result_rows(4);
    auto& made = emit(op, d, rows);
    made.y = from;
    made.n = static_cast<std::uint8_t>(where.rows.size());
    made.flags |= access_flags(pointer(now.words[0]));
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
    made.flags |= access_flags(pointer(now.words[0]));
}

void Decoder::size_of_image(const Statement& now) {
    const auto from = image_of(now.words[0], now.opcode == spv::OpImageQuerySizeLod);
    Value made = result(now.type);
    for (std::size_t i = 0; i < made.rows.size(); ++i) {
        auto& size = emit(Op::size_image, made.rows[i]);
        size.y = from;
        size.x = static_cast<std::uint32_t>(i);
    }
    bind(now, std::move(made));
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
