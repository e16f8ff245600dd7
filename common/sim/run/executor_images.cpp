// SPDX-License-Identifier: MIT
// Images: texels of 8-bit channels or of 32-bit words; sampling is bilinear and clamps to the edge, as the
// project's images are set up.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "common/sim/run/executor.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

using u32 = std::uint32_t;
using Texel = std::array<u32, 4>;

Texel unpacked(u32 word) {
    Texel texel{};
    for (u32 k = 0; k < 4; ++k)
        texel[k] = std::bit_cast<u32>(static_cast<float>(word >> 8 * k & 0xFFu) / 255.0f);
    return texel;
}

u32 packed(const Texel& texel) {
    u32 word = 0;
    for (u32 k = 0; k < 4; ++k) {
        const float value = std::bit_cast<float>(texel[k]);
        const float kept = value >= 0.0f ? std::min(value, 1.0f) : 0.0f;  // a NaN becomes 0
        word |= static_cast<u32>(std::nearbyint(kept * 255.0f)) << 8 * k;
    }
    return word;
}

}  // namespace

std::uint32_t ImageMemory::words_a_texel() const {
    switch (format) {
        case spv::ImageFormatRgba32f:
        case spv::ImageFormatRgba32i:
        case spv::ImageFormatRgba32ui:
            return 4;
        default:
            return 1;
    }
}

/// An image while an instruction uses it.
struct Executor::ImageUse {
    const Instruction& in;
    u32 dimensions;
    ImageMemory& image;
    Place place;
    Touch now;
    u32 words;     ///< per texel
    bool bytes;    ///< its channels have 8 bits
    bool changes;  ///< in this dispatch

    std::size_t index_of(u32 x, u32 y, u32 z) const {
        return (std::size_t{z} * image.size[1] + y) * image.size[0] + x;
    }
};

void Executor::image(const Instruction& in) {
    ImageMemory* const image = dispatch_.images[in.y];
    auto& count = dispatch_.counters.accesses[now_->next - 1];
    ++count.runs;
    count.lanes += active_count_;
    accessed_ = 0;
    if (in.op == Op::size_image)
        return now_->active.each(
            [&](u32 lane) { row(in.d)[lane] = image == nullptr ? 0 : image->size[std::min(in.x, 2u)]; });
    const Touch now = touch(in);
    if (image == nullptr) {
        if (in.d != no_row) now_->active.each([&](u32 lane) { row(in.d)[lane] = 0; });
        return ends_turn();
    }
    if (changes_in_dispatch(&image->memory)) looked();
    const u32 words = image->words_a_texel();
    ImageUse use{in,
                 std::min<u32>(in.op == Op::atomic_image ? in.x : in.n, 3),
                 *image,
                 {Place::Space::image, in.y, 0},
                 now,
                 words,
                 words == 1 && image->format != spv::ImageFormatR32ui &&
                     image->format != spv::ImageFormatR32i && image->format != spv::ImageFormatR32f,
                 changes_in_dispatch(&image->memory)};
    now_->active.each([&](u32 lane) {
        use.now.who = who(lane);
        if (in.op == Op::sample_image)
            sample(use, lane);
        else
            use_texel(use, lane);
    });
    ends_turn();
}

std::array<std::uint32_t, 4> Executor::fetched(const ImageUse& use, std::size_t texel) {
    const std::size_t word = texel * use.words;
    auto& memory = use.image.memory;
    if (use.changes) reads(memory, word, use.in, use.now, use.place);
    addresses_[accessed_++] = static_cast<u32>(word * 4);
    if (use.bytes) return unpacked(memory.words[word]);
    Texel found{0, 0, 0, use.image.format == spv::ImageFormatR32f ? std::bit_cast<u32>(1.0f) : 1u};
    for (u32 k = 0; k < use.words; ++k) found[k] = memory.words[word + k];
    return found;
}

void Executor::sample(const ImageUse& use, u32 lane) {
    const auto& size = use.image.size;
    const auto at = [&](u32 k) {
        const float texels = static_cast<float>(size[k]);
        const float x = k < use.dimensions ? std::bit_cast<float>(row(use.in.a + k)[lane]) : 0.5f;
        return std::clamp(std::isnan(x) ? 0.0f : x * texels - 0.5f, 0.0f, std::max(texels - 1.0f, 0.0f));
    };
    const float x = at(0), y = at(1);
    const u32 left = static_cast<u32>(x), top = static_cast<u32>(y);
    const u32 right = std::min(left + 1, size[0] - 1), bottom = std::min(top + 1, size[1] - 1);
    const float across = x - static_cast<float>(left), down = y - static_cast<float>(top);
    const Texel a = fetched(use, use.index_of(left, top, 0)), b = fetched(use, use.index_of(right, top, 0)),
                c = fetched(use, use.index_of(left, bottom, 0)),
                d = fetched(use, use.index_of(right, bottom, 0));
    for (u32 k = 0; k < 4; ++k) {
        const auto f = [&](const Texel& texel) { return std::bit_cast<float>(texel[k]); };
        const float upper = f(a) + (f(b) - f(a)) * across, lower = f(c) + (f(d) - f(c)) * across;
        row(use.in.d + k)[lane] = std::bit_cast<u32>(upper + (lower - upper) * down);
    }
}

// The texel that a lane addresses. Outside the image, loads give 0 and stores do nothing (OpenGL 4.5, 8.26):
// a note. A texel fetch there is undefined.
std::optional<std::size_t> Executor::texel_of(const ImageUse& use, u32 lane) {
    std::array<u32, 3> at{0, 0, 0};
    bool inside = true;
    for (u32 k = 0; k < use.dimensions; ++k) {
        at[k] = row(use.in.a + k)[lane];
        inside = inside && at[k] < use.image.size[k];
    }
    if (inside) return use.index_of(at[0], at[1], at[2]);
    Finding made;
    made.fault = use.in.op == Op::fetch_image ? Fault::outside_texture : Fault::outside_image;
    made.here = {use.in.site, invocation(lane), use.in.op == Op::store_image};
    made.place = use.place;
    made.texel = at;
    made.size = use.image.size;
    made.number = use.dimensions;
    dispatch_.findings.add(made);
    return std::nullopt;
}

void Executor::change_texel(const ImageUse& use, std::size_t word, std::span<const u32> given) {
    auto& memory = use.image.memory;
    writes(memory, word, use.now, use.place, given[0]);
    if (memory.words[word] != given[0]) changed();
    std::ranges::copy(given, memory.words.begin() + static_cast<std::ptrdiff_t>(word));
    addresses_[accessed_++] = static_cast<u32>(word * 4);
}

void Executor::use_texel(const ImageUse& use, u32 lane) {
    const Instruction& in = use.in;
    const auto texel = texel_of(use, lane);
    const std::size_t word = texel.value_or(0) * use.words;
    if (in.op == Op::store_image) {
        if (!texel) return;
        Texel given{};
        for (u32 k = 0; k < 4; ++k) given[k] = row(in.b + k)[lane];
        if (use.bytes) given[0] = packed(given);
        change_texel(use, word, std::span(given).first(use.words));
    } else if (in.op == Op::atomic_image) {
        Place place = use.place;
        place.word = word;
        row(in.d)[lane] =
            !texel ? 0
                   : perform(in, use.image.memory, lane, place, in.b == no_row ? 0 : row(in.b)[lane],
                             in.c == no_row ? 0 : row(in.c)[lane]);
    } else {
        const Texel found = texel ? fetched(use, *texel) : Texel{};
        for (u32 k = 0; k < 4; ++k) row(in.d + k)[lane] = found[k];
    }
}

}  // namespace pbp::sim
