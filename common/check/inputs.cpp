// SPDX-License-Identifier: MIT
#include "common/check/inputs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <fstream>
#include <limits>

#include "common/whole_file.hpp"

namespace pbp {

namespace {

/// The bit pattern of a small whole number in a type.
std::uint32_t pattern(std::uint32_t number, ValueType type) {
    return type == ValueType::float32 ? std::bit_cast<std::uint32_t>(static_cast<float>(number)) : number;
}

std::uint32_t anything(Random& random, ValueType type) {
    const auto word = static_cast<std::uint32_t>(random.next() >> 32);
    if (type != ValueType::float32) return word;
    return std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(word)) *
                                        (1000.0F / 2147483648.0F));
}

std::uint32_t extreme(Random& random, ValueType type) {
    using F = std::numeric_limits<float>;
    static const std::array<float, 10> floats{0.0F,          -0.0F,          1.0F,           -1.0F,
                                              F::infinity(), -F::infinity(), F::quiet_NaN(), F::max(),
                                              F::lowest(),   F::denorm_min()};
    constexpr std::array<std::uint32_t, 6> words{0u, 1u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFEu, 0xFFFFFFFFu};
    if (type == ValueType::float32) return std::bit_cast<std::uint32_t>(floats[random.below(floats.size())]);
    return words[random.below(words.size())];
}

}  // namespace

std::vector<std::uint32_t> generate(InputKind kind, ValueType type, std::size_t n, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::uint32_t> values(n);
    switch (kind) {
        case InputKind::sorted:
        case InputKind::shuffled:
        case InputKind::reversed:
            for (std::size_t i = 0; i < n; ++i)
                values[i] = static_cast<std::uint32_t>(kind == InputKind::reversed ? n - 1 - i : i);
            if (kind == InputKind::shuffled)  // Fisher and Yates
                for (std::size_t i = n; i > 1; --i)
                    std::swap(values[i - 1], values[random.below(static_cast<std::uint32_t>(i))]);
            for (auto& value : values) value = pattern(value, type);
            break;
        case InputKind::small:
            for (auto& value : values) value = pattern(random.below(10), type);
            break;
        case InputKind::flags:
            for (auto& value : values) value = pattern(random.below(2), type);
            break;
        case InputKind::few:
            for (auto& value : values) value = pattern(10 * random.below(4), type);
            break;
        case InputKind::equal:
            std::ranges::fill(values, pattern(7, type));
            break;
        case InputKind::random:
            for (auto& value : values) value = anything(random, type);
            break;
        case InputKind::extremes:
            for (auto& value : values) value = extreme(random, type);
            break;
    }
    return values;
}

namespace {

template <typename T>
std::uint32_t parse(std::string_view word, const std::filesystem::path& file, int line, ValueType type) {
    T value{};
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc{} || end != word.data() + word.size())
        fail(ExitCode::wrong_usage, "{}:{}: '{}' is no {}; give one number a line.", file.string(), line,
             word, to_string(type));
    return std::bit_cast<std::uint32_t>(value);
}

std::vector<std::uint32_t> read_raw(std::istream& stream, const std::filesystem::path& file) {
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    if (bytes.size() % 4 != 0)
        fail(ExitCode::wrong_usage,
             "{} holds {} bytes, which is no whole number of 32-bit values; check how it was written.",
             file.string(), bytes.size());
    std::vector<std::uint32_t> values(bytes.size() / 4);
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

}  // namespace

std::vector<std::uint32_t> read_values(const std::filesystem::path& file, ValueType type) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) blame_machine(file);
    if (!stream || std::filesystem::is_directory(file))
        fail(ExitCode::wrong_usage, "The input file {} cannot be read; check its name.", file.string());
    std::vector<std::uint32_t> values;
    if (file.extension() == ".raw" || file.extension() == ".bin") {
        values = read_raw(stream, file);
    } else {
        int number = 0;
        for (std::string line; std::getline(stream, line);) {
            ++number;
            std::string_view word = line;
            word = word.substr(0, word.find('#'));
            while (!word.empty() && std::strchr(" \t\r,;", word.back()) != nullptr) word.remove_suffix(1);
            while (!word.empty() && std::strchr(" \t", word.front()) != nullptr) word.remove_prefix(1);
            if (word.empty()) continue;
            switch (type) {
                case ValueType::uint32:
                    values.push_back(parse<std::uint32_t>(word, file, number, type));
                    break;
                case ValueType::int32:
                    values.push_back(parse<std::int32_t>(word, file, number, type));
                    break;
                case ValueType::float32:
                    values.push_back(parse<float>(word, file, number, type));
                    break;
            }
        }
    }
    if (values.empty()) fail(ExitCode::wrong_usage, "The input file {} holds no values.", file.string());
    return values;
}

std::string to_string(ValueType type) {
    switch (type) {
        case ValueType::uint32:
            return "uint";
        case ValueType::int32:
            return "int";
        case ValueType::float32:
            return "float";
    }
    return "?";
}

std::string to_string(InputKind kind) {
    constexpr const char* names[] = {"shuffled", "small", "flags", "random",  "sorted",
                                     "reversed", "equal", "few",   "extremes"};
    return names[static_cast<std::size_t>(kind)];
}

double value_of(std::uint32_t bits, ValueType type) {
    switch (type) {
        case ValueType::uint32:
            return bits;
        case ValueType::int32:
            return std::bit_cast<std::int32_t>(bits);
        case ValueType::float32:
            return std::bit_cast<float>(bits);
    }
    return 0;
}

}  // namespace pbp
