// SPDX-License-Identifier: MIT
// Which memory barrier orders what: for whom, for which memory, and for which invocation. And atomics, which
// order nothing among plain accesses of the same word.
#include <spirv/unified1/spirv.hpp>

#include "tests/sim/expressions.hpp"
#include "tests/support/folder.hpp"

using namespace pbp;
using namespace pbp::test;

TEST_SUITE_BEGIN("cpu");

namespace {

/// The lines of main, for one workgroup; line 6 is the first.
Kernel ordered(const std::string& lines, unsigned size = 64,
               const std::string& outside = "shared uint count;") {
    return {.text = "#extension GL_KHR_shader_subgroup_basic : require\nlayout(local_size_x = " +
                    std::to_string(size) +
                    ") in;\nlayout(std430, binding = 0) coherent buffer Data { uint data[]; };\n" + outside +
                    "\nvoid main() { uint i = gl_LocalInvocationID.x;\n" + lines + "\n}\n",
            .buffers = {Kernel::Words(256, 1)}};
}

/// One workgroup writes and raises a flag, the other one waits and reads: two parts of main.
Kernel flag(const std::string& writer, const std::string& reader, unsigned size = 32) {
    auto kernel = ordered("if (gl_WorkGroupID.x == 0u) {\n" + writer + "\n} else {\n" + reader + "\n}", size,
                          "layout(std430, binding = 1) coherent buffer Flag { uint flag; };");
    kernel.groups = {2, 1, 1};
    kernel.buffers.push_back({0});
    return kernel;
}

}  // namespace

TEST_CASE("an invocation's own atomic does not hide its plain access to the same word") {
    for (const unsigned size : {32u, 128u}) {
        CAPTURE(size);
        CHECK(ordered("if (i == 0u) count = 0u;\ndata[i] = atomicAdd(count, 1u);", size).found() ==
              "data race 7/6");
        CHECK(
            ordered("if (i == 0u) count = 0u;\nbarrier();\ndata[i] = atomicAdd(count, 1u);", size).found() ==
            "");
        const std::string read_at_once =
            "if (i == 0u) count = 0u;\nbarrier();\natomicAdd(count, i);\nif (i == gl_WorkGroupSize.x - 1u) "
            "data[0] = count;";
        CHECK(ordered(read_at_once, size).found() == "data race 9/8");
        CHECK(ordered(replaced(read_at_once, "if (i == g", "barrier();\nif (i == g"), size).found() == "");
    }
    CHECK(
        ordered("if (gl_GlobalInvocationID.x == 0u) data[0] = 100u;\natomicAdd(data[0], 1u);", 32).found() ==
        "data race 7/6");
    CHECK(ordered("hist[i] = 0u;\natomicAdd(hist[i & 31u], 1u);\nbarrier();\ndata[i] = hist[i];", 64,
                  "shared uint hist[64];")
              .found() == "data race 7/6");
    // Lane 31 has added; lanes of the other subgroup add before or after it reads.
    CHECK(
        ordered("if (i == 0u) count = 0u;\nbarrier();\natomicAdd(count, i);\nif (i == 31u) data[0] = count;")
            .found() == "data race 9/8");
}

TEST_CASE("the one that came last, by its own atomic's result, may reset the counter") {
    auto kernel = ordered("if (i == 0u && atomicAdd(data[0], 1u) == gl_NumWorkGroups.x) data[0] = 0u;");
    kernel.groups = {4, 1, 1};
    CHECK(kernel.found() == "");
    CHECK(kernel.results[0][0] == 0);
}

TEST_CASE("a memory barrier of a subgroup reaches no other subgroup") {
    for (const std::string fence : {"subgroupMemoryBarrierBuffer();", "subgroupBarrier();"}) {
        CAPTURE(fence);
        CHECK(ordered("data[i] = i;\n" + fence + " barrier();\ndata[64u + i] = data[63u - i];").found() ==
              "missing memory barrier 8/6");
        CHECK(ordered("data[i] = i;\n" + fence + " barrier();\ndata[64u + i] = data[i ^ 31u];").found() ==
              "");
    }
    CHECK(ordered("data[i] = i;\ngroupMemoryBarrier(); barrier();\ndata[64u + i] = data[63u - i];").found() ==
          "");
}

TEST_CASE("a memory barrier alone orders no lanes, not even of one subgroup") {
    const std::string exchange = "tile[i] = i;\nFENCE\ndata[i] = tile[31u - i];";
    for (const std::string fence :
         {"subgroupMemoryBarrierShared();", "memoryBarrierShared();", "memoryBarrier();"})
        CHECK(ordered(replaced(exchange, "FENCE", fence), 32, "shared uint tile[32];").found() ==
              "data race 8/6");
}

TEST_CASE("between workgroups both memory barriers must be the device's, and for buffers") {
    const std::string write =
                          "data[i] = i;\nmemoryBarrierBuffer(); barrier();\nif (i == 0u) "
                          "atomicExchange(flag, 1u);",
                      read =
                          "if (i == 0u) while (atomicAdd(flag, 0u) == 0u) ;\nbarrier(); "
                          "memoryBarrierBuffer();\ndata[32u + i] = data[31u - i];";
    CHECK(flag(write, read).found() == "");
    for (const std::string other : {"groupMemoryBarrier", "subgroupMemoryBarrier", "memoryBarrierShared"}) {
        CAPTURE(other);
        CHECK(flag(replaced(write, "memoryBarrierBuffer", other), read).found() == "data race 13/7");
        CHECK(flag(write, replaced(read, "memoryBarrierBuffer", other)).found() == "data race 13/7");
    }
}

TEST_CASE("an atomic may release and acquire itself") {
    const auto faults = [](const std::string& storing, const std::string& loading) {
        return Kernel{.text = R"(#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) coherent buffer Data { uint data, flag, result; };
void main() {
    if (gl_WorkGroupID.x == 0u) {
        data = 3u;
        atomicStore(flag, 1u, gl_Scope)" +
                              storing + R"();
    } else {
        while (atomicLoad(flag, gl_Scope)" +
                              loading + R"() == 0u) ;
        result = data;
    }
}
)",
                      .groups = {2, 1, 1},
                      .buffers = {{0, 0, 0}}}
            .found();
    };
    const std::string buffer = ", gl_StorageSemanticsBuffer, gl_Semantics",
                      release = "Device" + buffer + "Release", acquire = "Device" + buffer + "Acquire",
                      race = "data race 10/6";
    CHECK(faults(release, acquire) == "");
    CHECK(faults("Device, 0, 0", acquire) == race);
    CHECK(faults(release, "Device, 0, 0") == race);
    CHECK(faults("Workgroup" + buffer + "Release", acquire) == "data race 9/7, " + race);  // the flag, too
    CHECK(faults("Device, gl_StorageSemanticsImage, gl_SemanticsRelease", acquire) == race);
}

TEST_CASE("only the invocation that saw the flag knows, until a barrier tells the others") {
    const std::string write =
                          "data[i] = i;\nmemoryBarrierBuffer(); barrier();\nif (i == 0u) "
                          "atomicExchange(flag, 1u);",
                      read =
                          "if (i == 0u) while (atomicAdd(flag, 0u) == 0u) ;\nmemoryBarrierBuffer();\n"
                          "data[32u + i] = data[31u - i];";
    CHECK(flag(write, read).found() == "data race 13/7");
    CHECK(
        flag(write, replaced(read, "memoryBarrierBuffer();", "memoryBarrierBuffer(); barrier();")).found() ==
        "");
    CHECK(flag(write, replaced(read, "memoryBarrierBuffer();", "subgroupBarrier(); memoryBarrierBuffer();"))
              .found() == "");
}

TEST_CASE("a whole subgroup hands over through the lane that is elected") {
    const std::string write =
                          "data[i] = i;\nmemoryBarrierBuffer(); subgroupBarrier();\nif "
                          "(subgroupElect()) atomicExchange(flag, 1u);",
                      read =
                          "if (subgroupElect()) while (atomicAdd(flag, 0u) == 0u) ;\nsubgroupBarrier(); "
                          "memoryBarrierBuffer();\ndata[32u + i] = data[31u - i];";
    CHECK(flag(write, read).found() == "");
    CHECK(flag(replaced(write, " subgroupBarrier();", ""), read).found() == "data race 13/7");
}

TEST_CASE("within a workgroup groupMemoryBarrier() is enough for a hand-over") {
    for (const std::string word : {"x", "data[1]"}) {
        const std::string lines = "if (i == 0u) flag = 0u;\nbarrier();\nif (i == 0u) { " + word +
                                  " = 42u; groupMemoryBarrier(); atomicExchange(flag, 1u); }\nif (i == 32u) "
                                  "{ while (atomicAdd(flag, 0u) == 0u) ; groupMemoryBarrier();\ndata[0] = " +
                                  word + "; }";
        CHECK(ordered(lines, 64, "shared uint x, flag;").found() == "");
        CHECK(ordered(replaced(lines, "groupMemoryBarrier(); atomicE", "subgroupMemoryBarrier(); atomicE"),
                      64, "shared uint x, flag;")
                  .found() == "data race 10/8");
    }
}

TEST_CASE("of three readers, the one that nobody waits for is found") {
    auto kernel = ordered(
        "if (i != 0u) return;\nif (gl_WorkGroupID.x == 0u) {\ndata[1] = data[0]; memoryBarrierBuffer(); "
        "atomicExchange(flag, 1u);\n} else if (gl_WorkGroupID.x == 1u) {\ndata[2] = data[0];\n} else {\n"
        "while (atomicAdd(flag, 0u) == 0u) ;\nmemoryBarrierBuffer();\ndata[3] = data[0];\ndata[0] = 5u;\n}",
        32, "layout(std430, binding = 1) coherent buffer Flag { uint flag; };");
    kernel.groups = {3, 1, 1};
    kernel.buffers.push_back({0});
    CHECK(kernel.found() == "data race 15/10");
}

TEST_CASE("volatile makes no read-modify-write, and no movement of data, atomic; a poll it allows") {
    const std::string block = "layout(std430, binding = 1) volatile buffer Words { uint words[]; };";
    auto kernel = ordered("words[0]++;", 64, block);
    kernel.buffers.push_back(Kernel::Words(128));
    CHECK(kernel.found() == "data race 6/6");
    kernel.text = ordered("words[i] = i;\nwords[64u + i] = words[63u - i];", 64, block).text;
    CHECK(kernel.found() == "data race 6/7");
    kernel.text = ordered("words[i] = i;\nbarrier();\nwords[64u + i] = words[63u - i];", 64, block).text;
    CHECK(kernel.found() == "missing memory barrier 8/6");
    kernel.text =
        ordered("if (i == 63u) words[0] = 1u;\nif (i == 0u) while (words[0] == 0u) ;", 64, block).text;
    CHECK(kernel.found() == "");
}

TEST_CASE("an image that passes values on must be coherent, as a buffer must; also within a subgroup") {
    const std::string exchange =
        "imageStore(a, int(i), uvec4(i));\nmemoryBarrierImage(); barrier();\n"
        "data[i] = imageLoad(a, int(31u - i)).x;";
    for (const std::string fence : {"memoryBarrierImage(); barrier();", "subgroupBarrier();"})
        for (const std::string coherent : {"coherent ", ""}) {
            auto kernel = ordered(replaced(exchange, "memoryBarrierImage(); barrier();", fence), 32,
                                  "layout(r32ui, binding = 0) " + coherent + "uniform uimage1D a;");
            kernel.images = {{{32, 1, 1}, spv::ImageFormatR32ui, Kernel::Words(32)}};
            CHECK(kernel.found() == (coherent.empty() ? "not coherent 8/6" : ""));
        }
    auto kernel = ordered("data[i] = i;\nsubgroupBarrier();\ndata[32u + i] = data[31u - i];", 32);
    kernel.text = replaced(kernel.text, "coherent ", "");
    CHECK(kernel.found() == "not coherent 8/6");
}

TEST_CASE("a texel may be the flag") {
    auto kernel = flag("if (i == 0u) { data[0] = 7u; memoryBarrier(); imageAtomicExchange(a, 0, 1u); }",
                       "if (i != 0u) return;\nwhile (imageAtomicAdd(a, 0, 0u) == 0u) ;\nmemoryBarrier();\n"
                       "data[1] = data[0];");
    kernel.text = replaced(kernel.text, "void main",
                           "layout(r32ui, binding = 0) coherent uniform uimage1D a; "
                           "void main");
    kernel.images = {{{1, 1, 1}, spv::ImageFormatR32ui, {0}}};
    CHECK(kernel.found() == "");
    kernel.text = replaced(kernel.text, "memoryBarrier();\n", "\n");
    CHECK(kernel.found() == "data race 12/7");
}

TEST_CASE("barriers differ by instruction and by the rounds of their loops") {
    CHECK(ordered("if (i < 32u) barrier(); else barrier();").found() == "barrier in divergent flow 6/6");
    auto rounds = ordered(
        "uint outer = i < 32u ? 2u : 1u, inner = i < 32u ? 2u : 4u;\n"
        "for (uint a = 0u; a < outer; ++a)\nfor (uint b = 0u; b < inner; ++b)\nbarrier();");
    CHECK(rounds.found() == "barrier in divergent flow 9/9");
    CHECK(rounds.report.findings[0].sentence.find("another round") != std::string::npos);
    CHECK(ordered("for (uint k = 0u; k < (i < 32u ? 3u : 7u); ++k) data[i] += k;\nfor (uint k = 0u; k < 3u; "
                  "++k) barrier();")
              .found() == "");
}

TEST_SUITE_END();
