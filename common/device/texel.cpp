// SPDX-License-Identifier: MIT
#include "common/device/texel.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/gtc/packing.hpp>

namespace pbp {

namespace {

using Kind = TexelFormat::Kind;
using u32 = std::uint32_t;

constexpr TexelFormat formats[texel_format::count] = {
    {},
    {"rgba32f", {32, 32, 32, 32}, Kind::floating},
    {"rgba16f", {16, 16, 16, 16}, Kind::floating},
    {"r32f", {32}, Kind::floating},
    {"rgba8", {8, 8, 8, 8}, Kind::normalized},
    {"rgba8_snorm", {8, 8, 8, 8}, Kind::signed_normalized},
    {"rg32f", {32, 32}, Kind::floating},
    {"rg16f", {16, 16}, Kind::floating},
    {"r11f_g11f_b10f", {11, 11, 10}, Kind::floating},
    {"r16f", {16}, Kind::floating},
    {"rgba16", {16, 16, 16, 16}, Kind::normalized},
    {"rgb10_a2", {10, 10, 10, 2}, Kind::normalized},
    {"rg16", {16, 16}, Kind::normalized},
    {"rg8", {8, 8}, Kind::normalized},
    {"r16", {16}, Kind::normalized},
    {"r8", {8}, Kind::normalized},
    {"rgba16_snorm", {16, 16, 16, 16}, Kind::signed_normalized},
    {"rg16_snorm", {16, 16}, Kind::signed_normalized},
    {"rg8_snorm", {8, 8}, Kind::signed_normalized},
    {"r16_snorm", {16}, Kind::signed_normalized},
    {"r8_snorm", {8}, Kind::signed_normalized},
    {"rgba32i", {32, 32, 32, 32}, Kind::sint},
    {"rgba16i", {16, 16, 16, 16}, Kind::sint},
    {"rgba8i", {8, 8, 8, 8}, Kind::sint},
    {"r32i", {32}, Kind::sint},
    {"rg32i", {32, 32}, Kind::sint},
    {"rg16i", {16, 16}, Kind::sint},
    {"rg8i", {8, 8}, Kind::sint},
    {"r16i", {16}, Kind::sint},
    {"r8i", {8}, Kind::sint},
    {"rgba32ui", {32, 32, 32, 32}, Kind::uint},
    {"rgba16ui", {16, 16, 16, 16}, Kind::uint},
    {"rgba8ui", {8, 8, 8, 8}, Kind::uint},
    {"r32ui", {32}, Kind::uint},
    {"rgb10_a2ui", {10, 10, 10, 2}, Kind::uint},
    {"rg32ui", {32, 32}, Kind::uint},
    {"rg16ui", {16, 16}, Kind::uint},
    {"rg8ui", {8, 8}, Kind::uint},
    {"r16ui", {16}, Kind::uint},
    {"r8ui", {8}, Kind::uint},
};
static_assert(formats[texel_format::rgba8].name == "rgba8" &&
              formats[texel_format::rgba32i].name == "rgba32i" &&
              formats[texel_format::rgba32ui].name == "rgba32ui");

u32 low_bits(u32 bits) {
    return bits == 32 ? ~0u : (1u << bits) - 1u;
}

/// A float of 10 or 11 bits is a half without its sign and its last bits.
u32 packed_float(u32 bits, u32 channel) {
    if (bits == 32) return channel;
    const float value = std::bit_cast<float>(channel);
    if (bits == 16) return glm::packHalf1x16(value);
    const u32 three = glm::packF2x11_1x10(glm::vec3(value < 0 ? 0.0f : value));
    return bits == 11 ? three & 0x7FFu : three >> 22;
}

u32 unpacked_float(u32 bits, u32 kept) {
    if (bits == 32) return kept;
    return std::bit_cast<u32>(
        glm::unpackHalf1x16(static_cast<std::uint16_t>(kept << (bits == 16 ? 0 : 15 - bits))));
}

u32 packed(Kind kind, u32 bits, u32 channel) {
    if (kind == Kind::floating) return packed_float(bits, channel);
    if (kind >= Kind::sint) return channel & low_bits(bits);
    const float value = std::bit_cast<float>(channel);
    const bool has_sign = kind == Kind::signed_normalized;
    const float most = static_cast<float>(low_bits(has_sign ? bits - 1 : bits));
    const float kept = std::isnan(value) ? 0.0f : std::clamp(value, has_sign ? -1.0f : 0.0f, 1.0f);
    return static_cast<u32>(static_cast<std::int32_t>(std::nearbyint(kept * most))) & low_bits(bits);
}

u32 unpacked(Kind kind, u32 bits, u32 kept) {
    if (kind == Kind::floating) return unpacked_float(bits, kept);
    if (kind == Kind::uint) return kept;
    if (kind == Kind::normalized)
        return std::bit_cast<u32>(static_cast<float>(kept) / static_cast<float>(low_bits(bits)));
    const auto with_sign = static_cast<std::int32_t>(kept << (32 - bits)) >> (32 - bits);
    if (kind == Kind::sint) return static_cast<u32>(with_sign);
    return std::bit_cast<u32>(
        std::max(static_cast<float>(with_sign) / static_cast<float>(low_bits(bits - 1)), -1.0f));
}

}  // namespace

void TexelFormat::pack(const Texel& texel, std::span<u32> words) const {
    std::ranges::fill(words, 0u);
    u32 at = 0;
    for (std::size_t k = 0; k < 4 && bits[k] > 0; at += bits[k++])
        words[at / 32] |= packed(kind, bits[k], texel[k]) << at % 32;
}

Texel TexelFormat::unpack(std::span<const u32> words) const {
    Texel texel{0, 0, 0, is_integer() ? 1u : std::bit_cast<u32>(1.0f)};
    u32 at = 0;
    for (std::size_t k = 0; k < 4 && bits[k] > 0; at += bits[k++])
        texel[k] = unpacked(kind, bits[k], words[at / 32] >> at % 32 & low_bits(bits[k]));
    return texel;
}

const TexelFormat* find_texel_format(u32 number) {
    return number > 0 && number < texel_format::count ? &formats[number] : nullptr;
}

}  // namespace pbp
