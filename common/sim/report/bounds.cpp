// SPDX-License-Identifier: MIT
// Accesses outside what there is: of an array, a buffer, an image.
#include <fmt/format.h>

#include "common/sim/report/names.hpp"
#include "common/sim/report/wording.hpp"

namespace pbp::sim {

// The array that an index instruction walks: what the access that follows reaches from its first element on.
std::string Wording::array_of(std::uint32_t instruction) const {
    Row row = code_.instructions.at(instruction).d;
    for (std::size_t i = instruction + 1; i < code_.instructions.size(); ++i) {
        const auto& in = code_.instructions[i];
        if (in.a != row) continue;
        if (in.op == Op::index) {
            row = in.d;
            continue;
        }
        const bool shared =
            in.op == Op::load_shared || in.op == Op::store_shared || in.op == Op::atomic_shared;
        const bool buffer =
            in.op == Op::load_buffer || in.op == Op::store_buffer || in.op == Op::atomic_buffer;
        const bool local = in.op == Op::load_local || in.op == Op::store_local;
        if (const auto name = local ? name_of_variable(code_, in.x) : std::string(); !name.empty())
            return fmt::format("'{}'", name);
        if (!shared && !buffer) break;
        const Place first{shared ? Place::Space::shared : Place::Space::buffer, shared ? 0 : in.y, in.x / 4,
                          static_cast<std::uint8_t>(in.x % 4)};
        return fmt::format("'{}'", sim::name_of(code_, first, code_.instructions.at(instruction).x));
    }
    return "an array";
}

std::string Wording::out_of_bounds(const Finding& one, const std::string& me) const {
    const auto index = static_cast<std::int64_t>(one.number);
    const bool wrapped = index < 0 || (one.number >= 0xFFFFFF00u && one.number <= 0xFFFFFFFFu);
    const auto below = index < 0 ? -index : static_cast<std::int64_t>(0x100000000 - one.number);
    const bool whole = one.place.space != Place::Space::none;
    return fmt::format(
        "{} uses {} {} of {}, which has {} {}{}{}: a GPU may read anything there, and write over "
        "anything.",
        me, whole ? "word" : "index", index,
        whole ? fmt::format("'{}'", name_of_memory(one.place)) : array_of(one.value), one.limit,
        whole ? "word" : "element", one.limit == 1 ? "" : "s",
        wrapped && index > 0 ? fmt::format(" (0u - {}u wraps round)", below) : std::string());
}

// A buffer's block; shared memory.
std::string Wording::name_of_memory(const Place& place) const {
    return place.space == Place::Space::buffer && place.index < code_.buffers.size()
               ? code_.buffers[place.index].name
               : "shared memory";
}

// A texel that the image does not have.
std::string Wording::outside(const Finding& one, const std::string& me) const {
    const auto tuple = [&](const auto& numbers, bool is_signed) {
        std::string text;
        for (std::size_t k = 0; k < one.number; ++k)
            text += fmt::format(
                "{}{}",
                k == 0      ? ""
                : is_signed ? ", "
                            : " x ",
                is_signed ? std::int64_t{static_cast<std::int32_t>(numbers[k])} : std::int64_t{numbers[k]});
        return text;
    };
    return fmt::format("{} {} texel ({}) of '{}', which has {} texels: {}.", me,
                       one.here.writes ? "stores to" : "reads", tuple(one.texel, true),
                       code_.images.at(one.place.index).name, tuple(one.size, false),
                       one.fault == Fault::outside_texture ? "a fetch outside a texture is undefined"
                       : one.here.writes                   ? "the store does nothing"
                                                           : "it gets 0");
}

}  // namespace pbp::sim
