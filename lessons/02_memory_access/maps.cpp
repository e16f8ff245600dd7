// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <set>

#include "lessons/02_memory_access/pictures.hpp"

namespace memory {

namespace {

using pbp::picture::LanePanel;

/// The active lanes of the first subgroup, each with the words that it touches.
std::vector<std::pair<std::uint32_t, std::uint32_t>> first_subgroup(const Access& access, const Words& row,
                                                                    std::uint32_t lanes) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> touched;
    for (std::uint32_t lane = 0; lane < std::min<std::size_t>(lanes, row.size()); ++lane)
        if (access.word(lane))
            for (std::uint32_t k = 0; k < access.words(lane); ++k) touched.emplace_back(lane, row[lane] + k);
    return touched;
}

Words words_of(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& touched) {
    Words words;
    for (const auto& [lane, word] : touched) words.push_back(word);
    return words;
}

std::string plural(std::size_t count, const char* word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

}  // namespace

LanePanel sector_panel(const Access& access, const Words& row, std::uint32_t lanes) {
    const auto touched = first_subgroup(access, row, lanes);
    std::map<std::uint32_t, std::uint32_t> column;  // of a sector
    for (const auto& [lane, word] : touched) column[word / sector_words] = 0;
    LanePanel panel;
    panel.parts = sector_words;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) panel.lanes.push_back(std::to_string(lane));
    for (auto at = column.begin(); at != column.end(); ++at) {
        at->second = static_cast<std::uint32_t>(panel.columns.size());
        const bool apart = at != column.begin() && std::prev(at)->first + 1 != at->first;
        panel.columns.push_back({std::to_string(std::uint64_t{at->first} * 32), apart});
    }
    std::set<std::uint32_t> used;
    for (const auto& [lane, word] : touched) {
        panel.touches.push_back({lane, column[word / sector_words], word % sector_words, false});
        used.insert(word);
    }
    const std::size_t moved = 32 * sectors(words_of(touched));
    panel.title = access.caption;
    panel.total =
        fmt::format("{} = {} bytes, {:.3g} % used", plural(column.size(), "sector"), moved,
                    moved == 0 ? 100 : 400.0 * static_cast<double>(used.size()) / static_cast<double>(moved));
    return panel;
}

LanePanel bank_panel(const Access& access, const Words& row, std::uint32_t lanes) {
    const std::uint32_t wide = access.words(0);
    lanes = std::min(lanes, bank_count / wide);
    const auto touched = first_subgroup(access, row, lanes);
    std::map<std::uint32_t, std::set<std::uint32_t>> wanted;  // which words of a bank
    for (const auto& [lane, word] : touched) wanted[word % bank_count].insert(word);
    LanePanel panel;
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
        panel.lanes.push_back(fmt::format("lane {}: no word", lane));
    for (std::uint32_t bank = 0; bank < bank_count; ++bank)
        panel.columns.push_back({std::to_string(bank), false});
    for (const auto& [lane, word] : touched) {
        const std::uint32_t bank = word % bank_count;
        panel.lanes[lane] =
            wide > 1 ? fmt::format("lane {}: words {} to {}", lane, row[lane], row[lane] + wide - 1)
                     : fmt::format("lane {}: word {}", lane, word);
        panel.touches.push_back({lane, bank, 0, wanted[bank].size() > 1});
    }
    panel.title = access.caption;
    panel.total = fmt::format("{} of {} banks, {}", wanted.size(), bank_count,
                              plural(bank_cycles(words_of(touched)), "cycle"));
    return panel;
}

void check_addresses(pbp::Run& run, const Launch& launch, Maps& maps) {
    Words row(run.records() ? launch.items : 0, 0);
    maps.group = launch.group;
    for (std::size_t i = 0; i < launch.accesses.size(); ++i) {
        const Access& access = launch.accesses[i];
        access.step(row);
        run.check_shared(access.name, row, access.marks(launch.items));
        if (!run.drawing() || !run.records()) continue;
        const Words seen = run.traced_row(i);
        const auto count = lanes(run.options);
        if (access.shared) {
            maps.banks.push_back(bank_panel(access, seen, count));
            maps.counts.push_back(fmt::format("{}: {}", access.name, maps.banks.back().total));
            if (access.words(0) == 1 || maps.banks.size() > 1) continue;
            Words plain = seen;  // the fours of a row in their own order
            for (auto& word : plain)
                word = 4 * (word / 4 ^ (word / launch.group.y / 4 % (launch.group.y / 4)));
            maps.banks.push_back(bank_panel(access, plain, count));
            maps.banks.back().title = "without the swizzle they would be written here";
        } else {
            maps.sectors.push_back(sector_panel(access, seen, count));
            maps.counts.push_back(fmt::format("{}: {}", access.name, maps.sectors.back().total));
        }
        if (launch.name != "grey") continue;
        maps.pixels = {seen.begin(), seen.begin() + launch.group.x * launch.group.y};
    }
}

}  // namespace memory
