// SPDX-License-Identifier: MIT
// ASSERT and LOG as a driver runs them.
#include "common/record/debug_log.hpp"
#include "common/record/dispatch_trace.hpp"
#include "tests/gpu/bench.hpp"

namespace debug_device_test {

using namespace pbp;
using namespace pbp::test;

namespace {

/// Debugs the test's own shaders; the layout line is put before their text.
struct DebugBench : Bench {
    DebugLog log{true};

    Program debugged(const std::string& text, bool reversed = false,
                     const std::string& size = "local_size_x = 64",
                     const std::vector<glsl::Define>& defines = {}) {
        folder.write("shaders/test.comp",
                     "#version 450 core\nlayout(" + size + ") in;\n#include \"debug.glsl\"\n" + text);
        return device->program("test.comp",
                               {.defines = defines, .traced = true, .reversed = reversed, .debug = true});
    }
    void dispatch(Program& program, Groups groups, std::vector<Argument> arguments = {},
                  const std::string& during = "pass 1 of 1") {
        device->dispatch(program, groups, arguments, {.trace = 0, .debug = log.begin(*device, program)},
                         during);
        log.end(*device, program, groups, during, " (invocations in natural order)");
    }
    std::vector<LogEntry> logs() const { return log.report(true).logs; }
    std::vector<std::string> values() const {
        std::vector<std::string> all;
        for (const auto& entry : logs()) all.push_back(entry.value);
        return all;
    }
};

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE_FIXTURE(DebugBench, "a value of every type is printed as what it is") {
        if (!device) return;
        auto program = debugged(
            "void main() {\n"
            "    uint u = gl_WorkGroupID.x + 7u; int i = -int(u); float f = float(u) / 2.0;\n"
            "    LOG(u > 6u); LOG(u < 6u); LOG(u); LOG(i); LOG(f); LOG(0xFFFFFFFFu);\n"
            "    LOG(uvec2(u, 1u)); LOG(uvec3(u, 1u, 2u)); LOG(uvec4(u, 1u, 2u, 3u));\n"
            "    LOG(ivec2(i, 1)); LOG(ivec3(i, 1, 2)); LOG(ivec4(i, 1, 2, 3));\n"
            "    LOG(vec2(f, 1)); LOG(vec3(f, 1, 2)); LOG(vec4(f, 1, 2, 0.1));\n"
            "    LOG(gl_WorkGroupSize); LOG(1.0 / float(u - 7u)); LOG(3); LOG(1e-8);\n"
            "}\n",
            false, "local_size_x = 1");
        dispatch(program, {1, 1, 1});
        CHECK(values() == std::vector<std::string>{"true", "false", "7", "-7", "3.5", "4294967295", "(7, 1)",
                                                   "(7, 1, 2)", "(7, 1, 2, 3)", "(-7, 1)", "(-7, 1, 2)",
                                                   "(-7, 1, 2, 3)", "(3.5, 1)", "(3.5, 1, 2)",
                                                   "(3.5, 1, 2, 0.1)", "(1, 1, 1)", "inf", "3", "1e-08"});
        CHECK(logs()[4].expression == "f");
        CHECK(logs()[4].place.ends_with("test.comp:6"));
    }

    TEST_CASE_FIXTURE(DebugBench, "logs are in the order of invocations, and of each invocation's calls") {
        if (!device) return;
        auto program = debugged(
            "void main() {\n"
            "    const uint i = gl_GlobalInvocationID.x;\n"
            "    if (i % 50u == 3u) for (uint k = 0u; k < 3u; ++k) LOG(10u * i + k);\n"
            "}\n");
        dispatch(program, {4, 1, 1});
        std::vector<std::string> expected;
        for (int i = 3; i < 256; i += 50)
            for (int k = 0; k < 3; ++k) expected.push_back(std::to_string(10 * i + k));
        CHECK(values() == expected);
        CHECK(to_string(logs().back().who) == "global id 253, local id 61, workgroup 3");
    }

    TEST_CASE_FIXTURE(DebugBench, "logs beyond those kept are counted, in one dispatch and over several") {
        if (!device) return;
        auto program = debugged("void main() { LOG(gl_GlobalInvocationID.x); }\n");
        dispatch(program, {2, 1, 1});
        CHECK(logs().size() == 128);
        CHECK(log.report(true).dropped_logs == 0);
        dispatch(program, {4096, 1, 1}, {}, "pass 2 of 2");  // also more than the buffer takes
        CHECK(logs().size() == DebugReport::most_logs);
        CHECK(logs()[128].during == "pass 2 of 2");
        CHECK(log.report(true).dropped_logs == 128 + 4096 * 64 - DebugReport::most_logs);
    }

    TEST_CASE_FIXTURE(DebugBench, "one failure among a million invocations is found, and named by its ids") {
        if (!device) return;
        auto program = debugged(
            "layout(std430, binding = 0) readonly buffer D { uint d[]; };\n"
            "void main() {\n    ASSERT(d[gl_GlobalInvocationID.x] != 7u);\n}\n",
            false, "local_size_x = 256");
        std::vector<std::uint32_t> values(1 << 20, 1);
        auto data = device->buffer(values);
        dispatch(program, {4096, 1, 1}, {in(0, data)});  // no failure
        CHECK(log.report(true).assertions_held == 1);
        for (const std::uint32_t culprit : {0u, 777777u, (1u << 20) - 1}) {
            values.assign(1 << 20, 1);
            values[culprit] = 7;
            device->write(data, values);
            const auto message = sentence_of(ExitCode::check_failed, [&] {
                dispatch(program, {4096, 1, 1}, {in(0, data)});
            });
            CAPTURE(message);
            CHECK(contains(
                message,
                fmt::format("test.comp:6, in pass 1 of 1 (invocations in natural order): global id {}, "
                            "local id {}, workgroup {}.\n1 of 1048576 invocations failed.",
                            culprit, culprit % 256, culprit / 256)));
            CHECK(count(message, "\n") == 1);
        }
    }

    TEST_CASE_FIXTURE(DebugBench, "many failures: how many, the lowest, a few more, call by call") {
        if (!device) return;
        auto program = debugged(
            "void main() {\n"
            "    const uint i = gl_GlobalInvocationID.x;\n"
            "    for (uint k = 0u; k < 3u; ++k) ASSERT(i < 100u);  // counts once an invocation\n"
            "    if (i % 2u == 0u) ASSERT(i != 40u && i != 44u);\n"
            "    ASSERT(i < 99999u);\n"
            "}\n");
        const auto message = error_of([&] { dispatch(program, {100, 1, 1}); }).second;
        CAPTURE(message);
        CHECK(contains(message, "ASSERT(i != 40u && i != 44u) failed at "));
        CHECK(contains(message,
                       ": global id 40, local id 40, workgroup 0.\n6302 of 6400 invocations failed:\n"));
        CHECK(contains(
            message, "test.comp:6 ASSERT(i < 100u) failed in 6300, the lowest with global id 100; others "));
        CHECK(contains(message, " and 6291 more\n"));
        CHECK(contains(message, " failed in 2, the lowest with global id 40; another has global id 44."));
        CHECK_FALSE(contains(message, "99999"));
    }

    TEST_CASE_FIXTURE(DebugBench, "in reversed order the ids are those that the shader saw") {
        if (!device) return;
        auto program = debugged(
            "void main() {\n"
            "    if (gl_LocalInvocationIndex == 5u) LOG(uvec2(gl_GlobalInvocationID.x, "
            "gl_LocalInvocationID.x));\n"
            "    ASSERT(gl_GlobalInvocationID.x != 70u);\n"
            "}\n",
            true);
        REQUIRE(program.source().reversed);
        const auto message = error_of([&] { dispatch(program, {2, 1, 1}); }).second;
        CAPTURE(message);
        CHECK(contains(message, "global id 70, local id 6, workgroup 1.\n1 of 128"));
        REQUIRE(logs().size() == 2);
        CHECK(logs()[1].value == "(69, 5)");
        CHECK(to_string(logs()[1].who) == "global id 69, local id 5, workgroup 1");
    }

    TEST_CASE_FIXTURE(DebugBench, "two and three dimensions") {
        if (!device) return;
        auto program = debugged("void main() { ASSERT(gl_GlobalInvocationID != uvec3(9, 4, 0)); }\n", false,
                                "local_size_x = 4, local_size_y = 2");
        CHECK(contains(error_of([&] {
                           dispatch(program, {4, 3, 1});
                       }).second,
                       "global id (9, 4), local id (1, 0), workgroup (2, 2).\n"));
        auto deep = debugged("void main() { ASSERT(gl_GlobalInvocationID != uvec3(7, 4, 5)); }\n", false,
                             "local_size_x = 4, local_size_y = 2, local_size_z = 2");
        CHECK(contains(error_of([&] {
                           dispatch(deep, {2, 3, 3});
                       }).second,
                       "global id (7, 4, 5), local id (3, 0, 1), workgroup (1, 2, 2).\n"));
    }

    TEST_CASE_FIXTURE(DebugBench,
                      "a kernel that traces and logs does both, beside barriers and in branches") {
        if (!device) return;
        auto program = debugged(
            "layout(std430, binding = 0) buffer D { uint d[]; };\n"
            "#include \"trace.glsl\"\n"
            "shared uint tile[64];\n"
            "void main() {\n"
            "    const uint i = gl_LocalInvocationID.x;\n"
            "    tile[i] = d[i];\n"
            "    barrier();\n"
            "    const uint other = tile[63u - i];\n"
            "    if (i % 2u == 1u) { ASSERT(other == 63u - i); if (i == 9u) LOG(other); }\n"
            "    TRACE(0, i, other);\n"
            "    barrier();\n"
            "    d[i] = other;\n"
            "}\n");
        std::vector<std::uint32_t> values(64), mirrored(64);
        for (std::uint32_t i = 0; i < 64; ++i) values[i] = i, mirrored[i] = 63 - i;
        auto data = device->buffer(values);
        DispatchTrace trace;
        const auto in_place = passes_over(1, data);
        const Instruments both{trace.begin(*device, program, in_place, true), log.begin(*device, program)};
        const Argument arguments[] = {inout(0, data)};
        device->dispatch(program, {1, 1, 1}, arguments, both, "pass 1 of 1");
        trace.end(*device);
        log.end(*device, program, {1, 1, 1}, "pass 1 of 1", "");
        CHECK(device->read(data) == mirrored);
        CHECK(trace.after(0) == mirrored);
        CHECK(trace.writers()[5] == 6);
        CHECK(this->values() == std::vector<std::string>{"54"});
        CHECK(log.report(true).assertions_held == 1);
    }

    TEST_CASE_FIXTURE(DebugBench, "calls inside macros, functions, included files and inactive regions") {
        if (!device) return;
        folder.write("shaders/part.glsl", "void part(uint x) { LOG(x + 1u); }\n");
        auto program = debugged(
            "#include \"part.glsl\"\n"
            "#define SHOW(x) LOG(2u * (x))\n"
            "#if 0\n    LOG(never);\n#endif\n"
            "void main() { part(gl_WorkGroupID.x); SHOW(5u); SHOW(6u); if (gl_WorkGroupID.x > 0u) LOG(0u); "
            "}\n",
            false, "local_size_x = 1");
        dispatch(program, {1, 1, 1});
        CHECK(values() == std::vector<std::string>{"1", "10", "12"});
        CHECK(logs()[0].place.ends_with("part.glsl:1"));
        CHECK(logs()[1].place.ends_with("test.comp:5"));
        CHECK(logs()[2].expression == "2u * (x)");
        const auto unreached = log.report(true).unreached;
        REQUIRE(unreached.size() == 2);
        CHECK(unreached[0].ends_with("test.comp:7 LOG(never)"));
        CHECK(unreached[1].ends_with("test.comp:9 LOG(0u)"));
        CHECK(log.report(false).unreached.empty());  // unknown for a run that was aborted
    }

    TEST_CASE_FIXTURE(DebugBench, "a program without a call has no buffer") {
        if (!device) return;
        auto program = debugged("void main() {}\n");
        CHECK_FALSE(program.uses_binding(debug_binding));
        CHECK(log.begin(*device, program) == 0);
        dispatch(program, {1, 1, 1});
        CHECK(in_words(log.report(true)).empty());
    }
}

}  // namespace debug_device_test
