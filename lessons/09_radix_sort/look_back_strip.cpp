// SPDX-License-Identifier: MIT
// v6's look-back of one round: for each digit, the keys of each tile, and the place of its first one.
#include <fmt/format.h>

#include <algorithm>

#include "lessons/09_radix_sort/stories.hpp"

using namespace pbp;

namespace radix {

namespace {

constexpr std::size_t most_keys = 32;  ///< in one line, with their numbers

const record::Pass* row_named(const picture::Strip& strip, const std::string& name) {
    const auto found = std::ranges::find(strip.rows, name, &record::Pass::name);
    return found == strip.rows.end() ? nullptr : &*found;
}

}  // namespace

std::optional<picture::Strip> look_back_strip(const picture::Strip& recorded, const Words& keys,
                                              const Digit& digit, std::uint32_t tile) {
    const auto* counts = row_named(recorded, "count " + digit.name());
    const auto* places = row_named(recorded, "look back " + digit.name());
    if (counts == nullptr || places == nullptr || keys.size() > most_keys) return {};
    const std::uint32_t tiles = scan::parts_of(static_cast<std::uint32_t>(keys.size()), tile);
    if (counts->values.size() != places->values.size() || counts->values.size() != tiles << digit.width)
        return {};

    picture::Strip strip;
    strip.value_name = "digit";
    strip.group = tile;
    strip.group_name = "tile";
    record::Pass all{.name = digit.name()};
    Words of;
    for (const auto key : keys) of.push_back(digit.of(key));
    all.values = of;
    strip.rows.push_back(std::move(all));
    strip.numbers.emplace_back(keys);
    for (std::uint32_t d = 0; d < 1u << digit.width; ++d)
        for (const auto* table : {counts, places}) {
            record::Pass row{
                .name = fmt::format("digit {}, {}", d, table == counts ? "keys per tile" : "first place"),
                .values = Words(tiles, d),
                .sum = {2 * d + (table == counts ? 1 : 2)},
                .span = tile};
            strip.texts.resize(strip.rows.size() + 1);
            for (std::uint32_t to = 0; table == places && to < tiles; ++to) {
                double sum = places->values[std::size_t{d} * tiles];
                auto text = fmt::format("{:.0f}", sum);
                for (std::uint32_t from = 0; from < to; ++from) {
                    row.links.push_back({from, to, LinkKind::added});
                    text += fmt::format(" + {:.0f}", counts->values[std::size_t{d} * tiles + from]);
                    sum += counts->values[std::size_t{d} * tiles + from];
                }
                const bool adds_up = to > 0 && sum == places->values[std::size_t{d} * tiles + to];
                strip.texts.back().push_back(to == 0   ? text + ", by the histogram"
                                             : adds_up ? fmt::format("{} = {:.0f}", text, sum)
                                                       : "");
            }
            strip.rows.push_back(std::move(row));
            strip.numbers.push_back(table->values.part(std::size_t{d} * tiles, tiles));
        }
    strip.how_to_read =
        "The top row is the keys, in the colours of their digits. Two rows per digit: how many keys each "
        "tile has of it, and the place to which the first of them goes. For tile 0 that is where the digit "
        "begins, by the histogram of all keys; a later tile adds the counts of the tiles before it.";
    return strip;
}

}  // namespace radix
