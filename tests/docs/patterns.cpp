// SPDX-License-Identifier: MIT
// docs/patterns.md shows what a diagnosis says about the examples that it is tested with:
//   <!-- pattern: stale values -->   before ![..](figures/..): the first example of that pattern, drawn
// PBP_UPDATE_FIGURES=1 redraws the figures instead of comparing them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "common/picture/strip/strip_layout.hpp"
#include "tests/check/examples.hpp"
#include "tests/docs/pages.hpp"
#include "tests/docs/pictures.hpp"
#include "tests/support/folder.hpp"

using namespace pbp;
using namespace pbp::test;
using pbp::docs::root;

namespace {

constexpr std::uint32_t fill = 0xA5A5A5A5u;

record::Pass row(const std::string& label, const Words& words, const Words& beyond = {}) {
    std::vector<double> values;
    const auto add = [&](std::uint32_t word) {
        values.push_back(word == fill ? std::nan("") : word);  // a value that no scale includes
    };
    std::ranges::for_each(words, add);
    std::ranges::for_each(beyond, add);
    return {.name = label, .values = values, .marks = std::vector(values.size(), CellMark::plain)};
}

bool fills(const picture::Strip& strip) {
    return std::ranges::any_of(strip.rows, [](const auto& row) {
        return std::ranges::any_of(row.values.doubles(), [](double cell) { return std::isnan(cell); });
    });
}

picture::Strip strip_of(const Example& example) {
    picture::Strip strip;
    strip.wrong_means = "wrong: differs from the row expected";
    strip.title = fmt::format("{}: {}", to_string(example.pattern), example.name);
    strip.group = example.schedule.share > 1 && example.schedule.share < example.expected.size()
                      ? example.schedule.share
                      : 0;
    if (!example.beyond.empty()) strip.group_name = "";  // nobody owns what is past the end
    if (!example.keys.empty()) strip.rows.push_back(row("keys, in order", example.keys));
    if (!example.before.empty()) strip.rows.push_back(row("before the pass", example.before));
    strip.rows.push_back(row("expected", example.expected, Words(example.beyond.size(), fill)));
    strip.rows.push_back(row("got", example.got, example.beyond));
    auto& got = strip.rows.back();
    const auto& right = strip.rows[strip.rows.size() - 2];
    for (std::size_t i = 0; i < got.values.size(); ++i) {
        const bool same =
            got.values[i] == right.values[i] || (std::isnan(got.values[i]) && std::isnan(right.values[i]));
        if (!same) got.marks[i] = CellMark::wrong;
    }
    if (strip.group > 0)
        strip.rows.front().undivided = strip.rows.front().values.size() != example.expected.size();
    strip.how_to_read =
        "The last row should equal the one above it" +
        std::string(example.keys.empty() ? "" : "; both hold what travels with the keys") + "." +
        std::string(strip.group > 0 ? " Lines separate workgroups." : "") +
        (example.beyond.empty() ? "" : " The last cells are past the end of the array.") +
        (fills(strip) ? " A cell marked nan was never written: it still holds the fill." : "");
    return strip;
}

/// As many elements around the first wrong one as fit on a page with their numbers.
picture::Strip excerpt(const picture::Strip& whole) {
    const auto& got = whole.rows.back();
    const auto wrong =
        static_cast<std::size_t>(std::ranges::find(got.marks, CellMark::wrong) - got.marks.begin());
    auto strip = whole;
    for (std::size_t count = got.values.size();
         count > 8 && picture::lay_out(strip, {}, 0).width > picture::style::width; count -= 4) {
        const auto first = std::min(wrong - std::min(wrong, count / 2), got.values.size() - count);
        strip.first = static_cast<std::uint32_t>(first);
        for (std::size_t r = 0; r < strip.rows.size(); ++r)
            strip.rows[r] = record::cut(whole.rows[r], first, count);
    }
    return strip;
}

/// A page's text in one line, without the marks of code.
std::string one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    std::erase(text, '`');
    return text;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("the page of patterns quotes each diagnosis, and draws the examples that test it") {
        const auto page = root / "docs/patterns.md";
        const auto text = one_line(read_text(page));
        const auto lines = docs::read_page(page);
        std::set<Pattern> shown;
        for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
            const auto name = docs::note_of(lines[i], "pattern");
            if (name.empty()) continue;
            CAPTURE(name);
            const auto all = examples();
            const auto example =
                std::ranges::find(all, name, [](const Example& one) { return to_string(one.pattern); });
            REQUIRE(example != all.end());
            shown.insert(example->pattern);
            const auto finding = diagnose(example->evidence()).findings.at(0);
            CAPTURE(finding.meaning);
            CHECK(contains(text, finding.meaning));
            for (const auto& hint : finding.hints) {
                CAPTURE(hint);
                CHECK(contains(text, hint));
            }
            const auto& image = lines[i + 1].text;
            const auto from = image.find("](") + 2;
            const auto file = page.parent_path() / image.substr(from, image.find(')', from) - from);
            const Folder folder;
            const auto drawn = folder.path() / "strip.png";
            picture::draw(excerpt(strip_of(*example))).save(drawn);
            if (docs::redrawing()) docs::redraw(file, drawn, false, false);
            REQUIRE(fs::exists(file));
            CHECK(docs::right(file, drawn));
        }
        for (int p = 0; p <= static_cast<int>(Pattern::lost_keys); ++p) {
            const auto pattern = static_cast<Pattern>(p);
            CAPTURE(to_string(pattern));
            if (pattern != Pattern::subgroup_size) CHECK(shown.contains(pattern));
        }
        const Words right{1}, wrong{2};
        const auto of = [&](const Words& got, std::uint32_t lanes) {
            return Evidence{.expected = right, .got = got, .schedule = {.subgroup_size = lanes}};
        };
        const auto finding = diagnose_subgroup_sizes(of(wrong, 8), of(right, 32));
        REQUIRE(finding);
        CHECK(contains(text, finding->meaning));
        for (const auto& hint : finding->hints) CHECK(contains(text, hint));
    }
}
