// SPDX-License-Identifier: MIT
#include "common/record/ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace pbp::record {

namespace {

/// The elements that a cell adds up, in order; none: it is no sum of them, or adds one twice.
using Elements = std::optional<std::vector<std::uint32_t>>;

void add(Elements& to, const Elements& more) {
    if (!to || !more) return to.reset();
    std::vector<std::uint32_t> all;
    std::ranges::merge(*to, *more, std::back_inserter(all));
    if (std::ranges::adjacent_find(all) != all.end()) return to.reset();
    to = std::move(all);
}

void take(Elements& from, std::uint32_t element) {
    if (from && std::erase(*from, element) == 0) from.reset();
}

bool adds_up(const Elements& elements, const Pass& input, double value) {
    double sum = 0, size = 0;
    for (const auto element : *elements) {
        sum += input.values[element];
        size += std::abs(input.values[element]);
    }
    const double off = std::abs(sum - value);
    return off <= 1e-5 * size || std::fmod(off, 0x1p32) == 0;
}

/// Gives the cells of a row that its links do not explain the sum of their left neighbour and their own
/// element, as a scan has, or nothing, as a cell that was set to 0.
void explain_the_rest(std::vector<Elements>& cells, const Pass& row, const Pass& input) {
    for (std::uint32_t i = 0; i < cells.size(); ++i) {
        const double value = row.values[i];
        if (cells[i] && adds_up(cells[i], input, value)) continue;
        cells[i].reset();
        if (std::ranges::find(row.links, i, &Link::to) != row.links.end()) continue;
        const bool scans = i > 0 && cells.size() == input.values.size() && cells[i - 1] &&
                           !cells[i - 1]->empty() && cells[i - 1]->back() + 1 == i;
        if (scans) {
            cells[i] = cells[i - 1];
            cells[i]->push_back(i);
            if (adds_up(cells[i], input, value)) continue;
            cells[i].reset();
        }
        if (value == 0) cells[i] = std::vector<std::uint32_t>();
    }
}

std::string words(const std::vector<std::uint32_t>& elements) {
    if (elements.empty()) return "none";
    const auto first = elements.front(), last = elements.back();
    if (elements.size() == 1) return fmt::to_string(first);
    const auto step = elements[1] - first;
    for (std::size_t k = 1; k < elements.size(); ++k)
        if (elements[k] - elements[k - 1] != step)
            return fmt::format("{} of {}..{}", elements.size(), first, last);
    if (step == 1) return fmt::format("{}..{}", first, last);
    return fmt::format("{},{}{}", first, first + step, elements.size() > 2 ? fmt::format("..{}", last) : "");
}

/// What the cells of a row add up, from the row above and from the last row of their own array, if there is
/// one.
std::vector<Elements> sums_of(const Pass& row, const std::vector<Elements>& above,
                              const std::vector<Elements>* held) {
    std::vector<Elements> cells(row.values.size(), std::vector<std::uint32_t>());
    for (std::size_t i = 0; held != nullptr && i < std::min(cells.size(), held->size()); ++i)
        cells[i] = (*held)[i];
    for (const auto& link : row.links)
        if (link.kind == LinkKind::moved && link.to < cells.size())
            cells[link.to] = std::vector<std::uint32_t>();
    for (const auto& link : row.links) {
        if (link.to >= cells.size() || link.from >= above.size()) continue;
        if (link.kind == LinkKind::added || link.kind == LinkKind::moved)
            add(cells[link.to], above[link.from]);
        else
            cells[link.to].reset();
    }
    for (std::uint32_t i = 0; i < cells.size() && row.sum.own != Own::none; ++i)
        row.sum.own == Own::added ? add(cells[i], std::vector{i}) : take(cells[i], i);
    return cells;
}

}  // namespace

std::vector<std::vector<std::string>> ranges_of(const std::vector<Pass>& rows) {
    std::vector<std::vector<Elements>> sums;
    std::vector<std::vector<std::string>> all;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const Pass& row = rows[r];
        if (r == 0) {
            auto& input = sums.emplace_back();
            for (std::uint32_t i = 0; i < row.values.size(); ++i) input.push_back(std::vector{i});
        } else {
            std::size_t held = r;
            while (held-- > 0)
                if (rows[held].sum.array == row.sum.array && rows[held].span == row.span) break;
            sums.push_back(sums_of(row, sums.back(), held < r ? &sums[held] : nullptr));
            explain_the_rest(sums.back(), row, rows.front());
        }
        auto& texts = all.emplace_back();
        for (std::size_t i = 0; i < row.values.size(); ++i) {
            const bool sum = sums[r][i] && row.mark(i) != CellMark::absent && row.mark(i) != CellMark::padded;
            texts.push_back(sum ? words(*sums[r][i]) : "");
        }
    }
    return all;
}

}  // namespace pbp::record
