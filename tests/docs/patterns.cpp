// SPDX-License-Identifier: MIT
// docs/patterns.md shows what a diagnosis says about the examples that it is tested with:
//   <!-- pattern: shifted by one -->   before ![..](figures/..): the first example of that pattern, drawn
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

/// What to see in the first example of a pattern.
std::string what_to_see(Pattern pattern) {
    switch (pattern) {
        case Pattern::lost_keys:
            return "A ringed cell holds a key that another cell holds, too; its own is nowhere.";
        case Pattern::one_workgroup:
            return "Every workgroup begins its sum at 0: only the first may.";
        case Pattern::workgroup_edges:
            return "Only cells at the edge of a workgroup are wrong.";
        case Pattern::out_of_bounds:
            return "The cells of the last workgroup, which is not full, hold their element numbers: nothing "
                   "else "
                   "was "
                   "written there.";
        case Pattern::written_outside:
            return "The array ends at element 31. Nothing may be written past it, but one word was. "
                   "The fill is what that memory held before.";
        case Pattern::never_written:
            return "Every other cell was never written: it still holds the fill that was there before.";
        case Pattern::scan_kind:
            return "A ringed cell is too large by the element itself.";
        case Pattern::shifted:
            return "A ringed cell holds what its left neighbour should hold.";
        case Pattern::swapped:
            return "The ringed cells have changed places, two neighbours at a time.";
        case Pattern::equal_keys:
            return "The keys are in order. The two rows below hold what travels with them: the position that "
                   "each key came from. Equal keys should keep their order, and do not.";
        case Pattern::signedness:
            return "The cells were to be halved. Those from 2^31 up, 2.1G, were halved as negative numbers. "
                   "M: "
                   "millions, G: billions.";
        case Pattern::dirty_buffer:
            return "A ringed cell is the sum of the two above it: the old count was not cleared.";
        default:
            return "";
    }
}

picture::Strip strip_of(const Example& example) {
    picture::Strip strip;
    strip.wrong_means = "wrong: differs from the row expected";
    strip.title = fmt::format("{}: {}", to_string(example.pattern), example.name);
    strip.group = example.schedule.share > 1 && example.schedule.share < example.expected.size()
                      ? example.schedule.share
                      : 0;
    const bool past_the_end = !example.beyond.empty();
    if (past_the_end) strip.group_name = "";  // nobody owns what is there
    if (!example.keys.empty()) strip.rows.push_back(row("keys, in order", example.keys));
    if (!example.before.empty() && example.beyond.empty())
        strip.rows.push_back(row("before the pass", example.before));
    strip.rows.push_back(row("expected", example.expected, Words(example.beyond.size(), fill)));
    strip.rows.push_back(row("got", example.got, example.beyond));
    auto& got = strip.rows.back();
    const auto& right = strip.rows[strip.rows.size() - 2];
    for (std::size_t i = 0; i < got.values.size(); ++i) {
        const bool same =
            got.values[i] == right.values[i] || (std::isnan(got.values[i]) && std::isnan(right.values[i]));
        if (!same) got.marks[i] = CellMark::wrong;
    }
    if (strip.group > 0) strip.rows.front().undivided = strip.rows.front().values.size() != got.values.size();
    strip.nan_name = "fill";
    strip.how_to_read = "The last row should equal the one above it. " + what_to_see(example.pattern);
    if (past_the_end && strip.group > 0)
        strip.how_to_read += " Lines separate the workgroups' elements and what is past the end.";
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
        auto first = std::min(wrong - std::min(wrong, count / 2), got.values.size() - count);
        if (strip.group > 0 && got.values.size() % 4 == 0)  // from the beginning of a workgroup on
            first = std::min((first + strip.group - 1) / strip.group * strip.group,
                             wrong / strip.group * strip.group);
        strip.first = static_cast<std::uint32_t>(first);
        for (std::size_t r = 0; r < strip.rows.size(); ++r)
            strip.rows[r] = record::cut(whole.rows[r], first, count);
        strip.how_to_read = whole.how_to_read;
        if (first > 0)
            strip.how_to_read += fmt::format(" Not shown: elements 0 to {}, which are right.", first - 1);
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
        for (int p = static_cast<int>(Pattern::written_outside); p <= static_cast<int>(Pattern::lost_keys);
             ++p) {
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
