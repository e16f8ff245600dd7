// SPDX-License-Identifier: MIT
// Images: texels of 8-bit channels or of 32-bit words; sampling is bilinear and clamps to the edge, as the
// project's images are set up.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

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

void Executor::image(const Instruction& in) {
    ImageMemory* const image = dispatch_.images[in.y];
    Place place{Place::Space::image, in.y, 0};
    auto& count = dispatch_.counters.accesses[now_->next - 1];
    ++count.runs;
    count.lanes += active_count_;
    accessed_ = 0;
    if (in.op == Op::size_image) {
        now_->active.each(
            [&](u32 lane) { row(in.d)[lane] = image == nullptr ? 0 : image->size[std::min(in.x, 2u)]; });
        return;
    }
    const u32 dimensions = std::min<u32>(in.op == Op::atomic_image ? in.x : in.n, 3);
    const u32 words = image == nullptr ? 1 : image->words_a_texel();
    const bool bytes = words == 1 && (image == nullptr || (image->format != spv::ImageFormatR32ui &&
                                                           image->format != spv::ImageFormatR32i &&
                                                           image->format != spv::ImageFormatR32f));
    Touch now = touch(in);
    const auto index_of = [&](u32 x, u32 y, u32 z) {
        return (std::size_t{z} * image->size[1] + y) * image->size[0] + x;
    };
    const auto fetched = [&](std::size_t texel, bool checked) {
        const std::size_t word = texel * words;
        if (checked) reads(image->memory, word, in, now, place);
        addresses_[accessed_++] = static_cast<u32>(word * 4);
        if (bytes) return unpacked(image->memory.words[word]);
        Texel found{0, 0, 0, image->format == spv::ImageFormatR32f ? std::bit_cast<u32>(1.0f) : 1u};
        for (u32 k = 0; k < words; ++k) found[k] = image->memory.words[word + k];
        return found;
    };
    const auto give = [&](u32 lane, const Texel& texel) {
        for (u32 k = 0; k < 4; ++k) row(in.d + k)[lane] = texel[k];
    };
    now_->active.each([&](u32 lane) {
        if (image == nullptr) {
            if (in.d != no_row) row(in.d)[lane] = 0;
            return;
        }
        now.who = who(lane);
        if (in.op == Op::sample_image) {
            const auto at = [&](u32 k) {
                const float size = static_cast<float>(image->size[k]);
                const float x = k < dimensions ? std::bit_cast<float>(row(in.a + k)[lane]) : 0.5f;
                return std::clamp(std::isnan(x) ? 0.0f : x * size - 0.5f, 0.0f, std::max(size - 1.0f, 0.0f));
            };
            const float x = at(0), y = at(1);
            const u32 left = static_cast<u32>(x), top = static_cast<u32>(y);
            const u32 right = std::min(left + 1, image->size[0] - 1),
                      bottom = std::min(top + 1, image->size[1] - 1);
            const float across = x - static_cast<float>(left), down = y - static_cast<float>(top);
            const Texel a = fetched(index_of(left, top, 0), true), b = fetched(index_of(right, top, 0), true),
                        c = fetched(index_of(left, bottom, 0), true),
                        d = fetched(index_of(right, bottom, 0), true);
            Texel mixed{};
            for (u32 k = 0; k < 4; ++k) {
                const auto f = [&](const Texel& texel) { return std::bit_cast<float>(texel[k]); };
                const float upper = f(a) + (f(b) - f(a)) * across, lower = f(c) + (f(d) - f(c)) * across;
                mixed[k] = std::bit_cast<u32>(upper + (lower - upper) * down);
            }
            return give(lane, mixed);
        }
        std::array<u32, 3> at{0, 0, 0};
        bool inside = true;
        for (u32 k = 0; k < dimensions; ++k) {
            at[k] = row(in.a + k)[lane];
            if (at[k] >= image->size[k]) {
                if (inside)
                    report(Fault::out_of_bounds, in, lane,
                           static_cast<u64>(static_cast<std::int64_t>(static_cast<std::int32_t>(at[k]))),
                           image->size[k], place);
                inside = false;
            }
        }
        if (!inside) {
            if (in.op != Op::store_image) {
                if (in.op == Op::atomic_image)
                    row(in.d)[lane] = 0;
                else
                    give(lane, {});
            }
            return;
        }
        const std::size_t texel = index_of(at[0], at[1], at[2]), word = texel * words;
        if (in.op == Op::store_image) {
            Texel given{};
            for (u32 k = 0; k < 4; ++k) given[k] = row(in.b + k)[lane];
            const u32 first = bytes ? packed(given) : given[0];
            writes(image->memory, word, in, now, place, first);
            if (image->memory.words[word] != first) ++dispatch_.progress;
            for (u32 k = 0; k < words; ++k) image->memory.words[word + k] = k == 0 ? first : given[k];
            addresses_[accessed_++] = static_cast<u32>(word * 4);
        } else if (in.op == Op::atomic_image) {
            const u32 old = image->memory.words[word];
            const u32 made = updated(static_cast<Atomic>(in.n), old, in.b == no_row ? 0 : row(in.b)[lane],
                                     in.c == no_row ? 0 : row(in.c)[lane]);
            writes(image->memory, word, in, now, place, made);
            if (made != old) ++dispatch_.progress;
            image->memory.words[word] = made;
            row(in.d)[lane] = old;
            addresses_[accessed_++] = static_cast<u32>(word * 4);
        } else {
            give(lane, fetched(texel, true));
        }
    });
    ends_turn();
}

}  // namespace pbp::sim
