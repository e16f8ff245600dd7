// SPDX-License-Identifier: MIT
#include "common/modes/bench/result.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "common/base/error.hpp"

namespace pbp::bench {

namespace {

bool near(std::uint32_t got, std::uint32_t expected, const Comparison& comparison) {
    if (got == expected) return true;
    if (comparison.off) {
        const auto a = std::bit_cast<float>(got), b = std::bit_cast<float>(expected);
        return std::isnan(a) == std::isnan(b) && !(std::abs(double{a} - double{b}) > *comparison.off);
    }
    if (comparison.allowed == 0) return false;
    for (int channel = 0; channel < 4; ++channel) {
        const auto at = [&](std::uint32_t word) { return static_cast<int>(word >> (8 * channel) & 255u); };
        if (std::abs(at(got) - at(expected)) > comparison.allowed) return false;
    }
    return true;
}

}  // namespace

std::vector<std::uint32_t> read_words(Backend& device, Handle result, const Outcome& outcome,
                                      std::size_t count) {
    std::vector<std::uint32_t> words(count);
    const auto bytes = std::as_writable_bytes(std::span(words));
    if (outcome.size.x == 0)
        device.read(result, 0, bytes);
    else
        device.read_image(result, bytes);
    return words;
}

std::string difference(std::vector<std::uint32_t> got, const std::vector<std::uint32_t>& expected,
                       const Comparison& comparison) {
    if (comparison.any_order) std::ranges::sort(got);
    std::size_t wrong = 0, first = 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (!near(got[i], expected[i], comparison) && wrong++ == 0) first = i;
    if (wrong == 0) return "";
    const auto value = [&](std::uint32_t word) {
        return comparison.off ? fmt::format("{}", std::bit_cast<float>(word)) : fmt::format("{}", word);
    };
    return fmt::format("element {} of the {} is {}, expected {}; {} of {} differ", first, comparison.what,
                       value(got[first]), value(expected[first]), wrong, expected.size());
}

}  // namespace pbp::bench
