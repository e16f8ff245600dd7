// SPDX-License-Identifier: MIT
// What the simulator counts, against the arithmetic.
#include <doctest/doctest.h>

#include <array>
#include <functional>
#include <map>
#include <set>

#include "tests/sim/kernel.hpp"

using namespace pbp;
using test::Kernel;

TEST_SUITE_BEGIN("cpu");

namespace {

const sim::ReportedLine& line_with(const Kernel& kernel, const std::string& mark) {
    for (const auto& line : kernel.report.lines)
        if (line.text.find(mark) != std::string::npos) return line;
    FAIL("no line holds ", mark);
    return kernel.report.lines.front();
}

}  // namespace

TEST_CASE("a reduction of 256 with interleaved lanes keeps 47 subgroups busy, with contiguous lanes 12") {
    // Level k adds 256 / 2^(k+1) pairs. Interleaved, the first five levels wake all 8 subgroups, the others
    // 4, 2, 1; contiguous, they wake 4, 2, 1, 1, 1, 1, 1, 1.
    struct Case {
        const char *loop, *condition;
        std::uint64_t subgroups;
    };
    for (const auto& one : {Case{"uint s = 1u; s < 256u; s *= 2u", "i % (2u * s) == 0u", 47},
                            Case{"uint s = 128u; s > 0u; s /= 2u", "i < s", 12}}) {
        Kernel kernel{
            .text = std::string("layout(local_size_x = 256) in;\n"
                                "layout(std430, binding = 0) buffer Data { uint data[]; };\n"
                                "shared uint tile[256];\nvoid main() {\nuint i = gl_LocalInvocationID.x;\n"
                                "tile[i] = data[i];\nfor (") +
                    one.loop + ") {\nbarrier();\nif (" + one.condition +
                    ")\ntile[i] += tile[i + s];  // add\n}\nif (i == 0u) data[0] = tile[0];\n}\n",
            .buffers = {Kernel::Words(256, 1)}};
        CHECK(kernel.found() == "");
        CHECK(kernel.results[0][0] == 256);
        const auto& add = line_with(kernel, "// add");
        CHECK(add.shared_accesses == 3 * one.subgroups);  // two loads and a store
        CHECK(add.lanes * one.subgroups == 255 * add.issued);
        CHECK(add.conflict_cycles == 0);
        CHECK(line_with(kernel, "barrier()").barriers == 8 * 8);
    }
}

TEST_CASE(
    "a column of a tile of 32 x 32 lies in one bank: 31 more cycles; with one column more, in 32 banks") {
    for (const std::string width : {"32", "33"}) {
        Kernel kernel{.text =
                          "layout(local_size_x = 32, local_size_y = 32) in;\n"
                          "layout(std430, binding = 0) buffer Data { uint data[]; };\nshared uint tile[32][" +
                          width +
                          "];\nvoid main() {\nuvec2 at = gl_LocalInvocationID.xy;\n"
                          "tile[at.y][at.x] = data[32u * at.y + at.x];  // row\nbarrier();\n"
                          "data[32u * at.y + at.x] = tile[at.x][at.y];  // column\n}\n",
                      .buffers = {Kernel::Words(1024)}};
        for (std::uint32_t k = 0; k < 1024; ++k) kernel.buffers[0][k] = k;
        CHECK(kernel.found() == "");
        CHECK(kernel.results[0][1] == 32);
        CHECK(line_with(kernel, "// row").conflict_cycles == 0);
        const auto& column = line_with(kernel, "// column");
        CHECK(column.shared_accesses == 32);
        CHECK(column.conflict_cycles == (width == "32" ? 32 * 31 : 0));
        CHECK(column.sectors == 32 * 4);
    }
}

TEST_CASE("loads with stride s move min(4 s, 32) sectors for 32 lanes, where 4 would do") {
    for (const std::uint32_t stride : {1u, 2u, 4u, 8u, 16u}) {
        Kernel kernel{
            .text =
                "layout(local_size_x = 32) in;\nlayout(std430, binding = 0) buffer Data { uint data[]; };\n"
                "uniform uint stride;\nvoid main() {\nuint v = data[gl_LocalInvocationID.x * stride];  // "
                "load\n"
                "if (v == 7u) data[0] = v;\n}\n",
            .buffers = {Kernel::Words(512)},
            .uniforms = {{"stride", stride}}};
        CHECK(kernel.found() == "");
        const auto& load = line_with(kernel, "// load");
        CHECK(load.requests == 1);
        CHECK(load.sectors == std::min(4 * stride, 32u));
        CHECK(load.needed_sectors == 4);
    }
}

TEST_CASE("accesses anywhere: sectors, lines and cycles are those of the words, on any machine") {
    // Each lane reads the words [place[i], place[i] + 1]; the places are contiguous, ascending, or random.
    const auto draws = [](std::uint32_t seed) {
        return [seed](std::uint32_t i) { return (i + 1) * seed % 509; };
    };
    const std::vector<std::function<std::uint32_t(std::uint32_t)>> patterns{
        [](std::uint32_t i) { return 2 * i + 3; },
        [](std::uint32_t i) { return 12 * i + 1; },
        [](std::uint32_t i) { return 12 * (31 - i); },
        [](std::uint32_t i) { return i / 4; },
        draws(7919),
        draws(104729)};
    for (const auto& [banks, sector, line] :
         {std::array{32u, 32u, 128u}, {16u, 64u, 64u}, {128u, 4u, 1024u}, {1u, 16u, 32u}})
        for (const auto& pattern : patterns) {
            Kernel kernel{
                .text =
                    "layout(local_size_x = 32) in;\nlayout(std430, binding = 0) buffer Data { uvec2 data[]; "
                    "};\n"
                    "layout(std430, binding = 1) buffer Place { uint place[]; };\nshared uint tile[512];\n"
                    "void main() {\nuint i = gl_LocalInvocationID.x;\n"
                    "for (uint k = i; k < 512u; k += 32u) tile[k] = k;\nbarrier();\n"
                    "uvec2 v = data[place[i] / 2u];  // load\n"
                    "uint t = tile[place[i]];  // tile\nif (v.x + t == 7u) place[i] = 0u;\n}\n",
                .buffers = {Kernel::Words(512, 512), Kernel::Words(32)}};
            kernel.settings.memory = {banks, sector, line};
            std::set<std::uint32_t> words, sectors, lines, tile;
            std::map<std::uint32_t, std::uint64_t> in_bank;
            for (std::uint32_t i = 0; i < 32; ++i) {
                kernel.buffers[1][i] = pattern(i);
                if (tile.insert(pattern(i)).second) ++in_bank[pattern(i) % banks];
                for (const auto word : {pattern(i) / 2 * 2, pattern(i) / 2 * 2 + 1}) {
                    words.insert(word);
                    sectors.insert(word * 4 / sector);
                    lines.insert(word * 4 / line);
                }
            }
            CHECK(kernel.found() == "");
            CAPTURE(banks);
            const auto& load = line_with(kernel, "// load");
            const std::uint64_t places = (32 * 4 + sector - 1) / sector,
                                place_lines = (32 * 4 + line - 1) / line;
            CHECK(load.requests == 2);  // place[i] as well
            CHECK(load.sectors - places == sectors.size());
            CHECK(load.cache_lines - place_lines == lines.size());
            CHECK(load.needed_sectors - places == (words.size() * 4 + sector - 1) / sector);
            std::uint64_t most = 0;
            for (const auto& [bank, count] : in_bank) most = std::max(most, count);
            CHECK(line_with(kernel, "// tile").conflict_cycles ==
                  most - std::min<std::uint64_t>(most, (tile.size() + banks - 1) / banks));
        }
}

TEST_CASE("of a workgroup, who stores, which words are used, and which barriers order something is counted") {
    // Two barriers between a store and a neighbour's read: one would do. After the read nobody else touches a
    // word, unless all words move up by one: then it must not be written before it has been read.
    for (const bool moves : {false, true}) {
        Kernel kernel{
            .text = std::string("layout(local_size_x = 64) in;\n"
                                "layout(std430, binding = 0) buffer Data { uint data[]; };\n"
                                "shared uint tile[100];\nvoid main() {\n"
                                "const uint i = gl_LocalInvocationID.x;\ntile[i + 1u] = data[i];\n"
                                "barrier();\nbarrier();\nconst uint up = tile[1u + (i + 1u) % 64u];\n"
                                "barrier();\n") +
                    (moves ? "tile[i + 1u] = up;\n" : "") + "if (i < 40u) data[i] = up;\n}\n",
            .buffers = {Kernel::Words(64, 1)}};
        CHECK(kernel.found() == "");
        CAPTURE(moves);
        constexpr std::uint64_t subgroups = 2;
        std::uint64_t barriers = 0;
        for (const auto& line : kernel.report.lines) barriers += line.barriers;
        CHECK(barriers == 3 * subgroups);
        CHECK(kernel.report.ordering == (moves ? 2 : 1) * subgroups);
        CHECK(kernel.report.shared_words == 65);  // of 100
    }
}

TEST_CASE("on request, who stores which word of shared memory is counted") {
    for (const bool counts : {false, true}) {
        Kernel kernel{
            .text =
                "layout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer Data { uint data[]; };\n"
                "shared uint tile[64], swaps;\nvoid main() {\nconst uint i = gl_LocalInvocationID.x;\n"
                "tile[63u - i] = i;\nif (i == 0u) swaps = 0u;\nbarrier();\n"
                "if (i < 10u) { atomicAdd(swaps, 1u); tile[i] = 1u; }\nbarrier();\n"
                "if (i == 0u) swaps = 0u;\nif (i < 40u) data[i] = i;\n}\n",
            .buffers = {Kernel::Words(64)}};
        kernel.settings.counts_deeds = counts;
        CHECK(kernel.found() == "");
        CAPTURE(counts);
        const auto& deeds = kernel.report.deeds;
        CHECK(deeds.taken_over == (counts ? 10 : 0));
        CHECK(deeds.counters == (counts ? 1 : 0));
        CHECK(deeds.cleared == (counts ? 1 : 0));  // not the first time, when nobody had counted
    }
}

TEST_CASE("on request, who reads and who writes which word is known") {
    const auto whose = [](const std::string& body) {
        Kernel kernel{.text =
                          "layout(local_size_x = 64) in;\n"
                          "layout(std430, binding = 0) readonly buffer From { uint from[]; };\n"
                          "layout(std430, binding = 1) buffer To { uint to[]; };\nshared uint tile[64];\n"
                          "void main() {\nconst uint i = gl_LocalInvocationID.x;\n" +
                          body + "}\n",
                      .buffers = {Kernel::Words(64, 1), Kernel::Words(64)}};
        kernel.settings.counts_deeds = true;
        CHECK(kernel.found() == "");
        return pbp::sim::report(kernel.account, 32, pbp::sim::GpuCosts::counted);
    };
    const auto plain = whose("to[i] = from[i];\n"), same = whose(
                                                        "const uint twice = from[i];\nto[i] = 1u;\n"
                                                        "to[i] = twice * from[i];\n");
    for (const char* count : {"readers of from", "writers of to"}) {
        CHECK(plain.who.at(count).size() == 64);
        CHECK(plain.who.at(count)[5] == pbp::sim::Access{5, 5});
        CHECK(same.who.at(count) == plain.who.at(count));  // how often is not asked
    }
    CHECK(same.by_name.at("loads of from") == 2 * plain.by_name.at("loads of from"));
    for (const char* others : {"to[63u - i] = from[63u - i];\n", "to[i ^ 1u] = from[i ^ 1u];\n",
                               "if ((i & 32u) == 0u) { to[i] = from[i]; to[i + 32u] = from[i + 32u]; }\n",
                               "if (i == 0u) for (uint k = 0u; k < 64u; ++k) to[k] = from[k];\n"}) {
        CAPTURE(others);
        const auto other = whose(others);
        CHECK(other.who.at("readers of from") != plain.who.at("readers of from"));
        CHECK(other.who.at("writers of to") != plain.who.at("writers of to"));
    }
    const auto by_atomics = whose("atomicAdd(to[i], from[i]);\n");
    CHECK(by_atomics.who.at("writers of to") == plain.who.at("writers of to"));
    const auto straight = whose("tile[i] = 1u;\nbarrier();\nto[i] = tile[i];\n"),
               turned = whose("tile[63u - i] = 1u;\nbarrier();\nto[i] = tile[i];\n");
    CHECK(straight.who.at("readers of shared memory") == turned.who.at("readers of shared memory"));
    CHECK(straight.who.at("writers of shared memory") != turned.who.at("writers of shared memory"));
}

TEST_CASE("atomics of a subgroup at one word queue up") {
    Kernel kernel{
        .text =
            "layout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer Data { uint data[]; };\n"
            "void main() {\natomicAdd(data[0], 1u);  // one\n"
            "atomicAdd(data[gl_LocalInvocationID.x], 1u);  // each\n}\n",
        .buffers = {Kernel::Words(64)}};
    CHECK(kernel.found() == "");
    CHECK(line_with(kernel, "// one").contention == 2 * 31);
    CHECK(line_with(kernel, "// one").atomics == 64);
    CHECK(line_with(kernel, "// each").contention == 0);
}

TEST_CASE("divergence: both sides of a branch are issued, each with its lanes") {
    Kernel kernel{
        .text =
            "layout(local_size_x = 32) in;\nlayout(std430, binding = 0) buffer Data { uint data[]; };\n"
            "void main() {\nuint i = gl_LocalInvocationID.x;\nif (i % 4u == 0u)\ndata[i] = i;  // yes\n"
            "else\ndata[i] = 2u * i;  // no\ndata[32u + i] = i;  // all\n}\n",
        .buffers = {Kernel::Words(64)}};
    CHECK(kernel.found() == "");
    CHECK(line_with(kernel, "// yes").mean_lanes() == doctest::Approx(8));
    CHECK(line_with(kernel, "// no").mean_lanes() == doctest::Approx(24));
    CHECK(line_with(kernel, "// all").mean_lanes() == doctest::Approx(32));
}

TEST_SUITE_END();
