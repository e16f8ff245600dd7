// SPDX-License-Identifier: MIT
// The pages say what the simulator says:
//   <!-- sim: 03_reduction --n 4096 -->        up to <!-- /sim -->: what the simulator counts in that
//   lesson's
//                                              run, a row for each version that is right
//   <!-- kernel: race.comp --buffers 64 -->    before a block: a shader of the page's own, run on the
//   simulator
//   <!-- finding: race.comp -->                before a block: what is found in it
// PBP_UPDATE_QUOTES=1 writes tables and findings instead of comparing them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "common/event/sink.hpp"
#include "common/sim/beside/repair.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/reported/words.hpp"
#include "common/sim/run/simulator.hpp"
#include "tests/docs/notes.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace simulated_test {

using namespace pbp::docs;
using namespace pbp::test;
using nlohmann::json;

namespace {

using Lines = std::vector<std::string>;

Lines words_of(const std::string& text) {
    std::istringstream stream(text);
    Lines words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

// ---- tables of counts ----

struct Column {
    const char *title, *key;  ///< key: of a line in --json
    bool always;              ///< otherwise left out if no version has any
};
constexpr Column columns[] = {{"instructions", "issued", true},
                              {"mean lanes", "lanes", true},
                              {"shared accesses", "shared_accesses", false},
                              {"extra cycles", "conflict_cycles", false},
                              {"requests", "requests", false},
                              {"sectors moved", "sectors", false},
                              {"needed", "needed_sectors", false},
                              {"atomics", "atomics", false},
                              {"queued", "contention", false},
                              {"barriers", "barriers", false}};

/// What one version did: its lines by key, their total, and its dispatches.
struct Counted {
    std::string version;
    std::map<std::string, std::uint64_t> sums;
    std::uint64_t dispatches = 0;
};

/// All programs of a version together, except those that query the device.
Counted counted(const json& version) {
    Counted one{version["name"], {}, 0};
    for (const auto& program : version["simulation"]) {
        if (contains(program["shader"], "common/subgroup_size.comp") ||
            contains(program["shader"], "common/probe.comp"))
            continue;
        one.dispatches += program["dispatches"].get<std::uint64_t>();
        for (const auto& line : program["lines"])
            for (const auto& column : columns) one.sums[column.key] += line[column.key].get<std::uint64_t>();
    }
    return one;
}

/// 12345 as 12 345.
std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    if (digits.size() > 4)
        for (std::size_t at = digits.size() - 3; at > 0 && at<digits.size(); at = at> 3 ? at - 3 : 0)
            digits.insert(at, " ");
    return digits;
}

std::string cell(const Counted& one, const Column& column) {
    const auto sum = one.sums.at(column.key), issued = one.sums.at("issued");
    if (std::string(column.key) != "lanes") return grouped(sum);
    return fmt::format("{:.1f}", issued == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(issued));
}

/// The table that a mark asks for, e.g. "03_reduction --n 4096".
Lines table_of(const std::string& mark) {
    auto words = words_of(mark);
    const Folder folder;
    const std::string lesson = words.front();
    words.front() = lesson_program(lesson);
    words.insert(words.end(), {"--sim", "--json", "--no-pictures", "--out", folder.path()});
    const auto outcome = run_program(words, "cd " + quoted(root) + " &&");
    CAPTURE(outcome.output);
    REQUIRE(outcome.exit_code == 0);
    std::vector<Counted> versions;
    const auto report = json::parse(outcome.output);
    for (const auto& version : report["versions"])
        if (version["status"] == "right") versions.push_back(counted(version));
    REQUIRE(!versions.empty());
    std::string head = "| | dispatches |", rule = "|---|---|";
    std::vector<const Column*> shown;
    for (const auto& column : columns) {
        bool any = column.always;
        for (const auto& one : versions) any |= one.sums.at(column.key) > 0;
        if (!any) continue;
        shown.push_back(&column);
        head += fmt::format(" {} |", column.title);
        rule += "---|";
    }
    Lines table{"", head, rule};
    for (const auto& one : versions) {
        std::string row = fmt::format("| `{}` | {} |", one.version, grouped(one.dispatches));
        for (const auto* column : shown) row += fmt::format(" {} |", cell(one, *column));
        table.push_back(row);
    }
    table.emplace_back();
    return table;
}

// ---- kernels of a page ----

/// A shader of a page, with `--groups COUNT`, `--buffers WORDS,...` (word i holds i), `--subgroup LANES`,
/// `--seed NUMBER` of a random schedule, `--rounds MOST` of a loop, `--bound-also COUNT`: the number of
/// further bindings with the last buffer.
struct PageKernel {
    std::string text;
    Lines words;
};

pbp::sim::ProgramReport simulated(const std::string& file, const PageKernel& kernel) {
    pbp::sim::Settings settings;
    std::uint32_t groups = 1, again = 0;
    std::vector<std::uint32_t> sizes;
    for (std::size_t i = 1; i + 1 < kernel.words.size(); i += 2) {
        const auto& value = kernel.words[i + 1];
        if (kernel.words[i] == "--groups")
            groups = static_cast<std::uint32_t>(std::stoul(value));
        else if (kernel.words[i] == "--subgroup")
            settings.subgroup_size = static_cast<std::uint32_t>(std::stoul(value));
        else if (kernel.words[i] == "--bound-also")
            again = static_cast<std::uint32_t>(std::stoul(value));
        else if (kernel.words[i] == "--seed") {
            settings.order = pbp::sim::Settings::Order::random;
            settings.seed = std::stoul(value);
        } else if (kernel.words[i] == "--rounds")
            settings.most_rounds = std::stoul(value);
        else if (kernel.words[i] == "--buffers")
            for (std::istringstream stream(value); stream.peek() != EOF;) {
                std::string size;
                std::getline(stream, size, ',');
                sizes.push_back(static_cast<std::uint32_t>(std::stoul(size)));
            }
        else
            FAIL("unknown word in a kernel's mark: ", kernel.words[i]);
    }
    const auto run = [&](pbp::Device& device, pbp::sim::Extent) {
        auto& backend = device.backend();
        const auto built = backend.build(device.source(file));
        std::vector<pbp::Handle> bound;
        for (const auto size : sizes) {
            std::vector<std::uint32_t> words(size);
            for (std::uint32_t i = 0; i < size; ++i) words[i] = i;
            bound.push_back(backend.create_buffer(size * 4));
            backend.write(bound.back(), 0, std::as_bytes(std::span(words)));
        }
        for (std::uint32_t i = 0; i < again; ++i) bound.push_back(bound.back());
        backend.dispatch(built.handle, {groups, 1, 1}, {bound, {}, {}, {}});
        return pbp::sim::Result{};
    };
    const pbp::ShaderTree shaders{"", "", "", {{file, kernel.text}}};
    auto* const simulator = new pbp::sim::Simulator(settings);
    pbp::Device device(std::unique_ptr<pbp::Backend>(simulator), shaders);
    run(device, {});
    auto reports = pbp::sim::take_reports(*simulator);
    pbp::SilentSink silent;
    if (const auto repair = pbp::sim::repair_of(settings, shaders, silent, run))
        pbp::sim::state(*repair, reports);
    return reports.at(0);
}

/// As a run prints them.
Lines findings_of(const std::string& file, const PageKernel& kernel) {
    Lines lines;
    for (const auto& finding : simulated(file, kernel).findings) {
        lines.push_back((finding.note ? "note: " : "") + finding.fault);
        for (const auto& line : pbp::in_words(finding)) lines.push_back("  " + line);
    }
    return lines.empty() ? Lines{"nothing found"} : lines;
}

/// The kernel of that name before a finding.
PageKernel kernel_before(const Note& finding) {
    for (auto i = finding.at; i-- > 0;) {
        const Note kernel{finding.page, i, note_of(finding.page[i], "kernel")};
        const auto words = words_of(kernel.words);
        if (words.empty() || words.front() != finding.words) continue;
        PageKernel found{"", words};
        for (const auto& line : lines_in(kernel, fenced(kernel))) found.text += line + "\n";
        return found;
    }
    FAIL("the page shows no kernel of this name before");
    return {};
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("the simulator: every table of counts is what it counts") {
        std::set<std::string> lessons;
        for (const auto& words : check_blocks("sim", up_to("<!-- /sim -->"),
                                              [](const Note& note) { return table_of(note.words); }))
            lessons.insert(words_of(words).front());
        for (const auto& entry : fs::directory_iterator(root / "lessons"))
            if (entry.is_directory() && fs::exists(entry.path() / "main.cpp")) {
                CAPTURE(entry.path().filename().string());
                CHECK(lessons.contains(entry.path().filename().string()));
            }
    }

    TEST_CASE("the simulator: every finding of a page's own kernel is what it finds") {
        const auto findings = check_blocks(
            "finding", fenced, [](const Note& note) { return findings_of(note.words, kernel_before(note)); });
        CHECK(!findings.empty());
    }

    TEST_CASE("the simulator: numbers in tables are grouped by three from five digits up") {
        CHECK(grouped(0) == "0");
        CHECK(grouped(1234) == "1234");
        CHECK(grouped(12345) == "12 345");
        CHECK(grouped(123456) == "123 456");
        CHECK(grouped(1234567) == "1 234 567");
    }
}

}  // namespace simulated_test
