// SPDX-License-Identifier: MIT
// The predicted time: against arithmetic by hand, and against what an H200 took.
#include "common/sim/reported/card.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "common/base/error.hpp"
#include "common/sim/reported/words.hpp"
#include "tests/sim/kernel.hpp"
#include "tests/support/folder.hpp"

using namespace pbp;

TEST_SUITE_BEGIN("cpu");

namespace {

using doctest::Approx;

/// A GPU on which nothing takes any time: a test makes one thing slow.
sim::Card instant() {
    sim::Card card;
    card.name = "instant";
    card.multiprocessors = 4;
    card.invocations = 1024;
    card.shared_bytes = 48 * 1024;
    card.instructions_per_ns = card.shared_per_ns = card.barriers_per_ns = 1e12;
    card.load_bytes_per_ns = card.store_bytes_per_ns = 1e12;
    return card;
}

/// One dispatch of 16 workgroups of 256 invocations, whose one line did this.
sim::ProgramReport program(const sim::ReportedLine& line) {
    sim::ProgramReport made;
    made.shader = "shaders/03_reduction/v1.comp";
    made.dispatches = 1;
    made.subgroup_size = 32;
    made.workgroups = 16;
    made.local_size = 256;
    made.buffer_bytes = 1 << 20;
    made.lines = {line};
    return made;
}

sim::PredictedTime predicted(const sim::ProgramReport& report, const sim::Card& card) {
    std::vector programs{report};
    return sim::predict(programs, card);
}

}  // namespace

TEST_CASE("bytes take the time of the memory, or of the cache where they fit") {
    sim::ReportedLine line;
    line.cost.loaded_once = 1000;
    line.stored_sectors = line.cost.stored_once = 1000;
    line.cost.stored_bytes = 32000;
    line.cost.stored_lines = 250;
    auto card = instant();
    card.load_bytes_per_ns = 32;
    card.store_bytes_per_ns = 16;
    const auto memory = predicted(program(line), card);  // 32000 bytes each way: 1 us, and 2
    CHECK(memory.us == Approx(3));
    CHECK(memory.limit == "memory");
    CHECK(memory.off == 0);  // nobody has compared
    card.cache_bytes = 1 << 20;
    card.sector_ns = 0.5;
    const auto cache = predicted(program(line), card);  // 2000 sectors
    CHECK(cache.us == Approx(1));
    CHECK(cache.limit == "the cache");
}

TEST_CASE("a store that fills only part of a sector makes memory read the rest") {
    sim::ReportedLine line;
    line.stored_sectors = line.cost.stored_once = 1000;  // one word in each
    line.cost.stored_bytes = 4000;
    auto card = instant();
    card.load_bytes_per_ns = card.store_bytes_per_ns = 32;
    CHECK(predicted(program(line), card).us == Approx((32000 - 4000 + 32000) / 32e3));
}

TEST_CASE("two resources in the same demand take the cube root of 2 times as long as one") {
    sim::ReportedLine work, wait;
    work.cost.work = 1000;
    wait.shared_accesses = 600;
    wait.conflict_cycles = 400;
    auto card = instant();
    card.instructions_per_ns = card.shared_per_ns = 1;
    auto one = program(work);
    one.lines.push_back(wait);
    std::vector programs{one};
    CHECK(sim::predict(programs, card).us == Approx(std::cbrt(2)));
    CHECK(programs[0].lines[0].predicted_us == Approx(std::cbrt(2) / 2));
    CHECK(programs[0].lines[1].predicted_us == Approx(std::cbrt(2) / 2));
}

TEST_CASE("a workgroup's own time counts once for each round of workgroups") {
    sim::ReportedLine line;
    line.cost.work = 16 * 8 * 100;  // 100 instructions in each of 8 subgroups
    auto card = instant();
    card.instruction_ns = 2;
    card.memory_trip_ns = 800;
    auto one = program(line);
    CHECK(predicted(one, card).us == Approx(1));  // 16 fit: 4 on each of 4 multiprocessors
    one.shared_bytes = 48 * 1024;
    CHECK(predicted(one, card).us == Approx(4));
    CHECK(predicted(one, card).limit == "latency");
    line.cost.trips = 16 * 8 * 3;
    one = program(line);
    CHECK(predicted(one, card).us == Approx(0.2 + 3 * 0.8));
}

TEST_CASE("the occupancy says how many workgroups run at a time, and why no more") {
    const auto of = [](std::uint32_t local_size, std::uint32_t shared_bytes) {
        std::vector programs{program({})};
        programs[0].local_size = local_size;
        programs[0].shared_bytes = shared_bytes;
        sim::predict(programs, instant());
        return programs[0].predicted.occupancy;
    };
    CHECK(of(256, 0) ==
          "4 workgroups of 256 at a time on each of 4 multiprocessors, 1024 of its 1024 invocations; limit: "
          "invocations");
    CHECK(of(384, 4096) ==
          "2 workgroups of 384 at a time on each of 4 multiprocessors, 768 of its 1024 invocations; limit: "
          "invocations");
    CHECK(of(64, 24 * 1024) ==
          "2 workgroups of 64 at a time on each of 4 multiprocessors, 128 of its 1024 invocations; limit: "
          "24576 "
          "bytes of shared memory each");
    CHECK(
        of(64, 48 * 1024) ==
        "1 workgroup of 64 at a time on each of 4 multiprocessors, 64 of its 1024 invocations; limit: 49152 "
        "bytes of shared memory each");
    CHECK(of(8, 64) ==
          "32 workgroups of 8 at a time on each of 4 multiprocessors, 256 of its 1024 invocations; limit: "
          "workgroups");
}

TEST_CASE("loads make the trip to memory together, but not past an atomic or a barrier") {
    const auto trips = [](const std::string& body) {
        test::Kernel kernel{.text =
                                "layout(local_size_x = 64) in;\n"
                                "layout(std430, binding = 0) buffer Data { uint data[]; };\n"
                                "shared uint counts[4];\n"
                                "void main() { uint i = gl_LocalInvocationID.x, sum = 0u;\n" +
                                body + "\ndata[i] = sum; }\n",
                            .buffers = {test::Kernel::Words(1024, 1)}};
        kernel.settings.card = "h200";
        kernel.settings.subgroup_size = 32;
        std::uint64_t all = 0;
        for (const auto& line : kernel.run().report.lines) all += line.cost.trips;
        return all;
    };
    CHECK(trips("for (uint k = 0u; k < 4u; ++k) sum += data[i + 64u * k];") == 2);  // once in each subgroup
    CHECK(trips("for (uint k = 0u; k < 4u; ++k) atomicAdd(counts[data[i + 64u * k]], 1u);") == 8);
    CHECK(trips("sum = data[i]; barrier(); sum += data[i + 64u];") == 4);
    CHECK(trips("if (i < 32u) sum = data[i];") == 1);
    CHECK(trips("counts[i & 3u] = i;") == 0);
}

TEST_CASE("dispatches, starts, contended atomics and looking back have their prices") {
    auto card = instant();
    card.dispatch_us = 1.5;
    card.start_us = 0.5;
    CHECK(predicted(program({}), card).us == Approx(2));
    CHECK(predicted(program({}), card).limit == "dispatches");
    card = instant();
    card.workgroup_ns = 1000;
    CHECK(predicted(program({}), card).us == Approx(16));
    card = instant();
    card.atomic_ns = 10;
    sim::ReportedLine line;
    line.cost.at_one_word = 100;
    CHECK(predicted(program(line), card).us == Approx(1));
    card.look_back_ns = {44, 1};
    card.wide_look_back_ns = {0, 0.25};
    auto one = program({});
    one.polls = 1;
    CHECK(predicted(one, card).us == Approx(16 * 0.064));
    one.polls_alone = true;
    CHECK(predicted(one, card).us == Approx(16 * 0.3));
    CHECK(predicted(one, card).limit == "looking back");
}

TEST_CASE("where it cannot know, the model says so") {
    auto one = program({});
    one.subgroup_size = 8;
    CHECK(predicted(one, instant()).fails == "v1.comp: its subgroups have 8 invocations, not 32");
    one = program({});
    one.findings.emplace_back();
    CHECK(predicted(one, instant()).fails == "v1.comp: it has errors");
    CHECK_THROWS_WITH_AS(sim::read_card("abacus"),
                         "--card: there is no card 'abacus'; choose one of h100, h200.", Error);
    CHECK_THROWS_WITH_AS(sim::read_card("nowhere.json"),
                         "--card: there is no file nowhere.json; ./learn bench --card NAME makes one.",
                         Error);
    const std::string counts = PBP_SOURCE_DIR "/tests/sim/counts_h200.json";
    CHECK_THROWS_WITH_AS(
        sim::read_card(counts),
        ("--card: " + counts + " is not a card; ./learn bench --card NAME measures one.").c_str(), Error);
}

TEST_CASE("a prediction in sentences: the time, its limit, and what was measured or how sure it is") {
    CHECK(in_sentences({}).empty());
    CHECK(in_sentences(
              {.card = "NVIDIA H200", .us = 378.4, .off = 0.27, .limit = "memory", .measured_us = 368.2}) ==
          "An NVIDIA H200 would take about 380 us, limited by memory. It took 368 us when it was measured: "
          "the prediction is 3 % too long.");
    CHECK(in_sentences({.card = "Radeon", .us = 1897, .off = 0.27, .limit = "memory", .measured_us = 1900}) ==
          "A Radeon would take about 1.9 ms, limited by memory. It took 1.9 ms when it was measured: as "
          "predicted.");
    CHECK(in_sentences({.card = "Arc", .us = 0.2149, .limit = "latency"}) ==
          "An Arc would take about 0.21 us, limited by latency. Nobody has compared the predictions for this "
          "GPU "
          "with its times.");
    CHECK(in_sentences({.card = "Arc", .us = 999.6, .off = 0.268, .limit = "dispatches"}) ==
          "An Arc would take about 1 ms, limited by dispatches. Nine in ten predictions for it are off by 27 "
          "% or less. Short work like this takes up to one and a half times as long.");
    CHECK(in_sentences({.card = "Arc", .off = 0.27, .fails = "a.comp: it has errors"}) ==
          "An Arc: the model fails here, so there is no time. Why: a.comp: it has errors.");
}

TEST_CASE("a card is written as it is read, with four digits where it is no whole number") {
    auto card = sim::read_card("h200");
    card.atomic_ns = 0.73750142;
    const auto text = sim::to_json(card);
    CHECK(nlohmann::json::parse(text).at("atomic_ns") == 0.7375);
    CHECK(nlohmann::json::parse(text).at("shared_bytes") == 49152);
    std::ifstream file(std::string(PBP_SOURCE_DIR) + "/docs/data/card-h200.json");
    CHECK(text == std::string(std::istreambuf_iterator<char>(file), {}));
}

TEST_CASE("what a compiler evaluates costs nothing, a division much, and a sector once per workgroup") {
    test::Kernel kernel{.text =
                            "layout(local_size_x = 32) in;\n"
                            "layout(std430, binding = 0) buffer Data { uint data[]; };\n"
                            "void main() {\n"
                            "uint i = gl_LocalInvocationID.x, sum = 0u;\n"
                            "for (uint k = 0u; k < 4u; ++k)  // loop\n"
                            "sum += k * 3u;  // products\n"
                            "sum += data[2u * i];  // even\n"
                            "sum += data[2u * i + 1u];  // odd\n"
                            "sum /= i + 1u;  // division\n"
                            "data[2u * i] = sum;  // store\n"
                            "}\n",
                        .buffers = {test::Kernel::Words(64, 1)}};
    kernel.settings.card = "h200";
    kernel.run();
    const auto report = sim::report(kernel.account, 32, sim::GpuCosts::counted);
    const auto cost = [&](const std::string& mark) {
        for (const auto& line : report.lines)
            if (line.text.find(mark) != std::string::npos) return line.cost;
        return sim::ReportedCost();
    };
    CHECK(cost("// loop").work == 0);
    CHECK(cost("// products").work == 4);  // the additions: a compiler knows all k * 3u
    CHECK(cost("// division").work >= 20);
    CHECK(cost("// even").loaded_once == 8);
    CHECK(cost("// odd").loaded_once == 0);
    CHECK(cost("// store").stored_once == 8);
    CHECK(cost("// store").stored_bytes == 128);
    CHECK(report.workgroups == 1);
    CHECK(report.local_size == 32);
    CHECK(report.buffer_bytes == 256);
    CHECK(report.polls == 0);
}

namespace {

/// The counts of one version, as tests/sim/collect_counts keeps them: all lines of a program in one.
std::vector<sim::ProgramReport> counted(const nlohmann::json& row) {
    std::vector<sim::ProgramReport> programs;
    for (const auto& given : row.at("programs")) {
        const auto number = [&](const char* name) { return given.value(name, std::uint64_t{0}); };
        sim::ReportedLine line;
        line.shared_accesses = number("shared_accesses");
        line.conflict_cycles = number("conflict_cycles");
        line.contention = number("shared_contention");
        line.shared_atomics = line.contention > 0 ? 1 : 0;
        line.stored_sectors = number("stored_sectors");
        line.barriers = number("barriers");
        line.cost = {number("work"),        number("exchanges"),   number("stored_lines"),
                     number("loaded_once"), number("stored_once"), number("stored_bytes"),
                     number("image_bytes"), number("at_one_word"), number("trips")};
        auto& made = programs.emplace_back(program(line));
        made.shader = given.at("shader");
        made.dispatches = number("dispatches");
        made.workgroups = number("workgroups");
        made.local_size = static_cast<std::uint32_t>(number("local_size"));
        made.shared_bytes = static_cast<std::uint32_t>(number("shared_bytes"));
        made.buffer_bytes = number("buffer_bytes");
        made.polls = static_cast<std::uint32_t>(number("polls"));
        made.polls_alone = given.value("polls_alone", false);
    }
    return programs;
}

struct Pair {
    std::string lesson, name;
    std::uint64_t n = 0;
    double predicted = 0, measured = 0;
    double off() const { return std::abs(predicted / measured - 1); }
};

}  // namespace

TEST_CASE("half of the predictions, and nine in ten, are off by as little as docs/performance.md says") {
    struct Bound {
        const char* card;
        double half, in_order;
    };
    std::ifstream file(std::string(PBP_SOURCE_DIR) + "/tests/sim/counts_h200.json");
    const auto page = test::read_text(std::string(PBP_SOURCE_DIR) + "/docs/performance.md");
    const auto rows = nlohmann::json::parse(file);
    for (const auto& bound : {Bound{"h200", 0.15, 0.97}, {"h100", 0.125, 0.97}}) {
        CAPTURE(bound.card);
        const auto card = sim::read_card(bound.card);
        std::vector<Pair> all;
        for (const auto& row : rows) {
            Pair one{row.at("lesson"), row.at("version"), row.at("n")};
            auto programs = counted(row);
            const auto all_of_it = sim::predict(programs, card);
            one.predicted = all_of_it.us;
            const auto from =
                page.find(fmt::format("\n| {} {} | 2^{} |", one.lesson,
                                      one.name.substr(0, one.name.find('_')), std::countr_zero(one.n)));
            REQUIRE(from != page.npos);
            const auto line = page.substr(from, page.find('\n', from + 1) - from);
            if (card.name == "NVIDIA H200")
                CHECK_MESSAGE(line.find("| " + all_of_it.limit + " |") != line.npos, line, ": ",
                              all_of_it.limit);
            one.measured = sim::measured_us(bound.card, one.lesson, one.name, one.n);
            REQUIRE(one.measured > 0);
            INFO(one.lesson, " ", one.name, " ", one.n, ": ", one.predicted, " us predicted, ", one.measured,
                 " us measured");
            CHECK(one.off() < 0.37);
            all.push_back(one);
        }
        REQUIRE(all.size() >= 40);
        int pairs = 0, in_order = 0;
        for (const auto& a : all)
            for (const auto& b : all)
                if (a.lesson == b.lesson && a.n == b.n && b.measured > 1.1 * a.measured) {
                    ++pairs;
                    in_order += a.predicted < b.predicted ? 1 : 0;
                }
        std::ranges::sort(all, {}, &Pair::off);
        CHECK(all[all.size() / 2].off() < bound.half);
        CHECK(all[all.size() * 9 / 10].off() <= card.off);
        CHECK(in_order >= bound.in_order * pairs);
        MESSAGE("median ", all[all.size() / 2].off(), ", 90 % within ", all[all.size() * 9 / 10].off(), ", ",
                in_order, " of ", pairs, " pairs in order");
    }
}

TEST_SUITE_END();
