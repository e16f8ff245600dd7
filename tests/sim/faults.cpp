// SPDX-License-Identifier: MIT
// What hardware does not report: barriers that only some reach, bounds, zeros, garbage, endless loops.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

#include "common/base/error.hpp"
#include "tests/sim/kernel.hpp"

using namespace pbp;
using test::Kernel;

TEST_SUITE_BEGIN("cpu");

namespace {

Kernel body(const std::string& lines, std::size_t words = 64) {
    return {
        .text =
            "layout(local_size_x = 32) in;\nlayout(std430, binding = 0) buffer Data { uint data[]; };\n"
            "uniform uint zero;\nshared uint tile[32];\nvoid main() {\nuint i = gl_LocalInvocationID.x;\n" +
            lines + "\n}\n",
        .buffers = {Kernel::Words(words)}};
}

}  // namespace

TEST_CASE("a barrier that part of the workgroup reaches names who waits, who does not, and the condition") {
    auto kernel = body("if (i < 16u) barrier();");
    // On one line: glslang 15 knows where main ends, glslang 12 does not.
    kernel.text.replace(kernel.text.rfind("\n}"), 2, " }");
    CHECK(kernel.found() == "barrier in divergent flow 7/7/7");
    CHECK(body("if (i < 16u) barrier();\ndata[i] = i;").found() == "barrier in divergent flow 7/8/7");
    CHECK(body("if (i >= 16u) return;\nbarrier();").found() == "barrier in divergent flow 8/7/7");
    CHECK(body("barrier();").found() == "");
}

TEST_CASE("subgroups that wait at two different barriers") {
    auto kernel = body("if (gl_WorkGroupSize.x == 64u && i < 32u) barrier();\nelse barrier();");
    kernel.text.replace(kernel.text.find("= 32"), 4, "= 64");
    CHECK(kernel.found() == "barrier in divergent flow 7/8");
}

TEST_CASE("reads of shared memory that nobody wrote") {
    CHECK(body("data[i] = tile[i];").found() == "read before any write 7");
    CHECK(body("if (i != 5u) tile[i] = 1u;\nbarrier();\ndata[i] = tile[i];").found() ==
          "read before any write 9");
    CHECK(body("if (i == 0u) atomicAdd(tile[0], 1u);\nbarrier();\ndata[i] = tile[0];").found() ==
          "read before any write 7");
    CHECK(body("if (i == 0u) data[i] = atomicExchange(tile[0], 1u);").found() == "read before any write 7");
    CHECK(body("if (i == 0u) atomicExchange(tile[0], 1u);\nbarrier();\ndata[i] = tile[0];").found() == "");
}

TEST_CASE("out of bounds: buffers, shared memory, arrays; the access does nothing") {
    auto kernel = body("data[i + 40u] = 7u;", 64);
    CHECK(kernel.found() == "out of bounds 7");
    CHECK(kernel.results[0][63] == 7);
    CHECK(body("tile[i] = i;\nbarrier();\ndata[i] = tile[i + 1u];").found() == "out of bounds 9");
    kernel = body("tile[i] = i;\nbarrier();\ndata[i] = tile[i - 1u];");
    CHECK(kernel.found() == "out of bounds 9");
    CHECK(kernel.report.findings[0].sentence.find("0u - 1u wraps round") != std::string::npos);
    CHECK(body("uint own[4] = uint[4](1u, 2u, 3u, 4u);\ndata[i] = own[i];").found() == "out of bounds 8");
    CHECK(body("data[i] = data[zero + 64u];").found() == "out of bounds 7");
}

TEST_CASE("division by zero, shifts beyond the width, a NaN that is born") {
    CHECK(body("data[i] = i / zero;").found() == "division by zero 7");
    CHECK(body("data[i] = uint(int(i) % int(zero));").found() == "division by zero 7");
    CHECK(body("data[i] = 1u << (zero + 32u);").found() == "shift too far 7");
    CHECK(body("data[i] = floatBitsToUint(float(zero) / float(zero));").found() == "NaN is born 7");
    CHECK(body("data[i] = floatBitsToUint(sqrt(-1.0 - float(i)));").found() == "NaN is born 7");
    CHECK(body("if (zero > 0u) data[i] = i / zero;").found() == "");
}

TEST_CASE("a lane that takes no part has no value") {
    auto kernel = body("if (i < 8u) data[i] = subgroupShuffle(i, i + 1u);");
    kernel.text = "#extension GL_KHR_shader_subgroup_shuffle : require\n" + kernel.text;
    CHECK(kernel.found() == "absent lane 8");
}

TEST_CASE("one buffer at two bindings of a dispatch that writes it") {
    sim::Simulator simulator({});
    glsl::Source source;
    source.text =
        "#version 450\nlayout(local_size_x = 4) in;\nlayout(std430, binding = 0) readonly buffer In { uint "
        "a[]; };\n"
        "layout(std430, binding = 1) buffer Out { uint b[]; };\nvoid main() { b[0] = a[1]; }\n";
    source.files = {"kernel.comp"};
    source.originals = {source.text};
    const Built built = simulator.build(source);
    const Handle one = simulator.create_buffer(64), other = simulator.create_buffer(64);
    for (const Handle second : {one, other}) {
        const Handle bound[] = {one, second};
        simulator.dispatch(built.handle, {1, 1, 1}, {bound, {}, {}, {}});
        const auto told = sim::report(simulator.take_accounts().at(0), 32).findings;
        CHECK(std::ranges::any_of(told, [](const auto& finding) { return finding.fault == "bound twice"; }) ==
              (second == one));
    }
}

TEST_CASE("findings of a shader that the checks compile otherwise are at that one's lines") {
    sim::Simulator simulator({});
    const auto account_of = [&](const std::string& define, const std::string& more) {
        glsl::Source source;
        source.text = "#version 450\n" + define +
                      "layout(local_size_x = 4) in;\n"
                      "layout(std430, binding = 0) buffer Out { uint out_[]; };\nvoid main() {\n" +
                      more + "    out_[100] = 1u;\n}\n";
        source.files = {"kernel.comp"};
        source.originals = {source.text};
        const Handle bound[] = {simulator.create_buffer(64)};
        simulator.dispatch(simulator.build(source).handle, {1, 1, 1}, {bound, {}, {}, {}});
        return simulator.take_accounts().at(0);
    };
    auto plain = account_of("", "");
    plain.checked = std::make_shared<const sim::Account>(
        account_of("#define CHECKED\n", "    out_[0] = 1u;\n    out_[1] = 1u;\n    out_[2] = 1u;\n"));
    const auto report = sim::report(plain, 32);
    CHECK(report.lines.size() == 1);
    const auto past = std::ranges::find(report.findings, "out of bounds", &sim::ReportedFinding::fault);
    REQUIRE(past != report.findings.end());
    CHECK(past->places.at(0).line == 9);
}

TEST_CASE("two blocks at one binding are two views of one buffer, unless one promises otherwise") {
    for (const bool restricted : {false, true}) {
        const std::string word = restricted ? "restrict " : "";
        Kernel kernel{.text = "layout(local_size_x = 4) in;\nlayout(std430, binding = 0) " + word +
                              "buffer One { uint a[]; };\nlayout(std430, binding = 0) " + word +
                              "buffer Four { uvec4 b[]; };\nvoid main() { uint i = gl_LocalInvocationID.x; "
                              "a[4u * i + 1u] = b[i].x; }\n",
                      .buffers = {Kernel::Words(16, 3)}};
        kernel.run();
        CHECK(kernel.report.findings.size() == (restricted ? 1 : 0));
        CHECK(kernel.faults() == (restricted ? "bound twice" : ""));
    }
}

TEST_CASE("loops without end, and waits for what cannot come") {
    auto kernel = body("uint k = 0u;\nwhile (i < 64u) k += 1u;\ndata[i] = k;");
    kernel.settings.most_rounds = 10000;
    CHECK(kernel.found() == "endless loop 8");
    kernel = body("while (atomicAdd(data[0], 0u) == 0u) ;");
    kernel.settings.most_rounds = 10000;
    CHECK(kernel.found() == "waits for ever 7");
    kernel = body("for (uint k = 0u; k < 100000u; ++k) data[i] = k;");
    kernel.settings.most_rounds = 10000;
    CHECK(kernel.found() == "");
}

TEST_CASE("a hang among many workgroups is found as soon as in one") {
    for (const std::uint32_t groups : {1u, 300u}) {
        CAPTURE(groups);
        const auto of = [&](const std::string& loop) {
            auto kernel = body("uint x = i;\n" + loop + "\ndata[i] = x;");
            kernel.groups = {groups, 1, 1};
            kernel.settings.most_rounds = 50'000;
            return kernel.found();
        };
        CHECK(of("while (x < 100u) x &= 31u;") == "endless loop 8");
        CHECK(of("while (x < 100u) x = (x + 5u) % 7u;") == "endless loop 8");
        CHECK(of("for (uint k = 0u; x < 100u; ++k) x = k & 31u;") == "endless loop 8");
        CHECK(of("while (atomicAdd(data[0], 0u) == 0u) ;") == "waits for ever 8");
    }
}

TEST_CASE("a loop that runs until the time limit is named") {
    auto kernel = body("while (data[i] < 3u) data[i] = (data[i] + 1u) % 3u;");
    kernel.groups = {8, 1, 1};
    kernel.settings.limit_s = 0.1;
    CHECK_THROWS_WITH_AS(kernel.run(), doctest::Contains("kernel.comp:8: the dispatch did not end within"),
                         Error);
    kernel = body("for (uint k = 0u; k < 5000u; ++k) data[i] = k;");
    kernel.settings.limit_s = 60;
    CHECK(kernel.found() == "");
}

TEST_CASE("a wait among many workgroups ends when the last of them has begun, or patience is over") {
    using Order = sim::Settings::Order;
    for (const Order order : {Order::in_order, Order::reverse, Order::random}) {
        Kernel kernel{.text =
                          "layout(local_size_x = 64) in;\n"
                          "layout(std430, binding = 0) coherent buffer Data { uint data[]; };\n"
                          "layout(std430, binding = 1) coherent buffer Flag { uint flags[2]; };\n"
                          "void main() {\n"
                          "    uint w = gl_WorkGroupID.x, polls = 0u, most = 5000u;\n"
                          "    if (gl_LocalInvocationID.x == 0u) {\n"
                          "        if (w == 99u) atomicExchange(flags[0], 1u);\n"
                          "        else while (atomicAdd(flags[0], 0u) == 0u) ;\n"
                          "        while (atomicAdd(flags[1], 0u) == 0u && polls < most) ++polls;\n"
                          "        data[w] = polls;\n"
                          "    }\n"
                          "}\n",
                      .groups = {100, 1, 1},
                      .buffers = {Kernel::Words(100), Kernel::Words(2)}};
        kernel.settings.order = order;
        CHECK(kernel.found() == "");
        CHECK(kernel.results[0] == Kernel::Words(100, 5000));
    }
}

TEST_SUITE_END();
