// SPDX-License-Identifier: MIT
// Pages to test in the browser, and next to each what the browser must read: samples FOLDER.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>

#include "common/report/page.hpp"
#include "tests/report/sample.hpp"

using namespace pbp::page;
using namespace pbp::page::test;
using pbp::record::Own;

namespace {

/// Rows of every type, with marks, links of every kind, expected values, writers and images.
std::vector<Row> all_kinds() {
    std::mt19937 random(7);
    std::vector<Row> rows;
    const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
    const std::vector<std::vector<double>> arrays{
        {1, 2, 3, 4, 5, 6},           {2, 1, 3, 9, 5, 4294967295.0},
        {1, 1, 3, 12, 5, 8},          {-1, 2, -3, 4, -2147483648.0, 6},
        {-2, 2, -3, 5, 0, 7},         {0.5, nan, inf, -inf, -0.0, 1e-40},
        {nan, 0.5, 1, 2, 3, 4},       {0.1, 1e300, -2, nan, inf, 7},
        {1e300, 0.1, -2, 0.2, 5, -7}, {1, 2, 3}};
    for (const auto& cells : arrays) {
        RowHead head{.total = cells.size() + 10, .dispatch = 0};
        pbp::record::Pass pass{.name = "array " + std::to_string(rows.size()),
                               .values = cells,
                               .number = static_cast<std::int32_t>(rows.size())};
        for (std::uint32_t kind = 0; kind < 8 && rows.size() % 3 != 0; ++kind)
            pass.links.push_back({static_cast<std::uint32_t>(random() % cells.size()),
                                  static_cast<std::uint32_t>(random() % cells.size()),
                                  static_cast<pbp::LinkKind>(kind)});
        pass.sum.array = static_cast<std::uint32_t>(rows.size() / 3);
        if (rows.size() % 4 == 1) {
            pass.sum.own = rows.size() == 1 ? Own::added : Own::taken_away;
            for (std::size_t i = 0; i < cells.size(); ++i) pass.sum.values.push_back(random());
        }
        if (rows.size() % 2 == 1) {
            pass.marks.assign(cells.size(), pbp::CellMark::plain);
            pass.marks[1] = pbp::CellMark::wrong;
            pass.marks[2] = pbp::CellMark::idle;
            auto expected = cells;
            expected[1] = cells[2];
            pass.expected = std::move(expected);
            pass.writers = std::vector<std::uint32_t>(cells.size(), 3);
            pass.lines =
                std::vector<std::uint32_t>(cells.size(), 2000 + static_cast<std::uint32_t>(rows.size()));
        }
        rows.push_back({head, pass});
    }
    for (const bool again : {false, true}) {
        std::vector<std::uint32_t> pixels;
        for (std::uint32_t i = 0; i < 15; ++i)
            pixels.push_back(again && i > 2 ? rows.back().pass.values.word(i)
                                            : static_cast<std::uint32_t>(random()));
        rows.push_back({{.total = 15},
                        {.name = "image",
                         .values = pixels,
                         .image = {5, 3},
                         .number = static_cast<std::int32_t>(rows.size())}});
    }
    return rows;
}

nlohmann::json words(const std::vector<double>& cells) {
    auto all = nlohmann::json::array();
    for (const double cell : cells)
        if (std::isfinite(cell))
            all.push_back(cell);
        else
            all.push_back(std::isnan(cell) ? "nan" : cell < 0 ? "-inf" : "inf");
    return all;
}

nlohmann::json truth(const std::vector<Row>& rows) {
    auto all = nlohmann::json::array();
    for (const auto& [head, pass] : rows) {
        auto links = nlohmann::json::array();
        for (const auto& link : pass.links)
            links.push_back({link.from, link.to, static_cast<int>(link.kind)});
        all.push_back({{"cells", pass.is_image() ? words({}) : words(pass.values.doubles())},
                       {"pixels", pass.is_image() ? pass.values.words() : std::vector<std::uint32_t>()},
                       {"expected", words(pass.expected.doubles())},
                       {"writers", pass.writers},
                       {"lines", pass.lines},
                       {"sum", {pass.sum.array, static_cast<int>(pass.sum.own), pass.sum.values}},
                       {"links", links}});
    }
    return all;
}

Report run(const std::string& title, std::vector<Version> versions) {
    Report report{.lesson = "05_sample",
                  .title = title,
                  .element = "element",
                  .data = "a sample",
                  .renderer = "none",
                  .subgroups = "",
                  .about = "",
                  .began = "2000-01-01 00:00",
                  .seconds = 1,
                  .problem = "",
                  .versions = std::move(versions)};
    for (auto& version : report.versions) {
        version.recorded.dispatches = {{0, {4, 1, 1}, {256, 1, 1}, 32}};
        std::string text;
        for (int line = 1; line <= 40; ++line)
            text += line == 30 ? "void main() {\n" : "    // line " + std::to_string(line) + "\n";
        version.recorded.programs = {{"v1.comp", {{"v1.comp", text}, {"part.glsl", "// included\n"}}}};
        version.recorded.line_notes = {{"v1.comp", 32, "data race", "two invocations write one word"}};
        version.recorded.line_counts = {{"v1.comp", 33, "sectors", 128}};
        version.recorded.caption = {{title, "How to read it.", "key", 0, {0, 0, 0}, 0}};
    }
    return report;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return std::cerr << "samples FOLDER\n", 2;
    const std::filesystem::path folder = argv[1];
    const auto put = [&](const std::string& name, const std::string& text) {
        std::filesystem::create_directories((folder / name).parent_path());
        std::ofstream(folder / name, std::ios::binary) << text;
    };
    put("large/index.html", page_of(run("large", {version_of("v1_large", sorted_rows(1024, 256)),
                                                  version_of("v2_again", sorted_rows(1024, 256))})));
    put("million/index.html",
        page_of(run("a million cells", {version_of("v1_million", sorted_rows(1024, 1023))})));
    put("wide/index.html", page_of(run("wide", {version_of("v1_wide", sorted_rows(16384, 20))})));
    put("motion/index.html", page_of(run("motion", {version_of("v1_motion", sorted_rows(64, 21))})));
    const auto rows = all_kinds();
    put("kinds/index.html", page_of(run("kinds", {version_of("v1_kinds", rows)})));
    put("kinds/truth.json", truth(rows).dump());
    auto sort = sorted_rows(16, 10), wrong = sort;
    wrong.resize(8);
    mark_wrong(wrong[7], 5, 99);
    auto bad = version_of("v2_wrong", wrong);
    bad.status = "wrong";
    bad.message = "wrong after block 8, stride 1: element 5 is 3, expected 99";
    bad.cause = {
        "what happened", "element 5", "A value was read before it was written.", {"Look for a barrier."}};
    put("small/index.html",
        page_of(run("small", {version_of("v1_small", sort), bad, version_of("v3_other", sort)})));
    put("hostile/index.html", page_of(hostile_report()));
    put("empty/index.html", page_of(run("empty", {Version{.recorded = {},
                                                          .name = "v1_nothing",
                                                          .idea = "",
                                                          .status = "",
                                                          .message = "",
                                                          .passes = 0,
                                                          .passes_checked = 0,
                                                          .orders = "",
                                                          .time = "",
                                                          .packed = "",
                                                          .notes = {},
                                                          .pictures = {},
                                                          .cause = {},
                                                          .calls = {}}})));
    auto host = version_of("v1_calls", sort);
    host.calls = {{{"before the first pass", 0, {{"glCreateBuffers", "1, [keys]", ""}}},
                   {"v1.comp, passes 1 to 2 of 10", 1, {{"glDispatchCompute", "3, 1, 1", ""}}},
                   {"v1.comp, passes 3 to 10 of 10",
                    2,
                    {{"glDispatchCompute", "3, 1, 1", ""}, {"glFinish", "", "", 2}}},
                   {"at the end", 0, {{"glDeleteBuffers", "1, [keys]", ""}}}},
                  {{"glCreateBuffers", "glCreateBuffers", "Creates."},
                   {"glDeleteBuffers", "glDeleteBuffers", "Deletes."},
                   {"glDispatchCompute", "glDispatchCompute", "Starts <workgroups>."},
                   {"glFinish", "glFinish", "Waits."}},
                  0};
    put("calls/index.html", page_of(run("calls", {host})));
    return 0;
}
