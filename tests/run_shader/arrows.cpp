// SPDX-License-Identifier: MIT
// Where the values of one's own kernel come from: arrows.txt has kernels, and links that were written down by
// hand before any was drawn.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "common/lesson/runner.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/modes/task.hpp"
#include "common/options/lesson_options.hpp"
#include "common/sim/run/simulator.hpp"
#include "common/tools/run_passes/story.hpp"
#include "common/tools/run_shader/story.hpp"
#include "tests/support/folder.hpp"

using namespace pbp::test;

namespace {

struct Kernel {
    std::string name, text, input;
    std::map<std::uint32_t, std::set<std::string>> into;  ///< what goes into a cell, e.g. "added 3"
    std::set<std::string> pairs;                          ///< e.g. "swap 0 1"
};

std::vector<Kernel> kernels() {
    std::ifstream file(PBP_SOURCE_DIR "/tests/run_shader/arrows.txt");
    std::vector<Kernel> all;
    bool in_text = false;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string first;
        words >> first;
        if (in_text && first == "EOF") {
            in_text = false;
        } else if (in_text) {
            all.back().text += line + "\n";
        } else if (first == "fault") {
            words >> all.emplace_back().name;
        } else if (first == "kernel") {
            in_text = true;
        } else if (first == "input") {
            for (std::string number; words >> number;) all.back().input += number + "\n";
        } else if (first == "swap" || first == "compare") {
            all.back().pairs.insert(line.substr(line.find(first)));
        } else if (!first.empty() && first.find_first_not_of("0123456789") == first.npos) {
            auto& into = all.back().into[static_cast<std::uint32_t>(std::stoul(first))];
            for (std::string way, from; words >> way;)
                if (way != "<-" && way != "-" && way != ";" && words >> from) into.insert(way + " " + from);
        }
    }
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
    const auto file = folder.write(kernel.name + ".comp", kernel.text);
    const auto input = folder.write("input.txt", kernel.input);
    return rows_of(pbp::run_shader::lesson_of(file),
                   {{"--buffer", "Data=" + input.string()}, {"--groups", "1"}})
        .back();
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("arrows: those of one's own kernels are the ones that were written down") {
    using pbp::LinkKind;
    const Folder folder;
    const auto all = kernels();
    REQUIRE(all.size() > 10);
    for (const auto& kernel : all) {
        CAPTURE(kernel.name);
        std::map<std::uint32_t, std::set<std::string>> into;
        std::set<std::string> pairs;
        const auto row = last_row_of(folder, kernel);
        CHECK(row.writers.size() == row.values.size());
        for (const auto& link : row.links) {
            const bool swaps = link.kind == LinkKind::swapped || link.kind == LinkKind::swapped_ascending ||
                               link.kind == LinkKind::swapped_descending;
            const auto from = std::to_string(link.from);
            if (link.kind == LinkKind::moved)
                into[link.to].insert("moved " + from);
            else if (link.kind == LinkKind::added)
                into[link.to].insert("added " + from);
            else if (link.kind == LinkKind::combined)
                into[link.to].insert("combined " + from);
            else
                pairs.insert((swaps ? "swap " : "compare ") + from + " " + std::to_string(link.to));
        }
        for (const auto& [cell, ways] : kernel.into) {
            CAPTURE(cell);
            CHECK(into[cell] == ways);
        }
        CHECK(pairs == kernel.pairs);
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
