// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/uniforms.hpp"

#include <bit>
#include <charconv>
#include <cstring>
#include <glm/gtc/type_ptr.hpp>
#include <set>

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

template <typename T, typename Vector>
Vector vector(const std::string& type, const UniformWish& wish) {
    Vector made{};
    for (std::size_t i = 0; i < wish.values.size(); ++i)
        glm::value_ptr(made)[i] = number<T>(type, wish.name, wish.values[i]);
    return made;
}

}  // namespace

bool can_set(const std::string& type) {
    static const std::set<std::string, std::less<>> known{"uint",  "int",   "float", "bool",  "vec2",
                                                          "vec3",  "vec4",  "mat4",  "uvec2", "uvec3",
                                                          "uvec4", "ivec2", "ivec3", "ivec4"};
    return known.contains(type);
}

UniformValue value_of(const std::string& type, const UniformWish& wish) {
    const auto count = type.find("vec") != std::string::npos ? static_cast<std::size_t>(type.back() - '0')
                       : type == "mat4"                      ? std::size_t{16}
                                                             : std::size_t{1};
    const auto one = [&]<typename T>(T) {
        refuse_count(type, wish, 1);
        return UniformValue(number<T>(type, wish.name, wish.values.front()));
    };
    if (type == "uint" || type == "bool") return one(std::uint32_t{});
    if (type == "int") return one(std::int32_t{});
    if (type == "float") return one(float{});
    if (!can_set(type))
        fail(ExitCode::wrong_usage,
             "--uniform {}: its type is {}, which ./learn run cannot set; put such values into a buffer.",
             wish.name, type);
    refuse_count(type, wish, count);
    if (type == "mat4") return vector<float, glm::mat4>(type, wish);
    if (type == "vec2") return vector<float, glm::vec2>(type, wish);
    if (type == "vec3") return vector<float, glm::vec3>(type, wish);
    if (type == "vec4") return vector<float, glm::vec4>(type, wish);
    if (type == "uvec2") return vector<std::uint32_t, glm::uvec2>(type, wish);
    if (type == "uvec3") return vector<std::uint32_t, glm::uvec3>(type, wish);
    if (type == "uvec4") return vector<std::uint32_t, glm::uvec4>(type, wish);
    if (type == "ivec2") return vector<std::int32_t, glm::ivec2>(type, wish);
    if (type == "ivec3") return vector<std::int32_t, glm::ivec3>(type, wish);
    return vector<std::int32_t, glm::ivec4>(type, wish);
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
