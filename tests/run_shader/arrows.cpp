// SPDX-License-Identifier: MIT
// Where the values of one's own kernel come from: arrows.txt has kernels, and links that were written down by
// hand before any was drawn.
#include <doctest/doctest.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "common/lesson/runner.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/modes/task.hpp"
#include "common/options/lesson_options.hpp"
#include "common/sim/run/simulator.hpp"
#include "common/tools/run_passes/story.hpp"
#include "common/tools/run_shader/story.hpp"
#include "tests/support/arrows.hpp"
#include "tests/support/folder.hpp"

using namespace pbp::test;

namespace {

struct Kernel {
    std::string does, input, text;
    Arrows claims;
};

std::vector<Kernel> kernels() {
    std::vector<Kernel> all;
    std::string head = "#version 450 core\n", input;  // of those that come next
    std::string* text = nullptr;                      // that is read
    const auto read = [&](const std::string& key, const std::string& rest, const std::string& line) {
        if (text != nullptr && !line.empty()) *text += line + "\n";
        if (line.empty() || line == "}")
            text = nullptr;
        else if (key == "head")
            text = &head;
        else if (key == "input")
            input = rest;
        else if (key == "kernel")
            text = &all.emplace_back(Kernel{rest, input, head, {}}).text;
        else if (text == nullptr && key.empty())
            add_claim(all.back().claims, line.substr(2));
    };
    each_line(PBP_SOURCE_DIR "/tests/run_shader/arrows.txt", read);
    return all;
}

/// The rows of a run on the simulator.
std::vector<pbp::record::Pass> rows_of(const pbp::Lesson& lesson, const pbp::WordsByFlag& words) {
    pbp::Options options;
    options.shaders = PBP_SOURCE_DIR "/shaders";
    options.pictures = false;
    options.page_alone = true;
    options.data = lesson.data;
    options = pbp::with_words(lesson, std::move(options), words);
    std::vector<pbp::record::Pass> rows;
    pbp::SilentSink nobody;
    pbp::Opened opened(pbp::sim::Settings{}, pbp::shader_tree(lesson, options), &nobody);
    const auto keep = [&](const pbp::Version&, const pbp::Recorder& recorder) { rows = recorder.passes(); };
    const auto report =
        pbp::Runner(opened.device, lesson, options, nobody,
                    {.keep = keep, .timed = {.most = 0}, .simulator = opened.simulator, .paged = true})
            .run(lesson.versions.front());
    CAPTURE(report.message);
    CHECK(report.exit_code == 0);
    REQUIRE(rows.size() > 1);
    return rows;
}

pbp::record::Pass last_row_of(const Folder& folder, const Kernel& kernel) {
    const auto file = folder.write("kernel.comp", kernel.text);
    auto numbers = kernel.input;
    std::ranges::replace(numbers, ' ', '\n');  // a file of numbers, one per line
    const auto input = folder.write("input.txt", numbers);
    return rows_of(pbp::run_shader::lesson_of(file),
                   {{"--buffer", "Data=" + input.string()}, {"--groups", "1"}})
        .back();
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("arrows: those of one's own kernels are the ones that were written down") {
    const Folder folder;
    const auto all = kernels();
    REQUIRE(all.size() > 10);
    for (const auto& kernel : all) {
        CAPTURE(kernel.does);
        const auto row = last_row_of(folder, kernel);
        CHECK(row.writers.size() == row.values.size());
        auto arrows = arrows_of(row.links);
        for (const auto& [cell, ways] : arrows) {  // every pair was written down
            const bool pair = ways.begin()->starts_with("compare") || ways.rbegin()->starts_with("swap");
            CHECK((!pair || kernel.claims.contains(cell)));
        }
        for (const auto& [cell, ways] : kernel.claims) {
            CAPTURE(cell);
            CHECK(arrows[cell] == ways);
        }
    }
}

TEST_CASE("arrows: those between the arrays of a description are the ones that were written down") {
    struct Chain {
        std::string does;
        std::map<std::string, std::string> files;
        std::map<std::size_t, Arrows> rows;
    };
    std::vector<Chain> all;
    std::string file;  // whose text is read, up to the brace that ends it
    std::size_t row = 0;
    const auto read = [&](const std::string& key, const std::string& rest, const std::string& line) {
        if (!file.empty()) {
            all.back().files[file] += line + "\n";
            if (line == "}") file.clear();
            return;
        }
        if (key == "chain") all.push_back({rest, {}, {}});
        if (key == "description") file = "chain.pass.json";
        if (key == "shader") file = rest;
        if (key == "shader") all.back().files[file] = "#version 450 core\n";
        if (key == "row") row = std::stoul(rest);
        if (line.starts_with("  ")) add_claim(all.back().rows[row], line.substr(2));
    };
    each_line(PBP_SOURCE_DIR "/tests/run_shader/chains.txt", read);
    REQUIRE(all.size() > 10);
    for (const auto& chain : all) {
        CAPTURE(chain.does);
        const Folder folder;
        for (const auto& [name, text] : chain.files) folder.write(name, text);
        const auto rows =
            rows_of(pbp::run_passes::lesson_of((folder.path() / "chain.pass.json").string()), {});
        for (const auto& [number, claims] : chain.rows) {
            CAPTURE(number);
            REQUIRE(number < rows.size());
            CHECK(rows[number].part.empty());
            auto arrows = arrows_of(rows[number].links);
            for (const auto& [cell, ways] : claims) {
                CAPTURE(cell);
                CHECK(fmt::format("{}", fmt::join(arrows[cell], "; ")) ==
                      fmt::format("{}", fmt::join(ways, "; ")));
            }
        }
    }
}

TEST_CASE("arrows: each sum in the arrays of a description is that of the values that its arrows name") {
    using pbp::LinkKind;
    const auto lesson = pbp::run_passes::lesson_of(PBP_SOURCE_DIR "/tests/run_passes/radix/radix.pass.json");
    std::map<std::string, pbp::record::Pass> above;  // by part
    int sums = 0;
    for (const auto& row : rows_of(lesson, {{"--n", "12"}})) {
        std::map<std::uint32_t, std::uint32_t> sum;
        std::set<std::uint32_t> moved;
        for (const auto& link : row.links) {
            CHECK((link.kind == LinkKind::added || link.kind == LinkKind::moved));
            sum[link.to] += above.at(row.part).values.word(link.from);
            if (link.kind == LinkKind::moved) moved.insert(link.to);
        }
        for (const auto& [cell, value] : sum) {
            CAPTURE(row.name);
            CAPTURE(cell);
            const auto kept = moved.contains(cell) ? 0 : above.at(row.part).values.word(cell);
            CHECK(row.values.word(cell) == kept + value);
            ++sums;
        }
        above[row.part] = row;
    }
    CHECK(sums > 100);
}

TEST_SUITE_END();
