// SPDX-License-Identifier: MIT
// Images of any format; sampling is linear and clamps to the edge, as the project's images are set up.
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

}  // namespace

/// An image while an instruction uses it.
struct Executor::ImageUse {
    const Instruction& in;
    u32 dimensions;
    ImageMemory& image;
    Place place;
    Touch now;
    u32 words;     ///< per texel
    bool changes;  ///< in this dispatch
    u32 lane = 0;

    std::size_t index_of(u32 x, u32 y, u32 z) const {
        return (std::size_t{z} * image.size[1] + y) * image.size[0] + x;
    }
};

void Executor::image(const Instruction& in) {
    if (in.op == Op::atomic_image && stops_before_atomic()) return;
    ImageMemory* const image = dispatch_.images[in.y];
    auto& count = dispatch_.counters.accesses[now_->next - 1];
    ++count.runs;
    count.lanes += active_count_;
    accessed_ = 0;
    pattern_ = Pattern::any;
    if (in.op == Op::size_image)
        return now_->active.each(
            [&](u32 lane) { row(in.d)[lane] = image == nullptr ? 0 : image->size[std::min(in.x, 2u)]; });
    const Touch now = touch(in);
    if (in.op == Op::atomic_image) overtake_posted(in);
    if (image == nullptr) {
        if (in.d != no_row) now_->active.each([&](u32 lane) { row(in.d)[lane] = 0; });
        return end_turn(in);
    }
    const u32 words = image->words_a_texel();
    ImageUse use{in,
                 std::min<u32>(in.op == Op::atomic_image ? in.x : in.n, 3),
                 *image,
                 {Place::Space::image, in.y, 0},
                 now,
                 words,
                 changes_in_dispatch(&image->memory)};
    now_->active.each([&](u32 lane) {
        use.now.who = who(lane);
        use.lane = lane;
        if (in.op == Op::sample_image)
            sample(use, lane);
        else
            use_texel(use, lane);
        if (follower_ && in.op != Op::store_image && in.op != Op::atomic_image) follower_->fetched(in, lane);
    });
    if (use.changes) looked();
    count.sectors += sectors_of(4 * words);
    count.bytes += u64{active_count_} * 4 * words;  // filtering reads texels that neighbours read as well
    end_turn(in);
}

Texel Executor::fetched(const ImageUse& use, std::size_t texel) {
    const std::size_t word = texel * use.words;
    auto& memory = use.image.memory;
    if (use.changes) reads(memory, word, use.in, use.now, use.place);
    addresses_[accessed_++] = static_cast<u32>(word * 4);
    if (dispatch_.settings.counts_deeds) note_whose(use.in, use.lane, word);
    if (follower_) follower_->fetch(use.in, use.lane, memory, word, use.words);
    return use.image.format->unpack(std::span<const u32>(memory.words).subspan(word, use.words));
}

namespace {

/// Where a sample is along one dimension: the two texels around it, and how far it is from the first.
struct Between {
    u32 first = 0, second = 0;
    float far = 0;
};

Between between(float x, u32 size, std::int32_t offset) {
    const float last = static_cast<float>(size) - 1.0f;
    const auto inside = [&](float texel) { return static_cast<u32>(std::clamp(texel, 0.0f, last)); };
    constexpr float far_away = 1e9f;
    const float texel =
        std::clamp(std::isnan(x) ? 0.0f : x * static_cast<float>(size) - 0.5f, -far_away, far_away) +
        static_cast<float>(offset);
    const float first = std::floor(texel);
    return {inside(first), inside(first + 1.0f), texel - first};
}

}  // namespace

// Linear in each dimension, and clamped to the edge; layers and integers are not filtered. A gather takes one
// channel of the four texels around, in OpenGL's order (4.5, 8.14.3).
void Executor::sample(const ImageUse& use, u32 lane) {
    const Instruction& in = use.in;
    const u32 filtered = std::min(in.x, use.dimensions);
    std::array<Between, 3> at{};
    for (u32 k = 0; k < use.dimensions; ++k) {
        const float x = std::bit_cast<float>(row(in.a + k)[lane]);
        const u32 size = use.image.size[k];
        if (k < filtered) {
            at[k] = between(x, size, in.c == no_row ? 0 : static_cast<std::int32_t>(row(in.c + k)[lane]));
        } else {
            const float layer = std::isnan(x) ? 0.0f : std::nearbyint(x);
            at[k].first = at[k].second =
                static_cast<u32>(std::clamp(layer, 0.0f, static_cast<float>(size - 1)));
        }
    }
    const auto corner = [&](u32 which) {
        const auto side = [&](u32 k) { return (which >> k & 1u) != 0 ? at[k].second : at[k].first; };
        return fetched(use, use.index_of(side(0), side(1), side(2)));
    };
    if (in.b != no_row) {
        constexpr u32 order[] = {2, 3, 1, 0};
        for (u32 k = 0; k < 4; ++k) row(in.d + k)[lane] = corner(order[k])[row(in.b)[lane] & 3u];
        return;
    }
    if (use.image.format->is_integer()) {
        u32 nearest = 0;
        for (u32 k = 0; k < filtered; ++k) nearest |= at[k].far >= 0.5f ? 1u << k : 0u;
        const Texel found = corner(nearest);
        for (u32 k = 0; k < 4; ++k) row(in.d + k)[lane] = found[k];
        return;
    }
    const u32 corners = 1u << filtered;
    std::array<Texel, 8> found{};
    for (u32 which = 0; which < corners; ++which) found[which] = corner(which);
    for (u32 k = 0; k < 4; ++k) {
        std::array<float, 8> value{};
        for (u32 which = 0; which < corners; ++which) value[which] = std::bit_cast<float>(found[which][k]);
        for (u32 dimension = 0, left = corners / 2; dimension < filtered; ++dimension, left /= 2)
            for (u32 i = 0; i < left; ++i)
                value[i] = value[2 * i] + (value[2 * i + 1] - value[2 * i]) * at[dimension].far;
        row(in.d + k)[lane] = std::bit_cast<u32>(value[0]);
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
    dispatch_.found(made);
    return std::nullopt;
}

void Executor::change_texel(const ImageUse& use, std::size_t word, std::span<const u32> given) {
    auto& memory = use.image.memory;
    writes(memory, word, use.now, use.place, given.data());
    if (memory.words[word] != given[0]) changed();
    std::ranges::copy(given, memory.words.begin() + static_cast<std::ptrdiff_t>(word));
    addresses_[accessed_++] = static_cast<u32>(word * 4);
    if (dispatch_.settings.counts_deeds) note_whose(use.in, use.lane, word);
}

void Executor::use_texel(const ImageUse& use, u32 lane) {
    const Instruction& in = use.in;
    const auto texel = texel_of(use, lane);
    const std::size_t word = texel.value_or(0) * use.words;
    if (in.op == Op::store_image) {
        if (!texel) return;
        Texel given{};
        for (u32 k = 0; k < 4; ++k) given[k] = row(in.b + k)[lane];
        Texel kept{};
        use.image.format->pack(given, std::span(kept).first(use.words));
        change_texel(use, word, std::span(kept).first(use.words));
        if (follower_) follower_->store_texel(in, lane, use.image.memory, word, use.words);
    } else if (in.op == Op::atomic_image) {
        Place place = use.place;
        place.word = word;
        row(in.d)[lane] = !texel ? 0
                                 : static_cast<u32>(perform(in, use.image.memory, lane, place,
                                                            {use.now, in.b == no_row ? 0 : row(in.b)[lane],
                                                             in.c == no_row ? 0 : row(in.c)[lane],
                                                             follower_ ? follower_->node(in.b, lane) : 0}));
    } else {
        const Texel found = texel ? fetched(use, *texel) : Texel{};
        for (u32 k = 0; k < 4; ++k) row(in.d + k)[lane] = found[k];
        if (in.op == Op::fetch_image && in.b != no_row && row(in.b)[lane] != 0) {
            undefined(Fault::undefined_result, in, lane, "texelFetch of a level other than 0, the only one");
            const u32 origin = now_->garbage[in.d].origin;
            for (u32 k = 1; k < 4; ++k) spoil(in.d + k, {Mask::only(lane), origin});
        }
    }
}

}  // namespace pbp::sim
