// SPDX-License-Identifier: MIT
#include "common/check/inputs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <sstream>

#include "common/base/readable.hpp"
#include "common/base/system.hpp"

namespace pbp {

namespace {

/// The bit pattern of a small integer in a type.
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
            if (kind == InputKind::shuffled)  // Fisher-Yates
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
        fail(ExitCode::wrong_usage, "{}:{}: '{}' is not a {}; give one number per line.", file.string(), line,
             in_message(word), to_string(type));
    return std::bit_cast<std::uint32_t>(value);
}

std::vector<std::uint32_t> raw_values(const std::string& bytes, const std::filesystem::path& file) {
    if (bytes.size() % 4 != 0)
        fail(ExitCode::wrong_usage,
             "{} holds {} bytes, which is not a whole number of 32-bit values; check how it was written.",
             file.string(), bytes.size());
    std::vector<std::uint32_t> values(bytes.size() / 4);
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

std::vector<std::uint32_t> text_values(const std::string& bytes, const std::filesystem::path& file,
                                       ValueType type) {
    std::vector<std::uint32_t> values;
    std::istringstream stream(bytes.starts_with("\xEF\xBB\xBF") ? bytes.substr(3) : bytes);
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
    return values;
}

}  // namespace

bool is_stream(const std::filesystem::path& file) {
    std::error_code problem;
    return std::filesystem::is_fifo(std::filesystem::status(file, problem));
}

namespace {

void expect_to_fit(const std::filesystem::path& file, std::uintmax_t bytes) {
    constexpr std::uintmax_t most = std::uintmax_t{1} << 31;  // the largest buffer of any known GPU
    if (bytes > most)
        fail(ExitCode::wrong_usage, "The input file {} holds more than {} bytes, too many for a buffer.",
             in_message(file), most);
}

}  // namespace

std::string read_bytes(const std::filesystem::path& file) {
    if (const auto why = why_no_file(file); !why.empty() && !is_stream(file))
        fail(ExitCode::wrong_usage, "The input file {} cannot be read: {}.", in_message(file), why);
    PatientReader input(file);
    std::error_code unknown;
    if (const auto size = std::filesystem::file_size(file, unknown); !unknown) expect_to_fit(file, size);
    std::string all;
    std::vector<char> chunk(1u << 16);
    constexpr int patience = 50;  // wait five seconds for a writer
    for (int looks = 0;;) {
        std::size_t count = 0;
        const auto got = input.read(chunk.data(), chunk.size(), count);
        all.append(chunk.data(), count);
        expect_to_fit(file, all.size());
        const bool nobody_yet = got == PatientReader::Got::nobody_writes && all.empty();
        if (got == PatientReader::Got::end || (got == PatientReader::Got::nobody_writes && !nobody_yet))
            return all;
        if (nobody_yet && ++looks == patience)
            fail(ExitCode::wrong_usage, "The input file {} is a pipe, but nothing writes to it.",
                 in_message(file));
    }
}

std::vector<std::uint32_t> values_in(const std::string& bytes, const std::filesystem::path& file,
                                     ValueType type) {
    const bool raw = file.extension() == ".raw" || file.extension() == ".bin";
    auto values = raw ? raw_values(bytes, file) : text_values(bytes, file, type);
    if (values.empty()) fail(ExitCode::wrong_usage, "The input file {} holds no values.", file.string());
    return values;
}

std::vector<std::uint32_t> read_values(const std::filesystem::path& file, ValueType type) {
    return values_in(read_bytes(file), file, type);
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
