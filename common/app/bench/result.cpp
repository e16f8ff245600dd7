// SPDX-License-Identifier: MIT
#include "common/app/bench/result.hpp"

#include <algorithm>
#include <cstdlib>

#include "common/error.hpp"

namespace pbp::bench {

namespace {

bool near(std::uint32_t got, std::uint32_t expected, int allowed) {
    if (allowed == 0 || got == expected) return got == expected;
    for (int channel = 0; channel < 4; ++channel) {
        const auto at = [&](std::uint32_t word) { return static_cast<int>(word >> (8 * channel) & 255u); };
        if (std::abs(at(got) - at(expected)) > allowed) return false;
    }
    return true;
}

}  // namespace

std::vector<std::uint32_t> read_words(Backend& device, Handle result, const Outcome& outcome,
                                      std::size_t count) {
    std::vector<std::uint32_t> words(count);
    const auto bytes = std::as_writable_bytes(std::span(words));
    if (outcome.result.reach == Reach::buffer)
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
        if (!near(got[i], expected[i], comparison.allowed) && wrong++ == 0) first = i;
    if (wrong == 0) return "";
    return fmt::format("element {} of the {} is {}, expected {}; {} of {} differ", first, comparison.what,
                       got[first], expected[first], wrong, expected.size());
}

}  // namespace pbp::bench
