// SPDX-License-Identifier: MIT
#include "common/report/row_coder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <set>

namespace pbp::page {

namespace {

using Plane = std::vector<std::uint32_t>;

/// Byte 0 of all words, then byte 1 of all, ...
void add_planes(const Plane& words, std::string& bytes) {
    const auto begin = bytes.size(), size = words.size();
    bytes.resize(begin + 4 * size);
    for (std::size_t plane = 0; plane < 4; ++plane)
        for (std::size_t i = 0; i < size; ++i)
            bytes[begin + plane * size + i] = static_cast<char>(words[i] >> 8 * plane & 0xFFU);
}

/// XOR with `before`, as far as that reaches.
Plane against(Plane words, const Plane& before) {
    std::transform(words.begin(),
                   words.begin() + static_cast<std::ptrdiff_t>(std::min(words.size(), before.size())),
                   before.begin(), words.begin(), std::bit_xor<>());
    return words;
}

bool is_whole(double value, double low, double high) {
    return value >= low && value <= high && value == std::floor(value) &&
           !(value == 0 && std::signbit(value));
}

std::uint32_t word_of(double value, CellType type) {
    if (type == CellType::uint32) return static_cast<std::uint32_t>(value);
    if (type == CellType::int32) return static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

void split(const std::vector<double>& cells, CellType type, Plane& low, Plane& high) {
    low.clear();
    high.clear();
    for (const double cell : cells) {
        if (type != CellType::float64) {
            low.push_back(word_of(cell, type));
            continue;
        }
        const auto bits = std::bit_cast<std::uint64_t>(cell);
        low.push_back(static_cast<std::uint32_t>(bits));
        high.push_back(static_cast<std::uint32_t>(bits >> 32));
    }
}

/// Each channel minus that of the pixel before it; the first of a row minus nothing.
Plane sloped(const Plane& pixels, std::uint32_t width) {
    Plane slopes(pixels.size());
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const std::uint32_t left = width > 0 && i % width > 0 ? pixels[i - 1] : 0;
        // Byte by byte, without a borrow from one to the next.
        slopes[i] = ((pixels[i] | 0x80808080U) - (left & 0x7F7F7F7FU)) ^ ((pixels[i] ^ ~left) & 0x80808080U);
    }
    return slopes;
}

bool swaps(picture::LinkKind kind) {
    using enum picture::LinkKind;
    return kind == swapped || kind == swapped_ascending || kind == swapped_descending;
}

}  // namespace

CellType type_of(const std::vector<double>& cells) {
    const auto all = [&](auto holds) { return std::all_of(cells.begin(), cells.end(), holds); };
    if (all([](double c) { return is_whole(c, 0, 0xFFFFFFFF); })) return CellType::uint32;
    if (all([](double c) { return is_whole(c, -0x1p31, 0x7FFFFFFF); })) return CellType::int32;
    const auto is_float = [](double c) {
        return std::isnan(c) || std::isinf(c) ||
               (std::abs(c) <= 0x1.fffffep127 && static_cast<double>(static_cast<float>(c)) == c);
    };
    return all(is_float) ? CellType::float32 : CellType::float64;
}

void RowCoder::add_links(const Row& row, std::string& bytes) const {
    Plane from, span;
    std::string kinds;
    std::uint32_t before = 0;
    for (const auto& link : row.links) {
        from.push_back(link.from - before);
        span.push_back(link.to - link.from);
        kinds.push_back(static_cast<char>(link.kind));
        before = link.from;
    }
    add_planes(from, bytes);
    add_planes(span, bytes);
    bytes += kinds;
}

RowCoder::Words RowCoder::expected_of(const Row& row) const {
    Words after = words_;
    const auto size = after.low.size();
    for (const auto& link : row.links) {
        if (link.from >= size || link.to >= size) continue;
        const auto copy = [&](std::uint32_t to, std::uint32_t from) {
            after.low[to] = words_.low[from];
            if (!after.high.empty()) after.high[to] = words_.high[from];
        };
        if (swaps(link.kind)) {
            copy(link.to, link.from);
            copy(link.from, link.to);
        } else if (link.kind == picture::LinkKind::moved) {
            copy(link.to, link.from);
        } else if (link.kind == picture::LinkKind::added && row.type <= CellType::int32) {
            after.low[link.to] += words_.low[link.from];
        }
    }
    return after;
}

RowHead RowCoder::add(const Row& row, std::string& bytes) {
    RowHead head{
        .label = row.label,
        .part = row.part,
        .pass = row.pass,
        .again = row.again,
        .input = row.input,
        .frame = row.frame,
        .type = row.type,
        .cells = static_cast<std::uint32_t>(row.cells.size() + row.pixels.size()),
        .width = row.width,
        .height = row.height,
        .every = row.every,
        .links = static_cast<std::uint32_t>(row.links.size()),
        .marks = row.marks.size() == row.cells.size() + row.pixels.size() &&
                 std::ranges::any_of(row.marks, [](auto m) { return m != picture::CellMark::plain; }),
        .expected = !row.expected.empty() || !row.expected_pixels.empty(),
        .written = !row.writers.empty() && row.writers.size() == row.cells.size() &&
                   row.lines.size() == row.cells.size(),
        .array = row.sum.array,
        .own = row.sum.values.size() == row.cells.size() ? row.sum.own : Own::none,
        .first = row.first,
        .total = row.total,
        .dispatch = row.dispatch,
        .lines = {}};
    head.wrong = static_cast<std::uint32_t>(std::ranges::count(row.marks, picture::CellMark::wrong));
    add_links(row, bytes);
    if (row.type == CellType::pixel) {
        std::size_t same = 0;
        if (pixels_.size() == row.pixels.size())
            for (std::size_t i = 0; i < pixels_.size(); ++i) same += pixels_[i] == row.pixels[i] ? 1 : 0;
        head.over_before = 2 * same > row.pixels.size();
        add_planes(head.over_before ? against(row.pixels, pixels_) : sloped(row.pixels, row.width), bytes);
        pixels_ = row.pixels;
        if (head.marks) bytes.append(reinterpret_cast<const char*>(row.marks.data()), row.marks.size());
        if (head.expected) add_planes(against(row.expected_pixels, row.pixels), bytes);
        return head;
    }
    Words words, expected;
    split(row.cells, row.type, words.low, words.high);
    if (row.type == type_ && row.first == first_) expected = expected_of(row);
    add_planes(against(words.low, expected.low), bytes);
    if (!words.high.empty()) add_planes(against(words.high, expected.high), bytes);
    if (head.own != Own::none) add_planes(row.sum.values, bytes);
    if (head.marks) bytes.append(reinterpret_cast<const char*>(row.marks.data()), row.marks.size());
    if (head.expected) {
        split(row.expected, row.type, expected.low, expected.high);
        add_planes(against(expected.low, words.low), bytes);
        if (!words.high.empty()) add_planes(against(expected.high, words.high), bytes);
    }
    words_ = std::move(words);
    type_ = row.type;
    first_ = row.first;
    if (!head.written) return head;
    add_planes(against(row.writers, writers_), bytes);
    add_planes(against(row.lines, lines_), bytes);
    writers_ = row.writers;
    lines_ = row.lines;
    std::set<std::uint32_t> lines(row.lines.begin(), row.lines.end());
    lines.erase(0);
    head.lines.assign(lines.begin(), lines.end());
    return head;
}

}  // namespace pbp::page
