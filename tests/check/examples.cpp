// SPDX-License-Identifier: MIT
#include "tests/check/examples.hpp"

#include <algorithm>
#include <numeric>

#include "common/check/inputs.hpp"

namespace pbp::test {

namespace {

constexpr std::uint32_t fill = 0xA5A5A5A5u;
constexpr Schedule in_eights{.share = 8, .invocations = 8, .subgroup_size = 4, .dispatches = 1};
constexpr Schedule one_group{.share = 32, .invocations = 32, .subgroup_size = 8, .dispatches = 1};

Words random(std::size_t n, InputKind kind = InputKind::random, std::uint64_t seed = 1) {
    return generate(kind, ValueType::uint32, n, seed);
}

Words inclusive(const Words& values) {
    Words sums(values.size());
    std::partial_sum(values.begin(), values.end(), sums.begin());
    return sums;
}

Words exclusive(const Words& values) {
    Words sums(values.size());
    std::exclusive_scan(values.begin(), values.end(), sums.begin(), 0u);
    return sums;
}

Words sorted_words(Words words) {
    std::ranges::sort(words);
    return words;
}

/// A row with some cells changed: those that `which` selects, to the value of `to`.
template <typename Which, typename To>
Words changed(Words row, Which which, To to) {
    const Words right = row;
    for (std::size_t i = 0; i < row.size(); ++i)
        if (which(i)) row[i] = to(i);
    return row;
}

/// One even or odd pass over neighbours.
Words exchanged(Words keys, std::size_t first) {
    for (std::size_t low = first; low + 1 < keys.size(); low += 2)
        if (keys[low] > keys[low + 1]) std::swap(keys[low], keys[low + 1]);
    return keys;
}

void add_places(std::vector<Example>& all) {
    const Words in = random(32, InputKind::shuffled), out = random(32, InputKind::shuffled, 2);
    const Words all_fill(32, fill);
    all.push_back({Pattern::written_outside,
                   "a word past the end",
                   out,
                   out,
                   in,
                   {},
                   {},
                   {},
                   {7, fill, fill, fill},
                   in_eights});
    all.push_back({Pattern::written_outside,
                   "padding that should keep the fill",
                   all_fill,
                   changed(
                       all_fill, [](auto i) { return i < 3; }, [](auto) { return 5u; }),
                   {},
                   {},
                   {},
                   {},
                   {},
                   in_eights});
    all.push_back({Pattern::never_written,
                   "every other cell keeps the fill",
                   out,
                   changed(
                       out, [](auto i) { return i % 2 == 1; }, [](auto) { return fill; }),
                   {},
                   {},
                   {},
                   {},
                   {},
                   in_eights});
    Words who(32);
    std::iota(who.begin(), who.end(), 1u);
    const auto idle = [](std::size_t i) { return i >= 12 && i < 15; };
    all.push_back({Pattern::never_written,
                   "three cells that an in-place pass skipped",
                   out,
                   changed(out, idle, [&](auto i) { return in[i]; }),
                   in,
                   {},
                   changed(who, idle, [](auto) { return 0u; }),
                   {},
                   {},
                   in_eights});
    all.push_back({Pattern::out_of_bounds,
                   "the ragged last workgroup",
                   Words(out.begin(), out.begin() + 29),
                   changed(
                       Words(out.begin(), out.begin() + 29), [](auto i) { return i >= 24; },
                       [](auto i) { return static_cast<std::uint32_t>(i); }),
                   {},
                   {},
                   {},
                   {},
                   {},
                   in_eights});
    all.push_back({Pattern::out_of_bounds,
                   "the last cell",
                   out,
                   changed(
                       out, [](auto i) { return i == 31; }, [](auto) { return 77u; }),
                   in,
                   {},
                   {},
                   {},
                   {},
                   one_group});
    const Words small = random(32, InputKind::small), sums = inclusive(small);
    all.push_back(
        {Pattern::one_workgroup,
         "a scan that restarts in each workgroup",
         sums,
         changed(
             sums, [](auto i) { return i >= 8; }, [&](auto i) { return sums[i] - sums[i / 8 * 8 - 1]; }),
         small,
         {},
         {},
         {},
         {},
         in_eights});
    all.push_back({Pattern::one_workgroup,
                   "local ids instead of global ones",
                   out,
                   changed(
                       out, [](auto i) { return i >= 8; }, [&](auto i) { return out[i % 8]; }),
                   in,
                   {},
                   {},
                   {},
                   {},
                   in_eights});
    const auto border = [](std::size_t i) { return i > 0 && i < 31 && (i % 8 == 0 || i % 8 == 7); };
    all.push_back({Pattern::workgroup_edges,
                   "neighbours across workgroups",
                   out,
                   changed(out, border, [&](auto i) { return out[i] / 3; }),
                   in,
                   {},
                   {},
                   {},
                   {},
                   in_eights});
    all.push_back({Pattern::workgroup_edges,
                   "a tile without its left halo",
                   out,
                   changed(
                       out, [](auto i) { return i > 0 && i % 8 == 0; }, [&](auto i) { return in[i] - 9; }),
                   in,
                   {},
                   {},
                   {},
                   {},
                   in_eights});
}

void add_sums(std::vector<Example>& all) {
    const Words in = random(32, InputKind::small), up_to = inclusive(in), before = exclusive(in);
    all.push_back(
        {Pattern::scan_kind, "inclusive instead of exclusive", before, up_to, in, {}, {}, {}, {}, one_group});
    all.push_back({Pattern::scan_kind,
                   "exclusive instead of inclusive, of an earlier row",
                   up_to,
                   before,
                   Words(32, 0),
                   in,
                   {},
                   {},
                   {},
                   one_group});
    all.push_back({Pattern::scan_kind,
                   "exclusive instead of inclusive, input unknown",
                   up_to,
                   before,
                   {},
                   {},
                   {},
                   {},
                   {},
                   one_group});
    const Words counts = random(16, InputKind::small, 3), old = random(16, InputKind::small, 4);
    Words both = counts;
    for (std::size_t i = 0; i < both.size(); ++i) both[i] += old[i];
    all.push_back({Pattern::dirty_buffer,
                   "counters that still hold old counts",
                   counts,
                   both,
                   old,
                   {},
                   {},
                   {},
                   {},
                   {}});
    all.push_back(
        {Pattern::dirty_buffer, "the second dispatch of a counter", {9}, {18}, {9}, {}, {}, {}, {}, {}});
}

void add_order(std::vector<Example>& all) {
    const Words keys = random(32, InputKind::shuffled), after = exchanged(keys, 0);
    const auto swap_all = [](Words row, std::size_t distance, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; i += 2 * distance)
            for (std::size_t k = i; k < i + distance; ++k) std::swap(row[k], row[k + distance]);
        return row;
    };
    all.push_back({Pattern::swapped,
                   "neighbours the wrong way round",
                   after,
                   swap_all(after, 1, 4, 12),
                   keys,
                   {},
                   {},
                   {},
                   {},
                   one_group});
    all.push_back({Pattern::swapped,
                   "pairs 4 apart",
                   after,
                   swap_all(after, 4, 8, 16),
                   keys,
                   {},
                   {},
                   {},
                   {},
                   one_group});
    const Words out = random(32, InputKind::shuffled, 2);
    all.push_back({Pattern::shifted,
                   "every value from its left neighbour",
                   out,
                   changed(
                       out, [](auto) { return true; }, [&](auto i) { return out[i == 0 ? 0 : i - 1]; }),
                   {},
                   {},
                   {},
                   {},
                   {},
                   one_group});
    all.push_back({Pattern::shifted,
                   "every value from its right neighbour",
                   out,
                   changed(
                       out, [](auto) { return true; }, [&](auto i) { return i == 31 ? fill : out[i + 1]; }),
                   {},
                   {},
                   {},
                   {},
                   {},
                   one_group});
    Words wide = random(32, InputKind::random, 5);
    for (std::size_t i = 0; i < 32; i += 3) wide[i] |= 0x80000000u;
    for (std::size_t i = 1; i < 32; i += 3) wide[i] &= 0x7FFFFFFFu;
    Words halved = wide, shifted_in = wide;
    for (auto& word : halved) word /= 2;
    for (auto& word : shifted_in) word = word / 2 | (word & 0x80000000u);
    all.push_back(
        {Pattern::signedness, "halved with a sign", halved, shifted_in, wide, {}, {}, {}, {}, one_group});
    const auto right = sorted_words(wide);
    auto as_signed = wide;
    std::ranges::sort(as_signed, {}, [](std::uint32_t word) { return static_cast<std::int32_t>(word); });
    all.push_back(
        {Pattern::signedness, "sorted as signed", right, as_signed, wide, {}, {}, {}, {}, one_group});
    auto turned = wide;
    for (std::size_t low = 0; low < 32; low += 2) {
        if (static_cast<std::int32_t>(turned[low]) > static_cast<std::int32_t>(turned[low + 1]))
            std::swap(turned[low], turned[low + 1]);
    }
    all.push_back({Pattern::signedness,
                   "one pass compared as signed",
                   exchanged(wide, 0),
                   turned,
                   wide,
                   {},
                   {},
                   {},
                   {},
                   one_group});
    Words few = sorted_words(random(32, InputKind::few)), payload(32), unstable(32);
    std::iota(payload.begin(), payload.end(), 0u);
    unstable = payload;
    for (std::size_t i = 0; i + 1 < 32; ++i)
        if (few[i] == few[i + 1]) std::swap(unstable[i], unstable[i + 1]);
    all.push_back({Pattern::equal_keys,
                   "each run of equal keys rotated by one",
                   payload,
                   unstable,
                   {},
                   {},
                   {},
                   few,
                   {},
                   one_group});
    Words reversed = payload;
    for (std::size_t from = 0, to = 0; from < 32; from = to) {
        while (to < 32 && few[to] == few[from]) ++to;
        std::reverse(reversed.begin() + static_cast<std::ptrdiff_t>(from),
                     reversed.begin() + static_cast<std::ptrdiff_t>(to));
    }
    all.push_back({Pattern::equal_keys,
                   "each run of equal keys reversed",
                   payload,
                   reversed,
                   {},
                   {},
                   {},
                   few,
                   {},
                   one_group});
    Words lost = after;
    lost[5] = lost[4];
    lost[18] = lost[21];
    lost[19] = lost[2];
    all.push_back(
        {Pattern::lost_keys, "keys overwritten by others", after, lost, keys, {}, {}, {}, {}, one_group});
    Words sides = after;  // both sides of two pairs took the smaller key
    sides[13] = sides[12];
    sides[23] = sides[22];
    all.push_back({Pattern::lost_keys,
                   "both sides keep the smaller key",
                   after,
                   sides,
                   keys,
                   {},
                   {},
                   {},
                   {},
                   one_group});
}

}  // namespace

std::vector<Example> examples() {
    std::vector<Example> all;
    add_places(all);
    add_sums(all);
    add_order(all);
    return all;
}

}  // namespace pbp::test
