// SPDX-License-Identifier: MIT
#include "common/record/failure_strips.hpp"

#include <algorithm>
#include <cmath>

#include "common/record/failure_images.hpp"

namespace pbp {

namespace {

constexpr std::size_t most_columns = 48;
constexpr std::size_t most_rows = 16;

/// A row cut to [first, last), with its links where the row above them is drawn.
picture::Row cut(const picture::Row& row, std::size_t first, std::size_t last, bool linked = false) {
    picture::Row part{row.label, {}, {}, {}};
    for (std::size_t i = first; i < std::min(last, row.cells.size()); ++i) {
        part.cells.push_back(row.cells[i]);
        part.marks.push_back(i < row.marks.size() ? row.marks[i] : CellMark::plain);
    }
    if (!linked) return part;
    for (const auto& link : row.links)
        if (std::min(link.from, link.to) >= first && std::max(link.from, link.to) < last)
            part.links.push_back({static_cast<std::uint32_t>(link.from - first),
                                  static_cast<std::uint32_t>(link.to - first), link.kind});
    return part;
}

}  // namespace

std::vector<std::string> save_failure_strips(const std::filesystem::path& folder, const std::string& version,
                                             Recorder& recorder) {
    if (recorder.wrong_image()) return save_failure_images(folder, version, *recorder.wrong_image());
    const auto& rows = recorder.strip().rows;
    if (rows.empty()) return {};
    const auto& wrong = rows.back();
    const std::size_t size = std::max(wrong.cells.size(), recorder.wrong_expected().size());
    const std::size_t first =
        size <= most_columns ? 0
                             : std::min(recorder.wrong_index() -
                                            std::min<std::size_t>(recorder.wrong_index(), most_columns / 2),
                                        size - most_columns);
    const std::size_t last = std::min(size, first + most_columns);

    picture::Strip got, expected, difference;
    const auto share = recorder.wrong_share();
    for (auto* strip : {&got, &expected, &difference}) strip->group = share > 1 && share < size ? share : 0;
    got.first = expected.first = difference.first = static_cast<std::uint32_t>(first);
    bool above_drawn = false;
    for (std::size_t r = rows.size() - std::min(rows.size(), most_rows); r + 1 < rows.size(); ++r) {
        const bool drawn = rows[r].cells.size() >= last;  // else what was kept of it ends too soon
        if (drawn) got.rows.push_back(cut(rows[r], first, last, above_drawn));
        above_drawn = drawn;
    }
    expected.rows = got.rows;
    got.rows.push_back(cut(wrong, first, last));
    expected.rows.push_back(cut({wrong.label, recorder.wrong_expected(), {}, wrong.marks}, first, last));
    picture::Row apart{wrong.label, {}, {}, got.rows.back().marks};
    for (std::size_t i = 0; i < got.rows.back().cells.size(); ++i) {
        const bool both = i < expected.rows.back().cells.size();
        const double by = both ? got.rows.back().cells[i] - expected.rows.back().cells[i] : std::nan("");
        // Two NaNs, or two equal infinities, differ by nothing.
        apart.cells.push_back(apart.marks[i] == CellMark::wrong ? by : 0);
    }
    difference.rows.push_back(std::move(apart));

    std::vector<std::string> files;
    const auto save = [&](picture::Strip& strip, const std::string& name, const std::string& title,
                          const std::string& how_to_read) {
        strip.title = version + ": " + title;
        strip.how_to_read = how_to_read;
        const auto file = folder / (version + "." + name + ".png");
        picture::draw(strip).save(file);
        files.push_back(file.string());
    };
    save(expected, "expected", "what was expected, up to the first wrong pass",
         recorder.skipped() == 0 ? "The last row is what the CPU twin makes of the row above it; the cells "
                                   "that came out wrong are ringed."
                                 : "Between the last two rows lie passes that were not checked; the cells "
                                   "that came out wrong are ringed.");
    save(got, "got", "what the shader made, up to the first wrong pass",
         "The last row is the first that differs from its CPU twin; the wrong cells are ringed." +
             std::string(got.group > 0 ? " A line parts the cells of one workgroup from those of the next."
                                       : ""));
    difference.value_name = "got minus expected";
    save(difference, "difference", "got minus expected, in the first wrong pass",
         "A cell that is not 0 is wrong by that much.");
    return files;
}

}  // namespace pbp
