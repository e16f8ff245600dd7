// SPDX-License-Identifier: MIT
// ./learn run NAME.pass.json as a person types it: on both devices, right and wrong.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/support/endless.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

using namespace pbp::test;
using nlohmann::json;

namespace {

const std::string doubling = R"(#version 450 core
layout(local_size_x = 8) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
uniform uint factor;
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < from.length()) to[i] = from[i] * factor;
}
)";

const std::string doubling_slowly = R"(#version 450 core
layout(local_size_x = 1) in;
layout(std430, binding = 4) readonly buffer From { uint from[]; };
layout(std430, binding = 2) writeonly buffer To { uint to[]; };
uniform uint factor;
void main() {
    for (int i = 0; i < from.length(); ++i) to[i] = from[i] * factor;
}
)";

/// Twice doubled, once tripled, with a buffer for each result; `more` is added to the description.
std::string three_passes(const std::string& more = "") {
    return R"j({
  "n": 8,
  "buffers": { "data": { "count": "n", "data": "iota" }, "spare": { "count": "n" } },
  "passes": [
    { "for": { "factor": [2, 2, 3] }, "name": "times {factor}", "shader": "times.comp", "reference": "slowly.comp",
      "bind": { "From": "data", "To": "spare" }, "swap": ["data", "spare"] }
  ],
  "show": ["data"])j" +
           more + "}\n";
}

class Desk {
  public:
    Desk() {
        folder_.write("times.comp", doubling);
        folder_.write("slowly.comp", doubling_slowly);
    }
    Outcome typed(std::vector<std::string> words, const std::string& environment = "") const {
        return learn_run(folder_.path(), joined(std::move(words), {"--out", "out"}), environment);
    }
    json document(std::vector<std::string> words, int exit_code) const {
        words.emplace_back("--json");
        const auto outcome = typed(words);
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == exit_code);
        return json::parse(outcome.output)["versions"].at(0);
    }
    const Folder& folder() const { return folder_; }

  private:
    Folder folder_;
};

/// The words for both devices; for the simulator alone if there is no OpenGL.
std::vector<std::vector<std::string>> devices() {
    if (skip_without_gpu()) return {{"--sim"}};
    return {{"--sim"}, {}};
}

}  // namespace

TEST_SUITE_BEGIN("gpu");

TEST_CASE("passes: each is compared with its reference, and the first wrong one is named") {
    const Desk desk;
    desk.folder().write("a.pass.json", three_passes());
    for (const auto& device : devices()) {
        const auto run = desk.document(joined({"a.pass.json"}, device), 0);
        CHECK(run["status"] == "right");
        CHECK(run["passes"] == 3);
        CHECK(run["passes_checked"] == 3);
        CHECK(fs::exists(desk.folder().path() / "out/run_a/a.png"));
        CHECK(fs::exists(desk.folder().path() / "out/run_a/index.html"));
    }
    desk.folder().write("times.comp", replaced(doubling, "* factor", "* min(factor, 2u)"));  // of the third
    for (const auto& device : devices()) {
        const auto run = desk.document(joined({"a.pass.json"}, device), 1);
        CHECK(run["status"] == "wrong");
        CHECK(run["passes"] == 3);
        CHECK(contains(run["message"], "wrong after times 3"));
        CHECK(contains(
            run["message"],
            "element 1 is 8, expected 12 (written by invocation 1 of workgroup 0, global id 1); 7 of 8 "
            "elements differ"));
    }
}

TEST_CASE("passes: swapped buffers are shown under the name that they have after the pass") {
    const Desk desk;
    desk.folder().write("a.pass.json", three_passes());
    for (const auto& device : devices()) {
        CHECK(desk.typed(joined({"a.pass.json", "--export", "t.csv", "-q"}, device)).exit_code == 0);
        const auto table = read_text(desk.folder().path() / "t.csv");
        for (const char* row :
             {"a,0,\"input\",3,3", "a,1,\"times 2\",3,6", "a,2,\"times 2\",3,12", "a,3,\"times 3\",3,36"})
            CHECK_MESSAGE(contains(table, row), table);
    }
}

TEST_CASE(
    "passes: without anything to compare with, it says 'not checked', and --expect says what is right") {
    const Desk desk;
    desk.folder().write("a.pass.json", replaced(three_passes(), R"("reference": "slowly.comp",)", ""));
    desk.folder().write("twelve.txt", "0\n12\n24\n36\n48\n60\n72\n84\n");
    for (const auto& device : devices()) {
        const auto run = desk.document(joined({"a.pass.json"}, device), 0);
        CHECK(run["status"] == "not checked");
        CHECK(run["passes_checked"] == 0);
        CHECK(desk.document(joined({"a.pass.json", "--expect", "data=twelve.txt"}, device), 0)["status"] ==
              "right");
        // The ninth would be compared with nothing.
        check_ended(desk.typed(joined({"a.pass.json", "--expect", "data=twelve.txt", "--n", "9"}, device)), 2,
                    {"'data' holds 9 numbers, but 8 are expected; list one for each"});
        const auto wrong = desk.document(joined({"a.pass.json", "--expect", "data=copy"}, device), 1);
        CHECK(contains(wrong["message"], "wrong after the last pass (copy of data)"));
        const auto unchecked =
            desk.document(joined({"a.pass.json", "--expect", "data=copy", "--no-check"}, device), 0);
        CHECK(unchecked["status"] == "not checked");
        CHECK(unchecked["passes"] == 3);
    }
}

TEST_CASE("passes: a radix sort of five buffers' names, TRACE and defines, at several sizes") {
    const Desk desk;
    const std::string file = std::string(PBP_SOURCE_DIR) + "/tests/run_passes/radix/radix.pass.json";
    for (const auto& device : devices())
        for (const char* n : {"1", "2", "7", "16", "64"}) {
            CAPTURE(n);
            const auto run = desk.document(joined({file, "--n", n, "--seed", "3"}, device), 0);
            CHECK(run["status"] == "right");
        }
    // three dispatches for each of 4 bits, and the scan's 4 passes inside
    CHECK(desk.document({file, "--sim"}, 0)["passes"] == 4 * (3 + 4));
    CHECK(desk.document({file, "sweep"}, 0)["sweep"].size() == 20);
}

TEST_CASE("passes: a flag that its own round swaps away ends the loop in the round in which it stayed 0") {
    // A search along a chain: the first number of a list is the number of nodes in it, and the flag.
    const Desk desk;
    desk.folder().write("expand.comp", R"(#version 450 core
layout(local_size_x = 4) in;
layout(std430, binding = 0) readonly buffer Frontier { uint many; uint nodes[]; };
layout(std430, binding = 1) buffer Next { uint many_next; uint next_nodes[]; };
uniform uint n;
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= many || nodes[i] + 1u >= n) return;  // node i leads to node i + 1
    next_nodes[atomicAdd(many_next, 1u)] = nodes[i] + 1u;
}
)");
    desk.folder().write("b.pass.json", R"({
  "n": 3,
  "buffers": {
    "frontier": { "count": "n + 1", "data": [1] }, // the rest are zeros
    "next": { "count": "n + 1" },
    "red": { "data": [7] },
    "blue": { "data": [9] }
  },
  "passes": [
    { "while": "next", "shader": "expand.comp", "swap": [["frontier", "next"], ["red", "blue"]] }
  ],
  "expect": { "next": [1, 2, 0, 0], "red": [9] }
})");
    for (const auto& device : devices()) {
        const auto run = desk.document(joined({"b.pass.json"}, device), 0);
        CHECK(run["status"] == "right");
        CHECK(run["passes"] == 3);  // two nodes are found, and the third round finds none
    }
}

TEST_CASE(
    "passes: a reference need not write all buffers; the next one sees the others as the shader left them") {
    const Desk desk;
    desk.folder().write("both.comp", R"(#version 450 core
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer B { uint b[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= a.length()) return;
    a[i] += b[i];
    b[i] += 1u;
}
)");
    desk.folder().write("a_alone.comp", R"(#version 450 core
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) readonly buffer B { uint b[]; };
void main() {
    for (int i = 0; i < a.length(); ++i) a[i] += b[i];
}
)");
    desk.folder().write("b.pass.json", R"({
  "n": 8,
  "buffers": { "a": { "count": "n" }, "b": { "count": "n", "data": "iota" } },
  "passes": [{ "repeat": 3, "shader": "both.comp", "reference": "a_alone.comp" }]
})");
    for (const auto& device : devices()) {
        const auto run = desk.document(joined({"b.pass.json"}, device), 0);
        CHECK(run["status"] == "right");
        CHECK(run["passes_checked"] == 3);
    }
}

TEST_CASE("passes: the smallest case that fails is a command that can be typed") {
    const Desk desk;
    desk.folder().write("times.comp",  // wrong, and beyond the end
                        replaced(doubling, "* factor", "* factor + from[i + 1u]"));
    desk.folder().write("a.pass.json", three_passes());
    const auto outcome = desk.typed({"a.pass.json", "--sim", "--no-pictures"}, "PBP_SHRINK_MS=20000 ");
    check_ended(outcome, 1, {"Smallest case that fails: ./learn run ", "a.pass.json --n "});
    CHECK(!contains(outcome.output, "--only"));
}

TEST_CASE("passes: bad input is one sentence and an exit code") {
    const Desk desk;
    const auto says = [&](const std::string& text, std::vector<std::string> words, int exit_code,
                          const std::string& part) {
        desk.folder().write("a.pass.json", text);
        words.insert(words.begin(), {"a.pass.json", "--sim"});
        CAPTURE(text);
        check_ended(desk.typed(words), exit_code, {part});
    };
    const std::string buffers =
        R"("buffers": {"data": {"count": "n", "data": "iota"}, "spare": {"count": "n"}, "flag": {"data": [1]}})";
    const auto passes = [&](const std::string& pass, const std::string& more = "") {
        return "{" + buffers + ", \"passes\": [" + pass + "]" + more + "}";
    };
    says("{", {}, 2, "this is not JSON");
    says(passes(R"({"shader": "times.comp"})"), {}, 2, "uses buffer 'From', and nothing has that name");
    says(passes(R"({"shader": "times.comp", "bind": {"From": "data", "To": "spare", "Form": "data"}})"), {},
         2, "did you mean 'From'?");
    says(passes(R"({"shader": "times.comp", "bind": {"From": "data", "To": "spare"}})"), {}, 2,
         "uses uniform 'factor'");
    says(
        passes(
            R"({"shader": "times.comp", "bind": {"From": "data", "To": "spare"}, "uniforms": {"factor": -1}})"),
        {}, 2, "passes[0].uniforms.factor: '-1' is not a value of type uint");
    says(
        passes(
            R"({"shader": "times.comp", "bind": {"From": "data", "To": "spare"}, "uniforms": {"fcator": 1}})"),
        {}, 2, "did you mean 'factor'?");
    const std::string good =
        R"({"shader": "times.comp", "bind": {"From": "data", "To": "spare"}, "uniforms": {"factor": 1}})";
    says(passes(good), {"--n", "4294967295"}, 2, "it must be from 1 to");
    says(
        R"({"n": 4294967295, "buffers": {"data": {"count": "n * n"}}, "passes": [{"shader": "times.comp"}]})",
        {}, 2, "too large");
    says(passes(good, R"(, "expect": {"flag": "sorted"})"), {}, 0, "right");
    says(passes(good, R"(, "expect": {"flag": {"is": "sorted", "of": "data"}})"), {}, 2,
         "holds 1 number, but");
    says(passes(good, R"(, "expect": {"flag": {"is": "histogram", "of": "data"}})"), {}, 2,
         "counts the values 0 to 0, but its input holds 1");
    says(passes(good, R"(, "expect": {"data": [0]})"), {}, 2, "'data' holds 64 numbers, but 1 is expected");
    says(passes(good), {"--expect", "nonsense"}, 2, "neither one of");
    says(passes(R"({"fill": {"flag": 7}})"), {}, 2, "passes: no dispatch runs for n = 64");
    auto never = good;
    never.insert(1, R"("repeat": 0, )");
    says(passes(never, R"(, "expect": {"flag": [1]})"), {}, 2, "passes: no dispatch runs for n = 64");
    never.replace(never.find("0,"), 2, R"("n / 65",)");
    says(passes(never, R"(, "expect": {"flag": [1]})"), {}, 2, "passes: no dispatch runs for n = 64");
    desk.folder().write(
        "idle.comp",
        "#version 450 core\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer To "
        "{ uint to[]; };\nvoid main() { uint x = to[0]; if (x == 1u) return; }\n");
    says(passes(R"({"shader": "idle.comp", "bind": {"To": "data"}, "reference": "idle.comp"})"), {}, 2,
         "the reference idle.comp writes no buffer");
    says(passes(good), {"--expect", "none_such=sum"}, 2, "there is no buffer");
    says(passes(R"({"while": "flag", "limit": 5, "passes": [{"fill": {"flag": 7}}, )" + good + "]}"), {}, 1,
         "'flag' is still set after 5 rounds");
    says(R"({"images": {"i": {"size": ["n", 0]}}, "passes": [{"shader": "times.comp"}]})", {}, 2,
         "is 0 for n = 64");
    says(passes(R"({"shader": "broken.comp"})"), {}, 2, "there is no such file");
    desk.folder().write("broken.comp",
                        "#version 450 core\nlayout(local_size_x = 1) in;\nvoid main() { x; }\n");
    says(passes(R"({"shader": "broken.comp"})"), {}, 3, "broken.comp:3");
    desk.folder().write(
        "block.comp",
        "#version 450 core\nlayout(local_size_x = 1) in;\n"
        "layout(std140, binding = 0) uniform Wanted { uint k; };\n"
        "layout(std430, binding = 0) buffer To { uint to[]; };\nvoid main() { to[0] = k; }\n");
    says(passes(R"({"shader": "block.comp", "bind": {"To": "data"}})"), {}, 2,
         "has a uniform block, 'Wanted'");
    CHECK(desk.typed({"none.pass.json"}).exit_code == 2);
    CHECK(desk.typed({"--sim"}).exit_code == 2);
}

TEST_CASE("passes: a reference has the limits of the run, for its compiler and for itself") {
    const Desk desk;
    auto bomb = doubling_slowly;
    desk.folder().write("slowly.comp", bomb.insert(bomb.find("layout"), endless_macros()));
    desk.folder().write("a.pass.json", three_passes());
    check_ended(desk.typed({"a.pass.json", "--sim", "--compile-limit", "4"}), 5,
                {"slowly.comp was still compiling after 4 s"});
    auto endless = doubling_slowly;
    endless.insert(endless.rfind('}'), "    for (uint i = 0u; i < 4000000000u; ++i) to[i & 7u] = i;\n");
    desk.folder().write("slowly.comp", endless);
    for (const auto& device : devices())
        check_ended(desk.typed(joined({"a.pass.json", "--time-limit", "1"}, device)), 5,
                    {"slowly.comp:8: the dispatch did not end within 1 s"});
}

TEST_CASE("passes: what was compared with nothing is no success where llvmpipe left a loop") {
    if (skip_without_gpu() || !leaves_loops()) return;
    const Desk desk;
    desk.folder().write("endless.comp", R"(#version 450 core
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
    while (data[0] < 10u);
    data[1] = 1u;
}
)");
    desk.folder().write(
        "a.pass.json",
        R"({"buffers": {"data": {"count": 2}}, "passes": [{"shader": "endless.comp", "groups": 1}]})");
    desk.folder().write("ten.txt", "10\n1\n");
    const auto run = desk.document({"a.pass.json"}, 1);
    CHECK(run["status"] == "wrong");
    CHECK(contains(run["message"], "endless.comp:5: this loop does not end within 65535 rounds"));
    const auto wrong =
        desk.document({"a.pass.json", "--expect", "ten.txt"}, 1);  // and where it is wrong, that is why
    CHECK(contains(wrong["notes"].dump(), "endless.comp:5: this loop does not end"));
}

TEST_SUITE_END();
