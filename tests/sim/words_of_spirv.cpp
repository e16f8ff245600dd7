// SPDX-License-Identifier: MIT
// What a line was compiled to, in words: the shader's own names, and nothing that only describes it.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "common/base/columns.hpp"
#include "common/sim/report/assembly.hpp"
#include "common/sim/reported/words.hpp"
#include "tests/sim/kernel.hpp"
#include "tests/support/folder.hpp"

using namespace pbp;
using namespace pbp::test;

TEST_SUITE_BEGIN("cpu");

namespace {

/// The instructions of a line, one below the other; line 1 is #version.
std::string code_at(const std::vector<sim::ReportedCode>& code, int line) {
    std::string text;
    for (const auto& one : code)
        if (one.line == line)
            for (const auto& instruction : one.instructions) text += instruction + "\n";
    return text;
}

const char* const sums = R"(layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
struct Pair { uint first, second; };
shared Pair tile[4];
uint twice(uint value) {
    return value * 2u;
}
void main() {
    const uint lane = gl_LocalInvocationID.x;
    tile[lane].second = twice(data[lane]);
    barrier();
    atomicAdd(data[0], tile[3u - lane].second);
    if (lane > 100u)
        data[1] = uint(sqrt(float(lane)));
}
)";

}  // namespace

TEST_CASE("SPIR-V in words: each line has its instructions, with the shader's own names") {
    Kernel kernel{.text = sums, .buffers = {{1, 2, 3, 4}}};
    const auto code = sim::code_of(kernel.run().account);
    const auto at = [&](int line) { return code_at(code, line); };
    CHECK_MESSAGE(contains(at(7), "OpIMul uint"), at(7));
    CHECK_MESSAGE(contains(at(7), " 2\n"), at(7));
    CHECK_MESSAGE(contains(at(7), "OpReturnValue"), at(7));
    CHECK_MESSAGE(contains(at(10), "OpAccessChain gl_LocalInvocationID 0"), at(10));
    CHECK_MESSAGE(contains(at(10), "OpStore lane %"), at(10));
    CHECK_MESSAGE(contains(at(11), "OpAccessChain Data .data %"), at(11));
    CHECK_MESSAGE(contains(at(11), "OpFunctionCall uint twice "), at(11));
    CHECK_MESSAGE(contains(at(11), " .second"), at(11));
    CHECK_MESSAGE(contains(at(12), "OpControlBarrier Workgroup Workgroup AcquireRelease|WorkgroupMemory"),
                  at(12));
    CHECK_MESSAGE(contains(at(13), "OpAtomicIAdd uint %"), at(13));
    CHECK_MESSAGE(contains(at(13), " Device Relaxed %"), at(13));
    CHECK_MESSAGE(contains(at(14), "OpUGreaterThan bool %"), at(14));
    CHECK_MESSAGE(contains(at(15), "OpExtInst float GLSL.std.450 Sqrt %"), at(15));  // which never ran
    CHECK(at(2).empty());
    CHECK(at(5).empty());
}

TEST_CASE(
    "SPIR-V in words: names that two things have get their numbers, and subgroup operations their words") {
    Kernel kernel{.text = R"(#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
    { uint value = data[0]; data[1] = value; }
    { uint value = data[1]; data[2] = value; }
    data[3] = subgroupInclusiveAdd(data[3]);
    switch (data[3]) { case 7u: data[0] = 1u; break; default: break; }
}
)",
                  .buffers = {{1, 2, 3, 4}}};
    const auto code = sim::code_of(kernel.run().account);
    CHECK_MESSAGE(contains(code_at(code, 6), "OpStore value_"), code_at(code, 6));
    CHECK_MESSAGE(contains(code_at(code, 8), "OpGroupNonUniformIAdd uint Subgroup InclusiveScan %"),
                  code_at(code, 8));
    CHECK_MESSAGE(contains(code_at(code, 9), " 7 %"), code_at(code, 9));
}

TEST_CASE(
    "SPIR-V in words: a program's table has the instructions below their lines, once they are asked for") {
    Kernel kernel{.text = sums, .buffers = {{1, 2, 3, 4}}};
    auto report = kernel.run().report;
    const auto page = [&](std::size_t columns = 0) {
        return simulation_page({report}, false, false, columns);
    };
    CHECK_FALSE(contains(page(), "OpControlBarrier"));
    const auto narrow = page(50);
    CHECK(contains(narrow, "…\n"));
    for (std::size_t from = narrow.find("issued"), end = 0; end < narrow.size(); from = end + 1) {
        end = std::min(narrow.find('\n', from), narrow.size());
        if (const auto line = narrow.substr(from, end - from); line.ends_with("…"))
            CHECK(width_of(line) == 50);
    }
    report.code = sim::code_of(kernel.account);
    const auto text = page();
    CHECK(text.find("barrier();") < text.find("OpControlBarrier"));
    CHECK_FALSE(contains(text, "Sqrt"));  // its line did not run, so the table has none
}
