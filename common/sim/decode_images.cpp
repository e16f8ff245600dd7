// SPDX-License-Identifier: MIT
// Images: loads and stores, fetches, samples, sizes.
#include "common/sim/decoder.hpp"
#include "common/sim/spirv.hpp"

namespace pbp::sim {

bool Decoder::images(const Statement& now) {
    const auto operand = [&](std::size_t i) {
        if (i >= now.words.size()) malformed("{} lacks operands", name_of_opcode(now.opcode));
        return now.words[i];
    };
    const auto coordinate = [&](const Value& at) {
        return contiguous(scalars_of(module(), at.type), at, 0, at.rows.size());
    };
    const auto read = [&](Op op, std::size_t image, std::size_t at) {
        const Value where = value(operand(at));
        const Row rows = coordinate(where);
        const auto from = pointer(operand(image)).base;
        const Row d = result_rows(4);
        auto& made = emit(op, d, rows);
        made.y = from;
        made.n = static_cast<std::uint8_t>(where.rows.size());
        Value texel{now.type, {d, d + 1, d + 2, d + 3}};
        texel.rows.resize(components(now.type));
        bind(now, std::move(texel));
        return true;
    };
    switch (now.opcode) {
        case spv::OpImage:
        case spv::OpSampledImage:
            frame_->pointers[now.result] = pointer(operand(0));
            return true;
        case spv::OpImageRead:
            return read(Op::load_image, 0, 1);
        case spv::OpImageFetch:
            return read(Op::fetch_image, 0, 1);
        case spv::OpImageSampleImplicitLod:
        case spv::OpImageSampleExplicitLod:
            return read(Op::sample_image, 0, 1);
        case spv::OpImageWrite: {
            const Value where = value(operand(1)), texel = value(operand(2));
            const Row at = coordinate(where);
            Value whole{0, texel.rows};
            while (whole.rows.size() < 4) whole.rows.push_back(constant_row(0));
            const Row from = scratch(4);
            for (std::size_t i = 0; i < 4; ++i) copy(from + static_cast<Row>(i), whole.rows[i], false);
            auto& made = emit(Op::store_image, no_row, at, from);
            made.y = pointer(operand(0)).base;
            made.n = static_cast<std::uint8_t>(where.rows.size());
            return true;
        }
        case spv::OpImageQuerySize:
        case spv::OpImageQuerySizeLod: {
            const auto from = pointer(operand(0)).base;
            Value made = result(now.type);
            for (std::size_t i = 0; i < made.rows.size(); ++i) {
                auto& size = emit(Op::size_image, made.rows[i]);
                size.y = from;
                size.x = static_cast<std::uint32_t>(i);
            }
            bind(now, std::move(made));
            return true;
        }
        case spv::OpImageTexelPointer: {
            Pointer at = pointer(operand(0));
            at.texel = value(operand(1));
            at.type = module().type(now.type).element;
            for (const Row row : at.texel.rows) rows_.keep(row);
            frame_->pointers[now.result] = at;
            return true;
        }
        default:
            return false;
    }
}

}  // namespace pbp::sim
