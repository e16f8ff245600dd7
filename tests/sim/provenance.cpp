// SPDX-License-Identifier: MIT
// Where values came from, as the simulator saw it.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include "common/sim/kept/arrows.hpp"
#include "tests/sim/kernel.hpp"

using namespace pbp;
using namespace pbp::test;

namespace provenance_test {

using Node = sim::Provenance::Node;
using Words = Kernel::Words;

/// Buffers in which shaders run one after the other, on a simulator that follows them.
class Followed {
  public:
    explicit Followed(std::vector<Words> buffers, sim::Settings settings = {}) : simulator_(settings) {
        simulator_.follow(1u << 20);
        for (const auto& words : buffers) {
            bound_.push_back(simulator_.create_buffer(words.size() * 4));
            simulator_.write(bound_.back(), 0, std::as_bytes(std::span(words)));
        }
        above_ = nodes_of(0);
    }
    /// `body` of main, with buffers a, b and c at 0, 1 and 2.
    Followed& run(const std::string& body, std::uint32_t local_size, std::uint32_t groups = 1,
                  const std::string& before = {}, const std::string& type = "uint") {
        glsl::Source source;
        source.text = fmt::format(
            "#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : enable\n"
            "#extension GL_KHR_shader_subgroup_ballot : enable\n"
            "#extension GL_KHR_shader_subgroup_shuffle : enable\n"
            "#extension GL_ARB_gpu_shader_int64 : enable\n"
            "layout(local_size_x = {}) in;\n"
            "layout(std430, binding = 0) buffer A {{ {} a[]; }};\n"
            "layout(std430, binding = 1) buffer B {{ {} b[]; }};\n"
            "layout(std430, binding = 2) buffer C {{ uint c[]; }};\n{}\n"
            "void main() {{ uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex; {} }}\n",
            local_size, type, type, before, body);
        source.files = {"kernel.comp"};
        source.originals = {source.text};
        simulator_.dispatch(simulator_.build(source, {}).handle, {groups, 1, 1}, {bound_, {}, {}, {}, {}});
        return *this;
    }
    /// What is above is the buffer as it is now.
    Followed& next_row(std::size_t buffer) {
        above_ = nodes_of(buffer);
        return *this;
    }
    /// What came into each cell of a buffer from the row above: "0= 3+" is cell 0 moved and cell 3 added, ?
    /// is compared, * combined, @ where it is, own a value of the invocation's own; a number after the sign:
    /// how often. Cells are separated by |.
    std::string arrows(std::size_t buffer) {
        sim::RowAbove above(*simulator_.provenance());
        above.add(above_);
        std::string all;
        std::uint32_t cell = 0;
        for (const Node node : nodes_of(buffer)) {
            const auto found = above.found_in(node, cell++);
            std::string words;
            for (const auto& [from, way, times] : found.arrows) {
                const auto word =
                    fmt::format(" {}{}", from, std::string_view("=+*??@")[static_cast<std::size_t>(way)]);
                if (!words.ends_with(word)) words += word;
                if (times > 1) words += fmt::format("{}", static_cast<std::int32_t>(times));
            }
            if (found.own) words += " own";
            all += (all.empty() ? "" : " |") + (words.empty() ? " -" : words);
        }
        return all.substr(1);
    }
    std::size_t nodes() { return simulator_.provenance()->size(); }
    bool is_full() { return simulator_.provenance()->is_full(); }
    sim::Simulator& simulator() { return simulator_; }

  private:
    std::vector<Node> nodes_of(std::size_t buffer) {
        return simulator_.provenance()->nodes_of(simulator_.buffers().at(bound_[buffer]));
    }
    sim::Simulator simulator_;
    std::vector<Handle> bound_;
    std::vector<Node> above_;
};

Words iota(std::uint32_t n) {
    Words words(n);
    for (std::uint32_t i = 0; i < n; ++i) words[i] = i;
    return words;
}

}  // namespace provenance_test

using namespace provenance_test;

TEST_SUITE_BEGIN("cpu");

TEST_CASE("provenance: values that are moved, added, picked and combined") {
    Followed moved({iota(4), Words(4), Words(4)});
    CHECK(moved.run("b[3u - i] = a[i];", 4).arrows(1) == "3= | 2= | 1= | 0=");
    CHECK(moved.arrows(0) == "0= | 1= | 2= | 3=");
    CHECK(moved.arrows(2) == "- | - | - | -");
    CHECK(Followed({iota(4), Words(4), Words(4)}).run("b[i] = a[i] + a[i ^ 1u];", 4).arrows(1) ==
          "0+ 1+ | 0+ 1+ | 2+ 3+ | 2+ 3+");
    CHECK(Followed({iota(4), Words(4), Words(4)}).run("b[i] = min(a[i], a[i ^ 1u]);", 4).arrows(1) ==
          "0= 1? | 0= 1? | 2= 3? | 2= 3?");
    CHECK(Followed({iota(4), Words(4), Words(4)}).run("b[i] = a[i] > 1u ? a[i] : a[3];", 4).arrows(1) ==
          "0? 3= | 1? 3= | 2= 2? | 3= 3?");
    CHECK(Followed({iota(4), Words(4), Words(4)}).run("b[i] = a[i] * a[0];", 4).arrows(1) ==
          "0* | 0* 1* | 0* 2* | 0* 3*");
    CHECK(Followed({iota(4), Words(4), Words(4)}).run("b[i] = a[i] + i + 1u;", 4).arrows(1) ==
          "0+ own | 1+ own | 2+ own | 3+ own");
    CHECK(Followed({iota(4), Words(4), Words(4)}).run("b[i] = (a[i] << 16 | 5u) >> 16;", 4).arrows(1) ==
          "0= | 1= | 2= | 3=");
    CHECK(Followed({iota(4), Words(4), Words(4)}).run("b[i] = i * 2u;", 4).arrows(1) == "- | - | - | -");
}

TEST_CASE("provenance: what is done under a condition was decided by it") {
    const std::string swap =
        "if (i % 2u == 0u && a[i] > a[i + 1u]) { uint t = a[i]; a[i] = a[i + 1u]; a[i + 1u] = t; }";
    CHECK(Followed({{5, 3, 1, 2}, Words(4), Words(4)}).run(swap, 4).arrows(0) ==
          "0? 1= 1? | 0= 0? 1? | 2= | 3=");
    CHECK(Followed({iota(4), Words(4), Words(4)})
              .run("uint k = 0u; while (a[k] < 2u) ++k; b[i] = k; if (a[3] > 9u) return; c[i] = a[i];", 1)
              .arrows(2) == "0= 3? | - | - | -");
}

TEST_CASE("provenance: a sum that starts with 0 is of what was added alone, once each") {
    CHECK(Followed({iota(4), Words(4), Words(4)})
              .run("uint s = 0u; for (uint k = 0u; k < 4u; ++k) s += a[k]; b[i] = s;", 1)
              .arrows(1) == "0+ 1+ 2+ 3+ | - | - | -");
}

TEST_CASE("provenance: through shared memory and barriers, and what really happened where it is wrong") {
    const std::string tile = "shared uint tile[8];";
    const auto reduce = [](const std::string& index) {
        return "tile[l] = a[i]; barrier(); for (uint stride = 4u; stride > 0u; stride /= 2u) { "
               "if (l < stride) tile[l] += tile[" +
               index + "]; barrier(); } if (l == 0u) b[0] = tile[0];";
    };
    CHECK(Followed({iota(8), Words(1), Words(1)}).run(reduce("l + stride"), 8, 1, tile).arrows(1) ==
          "0+ 1+ 2+ 3+ 4+ 5+ 6+ 7+");
    CHECK(Followed({iota(8), Words(1), Words(1)}).run(reduce("l + stride - 1u"), 8, 1, tile).arrows(1) ==
          "0+2 1+2 3+2 4+2");
}

TEST_CASE("provenance: atomics add up, pick, and hand on what was there") {
    CHECK(Followed({iota(4), Words(1), Words(4)}).run("atomicAdd(b[0], a[i]);", 4).arrows(1) ==
          "0+ 1+ 2+ 3+");
    CHECK(Followed({iota(4), Words(1), Words(4)}).run("atomicMax(b[0], a[i]);", 4).arrows(1) ==
          "0? 1? 2? 3=");
    CHECK(Followed({iota(4), Words(1), Words(4)})
              .run("uint old = atomicExchange(b[0], a[i]); c[i] = old;", 4)
              .arrows(2) == "- | 0= | 1= | 2=");
}

TEST_CASE("provenance: where a value is may depend on others") {
    CHECK(Followed({{2, 0, 3, 1}, Words(4), Words(4)}).run("b[a[i]] = i;", 4).arrows(1) ==
          "1@ | 3@ | 0@ | 2@");
    CHECK(Followed({{2, 0, 3, 1}, Words(4), Words(4)}).run("b[i] = a[a[i]];", 4).arrows(1) ==
          "0@ 2= | 0= 1@ | 2@ 3= | 1= 3@");
}

TEST_CASE("provenance: subgroups: sums, scans, exchanges, and ballots that count flags") {
    sim::Settings settings;
    settings.subgroup_size = 4;
    const auto arrows = [&](const std::string& body) {
        return Followed({{1, 0, 1, 1}, Words(4), Words(4)}, settings).run(body, 4).arrows(1);
    };
    CHECK(arrows("b[i] = subgroupAdd(a[i]);") == "0+ 1+ 2+ 3+ | 0+ 1+ 2+ 3+ | 0+ 1+ 2+ 3+ | 0+ 1+ 2+ 3+");
    CHECK(arrows("b[i] = subgroupInclusiveAdd(a[i] + 1u);") ==
          "0+ own | 0+ 1+ own | 0+ 1+ 2+ own | 0+ 1+ 2+ 3+ own");
    CHECK(arrows("b[i] = subgroupExclusiveAdd(a[i]);") == "- | 0= | 0+ 1+ | 0+ 1+ 2+");
    CHECK(arrows("b[i] = subgroupShuffleXor(a[i], 3u);") == "3= | 2= | 1= | 0=");
    CHECK(arrows("b[i] = subgroupMax(a[i] + i);").find("3+") != std::string::npos);
    CHECK(arrows("b[i] = subgroupBallotExclusiveBitCount(subgroupBallot(a[i] == 1u));") ==
          "- | 0* | 0* 1* | 0* 1* 2*");
}

TEST_CASE("provenance: 64 bits, structures, local arrays") {
    CHECK(
        Followed({iota(8), Words(8), Words(4)})
            .run("uint64_t x = packUint2x32(uvec2(a[2u * i], a[2u * i + 1u])); uvec2 y = unpackUint2x32(x); "
                 "b[i] = y.x;",
                 4)
            .arrows(1)
            .starts_with("0* 1* | 2* 3* | "));
    CHECK(Followed({iota(4), Words(4), Words(4)})
              .run("uint kept[4]; for (uint k = 0u; k < 4u; ++k) kept[k] = a[k]; b[i] = kept[3u - i];", 4)
              .arrows(1) == "3= | 2= | 1= | 0=");
}

TEST_CASE("provenance: over several dispatches, and rows between them") {
    Followed run({iota(4), Words(4), Words(4)});
    run.run("b[i] = a[i ^ 1u];", 4).run("a[i] = b[i] + b[(i + 2u) & 3u];", 4);
    CHECK(run.arrows(1) == "1= | 0= | 3= | 2=");
    CHECK(run.arrows(0) == "1+ 3+ | 0+ 2+ | 1+ 3+ | 0+ 2+");
    run.next_row(1);
    CHECK(run.arrows(0) == "0+ 2+ | 1+ 3+ | 0+ 2+ | 1+ 3+");
    run.run("b[i] = ~b[i];", 4).next_row(1).run("a[i] = min(~b[i], ~b[i ^ 1u]);", 4);
    CHECK(run.arrows(0) == "0? 1= | 0? 1= | 2? 3= | 2? 3=");
}

TEST_CASE("provenance: beyond its limit a graph says so, and the run goes on") {
    Followed run({Words(1024), Words(1024), Words(1)});
    run.simulator().follow(1000);
    run.run("b[i] = a[i] * 3u;", 64, 16);
    CHECK(run.is_full());
    CHECK(run.nodes() == 1000);
}

TEST_SUITE_END();
