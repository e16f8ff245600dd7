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
    std::string file, version, n, input, does, search, replacement;
    std::size_t pass = 0;
    Arrows claims;
};

std::vector<Fault> faults() {
    std::vector<Fault> all;
    Fault next;  // what those have in common that come next
    const auto read = [&](const std::string& key, const std::string& rest, const std::string& line) {
        if (key == "file") {
            next = {};
            next.file = rest;
            next.version = fs::path(rest).stem();
        }
        if (key == "version") next.version = rest;
        if (key == "n") next.n = rest;
        if (key == "input") {
            next.input = rest;
            std::ranges::replace(next.input, ' ', '\n');  // a file of numbers, one per line
        }
        if (key == "fault") all.emplace_back(next).does = rest;
        if (key == "find") all.back().search = rest;
        if (key == "with") all.back().replacement = rest;
        if (key == "pass") all.back().pass = std::stoul(rest);
        if (line.starts_with("  ")) add_claim(all.back().claims, line.substr(2));
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
            CAPTURE(fault.does);
            const auto right = read_text(source_dir / fault.file);
            folder.write(fault.file, replaced(right, fault.search, fault.replacement));
            std::vector<std::string> words{"--n",         fault.n,     "--only",
                                           fault.version, "--shaders", folder.path() / "shaders"};
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
