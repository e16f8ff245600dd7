// SPDX-License-Identifier: MIT
#include "common/check/signatures/case.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "common/check/keys.hpp"

namespace pbp::signatures {

namespace {

double number(Word bits) {
    return std::bit_cast<float>(bits);
}

}  // namespace

Case::Case(const Evidence& evidence) : seen(evidence) {
    is_wrong_.resize(std::min(evidence.expected.size(), evidence.got.size()));
    for (std::size_t i = 0; i < is_wrong_.size(); ++i) {
        const double e = value_of(expected(i), seen.type), g = value_of(got(i), seen.type);
        const bool both_nan = std::isnan(e) && std::isnan(g);
        is_wrong_[i] = !(both_nan || e == g || std::abs(e - g) <= seen.tolerance);
        if (is_wrong_[i]) wrong.push_back(i);
    }
}

std::size_t Case::end() const {
    std::size_t end = size();
    while (end > 0 && !is_wrong(end - 1) && expected(end - 1) == expected(size() - 1)) --end;
    const bool padding = end < size() && (expected(end) == 0 || expected(end) == seen.fill);
    return padding && end + 2 <= size() ? end : size();
}

std::vector<std::span<const Word>> Case::rows_before() const {
    std::vector<std::span<const Word>> rows;
    if (has_before()) rows.push_back(seen.before);
    for (const auto& row : seen.earlier)
        if (!has_fewer_cells() && row.size() == size()) rows.push_back(row);
    return rows;
}

bool Case::equal(Word a, Word b) const {
    if (!is_float() || a == b) return a == b;
    constexpr double rounding = 0x1p-21;
    const double x = number(a), y = number(b);
    return x == y || std::abs(x - y) <= seen.tolerance + rounding * std::max(std::abs(x), std::abs(y));
}

Word Case::plus(Word a, Word b) const {
    return is_float() ? std::bit_cast<Word>(static_cast<float>(number(a) + number(b))) : a + b;
}

Word Case::minus(Word a, Word b) const {
    return is_float() ? std::bit_cast<Word>(static_cast<float>(number(a) - number(b))) : a - b;
}

bool Case::less(Word a, Word b) const {
    return key_of(a, seen.type) < key_of(b, seen.type);
}

bool Case::varied(std::size_t least) const {
    std::set<Word> values;
    for (std::size_t i = 0; i < size() && values.size() < std::min<std::size_t>(least, 8); ++i)
        values.insert(expected(i));
    return values.size() >= least;
}

std::vector<Word> sorted(std::span<const Word> words) {
    std::vector<Word> copy(words.begin(), words.end());
    std::ranges::sort(copy);
    return copy;
}

std::string in_words(const Cells& cells) {
    if (cells.size() == 1) return fmt::format("cell {}", cells[0]);
    if (cells.size() == 2) return fmt::format("cells {} and {}", cells[0], cells[1]);
    const std::size_t step = cells.size() > 1 ? cells[1] - cells[0] : 0;
    bool even = step > 0;
    for (std::size_t k = 1; k < cells.size(); ++k) even &= cells[k] - cells[k - 1] == step;
    if (even && step == 1) return fmt::format("cells {} to {}", cells.front(), cells.back());
    if (even)
        return fmt::format("every {}{} cell from {} to {}", step,
                           step == 2   ? "nd"
                           : step == 3 ? "rd"
                                       : "th",
                           cells.front(), cells.back());
    if (cells.size() <= 6)
        return fmt::format("cells {} and {}", fmt::join(cells.begin(), cells.end() - 1, ", "), cells.back());
    return fmt::format("{} cells ({}, ...)", cells.size(), fmt::join(cells.begin(), cells.begin() + 4, ", "));
}

}  // namespace pbp::signatures
