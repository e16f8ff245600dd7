// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/pictures.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "common/picture/canvas/bitmap.hpp"
#include "common/picture/strip/strip.hpp"

namespace pbp::run_shader {

namespace {

constexpr std::size_t most_pictures = 8;  ///< of a buffer, whose structure may have more members
constexpr std::size_t most_components = 16;
constexpr std::uint32_t most_cells = 1u << 20;  ///< in a row; a strip shows fewer

/// One scalar of all elements.
record::Pass row_of(const Member& member, const Scalar& scalar, std::uint32_t count,
                    const std::string& caption, const std::vector<std::uint32_t>& words) {
    std::vector<double> values;
    for (std::uint32_t i = 0; i < std::min(count, most_cells); ++i)
        values.push_back(
            number_of(words, scalar, member.offset + std::uint64_t{i} * member.stride + scalar.offset));
    return {.name = caption, .values = std::move(values)};
}

/// How a component of a value is called: .x of a vector, a number in anything else.
std::string component(const Column& column, std::size_t i) {
    if (column.scalars.size() == 1) return {};
    const bool vector = column.type.find("vec") != std::string::npos && !column.type.ends_with("]");
    return vector ? fmt::format(" .{}", "xyzw"[i]) : fmt::format(" {}", i);
}

}  // namespace

std::string plain(std::string name) {
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return name;
}

std::vector<std::pair<std::string, picture::Canvas>> draw_buffer(const BoundBuffer& bound,
                                                                 const Snapshots& snapshots,
                                                                 std::uint32_t workgroup,
                                                                 const std::string& run) {
    std::vector<std::pair<std::string, picture::Canvas>> drawn;
    const auto* member = bound.block.elements();
    if (member == nullptr) return drawn;
    for (const auto& column : member->columns) {
        if (drawn.size() == most_pictures) break;
        picture::Strip strip;
        const auto what = bound.block.name + (column.name.empty() ? "" : "." + column.name);
        strip.title = fmt::format("{}: {}, {}[{}]", run, what, column.type, bound.began.count);
        if (bound.began.count > most_cells) strip.title += fmt::format(", its first {}", most_cells);
        strip.how_to_read = "The first row is the buffer before the run, each other row after a dispatch.";
        if (column.scalars.size() > 1) strip.how_to_read += " Each component has rows of its own.";
        if (workgroup > 1 && workgroup < bound.began.count) {
            strip.group = workgroup;
            strip.how_to_read +=
                fmt::format(" A divider follows every {} elements, one workgroup's invocations.", workgroup);
        }
        for (std::size_t i = 0; i < std::min(column.scalars.size(), most_components); ++i)
            for (const auto& [caption, words] : snapshots)
                strip.rows.push_back(row_of(*member, column.scalars[i], bound.began.count,
                                            caption + component(column, i), words));
        drawn.emplace_back(plain(what), picture::draw(strip));
    }
    return drawn;
}

picture::Bitmap draw_image(const BoundImage& bound, const std::vector<Texel>& texels) {
    const auto& format = *find_texel_format(bound.shape.format);
    const auto channels =
        static_cast<std::size_t>(std::ranges::count_if(format.bits, [](auto bits) { return bits > 0; }));
    const auto number = [&](const Texel& texel, std::size_t k) {
        return !format.is_integer() ? double{std::bit_cast<float>(texel[k])}
               : format.kind == TexelFormat::Kind::sint
                   ? static_cast<double>(static_cast<std::int32_t>(texel[k]))
                   : static_cast<double>(texel[k]);
    };
    double least = 0, most = 1;
    if (format.is_integer())
        for (const auto& texel : texels)
            for (std::size_t k = 0; k < channels; ++k) {
                least = std::min(least, number(texel, k));
                most = std::max(most, number(texel, k));
            }
    const auto shade = [&](const Texel& texel, std::size_t k) {
        const double from_0_to_1 = (number(texel, k) - least) / (most - least);
        return static_cast<std::uint8_t>(from_0_to_1 > 0 ? std::lround(std::min(from_0_to_1, 1.0) * 255)
                                                         : 0);  // a NaN is black
    };
    const auto size = glm::ivec3(bound.shape.size);
    picture::Bitmap bitmap{size.x, size.y * size.z, {}};
    for (const auto& texel : texels) {
        const auto red = shade(texel, 0);
        const bool grey = channels == 1, opaque = channels < 4 || format.is_integer();
        bitmap.pixels.push_back({red, grey ? red : shade(texel, 1),
                                 grey           ? red
                                 : channels > 2 ? shade(texel, 2)
                                                : std::uint8_t{0},
                                 opaque ? std::uint8_t{255} : shade(texel, 3)});
    }
    return bitmap;
}

}  // namespace pbp::run_shader
