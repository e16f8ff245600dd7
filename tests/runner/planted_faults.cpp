// SPDX-License-Identifier: MIT
// Faults that were planted into the lessons' shaders, and where the values of a row then come from: written
// by hand from the shaders, without the simulator. The arrows of the page say the same.
#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tests/support/arrows.hpp"
#include "tests/support/page_rows.hpp"

namespace planted_faults_test {

using namespace pbp;
using namespace pbp::test;

namespace {

#ifdef PBP_SANITIZED
constexpr std::size_t every = 8;  // a run takes seconds there
#else
constexpr std::size_t every = 1;
#endif

struct Fault {
    std::string name, file, version, search, replacement;
    std::vector<std::string> words;  ///< of the command line
    std::string input;
    std::size_t pass = 0;
    Arrows claims;
};

std::vector<Fault> faults() {
    std::vector<Fault> all;
    const auto read = [&](const std::string& key, const std::string& rest, const std::string& line) {
        if (key == "fault") all.emplace_back().name = rest;
        if (line.empty() || all.empty()) return;
        auto& fault = all.back();
        if (key == "file") {
            fault.file = rest;
            fault.version = fs::path(rest).stem();  // unless the next line has another
        }
        if (key == "version") fault.version = rest;
        if (key == "n") fault.words.insert(fault.words.end(), {"--n", rest});
        if (key == "option") fault.words.push_back(rest);
        if (key == "input") {
            fault.input = rest;
            std::ranges::replace(fault.input, ' ', '\n');  // a file of numbers, one per line
        }
        if (key == "find") fault.search = rest;
        if (key == "with") fault.replacement = rest;
        if (key == "pass") fault.pass = std::stoul(rest);
        if (line.starts_with("  ")) add_claim(fault.claims, line.substr(2));
    };
    each_line(source_dir / "tests/runner/planted_faults.txt", read);
    return all;
}

}  // namespace

TEST_SUITE("faults") {
    TEST_CASE("page: the arrows of a planted fault are those that were written down by hand") {
        const auto all = faults();
        CHECK(all.size() >= 100);
        const Folder folder;
        fs::copy(source_dir / "shaders", folder.path() / "shaders", fs::copy_options::recursive);
        for (std::size_t f = 0; f < all.size(); f += every) {
            const auto& fault = all[f];
            CAPTURE(fault.name);
            const auto right = read_text(source_dir / fault.file);
            const auto at = right.find(fault.search);
            REQUIRE(at != std::string::npos);
            folder.write(fault.file, std::string(right).replace(at, fault.search.size(), fault.replacement));
            auto words = fault.words;
            words.insert(words.end(), {"--only", fault.version, "--shaders", folder.path() / "shaders"});
            if (!fault.input.empty())
                words.insert(words.end(), {"--input", folder.write("input.txt", fault.input).string()});
            const auto lesson = fault.file.substr(8, fault.file.find('/', 8) - 8);
            const auto rows = page_rows_of(lesson, words, std::nullopt).at(fault.version);
            folder.write(fault.file, right);
            CHECK(fault.pass < rows.size());
            if (fault.pass >= rows.size()) continue;
            auto arrows = arrows_of(rows[fault.pass].links);
            for (const auto& [cell, claims] : fault.claims) {
                CAPTURE(cell);
                CHECK(fmt::format("{}", fmt::join(arrows[cell], ", ")) ==
                      fmt::format("{}", fmt::join(claims, ", ")));
            }
        }
    }
}

}  // namespace planted_faults_test
