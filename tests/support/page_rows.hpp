// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "common/report/model_json.hpp"
#include "tests/support/lessons.hpp"
#include "tests/support/page_text.hpp"

namespace pbp::test {

/// A row of numbers as the page holds it: words of 32 bits, as common/report/row_coder.hpp defines.
struct PageRow {
    using Words = std::vector<std::uint32_t>;
    page::RowHead head;
    std::vector<record::Link> links, missing, extra, placed;
    Words cells, own;
    std::vector<CellMark> marks;

    bool holds(std::size_t i) const {
        return i < cells.size() && (marks.empty() || marks[i] != CellMark::absent);
    }
};

class PageRowReader {
  public:
    using Words = PageRow::Words;
    explicit PageRowReader(std::string bytes) : bytes_(std::move(bytes)) {}

    PageRow next(const page::RowHead& head) {
        PageRow row{head, {}, {}, {}, {}, {}, {}, {}};
        row.links = links(head.links);
        row.missing = links(head.missing);
        row.extra = links(head.extra);
        row.placed = links(head.placed);
        const bool pixels = head.type == page::CellType::pixel;
        REQUIRE(head.type != page::CellType::float64);  // no lesson has such rows
        row.cells = words(head.cells);
        const auto& before = before_[head.part];
        if (!pixels && head.type == before.head.type && head.first == before.head.first) undo(row, before);
        if (head.own != record::Own::none) row.own = words(head.cells);
        if (head.marks)
            for (const char mark : take(head.cells)) row.marks.push_back(static_cast<CellMark>(mark));
        if (head.expected) words(head.cells);
        if (head.written) words(head.cells), words(head.cells);
        if (!pixels) before_[head.part] = row;
        return row;
    }
    bool at_end() const { return at_ == bytes_.size(); }

  private:
    std::string take(std::size_t count) {
        REQUIRE(at_ + count <= bytes_.size());
        return bytes_.substr(std::exchange(at_, at_ + count), count);
    }
    std::vector<record::Link> links(std::size_t count) {
        const auto from = words(count), span = words(count);
        std::vector<record::Link> all(count);
        for (std::size_t k = 0; k < count; ++k) {
            all[k].from = from[k] + (k > 0 ? all[k - 1].from : 0);
            all[k].to = all[k].from + span[k];
        }
        const auto kinds = take(count);
        for (std::size_t k = 0; k < count; ++k) all[k].kind = static_cast<LinkKind>(kinds[k]);
        return all;
    }
    Words words(std::size_t count) {
        const auto planes = take(4 * count);
        Words all(count, 0);
        for (std::size_t i = 0; i < 4 * count; ++i)
            all[i % count] |= std::uint32_t{static_cast<unsigned char>(planes[i])} << 8 * (i / count);
        return all;
    }
    /// Cells are stored as differences from what the previous row and the links predict.
    static void undo(PageRow& row, const PageRow& before) {
        const auto& was = before.cells;
        auto expected = was;
        for (const auto& [from, to, kind] : row.links) {
            using enum LinkKind;
            if (from >= was.size() || to >= was.size()) continue;
            const bool swap = kind == swapped || kind == swapped_ascending || kind == swapped_descending;
            if (swap || kind == moved) expected[to] = was[from];
            if (swap) expected[from] = was[to];
            if (kind == added && row.head.type <= page::CellType::int32) expected[to] += was[from];
        }
        for (std::size_t i = 0; i < std::min(row.cells.size(), expected.size()); ++i)
            row.cells[i] ^= expected[i];
    }

    std::string bytes_;
    std::size_t at_ = 0;
    std::map<std::string, PageRow> before_;  // by part
};

/// By version, the rows of its page, on a simulator; none for an exit code that does not matter.
inline std::map<std::string, std::vector<PageRow>> page_rows_of(const std::string& lesson,
                                                                std::vector<std::string> words,
                                                                std::optional<int> exit_code = 0) {
    const Folder folder;
    // The page has the rows of the first order: a second one would change nothing in it.
    words.insert(words.end(),
                 {"--sim-schedule", "in-order", "--sim-subgroup", "8", "--quiet", "--out", folder.path()});
    const auto outcome = run_lesson(lesson, words, {verdict_alone});
    CAPTURE(outcome.output);
    if (exit_code) REQUIRE(outcome.exit_code == *exit_code);
    const auto page = read_text(folder.path() / lesson / "index.html");
    const auto run = nlohmann::json::parse(element(page, "run"));
    std::map<std::string, std::vector<PageRow>> all;
    for (const auto& version : run["versions"]) {
        const auto& owner = version.contains("numbers_of")
                                ? run["versions"][version["numbers_of"].get<std::size_t>()]
                                : version;
        PageRowReader reader(unpacked(owner["numbers"].get<std::string>()));
        auto& rows = all[version["name"].get<std::string>()];
        for (const auto& head : heads_of(version)) rows.push_back(reader.next(head.get<page::RowHead>()));
        CHECK(reader.at_end());
    }
    return all;
}

}  // namespace pbp::test
