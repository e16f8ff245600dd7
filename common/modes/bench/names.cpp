// SPDX-License-Identifier: MIT
#include "common/modes/bench/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pbp::bench {

std::string Gain::words(const std::string& if_equal) const {
    return equal ? if_equal : fmt::format("{:.{}f} x", times, times < 9.95 ? 2 : times < 99.5 ? 1 : 0);
}

Gain gain_over(const Time& slower, const Time& faster) {
    return {slower.median_us / faster.median_us,
            std::abs(slower.median_us - faster.median_us) <= std::max(slower.spread_us, faster.spread_us)};
}

Gain gain_over(const Peer& peer, const Row& row) {
    if (peer.ratio.middle <= 0) return gain_over(peer.hot, row.hot);
    return {peer.ratio.middle, peer.ratio.equal()};
}

std::string short_name(const std::string& version) {
    return version.substr(0, version.find('_'));
}

std::string size_name(std::uint64_t n) {
    if (n >= 8192 && (n & (n - 1)) == 0) return fmt::format("2^{:.0f}", std::log2(static_cast<double>(n)));
    std::string digits = std::to_string(n);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(digits.begin() + at, ',');
    return digits;
}

std::string three_digits(double value) {
    if (value >= 99.95) return fmt::format("{:.0f}", value);
    if (value >= 9.995) return fmt::format("{:.1f}", value);
    return value >= 0.9995 ? fmt::format("{:.2f}", value) : fmt::format("{:#.3g}", value);
}

std::string time_name(double us) {
    if (us < 1000) return three_digits(us) + " us";
    return us < 1e6 ? three_digits(us * 1e-3) + " ms" : three_digits(us * 1e-6) + " s";
}

}  // namespace pbp::bench
