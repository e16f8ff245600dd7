// SPDX-License-Identifier: MIT
#include "common/tools/bench/sizes.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "common/options/words.hpp"

namespace pbp::bench {

namespace {

std::uint64_t size_from(const std::string& flag, const std::string& word) {
    try {
        return count_from(flag, word);
    } catch (const Error&) {
        fail(ExitCode::wrong_usage,
             "{}: '{}' is not a size; give numbers of at least 1, or powers up to 2^31, as in {} 1000,2^20.",
             flag, word, flag);
    }
}

}  // namespace

std::vector<std::uint64_t> sizes_from(const std::string& flag, const std::string& list) {
    std::set<std::uint64_t> sizes;
    for (std::size_t from = 0; from <= list.size();) {
        const auto to = std::min(list.find(',', from), list.size());
        sizes.insert(size_from(flag, list.substr(from, to - from)));
        from = to + 1;
    }
    return {sizes.begin(), sizes.end()};
}

std::vector<std::uint64_t> default_sizes(std::uint64_t buffer_bytes, bool software) {
    std::vector<std::uint64_t> sizes;
    for (unsigned bits = 16; bits <= (software ? 22 : 26); bits += 2)
        if (buffer_bytes / 4 >= 1ull << bits) sizes.push_back(1ull << bits);
    return sizes;
}

void Forecast::add(const Row& row) {
    if (row.hot.median_us > 0) operations_s_[{row.lesson, row.version}][row.n] = row.hot.median_us * 1e-6;
}

double Forecast::operation_s(const std::string& lesson, const std::string& version, std::uint64_t n) const {
    const auto found = operations_s_.find({lesson, version});
    if (found == operations_s_.end()) return 0;
    const auto last = std::prev(found->second.end());
    double power = 1;
    if (last != found->second.begin()) {
        const auto before = std::prev(last);
        power = std::max(1.0,
                         std::log(last->second / before->second) /
                             std::log(static_cast<double>(last->first) / static_cast<double>(before->first)));
    }
    return last->second * std::pow(static_cast<double>(n) / static_cast<double>(last->first), power);
}

std::string Forecast::too_long(const std::string& lesson, const std::string& version, std::uint64_t n) const {
    const double once_s = operation_s(lesson, version, n);
    if (once_s * runs_to_fit <= most_s) return "";
    return fmt::format("a single run would take about {:.2g} s, judging by smaller n", once_s);
}

}  // namespace pbp::bench
