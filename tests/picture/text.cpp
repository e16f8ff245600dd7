// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>

#include "common/picture/canvas/canvas.hpp"
#include "common/picture/canvas/numbers.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/typeface.hpp"

using namespace pbp::picture;

TEST_SUITE_BEGIN("cpu");

TEST_CASE("text grows with its size and length") {
    CHECK(text_width("", 12) == 0);
    CHECK(text_width("wide", 24) == doctest::Approx(2 * text_width("wide", 12)).epsilon(0.01));
    CHECK(text_width("bold", 12, Face::bold) > text_width("bold", 12));
    CHECK(text_width("AV", 40) < text_width("A", 40) + text_width("V", 40));  // kerning
}

TEST_CASE("UTF-8 is read by character, and malformed bytes become U+FFFD") {
    const auto read = [](std::string_view text) {
        std::u32string all;
        while (!text.empty()) all += next_code_point(text);
        return all;
    };
    CHECK(read("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80") == U"a\u00E9\u20AC\U0001F600");
    CHECK(read("\xFF") == U"\uFFFD");
    CHECK(read("\xE2\x82") == U"\uFFFD\uFFFD");  // cut short
    CHECK(read("\xC3(") == U"\uFFFD(");
    CHECK(text_width("\xF0\x9F\x98\x80\xFF", 12) > 0);
}

TEST_CASE("text is drawn above its baseline, at the side it is aligned to") {
    const auto columns = [](Align align) {
        Canvas canvas(200, 40, {255, 255, 255});
        canvas.text({100, 30}, "HHH", 20, {0, 0, 0}, align);
        int first = 200, last = -1;
        for (int y = 0; y < 40; ++y) {
            for (int x = 0; x < 200; ++x) {
                if (canvas.at(x, y).r > 200) continue;
                CHECK(y < 30);
                CHECK(y >= 14);
                first = std::min(first, x), last = std::max(last, x);
            }
        }
        return std::pair(first, last);
    };
    CHECK(columns(Align::left).first >= 100);
    CHECK(columns(Align::right).second < 100);
    const auto [first, last] = columns(Align::center);
    CHECK(std::abs(100 - first - (last - 99)) <= 1);
}

TEST_CASE("numbers are full while they fit, then short, then left out") {
    CHECK(full_number(0) == "0");
    CHECK(full_number(-0.0) == "-0");
    CHECK(full_number(4294967295.0) == "4294967295");
    CHECK(full_number(0.1F) == "0.1");
    CHECK(full_number(1e-5) == "1e-5");
    CHECK(full_number(1e30) == "1e30");
    CHECK(full_number(std::nan("")) == "nan");
    CHECK(full_number(-INFINITY) == "-inf");
    CHECK(compact_number(1000000) == "1.0M");
    CHECK(compact_number(999999) == "1.0M");
    CHECK(compact_number(43210) == "43k");
    CHECK(compact_number(4294967295.0) == "4.3G");
    CHECK(compact_number(-1234) == "-1.2k");
    CHECK(compact_number(999) == "999");
    CHECK(compact_number(0.12345) == "0.12");
    CHECK(compact_number(1e30) == "1e30");
    CHECK(fitting_number(1000000, 100, 12) == "1000000");
    CHECK(fitting_number(1000000, 36, 12) == "1.0M");
    CHECK(fitting_number(1000000, 3, 12).empty());
    CHECK(ordinal(1) == "1st");
    CHECK(ordinal(22) == "22nd");
    CHECK(ordinal(13) == "13th");
    CHECK(ordinal(113) == "113th");
}

TEST_CASE("a paragraph keeps every word and no line is too wide") {
    const std::string text = "one two three four five six seven eight nine ten";
    const auto lines = wrapped(text, 90, 13);
    std::string joined;
    for (const auto& line : lines) {
        CHECK(text_width(line, 13) <= 90);
        joined += (joined.empty() ? "" : " ") + line;
    }
    CHECK(lines.size() > 2);
    CHECK(joined == text);
    CHECK(wrapped("unbreakable", 5, 13).size() == 1);
    CHECK(wrapped("", 90, 13).empty());
    CHECK(text_width(shortened(text, 90, 13), 13) <= 90);
    CHECK(shortened("short", 90, 13) == "short");
}

TEST_SUITE_END();
