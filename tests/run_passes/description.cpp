// SPDX-License-Identifier: MIT
// Descriptions as data: expressions, the order of dispatches, and what is wrong with a damaged file.
#include <doctest/doctest.h>

#include <algorithm>

#include "common/tools/run_passes/schedule.hpp"
#include "common/tools/run_shader/expectations.hpp"
#include "tests/support/folder.hpp"

using namespace pbp::run_passes;
using pbp::run_shader::expectation_names, pbp::run_shader::expected;
using pbp::test::Folder;

namespace {

/// What evaluate() says of an expression that has no value.
std::string complaint(const std::string& expression, const Names& names = {{"n", 10}}) {
    CAPTURE(expression);
    return pbp::test::sentence_of(pbp::ExitCode::wrong_usage, [&] { evaluate(expression, names); });
}

/// A folder with two shaders, in which descriptions are read.
class Shelf {
  public:
    Shelf() {
        for (const char* name : {"one.comp", "two.comp"})
            folder_.write(name, "#version 450 core\nlayout(local_size_x = 1) in;\nvoid main() {}\n");
    }
    Description read(const std::string& text) const {
        return description_from(text, folder_.path() / "a.pass.json");
    }
    std::string complaint(const std::string& text, std::uint32_t n = 8) const {
        CAPTURE(text);
        return pbp::test::sentence_of(pbp::ExitCode::wrong_usage, [&] { launches(read(text), n); });
    }
    std::vector<std::string> names(const std::string& passes, std::uint32_t n) const {
        std::vector<std::string> all;
        for (const auto& launch :
             launches(read("{\"buffers\": {\"flag\": {\"count\": 1}}, \"passes\": " + passes + "}"), n))
            all.push_back(launch.name);
        return all;
    }
    const Folder& folder() const { return folder_; }

  private:
    Folder folder_;
};

bool mentions(const std::string& text, const std::string& part) {
    CAPTURE(text);
    return text.find(part) != std::string::npos;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("expressions: precedence, functions, rounding") {
    const Names names{{"n", 10}, {"stride", 4}};
    CHECK(evaluate("1 + 2 * 3", names) == 7);
    CHECK(evaluate("(1 + 2) * 3", names) == 9);
    CHECK(evaluate("10 - 3 - 2", names) == 5);
    CHECK(evaluate("n / stride", names) == 2);
    CHECK(evaluate("-n / stride", names) == -2);
    CHECK(evaluate("n % stride", names) == 2);
    CHECK(evaluate("1 << stride", names) == 16);
    CHECK(evaluate("n >> 1", names) == 5);
    CHECK(evaluate("stride < n", names) == 1);
    CHECK(evaluate("n <= 9", names) == 0);
    CHECK(evaluate("ceil_div(n, stride)", names) == 3);
    CHECK(evaluate("ceil_div(8, stride)", names) == 2);
    CHECK(evaluate("max(min(n, 3), 1)", names) == 3);
    CHECK(evaluate("log2(1) + log2(9)", names) == 3);
    CHECK(evaluate("next_power_of_two(9)", names) == 16);
    CHECK(filled_in("stride {stride}, of {n / 2}", names) == "stride 4, of 5");
}

TEST_CASE("expressions: what has no value is said in a sentence") {
    CHECK(mentions(complaint("m + 1"), "'m' is unknown"));
    CHECK(mentions(complaint("n / 0"), "division by 0"));
    CHECK(mentions(complaint("n % (n - 10)"), "division by 0"));
    CHECK(mentions(complaint("9223372036854775807 + 1"), "too large"));
    CHECK(mentions(complaint("99999999999999999999"), "too large"));
    CHECK(mentions(complaint("1 << 63"), "shift"));
    CHECK(mentions(complaint("n << 62"), "too large"));
    CHECK(mentions(complaint("log2(0)"), "does not exist"));
    CHECK(mentions(complaint("sqrt(4)"), "sqrt() is unknown"));
    CHECK(mentions(complaint("min(1)"), "takes 2 values"));
    for (const char* broken : {"", "n +", "(n", "n)", "n n", "2 3", "$", "max(1,,2)", "\x01", "n {"}) {
        CAPTURE(broken);
        complaint(broken);
    }
    CHECK(mentions(complaint(std::string(5000, '(') + "1" + std::string(5000, ')')), "deep"));
    CHECK(mentions(complaint(std::string(5000, '-') + "1"), "deep"));
}

TEST_CASE("schedule: loops in their order") {
    const Shelf shelf;
    CHECK(shelf.names(R"j([{"shader": "one.comp"}, {"shader": "two.comp"}])j", 8) == Words{"one", "two"});
    CHECK(shelf.names(R"j([{"shader": "one.comp", "for": {"stride": [1, 2, 4]}, "name": "s{stride}"}])j",
                      8) == Words{"s1", "s2", "s4"});
    CHECK(shelf.names(
              R"j([{"for": {"block": {"from": 2, "while": "block <= n", "next": "block * 2"}}, "passes": [
             {"shader": "one.comp", "name": "{block}/{stride}",
              "for": {"stride": {"from": "block / 2", "while": "stride > 0", "next": "stride / 2"}}}]}])j",
              8) == Words{"2/1", "4/2", "4/1", "8/4", "8/2", "8/1"});
    CHECK(shelf.names(R"j([{"repeat": "log2(n)", "passes": [{"shader": "one.comp"}, {"shader": "two.comp"}]
}])j",
                      4) == Words{"one, round 0", "two, round 0", "one, round 1", "two, round 1"});
    CHECK(shelf.names(R"j([{"while": "flag", "shader": "one.comp"}])j", 4) == Words{"one, round 0"});
    CHECK(shelf.names(R"j([{"repeat": 0, "shader": "one.comp"}])j", 4).empty());
}

TEST_CASE("schedule: uniforms, groups and defines are worked out") {
    const Shelf shelf;
    const auto description = shelf.read(R"j({
        "constants": {"half": "n / 2"}, // in order
        "passes": [{"shader": "one.comp", "groups": ["half", 3],
                    "uniforms": {"a": "half + 1", "b": 0.5, "c": [1, "n"], "d": true},
                    "defines": {"SIZE": "{half}u"}}]})j");
    const auto all = launches(description, 12);
    REQUIRE(all.size() == 1);
    CHECK(all[0].count == pbp::Groups(6, 3, 1));
    CHECK(!all[0].invocations);
    CHECK(all[0].uniforms[0].values == Words{"7"});
    CHECK(all[0].uniforms[1].values == Words{"0.5"});
    CHECK(all[0].uniforms[2].values == Words{"1", "12"});
    CHECK(all[0].uniforms[3].values == Words{"true"});
    CHECK(all[0].defines[0].value == "6u");
}

TEST_CASE("a damaged description: file, line, place, and what to do") {
    const Shelf shelf;
    const auto says = [&](const std::string& text, const std::string& part, std::uint32_t n = 8) {
        CAPTURE(text);
        CHECK(mentions(shelf.complaint(text, n), part));
    };
    says("{\n\"passes\": [}\n", "a.pass.json:2:12: this is not JSON");
    says("{\n\"passes\": [{\"shader\": \"one.comp\"},\n]}\n", "a.pass.json:3:1: this is not JSON");
    says("{\n\"passes\": [{\"shader\": \"one.comp\"},\n]}\n", "; delete the comma before it.");
    says("", "this is not JSON");
    says("[]", "an object");
    says(R"j({"passes": []})j", "the list is empty");
    says("{}", "there are no \"passes\"");
    says("{\"passes\":\n[{\"shadr\": \"one.comp\"}]}",
         "a.pass.json:2: passes[0].shadr: \"shadr\" means nothing here; did you mean \"shader\"?");
    says(R"j({"passes": [{"shader": "none.comp"}]})j", "there is no such file");
    says(R"j({"passes": [{"shader": "../outside.comp"}]})j", "passes[0].shader");
    says(R"j({"passes": [{"shader": 3}]})j", "write a string here, not a number");
    says(R"j({"passes": [{}]})j", "does nothing");
    says(R"j({"n": 0, "passes": [{"shader": "one.comp"}]})j", "from 1 to 4294967295");
    says(R"j({"n": 4294967296, "passes": [{"shader": "one.comp"}]})j", "from 1 to 4294967295");
    says(R"j({"n": 1.5, "passes": [{"shader": "one.comp"}]})j", "from 1 to 4294967295");
    says(R"j({"passes": [{"shader": "one.comp"}], "passes": []})j", "occurs twice");
    says(R"j({"passes": [{"shader": "one.comp", "groups": "n - 8"}]})j", "is 0 for n = 8");
    says(R"j({"passes": [{"shader": "one.comp", "groups": "n * 4000000000"}]})j", "must be from 1 to");
    says(R"j({"passes": [{"shader": "one.comp", "groups": 1, "invocations": 1}]})j", "not both");
    says(R"j({"passes": [{"shader": "one.comp", "repeat": 2, "for": {"i": [1]}}]})j", "three loops");
    says(R"j({"passes": [{"shader": "one.comp", "repeat": -1}]})j", "-1 rounds");
    says(R"j({"passes": [{"shader": "one.comp", "repeat": 100001}]})j", "more than 100000 dispatches");
    says(R"j({"passes": [{"repeat": 1000000000, "passes": [{"repeat": 0, "shader": "one.comp"}]}]})j",
         "rounds");
    says(
        R"j({"passes": [{"shader": "one.comp", "for": {"i": {"from": 1, "while": "i < n", "next": "i * 1"}}}]})j",
        "never ends");
    says(
        R"j({"passes": [{"for": {"i": {"from": 1, "while": "i < n", "next": "3 - i"}}, "passes": [{"repeat": 0, "shader": "one.comp"}]}]})j",
        "rounds");
    says(R"j({"passes": [{"while": "flag", "shader": "one.comp"}]})j", "there is no buffer 'flag'");
    says(R"j({"passes": [{"shader": "one.comp", "name": "{m}"}]})j", "'m' is unknown");
    says(R"j({"buffers": {"a b": {"count": 1}}, "passes": [{"shader": "one.comp"}]})j", "cannot be a name");
    says(R"j({"buffers": {"a": {}}, "passes": [{"shader": "one.comp"}]})j", "size is missing");
    says(R"j({"buffers": {"a": {"count": 1, "data": "shufled"}}, "passes": [{"shader": "one.comp"}]})j",
         "choose one of");
    says(R"j({"buffers": {"a": {"count": 1, "type": "double"}}, "passes": [{"shader": "one.comp"}]})j",
         "float, int, uint");
    says(R"j({"buffers": {"a": {"count": 1}}, "passes": [{"swap": ["a", "b"]}]})j",
         "there is no buffer or image 'b'");
    says(R"j({"buffers": {"a": {"count": 1}}, "passes": [{"swap": [["a", "a"], ["a"]]}]})j",
         "several such pairs");
    says(R"j({"buffers": {"a": {"count": 1}}, "passes": [{"shader": "one.comp"}], "expect": {"a": "sort"}})j",
         "choose one of");
    says(R"j({"constants": {"n": 1}, "passes": [{"shader": "one.comp"}]})j", "meaning of its own");
    says(R"j({"tolerance": null, "passes": [{"shader": "one.comp"}]})j",
         "tolerance: write a number here, not");
    says(R"j({"n": 1e400})j", "this is not JSON: number overflow parsing '1e400'; correct");
    says(std::string("{\"passes\":\n[{\"shader\": \"one.comp\"}]}\0}", 38),
         "a.pass.json:2: it holds the character NUL");
    says(R"j({"passes": [{"shader": "one.comp\u0000"}]})j", "holds the character NUL; delete it");
    says(R"j({"buffers": {"a\u0000": 1}})j", "holds the character NUL; delete it");
    says(R"j({"tolerance": -1, "passes": [{"shader": "one.comp"}]})j", "from 0 on");
    says(std::string(100, '['), "nested deeper than 32");
    says("{\"title\": \"" + std::string(2 << 20, 'x') + "\"}", "at most");
    std::string nested = R"j({"shader": "one.comp"})j";
    for (int i = 0; i < 40; ++i) nested = "{\"passes\": [" + nested + "]}";
    says(nested, "nested deeper than 32");
}

TEST_CASE("every damaged byte of a description gives a sentence, or another description") {
    const Shelf shelf;
    const std::string text = R"j({"n": 8, "buffers": {"a": {"count": "n", "data": [1, 2]}}, /* c */
        "passes": [{"shader": "one.comp", "for": {"i": [1, "n"]}, "uniforms": {"x": "i * 2"}}]})j";
    for (std::size_t i = 0; i < text.size(); ++i)
        for (const char c : {'\0', '"', '{', ']', '9', '-', '\\', '\xff'}) {
            auto damaged = text;
            damaged[i] = c;
            for (const auto& one : {damaged, text.substr(0, i)}) try {
                    launches(shelf.read(one), 8);
                } catch (const pbp::Error& problem) {
                    CHECK(std::string(problem.what()).find("a.pass.json") != std::string::npos);
                }
        }
}

TEST_CASE("a file outside the folder stays closed, even through a link") {
    const Shelf shelf;
    const Folder elsewhere;
    elsewhere.write("secret.comp", "#version 450 core\nvoid main() {}\n");
    std::filesystem::create_symlink(elsewhere.path() / "secret.comp", shelf.folder().path() / "link.comp");
    CHECK(mentions(shelf.complaint(R"j({"passes": [{"shader": "link.comp"}]})j"), "outside the folder"));
    CHECK(mentions(shelf.complaint("{\"passes\": [{\"shader\": \"" +
                                   (elsewhere.path() / "secret.comp").string() + "\"}]}"),
                   "outside the folder"));
}

TEST_CASE("expectations: by the plainest code") {
    using Bits = std::vector<std::uint32_t>;
    const Bits input{5, 1, 4, 1};
    const auto uint = pbp::ValueType::uint32;
    CHECK(expected("sorted", input, uint, 4) == Bits{1, 1, 4, 5});
    CHECK(expected("descending", input, uint, 4) == Bits{5, 4, 1, 1});
    CHECK(expected("sum", input, uint, 4) == Bits{11});
    CHECK(expected("minimum", input, uint, 1) == Bits{1});
    CHECK(expected("maximum", input, uint, 1) == Bits{5});
    CHECK(expected("inclusive_scan", input, uint, 4) == Bits{5, 6, 10, 11});
    CHECK(expected("exclusive_scan", input, uint, 4) == Bits{0, 5, 6, 10});
    CHECK(expected("reversed", input, uint, 4) == Bits{1, 4, 1, 5});
    CHECK(expected("histogram", input, uint, 6) == Bits{0, 2, 0, 0, 1, 1});
    CHECK(expected("copy", input, uint, 4) == input);
    const Bits negative{0xFFFFFFFF, 3};  // -1 as an int
    CHECK(expected("minimum", negative, pbp::ValueType::int32, 1) == Bits{0xFFFFFFFF});
    CHECK(expected("minimum", negative, uint, 1) == Bits{3});
}

TEST_SUITE_END();
