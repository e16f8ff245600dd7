// SPDX-License-Identifier: MIT
#include "common/lesson/simulation_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "common/picture/diagram/grid.hpp"
#include "common/picture/diagram/lane_map.hpp"
#include "common/picture/strip/strip.hpp"

namespace pbp {

namespace {

using namespace pbp::picture;
using sim::Op;

/// A line of the source that some code stands for.
struct SourceLine {
    int number = 0;
    std::string file, text;
};

class Pictures {
  public:
    Pictures(const sim::Account& account, const sim::Settings& settings, std::string title)
        : account_(account), settings_(settings), title_(std::move(title)) {}

    std::optional<Canvas> active_lanes() const;
    std::optional<Canvas> accesses(bool shared) const;
    std::optional<Canvas> writers() const;

  private:
    SourceLine line_of(std::uint32_t instruction) const {
        const auto& code = *account_.code;
        const auto number = static_cast<int>(code.sites[code.instructions[instruction].site].line);
        const auto place = account_.source.locate(0, number);
        auto text = account_.source.line_text(0, number);
        text.erase(0, text.find_first_not_of(' '));
        if (text.size() > 70) text = text.substr(0, 67) + "...";
        return {place.line, std::filesystem::path(place.file).filename().string(), text};
    }
    /// The first instruction of a block that a GPU would issue; none: lanes only meet there.
    std::optional<std::uint32_t> first_issued(std::uint32_t block) const {
        const auto& [first, count] = account_.code->blocks[block];
        for (std::uint32_t at = first; at < first + count; ++at)
            if (is_issued(account_.code->instructions[at].op)) return at;
        return std::nullopt;
    }
    std::uint32_t local_count() const {
        std::uint32_t count = 1;
        for (const auto size : account_.code->module.local_size) count *= size;
        return count;
    }

    const sim::Account& account_;
    const sim::Settings& settings_;
    std::string title_;
};

std::optional<Canvas> Pictures::active_lanes() const {
    Grid grid;
    grid.title = title_ + ": which lanes are active, and when";
    grid.how_to_read =
        "Each panel is a subgroup of workgroup 0, each row one of its lanes, each column a step: a stretch "
        "of code, in the order in which the subgroup ran them. The number is the first line of the stretch "
        "in the shader, whose text is above. A lane with an empty cell waits for the others; \"end\" means "
        "that it has ended.";
    grid.value_name = "line";
    grid.column_name = "step";
    grid.row_name = "lane";
    grid.categorical = true;
    grid.absent_name = "waits, or has ended";
    constexpr std::size_t most_columns = 48, most_panels = 4;
    for (std::uint32_t subgroup = 0; subgroup < most_panels; ++subgroup) {
        std::vector<std::pair<int, sim::Mask>> columns;
        for (const auto& step : account_.evidence.steps) {
            if (step.subgroup != subgroup) continue;
            const auto first = first_issued(step.block);
            if (!first) continue;
            const auto source = line_of(*first);
            const int line = source.number;
            grid.names[line] = fmt::format("{}: {}", line, source.text);
            if (!columns.empty() && columns.back().first == line && columns.back().second == step.lanes)
                continue;
            if (columns.size() == most_columns) break;
            columns.emplace_back(line, step.lanes);
        }
        if (columns.empty()) continue;
        const auto lanes =
            std::min(settings_.subgroup_size, local_count() - subgroup * settings_.subgroup_size);
        Panel panel{fmt::format("subgroup {}", subgroup),
                    static_cast<int>(columns.size()),
                    static_cast<int>(lanes),
                    0,
                    0,
                    {}};
        panel.cells.resize(columns.size() * lanes, {0, "", true, false});
        std::vector<std::size_t> ended(lanes, 0);  // the column from which on a lane does nothing
        for (std::size_t c = 0; c < columns.size(); ++c)
            columns[c].second.each([&](std::uint32_t lane) {
                panel.cells[lane * columns.size() + c] = {static_cast<double>(columns[c].first),
                                                          std::to_string(columns[c].first), false, false};
                ended[lane] = c + 1;
            });
        for (std::size_t lane = 0; lane < lanes; ++lane)
            for (std::size_t c = ended[lane]; c < columns.size(); ++c)
                panel.cells[lane * columns.size() + c].text = "end";
        grid.panels.push_back(std::move(panel));
    }
    if (grid.panels.empty()) return std::nullopt;
    return picture::draw(grid);
}

/// A subgroup's access as a panel of banks.
LanePanel banks_of(const sim::AccessSample& sample, const sim::Settings& settings) {
    LanePanel panel;
    const auto banks = settings.memory.banks;
    for (std::uint32_t bank = 0; bank < banks; ++bank) panel.columns.push_back({std::to_string(bank)});
    std::map<std::uint32_t, std::set<std::uint32_t>> words_in;
    std::uint32_t row = 0;
    sample.lanes.each([&](std::uint32_t lane) {
        if (row >= sample.addresses.size()) return;
        panel.lanes.push_back(fmt::format("lane {}", lane));
        for (std::uint32_t k = 0; k < sample.length / 4; ++k) {
            const auto word = sample.addresses[row] / 4 + k, bank = word % banks;
            auto& words = words_in[bank];
            const bool waits = !words.empty() && !words.contains(word);
            words.insert(word);
            panel.touches.push_back({row, bank, 0, waits});
        }
        ++row;
    });
    std::size_t most = 0;
    for (const auto& [bank, words] : words_in) most = std::max(most, words.size());
    panel.total = fmt::format("{} word{} in the fullest bank: {} cycle{}", most, most == 1 ? "" : "s", most,
                              most == 1 ? "" : "s");
    return panel;
}

/// A subgroup's access as a panel of sectors of memory.
LanePanel sectors_of(const sim::AccessSample& sample, const sim::Settings& settings) {
    LanePanel panel;
    const auto bytes = settings.memory.sector_bytes;
    panel.parts = bytes / 4;
    std::set<std::uint32_t> sectors, words;
    for (const auto at : sample.addresses)
        for (std::uint32_t k = 0; k < sample.length; k += 4) {
            sectors.insert((at + k) / bytes);
            words.insert((at + k) / 4);
        }
    std::map<std::uint32_t, std::uint32_t> column_of;
    for (const auto sector : sectors) {
        const bool apart = !column_of.empty() && !column_of.contains(sector - 1);
        column_of[sector] = static_cast<std::uint32_t>(panel.columns.size());
        panel.columns.push_back({std::to_string(sector * bytes), apart});
    }
    std::uint32_t row = 0;
    sample.lanes.each([&](std::uint32_t lane) {
        if (row >= sample.addresses.size()) return;
        panel.lanes.push_back(std::to_string(lane));
        for (std::uint32_t k = 0; k < sample.length; k += 4) {
            const auto at = sample.addresses[row] + k;
            panel.touches.push_back({row, column_of.at(at / bytes), at % bytes / 4, false});
        }
        ++row;
    });
    const auto least = (words.size() * 4 + bytes - 1) / bytes;
    panel.total = fmt::format("{} sector{} moved, where {} would do", sectors.size(),
                              sectors.size() == 1 ? "" : "s", least);
    return panel;
}

std::optional<Canvas> Pictures::accesses(bool shared) const {
    const auto& code = *account_.code;
    std::vector<const sim::AccessSample*> samples;
    for (const auto& sample : account_.evidence.samples) {
        const auto op = code.instructions[sample.instruction].op;
        const bool is_shared = op == Op::load_shared || op == Op::store_shared || op == Op::atomic_shared;
        const bool is_buffer = op == Op::load_buffer || op == Op::store_buffer || op == Op::atomic_buffer;
        if (shared ? is_shared : is_buffer) samples.push_back(&sample);
    }
    std::ranges::stable_sort(samples, std::ranges::greater{}, &sim::AccessSample::cost);
    if (samples.empty()) return std::nullopt;
    LaneMap map;
    map.title = title_ + (shared ? ": banks of shared memory" : ": sectors of memory");
    map.how_to_read =
        shared ? fmt::format(
                     "The costliest access of a subgroup at each of the worst lines. Each row is a lane, "
                     "each column one of {} banks; word w is in bank w mod {}, and a bank serves one word "
                     "per cycle. Lanes that need the same word are served together.",
                     settings_.memory.banks, settings_.memory.banks)
               : fmt::format(
                     "The costliest access of a subgroup at the worst line. Above, its lanes; below, the "
                     "sectors that they touch: {} bytes each, which memory moves as a whole, with the offset "
                     "of the first byte in the buffer. A line leads from a lane to its words.",
                     settings_.memory.sector_bytes);
    if (shared) {
        map.touched_name = "the lane's word is in this bank";
        map.waits_name = "another word of this bank is served first";
    }
    samples.resize(std::min<std::size_t>(samples.size(), shared ? 2 : 1));
    for (const auto* sample : samples) {
        auto panel = shared ? banks_of(*sample, settings_) : sectors_of(*sample, settings_);
        const auto line = line_of(sample->instruction);
        const auto op = code.instructions[sample->instruction].op;
        const char* what = op == Op::load_shared || op == Op::load_buffer     ? "reads"
                           : op == Op::store_shared || op == Op::store_buffer ? "writes"
                                                                              : "atomics";
        panel.title = fmt::format("{} of {}:{}: {}", what, line.file, line.number, line.text);
        const auto twins = std::ranges::count_if(
            samples, [&](const auto* other) { return line_of(other->instruction).number == line.number; });
        const auto earlier = std::ranges::count_if(samples, [&](const auto* other) {
            return other->instruction < sample->instruction &&
                   line_of(other->instruction).number == line.number;
        });
        if (twins > 1) panel.title += fmt::format("  (its access {})", earlier + 1);
        map.panels.push_back(std::move(panel));
    }
    return picture::draw(map);
}

/// ": pairs 4 apart" where each invocation has written two words, all at the same distance.
std::string pairs_in(const std::vector<std::uint32_t>& writers) {
    std::map<std::uint32_t, std::vector<std::size_t>> by;
    for (std::size_t i = 0; i < writers.size(); ++i) by[writers[i]].push_back(i);
    const auto apart = [](const auto& one) {
        return one.first > 0 && one.second.size() == 2 ? one.second[1] - one.second[0] : 0;
    };
    const auto first = by.empty() ? 0 : apart(*by.begin());
    const bool all = std::ranges::all_of(by, [&](const auto& one) { return apart(one) == first; });
    return first > 0 && all ? fmt::format(": pairs {} apart", first) : "";
}

std::optional<Canvas> Pictures::writers() const {
    const auto& rows = account_.evidence.writers;
    // The buffer in which most is written.
    std::map<std::uint32_t, std::size_t> written;
    for (const auto& row : rows)
        written[row.buffer] +=
            static_cast<std::size_t>(std::ranges::count_if(row.writers, [](auto who) { return who > 0; }));
    if (written.empty()) return std::nullopt;
    const auto buffer =
        std::ranges::max_element(written, {}, [](const auto& one) { return one.second; })->first;
    if (written[buffer] == 0) return std::nullopt;
    Strip strip;
    const auto& block = account_.code->buffers[buffer];
    strip.title = fmt::format("{}: who wrote what", title_);
    strip.how_to_read = fmt::format(
        "Each cell is a 4-byte word of the buffer {}, each row a dispatch. The number is the invocation that "
        "wrote the word last, by its number among all invocations of the dispatch",
        block.name);
    strip.value_name = "invocation";
    for (const auto& row : rows) {
        if (row.buffer != buffer) continue;
        record::Pass made{.name = fmt::format("dispatch {}{}", row.dispatch, pairs_in(row.writers))};
        std::vector<double> numbers;
        for (const auto who : row.writers) {
            numbers.push_back(who == 0 ? 0.0 : static_cast<double>(who - 1));
            made.marks.push_back(who == 0 ? CellMark::absent : CellMark::plain);
        }
        made.values = std::move(numbers);
        strip.rows.push_back(std::move(made));
    }
    if (strip.rows.empty() || strip.rows.front().values.empty()) return std::nullopt;
    const bool whole = std::ranges::none_of(strip.rows, [](const record::Pass& row) {
        return std::ranges::find(row.marks, CellMark::absent) != row.marks.end();
    });
    strip.how_to_read += whole ? "." : "; an empty cell was not written.";
    if (std::ranges::any_of(strip.rows, [](const auto& row) { return row.name.ends_with("apart"); }))
        strip.how_to_read += " Equal numbers in a row are the pair that one invocation wrote.";
    return picture::draw(strip);
}

}  // namespace

std::vector<std::string> save_simulation_pictures(const sim::Account& account, const sim::Settings& settings,
                                                  const std::filesystem::path& stem,
                                                  const std::string& title) {
    const Pictures pictures(account, settings, title);
    std::vector<std::string> saved;
    const auto save = [&](const char* name, const std::optional<Canvas>& canvas) {
        if (!canvas) return;
        const auto file = stem.string() + "_" + name + ".png";
        canvas->save(file);
        saved.push_back(file);
    };
    save("active", pictures.active_lanes());
    save("banks", pictures.accesses(true));
    save("sectors", pictures.accesses(false));
    save("writers", pictures.writers());
    return saved;
}

}  // namespace pbp
