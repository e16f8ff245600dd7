// SPDX-License-Identifier: MIT
// The sums that the page of a run shows are those that were computed: in every pass of every version of every
// lesson, a cell is its previous value, plus the cells of the previous row that links lead from, plus or
// minus a value of its own.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "tests/support/lessons.hpp"
#include "tests/support/page_rows.hpp"

namespace page_sums_test {

using namespace pbp;
using namespace pbp::test;
using page::CellType, page::RowHead, record::Own;
using Words = std::vector<std::uint32_t>;

namespace {

/// A cell as a number. Whole floats are kept as integers: page::type_of() takes the narrowest type.
double number(const PageRow& row, std::size_t i) {
    if (row.head.type == CellType::float32) return std::bit_cast<float>(row.cells[i]);
    if (row.head.type == CellType::int32) return static_cast<std::int32_t>(row.cells[i]);
    return row.cells[i];
}

/// What a cell was made of, by the links and the row.
struct Made {
    std::uint32_t sum = 0;
    double real = 0, size = 0;  ///< the same as a float, and the magnitude of its parts
    bool floats = false;

    void add(const PageRow& row, std::size_t i) {
        REQUIRE(row.holds(i));
        sum += row.cells[i];
        real += number(row, i);
        size += std::abs(number(row, i));
        floats |= row.head.type == CellType::float32;
    }
};

/// Checks each cell of the rows in which values were added or moved, and of those that start a new array.
/// Returns the number of sums.
std::size_t check_sums(const std::vector<PageRow>& rows) {
    std::size_t sums = 0;
    std::map<std::uint32_t, const PageRow*> last;  // of each array
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const auto& row = rows[r];
        const PageRow* held = std::exchange(last[row.head.array], &row);
        if (r == 0 || row.head.type == CellType::pixel || row.head.frame || !row.head.part.empty()) continue;
        std::map<std::uint32_t, std::vector<std::uint32_t>> added, moved;
        bool pairs = false;
        for (const auto& [from, to, kind] : row.links) {
            pairs |= kind != LinkKind::added && kind != LinkKind::moved;
            (kind == LinkKind::added ? added : moved)[to].push_back(from);
        }
        const bool own = row.head.own != Own::none, begins = held == nullptr;
        if (pairs || (row.links.empty() && !own && !begins)) continue;
        for (std::uint32_t i = 0; i < row.cells.size(); ++i) {
            if (!row.holds(i)) continue;
            INFO("pass ", row.head.pass, ", ", row.head.label, ", cell ", i);
            Made made;
            if (moved.contains(i))
                for (const auto from : moved[i]) made.add(rows[r - 1], from);
            else if (!begins)
                made.add(*held, i);
            if (added.contains(i))
                for (const auto from : added[i]) made.add(rows[r - 1], from);
            if (row.head.own == Own::added) made.sum += row.own[i];
            if (row.head.own == Own::taken_away) made.sum -= row.own[i];
            if (made.floats || row.head.type == CellType::float32)
                CHECK(std::abs(number(row, i) - made.real) <= made.size * 1e-6);
            else
                CHECK(row.cells[i] == made.sum);
            sums += added.contains(i) || own ? 1 : 0;
        }
    }
    return sums;
}

/// By version, the number of sums that its page shows.
std::map<std::string, std::size_t> sums_of(const std::string& lesson, std::vector<std::string> words = {}) {
    std::map<std::string, std::size_t> sums;
    for (const auto& [version, rows] : page_rows_of(lesson, std::move(words))) {
        INFO(lesson, ", ", version);
        sums[version] = check_sums(rows);
    }
    return sums;
}

/// The last row of a version in which `search` was replaced, as "0<-8+ 1<-9+": + is added, = moved, *
/// combined, ? compared, x swapped; after a / those that are missing, after another those that are extra.
std::string drawn(const std::string& lesson, const std::string& version, const std::string& search,
                  const std::string& replacement, std::vector<std::string> words) {
    const Folder folder;
    const auto shader =
        folder.write("mine.comp", shader_with(lesson + "/" + version + ".comp", search, replacement));
    words.insert(words.end(), {"--only", version, "--shader", shader.string()});
    const auto all = page_rows_of(lesson, words, 1);
    const auto& rows = all.at(version);
    check_sums(rows);
    const auto& row = rows.back();
    CHECK(row.head.wrong > 0);
    const auto in_words = [](const std::vector<record::Link>& links) {
        std::string all;
        for (const auto& [from, to, kind] : links)
            all += fmt::format("{}{}<-{}{}", all.empty() ? "" : " ", to, from,
                               std::string_view("?x+=??xx*")[static_cast<std::size_t>(kind)]);
        return all;
    };
    return fmt::format("{} / {} / {}", in_words(row.links), in_words(row.missing), in_words(row.extra));
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("page: the links into a sum add up to it, for every lesson, version and pass") {
        std::map<std::string, std::size_t> all;
        for (const auto& lesson : lessons()) {
            if (!fs::exists(source_dir / "lessons" / lesson / "main.cpp")) continue;
            for (const auto& [version, sums] : sums_of(lesson))
                all[lesson.substr(0, 2) + " " + version] = sums;
        }
        std::size_t with_sums = 0;
        for (const auto& [version, sums] : all) {
            CAPTURE(version);
            const bool adds = version.starts_with("03 ") || version.starts_with("06 ") ||
                              (version.starts_with("07 ") && !version.starts_with("07 v1"));
            if (!adds) continue;
            CHECK(sums > 0);
            ++with_sums;
        }
        if (std::getenv("PBP_LESSON") == nullptr) CHECK(with_sums == 10 + 6 + 4);
    }

    TEST_CASE("page: the links of a wrong kernel are what it did, not what it should have done") {
        const std::string sum = "tile[i] + tile[i + stride]";
        const std::vector<std::string> eight{"--n", "16", "--local-size", "16"};
        const auto reduced = [&](const std::string& replacement) {
            return drawn("03_reduction", "v3_sequential", sum, replacement, eight);
        };
        const std::string planned = "0<-8+ 1<-9+ 2<-10+ 3<-11+ 4<-12+ 5<-13+ 6<-14+ 7<-15+";
        const std::string shifted = "0<-7+ 1<-8+ 2<-9+ 3<-10+ 4<-11+ 5<-12+ 6<-13+ 7<-14+";
        CHECK(reduced("tile[i] + tile[i + stride - 1u]") ==
              fmt::format("{} / {} / {}", shifted, planned, shifted));
        CHECK(reduced("tile[i]") == fmt::format(" / {} / ", planned));
        CHECK(reduced("tile[i + stride]")
                  .starts_with("0<-8= 1<-9= 2<-10= 3<-11= 4<-12= 5<-13= 6<-14= 7<-15= /"));
        CHECK(reduced("tile[i] * tile[i + stride]").starts_with("0<-8* 1<-9*"));
        CHECK(reduced("tile[i] + tile[i + stride] + tile[15]")
                  .ends_with(" /  / 0<-15+ 1<-15+ 2<-15+ 3<-15+ 4<-15+ 5<-15+ 6<-15+ 7<-15+"));
        CHECK(drawn("05_bitonic_sort", "v1_shared", "ascending = (low & block) == 0u", "ascending = true",
                    {"--n", "8", "--data", "reversed"}) ==
              "1<-0x 3<-2x 5<-4x 7<-6x / 3<-2? 7<-6? / 3<-2x 7<-6x");
    }

    TEST_CASE("page: as many additions as the guide counts, and none of padding") {
        const auto added = [](const std::vector<PageRow>& rows) {
            std::ptrdiff_t count = 0;
            for (const auto& row : rows)
                count += std::ranges::count(row.links, LinkKind::added, &record::Link::kind);
            return count;
        };
        const auto inclusive = page_rows_of("06_subgroup_scan", {"--only", "v1"});
        const auto exclusive = page_rows_of("06_subgroup_scan", {"--only", "v2", "--kind", "exclusive"});
        CHECK(added(inclusive.begin()->second) == 129);  // n log2(n) - (n - 1)
        CHECK(added(exclusive.begin()->second) == 62);   // 2 (n - 1)
        const auto padded = page_rows_of("03_reduction", {"--only", "v3", "--n", "12", "--local-size", "8"});
        CHECK(padded.begin()->second.at(1).links.empty());
        CHECK(added({padded.begin()->second.at(2)}) == 4);
    }

    TEST_CASE("page: what decided a cell's place is the sum that says where it goes") {
        const auto all = page_rows_of("07_stream_compaction", {"--only", "v2", "--n", "40"});
        const auto& rows = all.begin()->second;
        const auto& last = rows.back();
        const auto& above = rows.at(rows.size() - 2);
        std::size_t kept = 0;
        for (std::size_t cell = 0; cell < last.cells.size(); ++cell)
            if (last.holds(cell) && last.cells[cell] != 0xA5A5A5A5u) ++kept;
        CHECK(last.placed.size() == kept);
        for (const auto& [from, to, kind] : last.placed) CHECK(above.cells.at(from) == to);
        for (const auto& row : page_rows_of("03_reduction", {"--only", "v3"}).begin()->second)
            CHECK(row.placed.empty());
    }

    TEST_CASE("page: signed numbers, floats and other sizes add up as well") {
        for (const auto& [lesson, words] : std::vector<std::pair<std::string, std::vector<std::string>>>{
                 {"03_reduction", {"--type", "int", "--data", "random"}},
                 {"03_reduction", {"--type", "float", "--data", "random", "--n", "500"}},
                 {"06_subgroup_scan", {"--kind", "exclusive", "--data", "random"}},
                 {"06_subgroup_scan", {"--only", "v4", "--n", "200", "--local-size", "4"}},  // three levels
                 {"06_subgroup_scan", {"--n", "200"}}}) {
            std::size_t most = 0;
            for (const auto& [version, sums] : sums_of(lesson, words)) {
                CAPTURE(version);
                CHECK(sums > 0);
                most = std::max(most, sums);
            }
            CHECK(most > 20);
        }
    }
}

}  // namespace page_sums_test
