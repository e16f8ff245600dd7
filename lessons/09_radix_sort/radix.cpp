// SPDX-License-Identifier: MIT
#include "lessons/09_radix_sort/radix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

namespace radix {

std::string Digit::name() const {
    return width == 1 ? fmt::format("bit {}", shift) : fmt::format("bits {} to {}", shift, shift + width - 1);
}

std::vector<Digit> digits(std::uint32_t bits, std::uint32_t width) {
    std::vector<Digit> all;
    for (std::uint32_t shift = 0; shift < bits; shift += width)
        all.push_back({static_cast<std::uint32_t>(all.size()), shift, std::min(width, bits - shift)});
    return all;
}

std::uint32_t bits_of(const Words& keys) {
    const auto largest = std::ranges::max_element(keys);
    return largest == keys.end() ? 1 : std::max(1, static_cast<int>(std::bit_width(*largest)));
}

Words counts(const Words& keys, const Digit& digit, std::uint32_t radix, std::uint32_t size) {
    const auto columns = scan::parts_of(static_cast<std::uint32_t>(keys.size()), size);
    Words table(std::size_t{radix} * columns, 0);
    for (std::size_t i = 0; i < keys.size(); ++i)
        ++table[digit.of(keys[i]) * std::size_t{columns} + i / size];
    return table;
}

Words zeros(const Words& keys, const Digit& digit) {
    Words flags;
    for (const auto key : keys) flags.push_back(digit.of(key) == 0 ? 1 : 0);
    return flags;
}

bool one_digit(const Words& keys, const Digit& digit) {
    return std::ranges::all_of(keys, [&](auto key) { return digit.of(key) == digit.of(keys.front()); });
}

Words sums_before(const Words& counts) {
    Words sums(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), sums.begin(), 0u);
    return sums;
}

Words places(const Words& keys, const Digit& digit, std::uint32_t size) {
    Words to(keys.size());
    for (std::size_t first = 0; first < keys.size(); first += size) {
        const auto end = std::min(first + size, keys.size());
        Words next(std::size_t{1} << digit.width, 0);
        for (std::size_t i = first; i < end; ++i) ++next[digit.of(keys[i])];
        std::exclusive_scan(next.begin(), next.end(), next.begin(), static_cast<std::uint32_t>(first));
        for (std::size_t i = first; i < end; ++i) to[i] = next[digit.of(keys[i])]++;
    }
    return to;
}

Words moved(const Words& keys, const Words& places) {
    Words after(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) after[places[i]] = keys[i];
    return after;
}

Pairs separated(const Words& joined) {
    Pairs pairs;
    for (std::size_t i = 0; i + 1 < joined.size(); i += 2) {
        pairs.keys.push_back(joined[i]);
        pairs.values.push_back(joined[i + 1]);
    }
    return pairs;
}

Words histograms(const Words& keys, const std::vector<Digit>& digits, std::uint32_t radix) {
    Words all(digits.size() * radix, 0);
    for (const auto& digit : digits)
        for (const auto key : keys) ++all[std::size_t{digit.number} * radix + digit.of(key)];
    return all;
}

}  // namespace radix
