// SPDX-License-Identifier: MIT
#include "common/options/words.hpp"

#include <charconv>
#include <limits>

namespace pbp {

namespace {

/// Reads a whole word as a number; false if it is not one.
template <typename T>
bool reads(const std::string& word, T& value) {
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    return problem == std::errc{} && end == word.data() + word.size();
}

}  // namespace

const Words<std::optional<InputKind>>& data_kinds() {
    static const auto known = [] {
        Words<std::optional<InputKind>> words{{"zero", std::nullopt}, {"iota", InputKind::sorted}};
        for (int kind = 0; kind <= static_cast<int>(InputKind::extremes); ++kind)
            words[to_string(static_cast<InputKind>(kind))] = static_cast<InputKind>(kind);
        return words;
    }();
    return known;
}

std::vector<std::string> parts_of(const std::string& flag, const std::string& list) {
    std::vector<std::string> parts{""};
    for (const char c : list)
        if (c == ',')
            parts.emplace_back();
        else
            parts.back() += c;
    for (const auto& part : parts)
        if (part.empty()) fail(ExitCode::wrong_usage, "{}: '{}' has a stray comma; remove it.", flag, list);
    return parts;
}

std::uint32_t count_from(const std::string& flag, const std::string& word) {
    constexpr auto largest = std::numeric_limits<std::uint32_t>::max();
    const bool is_power = word.starts_with("2^");
    const auto digits = word.substr(is_power ? 2 : 0);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
        fail(ExitCode::wrong_usage, "{}: takes a whole number of at least 1, not '{}'.", flag, word);
    std::uint64_t value = 0;
    const bool is_read = reads(digits, value);
    if (is_power) value = value < 32 ? 1ULL << value : 1ULL + largest;
    if (!is_read || value > largest)
        fail(ExitCode::wrong_usage, "{}: {} is too large; it takes up to {}.", flag, word, largest);
    if (value == 0) fail(ExitCode::wrong_usage, "{}: takes a whole number of at least 1, not 0.", flag);
    return static_cast<std::uint32_t>(value);
}

std::uint64_t whole_from(const std::string& flag, const std::string& word, std::uint64_t least,
                         std::uint64_t most) {
    std::uint64_t value = 0;
    if (!reads(word, value) || value < least || value > most)
        fail(ExitCode::wrong_usage, "{}: takes a whole number from {} to {}, not '{}'.", flag, least, most,
             word);
    return value;
}

std::uint64_t seed_from(const std::string& flag, const std::string& word) {
    return whole_from(flag, word, 0, std::numeric_limits<std::uint64_t>::max());
}

int index_from(const std::string& flag, const std::string& word) {
    int value = -1;
    if (!reads(word, value) || value < 0 || value > 999)
        fail(ExitCode::wrong_usage, "{}: takes a device number listed by ./learn doctor, not '{}'.", flag,
             word);
    return value;
}

double seconds_from(const std::string& flag, const std::string& word) {
    double value = 0;
    if (!reads(word, value) || !(value > 0) || value > 86400)
        fail(ExitCode::wrong_usage, "{}: takes a number of seconds above 0 and up to 86400, not '{}'.", flag,
             word);
    return value;
}

}  // namespace pbp
