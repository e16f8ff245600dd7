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

/// XOR with `before`, as far as it extends.
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

/// Each channel minus that of the previous pixel; the first of a row is unchanged.
Plane sloped(const Plane& pixels, std::uint32_t width) {
    Plane slopes(pixels.size());
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const std::uint32_t left = width > 0 && i % width > 0 ? pixels[i - 1] : 0;
        // Bytewise, without borrows between bytes.
        slopes[i] = ((pixels[i] | 0x80808080U) - (left & 0x7F7F7F7FU)) ^ ((pixels[i] ^ ~left) & 0x80808080U);
    }
    return slopes;
}

bool swaps(LinkKind kind) {
    using enum LinkKind;
    return kind == swapped || kind == swapped_ascending || kind == swapped_descending;
}

void add_links(const std::vector<record::Link>& links, std::string& bytes) {
    Plane from, span;
    std::string kinds;
    std::uint32_t before = 0;
    for (const auto& link : links) {
        from.push_back(link.from - before);
        span.push_back(link.to - link.from);
        kinds.push_back(static_cast<char>(link.kind));
        before = link.from;
    }
    add_planes(from, bytes);
    add_planes(span, bytes);
    bytes += kinds;
}

void add_marks(const std::vector<CellMark>& marks, std::string& bytes) {
    bytes.append(reinterpret_cast<const char*>(marks.data()), marks.size());
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

RowCoder::Words RowCoder::expected_of(const Before& before, const record::Pass& pass) {
    const Words& words = before.words;
    Words after = words;
    const auto size = after.low.size();
    for (const auto& link : pass.links) {
        if (link.from >= size || link.to >= size) continue;
        const auto copy = [&](std::uint32_t to, std::uint32_t from) {
            after.low[to] = words.low[from];
            if (!after.high.empty()) after.high[to] = words.high[from];
        };
        if (swaps(link.kind)) {
            copy(link.to, link.from);
            copy(link.from, link.to);
        } else if (link.kind == LinkKind::moved) {
            copy(link.to, link.from);
        } else if (link.kind == LinkKind::added && before.type <= CellType::int32) {
            after.low[link.to] += words.low[link.from];
        }
    }
    return after;
}

void RowCoder::add_pixels(RowHead& head, const record::Pass& pass, std::string& bytes) {
    const auto pixels = pass.values.words();
    std::size_t same = 0;
    if (pixels_.size() == pixels.size())
        for (std::size_t i = 0; i < pixels_.size(); ++i) same += pixels_[i] == pixels[i] ? 1 : 0;
    head.over_before = 2 * same > pixels.size();
    add_planes(head.over_before ? against(pixels, pixels_) : sloped(pixels, head.width), bytes);
    pixels_ = pixels;
    if (head.marks) add_marks(pass.marks, bytes);
    if (head.expected) add_planes(against(pass.expected.words(), pixels), bytes);
}

RowHead RowCoder::add(RowHead head, const record::Pass& pass, std::string& bytes) {
    const auto size = pass.values.size();
    const auto cells = pass.values.doubles(), twin = pass.expected.doubles();
    auto both = cells;
    both.insert(both.end(), twin.begin(), twin.end());
    head.label = pass.name;
    head.part = pass.part;
    head.pass = static_cast<std::uint32_t>(std::max(pass.number, 0));
    head.type = pass.is_image() ? CellType::pixel : type_of(both);
    head.cells = static_cast<std::uint32_t>(size);
    head.width = pass.image.x;
    head.height = pass.image.y;
    head.links = static_cast<std::uint32_t>(pass.links.size());
    head.wrong = static_cast<std::uint32_t>(std::ranges::count(pass.marks, CellMark::wrong));
    head.marks = pass.marks.size() == size &&
                 std::ranges::any_of(pass.marks, [](auto mark) { return mark != CellMark::plain; });
    head.expected = !twin.empty();
    head.written = !pass.writers.empty() && pass.writers.size() == size && pass.lines.size() == size;
    head.array = pass.sum.array;
    head.span = pass.span;
    head.undivided = pass.undivided;
    head.own = pass.sum.values.size() == size ? pass.sum.own : record::Own::none;
    head.missing = static_cast<std::uint32_t>(pass.missing.size());
    head.extra = static_cast<std::uint32_t>(pass.extra.size());
    head.placed = static_cast<std::uint32_t>(pass.placed.size());
    for (const auto links : record::all_links) add_links(pass.*links, bytes);
    if (pass.is_image()) {
        add_pixels(head, pass, bytes);
        return head;
    }
    Words words, expected;
    split(cells, head.type, words.low, words.high);
    auto& before = before_[head.part];
    if (head.type == before.type && head.first == before.first) expected = expected_of(before, pass);
    add_planes(against(words.low, expected.low), bytes);
    if (!words.high.empty()) add_planes(against(words.high, expected.high), bytes);
    if (head.own != record::Own::none) add_planes(pass.sum.values, bytes);
    if (head.marks) add_marks(pass.marks, bytes);
    if (head.expected) {
        split(twin, head.type, expected.low, expected.high);
        add_planes(against(expected.low, words.low), bytes);
        if (!words.high.empty()) add_planes(against(expected.high, words.high), bytes);
    }
    before = {head.type, head.first, std::move(words)};
    if (!head.written) return head;
    add_planes(against(pass.writers, writers_), bytes);
    add_planes(against(pass.lines, lines_), bytes);
    writers_ = pass.writers;
    lines_ = pass.lines;
    std::set<std::uint32_t> lines(pass.lines.begin(), pass.lines.end());
    lines.erase(0);
    head.lines.assign(lines.begin(), lines.end());
    return head;
}

}  // namespace pbp::page
