// SPDX-License-Identifier: MIT
#include "common/record/pass.hpp"

#include <algorithm>

#include "common/check/mismatch.hpp"

namespace pbp::record {

namespace {

template <typename T>
std::vector<T> part_of(const std::vector<T>& all, std::size_t first, std::size_t count) {
    const auto begin = std::min(first, all.size()), end = std::min(first + count, all.size());
    return {all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end)};
}

}  // namespace

bool Pass::differs(std::size_t i) const {
    return i < std::min(values.size(), expected.size()) && mark(i) != CellMark::absent &&
           !same(expected[i], values[i], tolerance);
}

Pass cut(const Pass& pass, std::size_t first, std::size_t count) {
    const auto values = pass.values.part(first, count);
    const auto size = values.size();
    Pass shown{.name = pass.name,
               .values = values,
               .expected = pass.expected.part(first, count),
               .marks = part_of(pass.marks, first, size),
               .sum = {pass.sum.array, pass.sum.own, part_of(pass.sum.values, first, size)},
               .writers = part_of(pass.writers, first, size),
               .span = pass.span,
               .lines = part_of(pass.lines, first, size),
               .part = pass.part,
               .element = pass.element,
               .place = pass.place,
               .image = pass.image,
               .tolerance = pass.tolerance,
               .undivided = pass.undivided,
               .number = pass.number,
               .dispatch = pass.dispatch,
               .outcome = pass.outcome};
    const auto add = [&](const std::vector<Link>& links, std::vector<Link>& to) {
        for (const auto& link : links)
            if (link.from >= first && link.to >= first && link.to - first < size)
                to.push_back({static_cast<std::uint32_t>(link.from - first),
                              static_cast<std::uint32_t>(link.to - first), link.kind});
    };
    for (const auto links : all_links) add(pass.*links, shown.*links);
    return shown;
}

}  // namespace pbp::record
