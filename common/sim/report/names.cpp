// SPDX-License-Identifier: MIT
#include "common/sim/report/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "common/check/mismatch.hpp"
#include "common/sim/code/functions.hpp"

namespace pbp::sim {

namespace {

using Kind = Type::Kind;

std::string path(const Module& module, Id id, std::uint64_t offset, MatrixLayout matrices,
                 std::uint32_t of_stride) {
    const Type& type = module.type(id);
    switch (type.kind) {
        case Kind::structure: {
            std::size_t found = 0;
            for (std::size_t i = 0; i < type.members.size(); ++i)
                if (offset_of(module, id, static_cast<std::uint32_t>(i)) <= offset) found = i;
            if (type.members.empty()) return {};
            const auto& member = type.members[found];
            return (member.name.empty() ? "" : "." + member.name) +
                   path(module, member.type,
                        offset - offset_of(module, id, static_cast<std::uint32_t>(found)),
                        {member.matrix_stride, member.row_major}, of_stride);
        }
        case Kind::array:
        case Kind::runtime_array:
        case Kind::matrix: {
            const auto stride = std::max(1u, stride_of(module, id, matrices));
            if (stride == of_stride) return {};
            return (of_stride == 0 ? fmt::format("[{}]", offset / stride) : "[]") +
                   path(module, type.element, offset % stride, matrices, of_stride);
        }
        case Kind::vector: {
            const auto k = offset / std::max(1u, stride_of(module, id));
            return k < 4 && of_stride == 0 ? fmt::format(".{}", "xyzw"[k]) : std::string();
        }
        default:
            return {};
    }
}

/// What a path such as "[3].velocity" leads to from `at`, or none.
std::optional<Named> follow(const Module& module, std::string_view way, Named at) {
    if (way.empty()) return at;
    const Type& type = module.type(at.type);
    const bool is_list =
        type.kind == Kind::array || type.kind == Kind::runtime_array || type.kind == Kind::matrix;
    if (way.front() == '[' && is_list) {
        std::uint32_t number = 0;
        const auto [end, problem] = std::from_chars(way.data() + 1, way.data() + way.size(), number);
        const auto past = static_cast<std::size_t>(end - way.data()) + 1;
        if (problem != std::errc() || past > way.size() || *end != ']') return std::nullopt;
        if (type.kind != Kind::runtime_array && number >= type.count) return std::nullopt;
        at.offset += std::uint64_t{number} * stride_of(module, at.type, at.matrices);
        at.type = type.element;
        return follow(module, way.substr(past), at);
    }
    if (way.front() != '.') return std::nullopt;
    const auto name = way.substr(1, way.find_first_of(".[", 1) - 1);
    const auto rest = way.substr(name.size() + 1);
    if (type.kind == Kind::vector) {
        const auto k = std::string_view("xyzw").find(name);
        if (name.size() != 1 || k >= type.count) return std::nullopt;
        at.offset += k * std::uint64_t{stride_of(module, at.type)};
        at.type = type.element;
        return follow(module, rest, at);
    }
    for (std::uint32_t i = 0; type.kind == Kind::structure && i < type.members.size(); ++i) {
        const auto& member = type.members[i];
        if (member.name != name) continue;
        at.offset += offset_of(module, at.type, i);
        at.type = member.type;
        at.matrices = {member.matrix_stride, member.row_major};
        return follow(module, rest, at);
    }
    return std::nullopt;
}

}  // namespace

std::vector<Named> named(const Code& code, const std::string& name) {
    std::vector<Named> all;
    const auto add = [&](const std::string& way, const Named& from) {
        if (const auto found = follow(code.module, way, from)) all.push_back(*found);
    };
    for (const auto& one : code.shared)
        if (name.starts_with(one.name))
            add(name.substr(one.name.size()), {Place::Space::shared, 0, one.offset, one.type});
    for (std::uint32_t i = 0; i < code.buffers.size(); ++i)
        add("." + name, {Place::Space::buffer, i, 0, code.buffers[i].type});
    return all;
}

std::string name_of(const Code& code, const Place& place, std::uint32_t stride) {
    const std::uint64_t at = place.word * 4 + place.byte;
    switch (place.space) {
        case Place::Space::shared:
            for (const auto& one : code.shared)
                if (at >= one.offset && at < std::uint64_t{one.offset} + std::max(one.bytes, 4u))
                    return one.name + path(code.module, one.type, at - one.offset, {}, stride);
            return "shared memory";
        case Place::Space::buffer: {
            if (place.index >= code.buffers.size()) return "a buffer";
            const auto& block = code.buffers[place.index];
            auto name = path(code.module, block.type, at, {}, stride);
            return name.starts_with('.') ? name.substr(1) : block.name + name;
        }
        case Place::Space::image:
            return place.index < code.images.size()
                       ? fmt::format("texel {} of {}", place.word, code.images[place.index].name)
                       : std::string("an image");
        case Place::Space::none:
            break;
    }
    return "memory";
}

std::string name_of_variable(const Code& code, Row row) {
    const auto next = code.variables.upper_bound(row);
    return next == code.variables.begin() ? std::string() : std::prev(next)->second.name;
}

const Type* scalar_of(const Code& code, const Place& place) {
    const std::uint64_t at = place.word * 4 + place.byte;
    if (place.space == Place::Space::shared)
        for (const auto& one : code.shared)
            if (at >= one.offset && at < std::uint64_t{one.offset} + std::max(one.bytes, 4u))
                return scalar_at(code.module, one.type, at - one.offset);
    if (place.space == Place::Space::buffer && place.index < code.buffers.size())
        return scalar_at(code.module, code.buffers[place.index].type, at);
    return nullptr;
}

Type::Kind kind_of(const Code& code, const Place& place) {
    const Type* const type = scalar_of(code, place);
    return type == nullptr ? Kind::none : type->kind;
}

std::uint32_t bits_of(const Code& code, const Place& place, std::uint32_t word) {
    const Type* const type = scalar_of(code, place);
    if (type == nullptr || !type->is_narrow()) return word;
    const std::uint32_t apart = 32 - type->width, bits = word >> (8 * place.byte) << apart;
    if (type->kind == Kind::floating) return scalar_function(function_of("unpack.half")).w1(bits >> apart);
    return type->kind == Kind::sint ? static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> apart)
                                    : bits >> apart;
}

std::string in_words(Kind kind, std::uint64_t bits, bool wide) {
    const auto low = static_cast<std::uint32_t>(bits);
    if (kind == Kind::boolean) return bits != 0 ? "true" : "false";
    if (kind == Kind::floating)
        return in_digits(wide ? std::bit_cast<double>(bits) : std::bit_cast<float>(low));
    if (kind != Kind::sint) return std::to_string(bits);
    return std::to_string(wide ? static_cast<std::int64_t>(bits) : static_cast<std::int32_t>(low));
}

std::string below_zero(std::uint64_t number) {
    const bool wrapped = number > 0x7FFFFFFFu && number <= 0xFFFFFFFFu;
    if (!wrapped) return std::to_string(static_cast<std::int64_t>(number));
    return fmt::format("{} ({} as an unsigned number)", static_cast<std::int64_t>(number) - 0x100000000,
                       number);
}

}  // namespace pbp::sim
