// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/contents.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <glm/gtc/packing.hpp>

#include "common/base/error.hpp"
#include "common/check/inputs.hpp"

namespace pbp::run_shader {

namespace {

/// Puts a number, given as the 32-bit pattern of the scalar's type, where the scalar is.
void put(std::vector<std::uint32_t>& words, const Scalar& scalar, std::uint64_t at, std::uint32_t pattern) {
    auto* const to = reinterpret_cast<std::byte*>(words.data()) + at;
    const bool is_float = scalar.type == ValueType::float32;
    std::uint64_t bits = pattern;
    if (scalar.bytes == 8 && is_float)
        bits = std::bit_cast<std::uint64_t>(double{std::bit_cast<float>(pattern)});
    else if (scalar.bytes == 8 && scalar.type == ValueType::int32)
        bits = static_cast<std::uint64_t>(std::int64_t{std::bit_cast<std::int32_t>(pattern)});
    else if (scalar.bytes == 2 && is_float)
        bits = glm::packHalf1x16(std::bit_cast<float>(pattern));
    std::memcpy(to, &bits, scalar.bytes);  // little-endian: its low bytes
}

void fill(const Member& member, std::uint32_t count, InputKind kind, std::uint64_t seed,
          std::vector<std::uint32_t>& words) {
    for (const auto& column : member.columns) {
        const auto width = column.scalars.size();
        const auto values = generate(kind, column.scalars.front().type, count * width, seed++);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto& scalar = column.scalars[i % width];
            put(words, scalar, member.offset + i / width * member.stride + scalar.offset, values[i]);
        }
    }
}

std::uint64_t scalars_in(const Member& member) {
    std::uint64_t count = 0;
    for (const auto& column : member.columns) count += column.scalars.size();
    return count;
}

/// A .raw file: the bytes as they lie in memory.
Held from_bytes(const Block& block, const BufferWish& wish) {
    const auto& file = wish.file;
    Held made;
    made.words = values_in(wish.bytes, file, ValueType::uint32);
    const auto* array = block.elements();
    const std::uint64_t bytes = made.words.size() * 4;
    if (array == nullptr || !array->open) {
        if (bytes != block.bytes(0))
            fail(ExitCode::wrong_usage, "--buffer {}: {} holds {} bytes, but the buffer takes {}.",
                 block.name, file.string(), bytes, block.bytes(0));
        made.count = array == nullptr ? 1 : array->count;
        return made;
    }
    if (bytes < array->offset + array->stride)
        fail(ExitCode::wrong_usage, "--buffer {}: {} holds {} bytes, but one element needs {}.", block.name,
             file.string(), bytes, array->offset + array->stride);
    made.count = static_cast<std::uint32_t>((bytes - array->offset) / array->stride);
    return made;
}

/// A file of numbers: the scalars of the elements, in order.
Held from_numbers(const Block& block, const BufferWish& wish) {
    const auto& file = wish.file;
    const auto* array = block.elements();
    const Member& member = array != nullptr ? *array : block.members.front();
    const auto type = member.columns.front().scalars.front().type;
    for (const auto& column : member.columns)
        if (column.scalars.front().type != type)
            fail(ExitCode::wrong_usage,
                 "--buffer {}: its elements hold numbers of several types; give their bytes in a .raw file.",
                 block.name);
    const auto values = values_in(wish.bytes, file, type);
    const auto a_piece = scalars_in(member);
    if (values.size() % a_piece != 0)
        fail(ExitCode::wrong_usage, "--buffer {}: {} holds {} numbers, but an element takes {}.", block.name,
             file.string(), values.size(), a_piece);
    Held made;
    made.count = static_cast<std::uint32_t>(values.size() / a_piece);
    if (!member.open && made.count != member.count)
        fail(ExitCode::wrong_usage, "--buffer {}: {} holds {} elements, but the buffer has {}.", block.name,
             file.string(), made.count, member.count);
    made.words.resize((block.bytes(made.count) + 3) / 4);
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < made.count; ++i)
        for (const auto& column : member.columns)
            for (const auto& scalar : column.scalars)
                put(made.words, scalar, member.offset + std::uint64_t{i} * member.stride + scalar.offset,
                    values[next++]);
    return made;
}

}  // namespace

Held contents_of(const Block& block, const BufferWish* wish, const Wishes& wishes) {
    const auto* array = block.elements();
    if (wish != nullptr && !wish->file.empty()) {
        const auto ending = wish->file.extension();
        auto made =
            ending == ".raw" || ending == ".bin" ? from_bytes(block, *wish) : from_numbers(block, *wish);
        made.in_words = "from " + wish->file.string();
        return made;
    }
    const bool open = array != nullptr && array->open;
    const std::uint32_t fixed = array == nullptr ? 1 : array->count;
    if (wish != nullptr && wish->count && !open && *wish->count != fixed)
        fail(ExitCode::wrong_usage, "--buffer {}: its size is fixed, {}; leave the count out, as in {}=iota.",
             block.name, array == nullptr ? "it has no array" : fmt::format("{} elements", fixed),
             wish->which);
    Held made;
    made.count = !open ? fixed : wish != nullptr && wish->count ? *wish->count : wishes.count;
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 32;
    if (block.bytes(made.count) > most_bytes)
        fail(ExitCode::wrong_usage, "--buffer {}: {} elements take {} bytes; give fewer.", block.name,
             made.count, block.bytes(made.count));
    made.words.resize((block.bytes(made.count) + 3) / 4);
    const bool small = wish == nullptr && block.input;  // so that a first run shows something
    if (!small && (wish == nullptr || !wish->kind)) {
        made.in_words = "zeros";
        return made;
    }
    const auto kind = small ? wishes.kind : *wish->kind;
    const auto seed = wishes.seed;
    made.in_words = fmt::format("{}, seed {}", small ? to_string(wishes.kind) : wish->kind_word, seed);
    const auto own_seed = seed + 100 * block.binding;  // buffers of one kind differ
    if (array != nullptr)
        fill(*array, made.count, kind, own_seed, made.words);
    else
        for (std::size_t i = 0; i < block.members.size(); ++i)
            fill(block.members[i], 1, kind, own_seed + i, made.words);
    return made;
}

std::size_t bytes_in(const Block& block, const Held& contents) {
    const auto bytes = block.bytes(contents.count), words = std::uint64_t{contents.words.size()};
    return (bytes + 3) / 4 == words ? bytes : words * 4;
}

namespace {

template <typename T>
T value_at(const std::vector<std::uint32_t>& words, std::uint64_t at) {
    T value{};
    std::memcpy(&value, reinterpret_cast<const std::byte*>(words.data()) + at, sizeof(T));
    return value;
}

/// Calls f with the number that a scalar holds: one of 8 or 16 bits in the type of 32 bits.
template <typename F>
auto with_value(const std::vector<std::uint32_t>& words, const Scalar& scalar, std::uint64_t at, F&& f) {
    const std::uint32_t bytes = scalar.bytes;
    switch (scalar.type) {
        case ValueType::float32:
            if (bytes == 8) return f(value_at<double>(words, at));
            return f(bytes == 2 ? glm::unpackHalf1x16(value_at<std::uint16_t>(words, at))
                                : value_at<float>(words, at));
        case ValueType::int32:
            if (bytes == 8) return f(value_at<std::int64_t>(words, at));
            return f(bytes == 1   ? std::int32_t{value_at<std::int8_t>(words, at)}
                     : bytes == 2 ? std::int32_t{value_at<std::int16_t>(words, at)}
                                  : value_at<std::int32_t>(words, at));
        case ValueType::uint32:
            break;
    }
    if (bytes == 8) return f(value_at<std::uint64_t>(words, at));
    return f(bytes == 1   ? std::uint32_t{value_at<std::uint8_t>(words, at)}
             : bytes == 2 ? std::uint32_t{value_at<std::uint16_t>(words, at)}
                          : value_at<std::uint32_t>(words, at));
}

}  // namespace

std::string text_of(const std::vector<std::uint32_t>& words, const Scalar& scalar, std::uint64_t at) {
    return with_value(words, scalar, at, [](auto value) { return fmt::format("{}", value); });
}

double number_of(const std::vector<std::uint32_t>& words, const Scalar& scalar, std::uint64_t at) {
    return with_value(words, scalar, at, [](auto value) { return static_cast<double>(value); });
}

std::string text_of(const Texel& texel, const ImageShape& shape) {
    const auto& format = *find_texel_format(shape.format);
    std::vector<std::string> channels;
    for (std::size_t k = 0; k < 4 && format.bits[k] != 0; ++k) {
        const float value = std::bit_cast<float>(texel[k]);
        channels.push_back(format.kind == TexelFormat::Kind::sint
                               ? fmt::format("{}", static_cast<std::int32_t>(texel[k]))
                           : format.is_integer()                 ? fmt::format("{}", texel[k])
                           : shape.format == texel_format::rgba8 ? fmt::format("{:.0f}", value * 255.0f)
                                                                 : fmt::format("{}", value));
    }
    return channels.size() == 1 ? channels[0] : fmt::format("({})", fmt::join(channels, ", "));
}

ShownMember compare(const Member& member, std::uint32_t count, const std::vector<std::uint32_t>& before,
                    const std::vector<std::uint32_t>& after, std::uint32_t show) {
    ShownMember shown;
    shown.name = member.name;
    shown.type = member.type;
    shown.array = member.array;
    shown.count = count;
    const auto place = [&](std::uint32_t i) { return member.offset + std::uint64_t{i} * member.stride; };
    for (std::uint32_t i = 0; i < count; ++i) {
        const bool differs = std::ranges::any_of(member.columns, [&](const Column& column) {
            return std::ranges::any_of(column.scalars, [&](const Scalar& scalar) {
                const auto at = place(i) + scalar.offset;
                const auto* const was = reinterpret_cast<const std::byte*>(before.data()) + at;
                const auto* const is = reinterpret_cast<const std::byte*>(after.data()) + at;
                return std::memcmp(was, is, scalar.bytes) != 0;
            });
        });
        if (differs && shown.changed++ == 0) shown.first_changed = i;
    }
    for (const auto& column : member.columns) {
        ShownColumn made{column.name, column.type, {}, {}};
        for (std::uint32_t i = 0; i < std::min(count, show); ++i) {
            std::string was, is;
            for (const auto& scalar : column.scalars) {
                const char* blank = was.empty() ? "" : " ";
                was += blank + text_of(before, scalar, place(i) + scalar.offset);
                is += blank + text_of(after, scalar, place(i) + scalar.offset);
            }
            made.before.push_back(was);
            made.after.push_back(is);
        }
        shown.columns.push_back(std::move(made));
    }
    return shown;
}

std::string first_difference(const Block& block, std::uint32_t count, const std::vector<std::uint32_t>& now,
                             const std::vector<std::uint32_t>& first) {
    for (const auto& member : block.members)
        for (std::uint32_t i = 0; i < (member.open ? count : member.count); ++i)
            for (const auto& column : member.columns)
                for (std::size_t s = 0; s < column.scalars.size(); ++s) {
                    const auto& scalar = column.scalars[s];
                    const auto at = member.offset + std::uint64_t{i} * member.stride + scalar.offset;
                    const auto is = text_of(now, scalar, at), was = text_of(first, scalar, at);
                    if (is == was) continue;
                    std::string name = block.name + ": " + member.name;
                    if (member.array) name += fmt::format("[{}]", i);
                    if (!column.name.empty()) name += "." + column.name;
                    if (column.scalars.size() > 1) name += fmt::format(", component {},", s);
                    return fmt::format("{} is {}, not {}", name, is, was);
                }
    return {};
}

std::string first_difference(const ImageSlot& slot, const ImageShape& shape, const std::vector<Texel>& now,
                             const std::vector<Texel>& first) {
    const auto [is, was] = std::ranges::mismatch(now, first);
    if (is == now.end()) return {};
    const auto i = static_cast<std::size_t>(is - now.begin());
    const auto x = i % shape.size.x, y = i / shape.size.x % shape.size.y, z = i / shape.size.x / shape.size.y;
    return fmt::format(
        "image {}: {} is {}, not {}", slot.name,
        shape.size.z > 1 ? fmt::format("texel ({}, {}, {})", x, y, z) : fmt::format("pixel ({}, {})", x, y),
        text_of(*is, shape), text_of(*was, shape));
}

}  // namespace pbp::run_shader
