// SPDX-License-Identifier: MIT
// The numbers of the pages are those of a run:
//   <!-- measured: access -->   before a table: what ./learn tune experiments found, a row for each file
//                               docs/measured/experiments_MACHINE.json
//   <!-- measured: all -->      before a table of all experiments, a column per machine
// PBP_UPDATE_QUOTES=1 writes the tables instead of comparing them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/terminal/tables.hpp"
#include "tests/docs/notes.hpp"
#include "tests/support/folder.hpp"

using namespace pbp::docs;
using nlohmann::json;
using pbp::test::read_text;

namespace {

/// The experiments of one machine.
struct Machine {
    std::string name;
    json experiments;

    const json& of(const std::string& id) const {
        for (const auto& experiment : experiments)
            if (experiment["id"] == id) return experiment;
        FAIL(name, " has not measured '", id, "'");
        return experiments;
    }
};

std::vector<Machine> machines() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(root / "docs/measured"))
        if (entry.path().filename().string().starts_with("experiments_")) files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<Machine> all;
    for (const auto& file : files) {
        const auto document = json::parse(read_text(file));
        std::string name = document["renderer"];  // "NVIDIA H200/PCIe/SSE2", "llvmpipe (LLVM …)"
        name = name.substr(0, name.find_first_of("/("));
        while (name.ends_with(' ')) name.pop_back();
        all.push_back({name, document["experiments"]});
    }
    return all;
}

std::string verdict(const json& experiment) {
    std::string words = experiment["verdict"];
    const auto loud = words.find("SLOWER");
    return loud == words.npos ? words : "**" + words.replace(loud, 6, "slower") + "**";
}

/// Names that are code look like code.
std::string name_of(const json& name) {
    const std::string words = name;
    return words.find_first_of("%&=()") == words.npos ? words : "`" + words + "`";
}

std::string time_of(const json& timing) {
    return pbp::duration(timing["median_ms"]);
}

/// One experiment, one row per machine.
std::vector<std::string> table_of(const std::string& id) {
    const auto all = machines();
    const auto& first = all.front().of(id);
    std::vector<std::string> rows{
        fmt::format("| | A: {} | B: {} | B is |", name_of(first["a"]), name_of(first["b"])),
        "|---|---|---|---|"};
    for (const auto& machine : all) {
        const auto& experiment = machine.of(id);
        rows.push_back(fmt::format("| {} | {} | {} | {} |", machine.name, time_of(experiment["time_a"]),
                                   time_of(experiment["time_b"]), verdict(experiment)));
    }
    return rows;
}

/// All experiments, one column per machine.
std::vector<std::string> table_of_all() {
    const auto all = machines();
    std::string head = "| item | A | B, as advised |", line = "|---|---|---|";
    for (const auto& machine : all) head += fmt::format(" {}: B is |", machine.name), line += "---|";
    std::vector<std::string> rows{head, line};
    for (const auto& experiment : all.front().experiments) {
        std::string row = fmt::format("| {} | {} | {} |", experiment["item"].get<std::string>(),
                                      name_of(experiment["a"]), name_of(experiment["b"]));
        for (const auto& machine : all) row += fmt::format(" {} |", verdict(machine.of(experiment["id"])));
        rows.push_back(row);
    }
    return rows;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("every measured table holds the numbers of its run, and every experiment is on the page") {
        const auto shown = check_blocks("measured", table, [](const Note& note) {
            return note.words == "all" ? table_of_all() : table_of(note.words);
        });
        const auto all = machines();
        for (const auto& experiment : all.front().experiments) {
            CAPTURE(experiment["id"].get<std::string>());
            CHECK(std::ranges::count(shown, experiment["id"].get<std::string>()) > 0);
        }
    }
}
