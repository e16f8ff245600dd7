// SPDX-License-Identifier: MIT
// What the verb calls makes of the calls that it hears: groups, names and folded lines.
#include <doctest/doctest.h>

#include "common/modes/scribe.hpp"

namespace host_calls_test {

using namespace pbp;

namespace {

calls::Call call(std::string_view name, std::vector<std::string> arguments, std::vector<char> parameters,
                 std::string result = "") {
    return {.name = name,
            .reference = "a page",
            .sentence = "A sentence.",
            .arguments = std::move(arguments),
            .parameters = std::move(parameters),
            .result = std::move(result)};
}

/// A dispatch of program 5 on buffer 7 with a stride, as the backend makes it.
void dispatch(Scribe& scribe, const std::string& title, const std::string& stride) {
    const Handle buffers[] = {7};
    scribe.prepare(true);
    scribe.heard(call("glProgramUniform1ui", {"5", "2", stride}, {'o', 'u', 'u'}));
    scribe.title(title);
    scribe.dispatching(5, {.buffers = buffers, .textures = {}, .images = {}});
    scribe.heard(call("glBindBufferBase", {"GL_SHADER_STORAGE_BUFFER", "0", "7"}, {'e', 'u', 'o'}));
    scribe.heard(call("glDispatchCompute", {"3", "1", "1"}, {'u', 'u', 'u'}));
    scribe.dispatched();
    scribe.heard(call("glFinish", {}, {}));
    scribe.heard(call("glFinish", {}, {}));
}

HostCalls run_of(int dispatches) {
    Scribe scribe;
    scribe.heard(call("glFinish", {}, {}));  // nobody listens yet
    scribe.begin();
    scribe.prepare(false);
    scribe.heard(call("glCreateProgram", {}, {}, "5"));
    scribe.built(
        {.handle = 5, .uniforms = {{"stride", 2, "uint"}}, .buffers = {{"RowCounts", 0}}, .variables = {}},
        "v3_global");
    scribe.prepare(false);
    scribe.heard(call("glCreateBuffers", {"1", "[7]"}, {'u', 'n'}));
    for (int i = 1; i <= dispatches; ++i)
        dispatch(scribe, "pass " + std::to_string(i), std::to_string(1u << i % 32));
    scribe.heard(call("glDeleteBuffers", {"1", "[7]"}, {'u', 'n'}));
    return scribe.end();
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("calls: each dispatch has its group, and objects have the shader's names") {
        const auto calls = run_of(2);
        REQUIRE(calls.groups.size() == 4);
        CHECK(calls.groups[0].title == "before the first pass");
        CHECK(calls.groups[0].calls == std::vector<HostCall>{{"glCreateProgram", "", "v3_global"},
                                                             {"glCreateBuffers", "1, [row_counts]", ""}});
        CHECK(calls.groups[1].title == "pass 1");
        CHECK(calls.groups[1].dispatch == 1);
        CHECK(calls.groups[1].calls ==
              std::vector<HostCall>{{"glProgramUniform1ui", "v3_global, stride, 2", ""},
                                    {"glBindBufferBase", "GL_SHADER_STORAGE_BUFFER, 0, row_counts", ""},
                                    {"glDispatchCompute", "3, 1, 1", ""},
                                    {"glFinish", "", "", 2}});
        CHECK(calls.groups[2].dispatch == 2);
        CHECK(calls.groups[3].title == "at the end");
        CHECK(calls.groups[3].calls == std::vector<HostCall>{{"glDeleteBuffers", "1, [row_counts]", ""}});
        CHECK(calls.functions.size() == 7);
        CHECK(calls.left_out == 0);
    }

    TEST_CASE("calls: the terminal tells what differs, and counts what repeats") {
        CHECK(in_words(run_of(2)) ==
              std::vector<std::string>{"before the first pass", "  v3_global = glCreateProgram()",
                                       "  glCreateBuffers(1, [row_counts])", "pass 1",
                                       "  glProgramUniform1ui(v3_global, stride, 2)",
                                       "  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, row_counts)",
                                       "  glDispatchCompute(3, 1, 1)", "  glFinish()   2 times",
                                       "pass 2: the same calls, but",
                                       "  glProgramUniform1ui(v3_global, stride, 4)", "at the end",
                                       "  glDeleteBuffers(1, [row_counts])"});
        const auto many = in_words(run_of(20));
        CHECK(many.size() == 17);
        CHECK(many[14] == "pass 5 to pass 20: the same calls again, 16 times");
    }

    TEST_CASE("calls: of thousands of dispatches the first few hundred are listed, and the others counted") {
        const auto calls = run_of(2000);
        CHECK(calls.groups.size() <= 513);
        CHECK(calls.left_out + calls.groups.size() == 2002);
        CHECK(in_words(calls).back() ==
              std::to_string(calls.left_out) + " more dispatches are not listed: choose a smaller --n");
    }
}

}  // namespace host_calls_test
