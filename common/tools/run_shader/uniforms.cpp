// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/uniforms.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <map>

#include "common/base/error.hpp"

namespace pbp::run_shader {

namespace {

template <typename T>
T number(const std::string& type, const std::string& name, const std::string& word,
         const char* flag = "--uniform") {
    if constexpr (std::is_same_v<T, std::uint32_t>)
        if (type == "bool" && (word == "true" || word == "false")) return word == "true" ? 1u : 0u;
    T value{};
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc{} || end != word.data() + word.size())
        fail(ExitCode::wrong_usage, "{} {}: '{}' is not a value of type {}.", flag, name, word, type);
    return value;
}

void refuse_count(const std::string& type, const UniformWish& wish, std::size_t count) {
    if (wish.values.size() != count)
        fail(ExitCode::wrong_usage, "--uniform {}: a {} takes {} value{}, not {}.", wish.name, type, count,
             count == 1 ? "" : "s", wish.values.size());
}

/// A scalar, or a vector or matrix of `count` such.
template <typename Scalar, typename Made, std::size_t count = 1>
UniformValue made_of(const std::string& type, const UniformWish& wish) {
    std::array<Scalar, count> scalars{};
    refuse_count(type, wish, count);
    for (std::size_t i = 0; i < count; ++i) scalars[i] = number<Scalar>(type, wish.name, wish.values[i]);
    return std::bit_cast<Made>(scalars);
}

using Maker = UniformValue (*)(const std::string& type, const UniformWish& wish);
const std::map<std::string, Maker, std::less<>> makers{
    {"uint", made_of<std::uint32_t, std::uint32_t>},  {"bool", made_of<std::uint32_t, std::uint32_t>},
    {"int", made_of<std::int32_t, std::int32_t>},     {"float", made_of<float, float>},
    {"vec2", made_of<float, glm::vec2, 2>},           {"vec3", made_of<float, glm::vec3, 3>},
    {"vec4", made_of<float, glm::vec4, 4>},           {"mat4", made_of<float, glm::mat4, 16>},
    {"uvec2", made_of<std::uint32_t, glm::uvec2, 2>}, {"uvec3", made_of<std::uint32_t, glm::uvec3, 3>},
    {"uvec4", made_of<std::uint32_t, glm::uvec4, 4>}, {"ivec2", made_of<std::int32_t, glm::ivec2, 2>},
    {"ivec3", made_of<std::int32_t, glm::ivec3, 3>},  {"ivec4", made_of<std::int32_t, glm::ivec4, 4>}};

}  // namespace

bool can_set(const std::string& type) {
    return makers.contains(type);
}

UniformValue value_of(const std::string& type, const UniformWish& wish) {
    const auto maker = makers.find(type);
    if (maker == makers.end())
        fail(ExitCode::wrong_usage,
             "--uniform {}: its type is {}, which ./learn run cannot set; put such values into a buffer.",
             wish.name, type);
    return maker->second(type, wish);
}

std::uint64_t constant_bits(const std::string& type, const ConstantWish& wish) {
    const auto as = [&]<typename T>(T) { return number<T>(type, wish.which, wish.value, "--constant"); };
    if (type == "float") return std::bit_cast<std::uint32_t>(as(float{}));
    if (type == "double") return std::bit_cast<std::uint64_t>(as(double{}));
    if (type == "uint64_t") return as(std::uint64_t{});
    if (type == "int64_t") return std::bit_cast<std::uint64_t>(as(std::int64_t{}));
    if (type == "int") return std::bit_cast<std::uint32_t>(as(std::int32_t{}));
    const auto value = as(std::uint32_t{});
    if (type == "bool" && value > 1)
        fail(ExitCode::wrong_usage, "--constant {}: '{}' is not a value of type bool.", wish.which,
             wish.value);
    return value;
}

bool means_member(const std::string& word, const Block& block, const Member& member) {
    return block.uniform && (word == member.name || word == block.name + "." + member.name);
}

void set_member(const Block& block, const Member& member, const UniformWish& wish,
                std::vector<std::uint32_t>& words) {
    if (member.array || member.columns.size() != 1)
        fail(ExitCode::wrong_usage,
             "--uniform {}: it is {}; give the bytes of the whole block, as in --buffer {}=FILE.raw.",
             wish.name, member.array ? "an array" : "a structure", block.name);
    const auto& scalars = member.columns.front().scalars;
    refuse_count(member.type, wish, scalars.size());
    auto* const bytes = reinterpret_cast<std::byte*>(words.data()) + member.offset;
    for (std::size_t i = 0; i < scalars.size(); ++i) {
        const auto put = [&]<typename T>(T) {
            const auto& word = wish.values[i];
            const bool truth =
                member.type == "uint" && (word == "true" || word == "false");  // a bool in memory
            const T value = number<T>(truth ? "bool" : member.type, wish.name, word);
            std::memcpy(bytes + scalars[i].offset, &value, sizeof value);
        };
        const bool wide = scalars[i].bytes == 8;
        switch (scalars[i].type) {
            case ValueType::float32:
                wide ? put(double{}) : put(float{});
                break;
            case ValueType::int32:
                wide ? put(std::int64_t{}) : put(std::int32_t{});
                break;
            case ValueType::uint32:
                wide ? put(std::uint64_t{}) : put(std::uint32_t{});
                break;
        }
    }
}

std::string name_of(const ConstantSlot& slot) {
    return slot.name.empty() ? std::to_string(slot.id) : slot.name;
}

std::string value_of(const ConstantSlot& slot) {
    if (slot.type == "bool") return slot.bits != 0 ? "true" : "false";
    if (slot.type == "float")
        return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(slot.bits)));
    if (slot.type == "double") return fmt::format("{}", std::bit_cast<double>(slot.bits));
    if (slot.type == "int") return fmt::format("{}", static_cast<std::int32_t>(slot.bits));
    return fmt::format("{}", slot.bits);
}

}  // namespace pbp::run_shader
