// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "common/lesson/version_names.hpp"
#include "lessons/02_memory_access/memory.hpp"

namespace memory {

pbp::Pixel grey(pbp::Pixel pixel) {
    const auto value =
        static_cast<std::uint8_t>(std::lround(0.299 * pixel.r + 0.587 * pixel.g + 0.114 * pixel.b));
    return {value, value, value, pixel.a};
}

Pixels twin(const std::string& version, const Pixels& pixels, uvec2 size) {
    Pixels made = pixels;
    if (pbp::version_number(version) < 3) std::ranges::transform(pixels, made.begin(), grey);
    if (pbp::version_number(version) >= 4)
        for (std::uint32_t y = 0; y < size.y; ++y)
            for (std::uint32_t x = 0; x < size.x; ++x)
                made[std::size_t{x} * size.y + y] = pixels[std::size_t{y} * size.x + x];
    return made;
}

std::size_t sectors(const Words& words) {
    std::set<std::uint32_t> touched;
    for (const auto word : words) touched.insert(word / sector_words);
    return touched.size();
}

std::size_t bank_cycles(const Words& words) {
    std::map<std::uint32_t, std::set<std::uint32_t>> banks;
    for (const auto word : words) banks[word % bank_count].insert(word);
    std::size_t most = 0;
    for (const auto& [bank, wanted] : banks) most = std::max(most, wanted.size());
    return most;
}

}  // namespace memory
