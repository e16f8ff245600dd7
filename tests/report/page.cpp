// SPDX-License-Identifier: MIT
// The page of a run as text: whole, small, and with no way in for markup.
#include "common/report/page.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include <nlohmann/json.hpp>

#include "common/report/text.hpp"
#include "tests/report/sample.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/page_text.hpp"

using namespace pbp::page;
using namespace pbp::page::test;
using pbp::test::contains, pbp::test::count, pbp::test::element, pbp::test::heads_of, pbp::test::read_text,
    pbp::test::unpacked;
namespace fs = std::filesystem;

TEST_SUITE("cpu") {
    TEST_CASE("1024 elements in 55 passes take less than 500 KB, in one version and in eight") {
        const auto rows = sorted_rows(1024, 55);
        REQUIRE(rows.size() == 56);
        Report report;
        for (int v = 0; v < 8; ++v) {
            report.versions.push_back(version_of("v" + std::to_string(v), rows));
            // Numbers that equal those of another version would be stored once.
            report.versions.back().recorded.bytes += static_cast<char>(v);
            const auto size = page_of(report).size();
            MESSAGE((v + 1) << " versions: " << size << " bytes");
            CHECK(size < 500000);
        }
    }

    TEST_CASE("the page is made of the sources in the tree, all of them") {
        const auto page = page_of({});
        const fs::path folder = fs::path(PBP_SOURCE_DIR) / "common/report/page";
        std::size_t scripts = 0;
        for (const auto& entry : fs::directory_iterator(folder)) {
            const auto ending = entry.path().extension();
            if (ending != ".js" && ending != ".css") continue;
            CAPTURE(entry.path());
            std::istringstream lines(read_text(entry.path()));
            std::size_t at = 0;  // comments and indentation are left out, and colours are put in
            for (std::string line; std::getline(lines, line);) {
                const auto first = line.find_first_not_of(' ');
                const bool is_rule = ending == ".css" && line.starts_with("* ");
                const auto begins = [&](const char* words) { return line.compare(first, 2, words) == 0; };
                if (first == line.npos || line.find("@SIGNS_") != line.npos || begins("//") || begins("/*") ||
                    (!is_rule && (begins("* ") || begins("*/"))))
                    continue;
                const auto found = page.find(line.substr(first), at);
                CHECK_MESSAGE(found != std::string::npos, line);
                if (found != std::string::npos) at = found;
            }
            ++scripts;
        }
        for (const char* sign : {"--added: #00704f; ", "--added: #4fd1a5; ", "words: \"compared, swapped\""})
            CHECK(contains(page, sign));
        CHECK(scripts > 10);
        const auto skeleton = read_text(folder / "page.html");
        CHECK(page.starts_with(skeleton.substr(0, skeleton.find("{{"))));
    }

    TEST_CASE("the page needs no other file and no network") {
        const auto page = page_of({});
        CHECK(contains(page, "default-src 'none'"));
        CHECK(!contains(page, "unsafe"));
        CHECK(!contains(page, "http://"));
        CHECK(!contains(page, "https://"));
        CHECK(!contains(page, "<link"));
        CHECK(!contains(page, " src="));
    }

    TEST_CASE("no text of a run becomes markup, and each comes back as it was") {
        const auto report = hostile_report();
        const auto page = page_of(report), harmless = page_of({});
        // The summary, the run and the script: none that a text brought along.
        CHECK(count(page, "<script") == count(harmless, "<script"));
        CHECK(count(page, "</script") == count(page, "<script"));
        CHECK(count(page, "<img") == 1);  // the strip for browsers without scripts
        CHECK(count(page, "onerror=\"") == 0);
        CHECK(count(page, "<!--") == 0);
        const auto run = nlohmann::json::parse(element(page, "run"));
        CHECK(run["title"] == report.title);
        CHECK(run["files"][0]["text"] == report.versions[0].recorded.programs[0].files[0].text);
        CHECK(heads_of(run["versions"][0])[1]["label"] == report.title);
        CHECK(nlohmann::json::parse(element(page, "summary"))["data"] == report.data);
    }

    TEST_CASE("invalid UTF-8 does not stop a page") {
        Report report;
        report.title = "broken \xff\xfe here";
        CHECK(contains(page_of(report), "broken"));
    }

    TEST_CASE("bytes come back from a page") {
        Report report;
        report.versions = {version_of("v1", sorted_rows(64, 21))};
        const auto& bytes = report.versions[0].recorded.bytes;
        const auto run = nlohmann::json::parse(element(page_of(report), "run"));
        CHECK(unpacked(run["versions"][0]["numbers"].get<std::string>()) == bytes);
    }

    TEST_CASE("numbers that equal those of an earlier version are stored once") {
        Report report;
        for (const auto* name : {"v1", "v2", "v3"})
            report.versions.push_back(version_of(name, sorted_rows(64, name == std::string("v3") ? 20 : 21)));
        report.versions[1].recorded.rows[5].label = "another";
        const auto run = nlohmann::json::parse(element(page_of(report), "run"));
        CHECK(run["versions"][1]["numbers_of"] == 0);
        CHECK(!run["versions"][1].contains("numbers"));
        CHECK(run["versions"][1]["rows"] != run["versions"][0]["rows"]);
        CHECK(!run["versions"][2].contains("numbers_of"));
        CHECK(run["versions"][2].contains("numbers"));
    }

    TEST_CASE("base64 as in RFC 4648") {
        for (const auto& [plain, coded] :
             {std::pair{"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}}) {
            CHECK(base64(plain) == coded);
            CHECK(pbp::test::from_base64(coded) == plain);
        }
        CHECK(policy_source("00ff10") == "'sha256-AP8Q'");
    }

    TEST_CASE("numbers get the narrowest type that holds them") {
        CHECK(type_of({0, 4294967295.0}) == CellType::uint32);
        CHECK(type_of({-1, 5}) == CellType::int32);
        CHECK(type_of({0.5, -3}) == CellType::float32);
        CHECK(type_of({-0.0}) == CellType::float32);
        CHECK(type_of({std::nan(""), 1}) == CellType::float32);
        CHECK(type_of({0.1}) == CellType::float64);
        CHECK(type_of({1e300}) == CellType::float64);
    }
}
