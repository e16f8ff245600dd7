// SPDX-License-Identifier: MIT
// What a stepper says to each command.
#include "common/modes/step/stepper.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "common/base/error.hpp"
#include "tests/modes/tree.hpp"
#include "tests/sim/kernel.hpp"
#include "tests/support/folder.hpp"

using namespace pbp;
using namespace pbp::test;

namespace stepper_test {

Kernel tree_in(std::uint32_t subgroup_size) {
    Kernel kernel{.text = tree, .buffers = {{1, 2, 3, 4}}};
    kernel.settings.subgroup_size = subgroup_size;
    return kernel;
}

/// A stepper at the beginning of the tree, in subgroups of that size.
struct Session {
    Kernel kernel;
    std::ostringstream out;
    std::optional<Debugger> debugger;
    std::optional<Stepper> stepper;

    explicit Session(std::uint32_t subgroup_size) : Session(tree_in(subgroup_size)) {}
    explicit Session(Kernel made) : kernel(std::move(made)) {
        kernel.stepped = sim::StepRecorder::Window{};
        kernel.run();
        stepper.emplace(debugger.emplace(*kernel.recorded), out);
    }
    /// What it says to some commands, or the sentence of the first that it refuses.
    std::string said(const std::vector<std::string>& commands) {
        out.str("");
        try {
            for (const auto& command : commands) stepper->obey(command);
        } catch (const Error& problem) {
            return out.str() + problem.what();
        }
        return out.str();
    }
};

TEST_SUITE("cpu") {
    TEST_CASE("next says what the line did, and shows the one that comes") {
        Session session(4);
        CHECK(session.said({"next"}) == R"(  i = 0 1 2 3
2 of 18: subgroup 0, lanes 0 to 3, kernel.comp:10
    tile[i] = data[i];
)");
        CHECK(session.said({""}) ==
              R"(  tile[0]: unset -> 1, tile[1]: unset -> 2, tile[2]: unset -> 3, tile[3]: unset -> 4
3 of 18: subgroup 0, lanes 0 to 3, kernel.comp:11
    barrier();
)");
        CHECK(session.said({"n 2"}) == R"(  stride = 2 2 2 2
5 of 18: subgroup 0, lanes 0 to 3, kernel.comp:13
    if (i < stride) tile[i] = both(i, stride);
)");
        CHECK(session.said({"back 4"}) == R"(1 of 18: subgroup 0, lanes 0 to 3, kernel.comp:9
    const uint i = gl_LocalInvocationIndex;
)");
        CHECK(session.said({"run"}) == "nothing stopped it\n18: the workgroup has ended\n");
    }

    TEST_CASE("over stays in its function, out leaves it") {
        Session session(4);
        CHECK(session.said({"go 6", "next"}).ends_with("    return tile[i] + tile[i + stride];\n"));
        CHECK(session.said({"out"}).ends_with("    if (i < stride) tile[i] = both(i, stride);\n"));
        CHECK(session.said({"go 6", "over"})
                  .ends_with("8 of 18: subgroup 0, lanes 0 to 1, kernel.comp:13\n"
                             "    if (i < stride) tile[i] = both(i, stride);\n"));
        CHECK(session.said({"out"}) == "this is main, which nobody called.");
    }

    TEST_CASE("it stops at lines, at conditions and at words that are written, in both directions") {
        Session session(4);
        CHECK(session.said({"break 13 if stride == 1"}) == "stops before line 13\n");
        CHECK(session.said({"run", "vars stride"})
                  .ends_with("  lane of subgroup 0  0  1  2  3\n"
                             "  stride              1  1  1  1\n"
                             "  both: stride        2  2  -  -\n"));
        session.said({"delete"});
        CHECK(contains(session.said({"watch tile[1]", "reverse"}), "kernel.comp:14"));
        CHECK(session.said({"who tile[1]"}) == R"(  step 8: subgroup 0, lanes 0 to 1, kernel.comp:13
    if (i < stride) tile[i] = both(i, stride);
)");
        CHECK(session.said({"print tile"}) == "  tile[0] 4, tile[1] 6, tile[2] 3, tile[3] 4\n");
        CHECK(session.said({"break 7"}) == "stops before line 9, the next one that ran\n");
    }

    TEST_CASE("numbers of 64 bits are shown where they change, in each lane") {
        Kernel kernel{.text = R"(#extension GL_ARB_gpu_shader_int64 : enable
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
    uint64_t wide = uint64_t(data[gl_LocalInvocationIndex]) << 32;
    if (gl_LocalInvocationIndex > 6u) wide += 5ul;
    data[0] = uint(wide >> 32);
}
)",
                      .buffers = {{1, 1, 1, 1, 1, 1, 1, 1}}};
        kernel.settings.subgroup_size = 8;  // so that the last lanes' words are in the second row
        Session session(std::move(kernel));
        CHECK(contains(session.said({"go 3", "next"}), "  wide = 4294967301\n"));
    }

    TEST_CASE("memory has the names that the shader gives it, whatever the size of its numbers") {
        Kernel kernel{.text = R"(#extension GL_ARB_gpu_shader_int64 : enable
#extension GL_EXT_shader_8bit_storage : enable
#extension GL_EXT_shader_explicit_arithmetic_types : enable
layout(local_size_x = 4) in;
struct Particle { vec2 position; float mass; };
layout(std430, binding = 0) buffer Data { Particle particles[2]; uint count; };
layout(std430, binding = 1) buffer Wide { int64_t wide[]; };
layout(std430, binding = 2) buffer Bytes { int8_t bytes[]; };
shared mat2 turn;
void main() {
    const uint i = gl_LocalInvocationIndex;
    wide[i] = -5000000000l * int64_t(i);
    bytes[i] = int8_t(-1 - int(i));
    if (i == 3u) { particles[1].mass = 0.5; particles[1].position.y = 2.0; turn[1] = vec2(3.0, 4.0); }
    if (i == 0u) count = 7u;
}
)",
                      .buffers = {Kernel::Words(14), Kernel::Words(8), Kernel::Words(1)}};
        kernel.settings.subgroup_size = 4;
        Session session(std::move(kernel));
        session.said({"go 3"});
        CHECK(contains(session.said({"back", "next"}),
                       "wide[1]: 0 -> -5000000000, wide[2]: 0 -> -10000000000"));
        CHECK(contains(session.said({"next"}), "bytes[0]: 0 -> -1, bytes[1]: 0 -> -2, bytes[2]: 0 -> -3"));
        session.said({"run"});
        CHECK(session.said({"print wide"}) ==
              "  wide[0] 0, wide[1] -5000000000, wide[2] -10000000000, wide[3] -15000000000\n");
        CHECK(session.said({"print bytes"}) == "  bytes[0] -1, bytes[1] -2, bytes[2] -3, bytes[3] -4\n");
        CHECK(session.said({"print bytes[2]"}) == "  bytes[2] -3\n");
        CHECK(session.said({"print particles[1]"}) ==
              "  particles[1].position.x 0, particles[1].position.y 2, particles[1].mass 0.5\n");
        CHECK(session.said({"print particles[1].position.y"}) == "  particles[1].position.y 2\n");
        CHECK(session.said({"print turn"}) ==
              "  turn[0].x unset, turn[0].y unset, turn[1].x 3, turn[1].y 4\n");
        CHECK(session.said({"print count"}) == "  count 7\n");
        CHECK(contains(session.said({"who particles"}), "particles[1].mass = 0.5"));
        for (const char* name :
             {"particles[2]", "particles[1", "particles[1]]", "particles[].mass", "wide[4]", "wide[-1]",
              "wide[99999999999]", "count[0]", "count.x", "particles[0].position.z", "turn.x",
              "particles.mass", ".count", "", "particles[0].", "[0]"}) {
            CAPTURE(name);
            CHECK(session.debugger->memory_named(name).empty());
        }
    }

    TEST_CASE("uniforms are printed, and variables are those of the calls that it is in") {
        auto kernel = tree_in(4);
        kernel.text = "uniform uint n;\nuniform vec2 size;\n" + kernel.text;
        kernel.text.replace(kernel.text.find("data[0] = tile[0]"), 17,
                            "data[0] = tile[0] + n + uint(size.y)");
        kernel.uniforms = {{"n", 3u}, {"size", glm::vec2(0.5F, 2)}};
        Session session(std::move(kernel));
        CHECK(session.said({"print n"}) == "  n 3\n");
        CHECK(session.said({"print size"}) == "  size.x 0.5, size.y 2\n");
        CHECK(contains(session.said({"break kernel.comp:8", "run", "vars"}), "  both: stride"));
        CHECK(!contains(session.said({"out", "next", "vars"}), "both:"));
        CHECK(contains(session.said({"vars both: stride"}), "  both: stride"));
    }

    TEST_CASE("a loop that never ends is not said to have ended") {
        Kernel kernel{.text = R"(layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
    while (atomicAdd(data[0], 0u) == 1u) {}
}
)",
                      .buffers = {{1}}};
        Session session(std::move(kernel));
        CHECK(session.said({"run"}).ends_with(": here the run was stopped: it would not have ended\n"));
    }

    TEST_CASE("a whole array may be watched") {
        Session session(4);
        CHECK(
            session.said({"watch tile", "run"}) ==
            "stops after tile is written\n3 of 18: subgroup 0, lanes 0 to 3, kernel.comp:11\n    barrier();\n"
            "  tile[0]: unset -> 1, tile[1]: unset -> 2, tile[2]: unset -> 3, tile[3]: unset -> 4\n");
    }

    TEST_CASE("a condition needs no blanks") {
        Session session(4);
        for (const char* condition : {"stride==1", "stride == 1u", " stride< 2 ", "stride <=1.5"}) {
            CAPTURE(condition);
            CHECK(session
                      .said({"delete", "go 1", std::string("break 13 if ") + condition, "run", "vars stride"})
                      .find("  stride              1  1  1  1\n") != std::string::npos);
        }
        CHECK(session.said({"break 13 if"}).starts_with("break LINE if NAME < NUMBER"));
        CHECK(session.said({"break 13 when stride < 2"}).starts_with("break LINE if NAME < NUMBER"));
        for (const char* condition : {"stride", "stride <", "< 2", "2", "<", "stride < 2 2", "stride < 2uu"})
            CHECK_THROWS_AS(session.debugger->condition_from(condition), Error);
    }

    TEST_CASE("subgroups that wait for the others are said to wait") {
        Session session(2);
        session.said({"barrier"});
        CHECK(session.said({"where"}) ==
              "  subgroup 0: waits at kernel.comp:11\n  subgroup 1: has not begun\n");
        session.said({"barrier"});
        CHECK(session.said({"where"}) ==
              "  subgroup 0: waits at kernel.comp:11\n  subgroup 1: waits at kernel.comp:11\n");
    }

    TEST_CASE("what makes no sense is refused in one sentence, and changes nothing") {
        Session session(4);
        const auto start = session.debugger->walk().hash();
        for (const auto& [command, sentence] : std::vector<std::pair<std::string, std::string>>{
                 {"nxt", "there is no command 'nxt'; did you mean 'next'?"},
                 {"back", "this is the beginning."},
                 {"next many", "COUNT: takes a whole number of at least 1, not 'many'."},
                 {"go 99", "there are 18 steps."},
                 {"go", "go STEP: to a step by its number."},
                 {"break", "break LINE or FILE:LINE"},
                 {"break scan.glsl:3", "there is no file 'scan.glsl'; it has kernel.comp."},
                 {"print i", "'i' is a variable, which each lane has: vars i."},
                 {"break 500", "nothing ran at line 500"},
                 {"break 13 if strid < 2", "there is no variable 'strid'; did you mean 'stride'?"},
                 {"break 13 if stride ~ 2", "'~' is no comparison"},
                 {"break 13 if stride < two", "'two' is no number."},
                 {"watch tile[9]", "nobody changes 'tile[9]'; it has tile, data."},
                 {"watch data[3]", "nobody changes 'data[3]'."},
                 {"print tiles", "there is no memory 'tiles'"},
                 {"where now", "where : where every subgroup is"}}) {
            CAPTURE(command);
            const auto said = session.said({command});
            CAPTURE(said);
            CHECK(said.starts_with(sentence));
            CHECK(said.find('\n') == std::string::npos);
        }
        CHECK(session.debugger->walk().hash() == start);
    }
}

}  // namespace stepper_test
