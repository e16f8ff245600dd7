// SPDX-License-Identifier: MIT
// Who made a number: what the history of a run answers, for kernels that are right and for some that are not.
#include <doctest/doctest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "common/base/error.hpp"
#include "common/base/files.hpp"
#include "common/lesson/operation.hpp"
#include "common/lesson/run.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/sim/beside/beside.hpp"
#include "common/sim/beside/why.hpp"
#include "tests/support/lessons.hpp"

extern const pbp::Lesson lesson_03, lesson_05, lesson_06, lesson_07, lesson_09;

namespace why_test {

using namespace pbp;
using namespace pbp::test;
using Node = sim::Provenance::Node;
using Kind = sim::Provenance::Kind;
using sim::Op;

namespace {

const std::vector<std::uint32_t> sixteen{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

/// A version's run with a history, on data of its own.
class Asked {
  public:
    Asked(const Lesson& lesson, const std::string& version, std::vector<std::uint32_t> data,
          const fs::path& shader = {})
        : lesson_(lesson), version_(version_named(lesson, version)) {
        options_.n = static_cast<std::uint32_t>(data.size());
        options_.bits = std::make_shared<const std::vector<std::uint32_t>>(std::move(data));
        options_.type = lesson.types.empty() ? ValueType::uint32 : lesson.types.front();
        options_.shaders = fs::path(PBP_SOURCE_DIR) / "shaders";
        options_.only = {version};
        options_.shader = shader;
        for (const auto& extra : lesson.options) options_.extra[extra.flag] = extra.preset;
        beside_.emplace(sim::Settings{}, shader_tree(lesson, options_), 0, silent_);
        history_.emplace(beside_->simulator(), std::size_t{1} << 20);
        const auto ended = beside_->run([&](Device& device) {
            ProgramCache own;
            Run run(device, own, lesson, version_, options_, {.observing = &*history_}, silent_);
            lesson.tell(version_, run);
        });
        REQUIRE(ended.empty());
        REQUIRE_FALSE(history_->rows().empty());
        REQUIRE_FALSE(history_->graph().is_full());
    }
    const sim::History& history() const { return *history_; }
    std::vector<std::string> made(const std::string& word) const { return sim::Why(*history_).made(word); }
    std::vector<std::string> used(const std::string& word) const { return sim::Why(*history_).used(word); }
    /// Where an answer's lines begin that are sentences, without what is the same in all of them.
    std::string first(const std::string& word, std::size_t steps = 1) const {
        std::string all;
        const auto lines = made(word);
        for (std::size_t i = 0; i < std::min(2 * steps, lines.size()); i += 2) {
            auto line = lines[i];
            if (const auto at = line.find(".comp:"); at != line.npos)
                line = line.substr(0, line.find(": ") + 2) + line.substr(line.find(", ", at) + 2);
            all += (all.empty() ? "" : "\n") + line;
        }
        return all;
    }
    std::string refusal(const std::string& word) const {
        try {
            made(word);
        } catch (const Error& problem) {
            CHECK(problem.code() == ExitCode::wrong_usage);
            return problem.what();
        }
        return {};
    }

  private:
    const Lesson& lesson_;
    const Version& version_;
    Options options_;
    SilentSink silent_;
    std::optional<sim::Beside> beside_;
    std::optional<sim::History> history_;
};

/// A shader of a lesson in which one text is replaced.
fs::path changed(const Folder& folder, const std::string& shader, const std::string& from,
                 const std::string& to) {
    return folder.write("changed.comp", shader_with(shader, from, to));
}

/// What the steps of a history give, from the words that were there before. Throws where the value that a
/// word held is another one.
class Evaluated {
  public:
    explicit Evaluated(const sim::Provenance& graph) : graph_(graph) {}

    std::uint32_t value(Node node) {
        if (const auto known = values_.find(node); known != values_.end()) return known->second;
        const auto made = evaluated(node);
        values_.emplace(node, made);
        return made;
    }

  private:
    std::uint32_t evaluated(Node node) {
        const auto& step = graph_.step(node);
        const auto held = [&] { return static_cast<std::uint32_t>(graph_.event(node).value); };
        if (step.kind == Kind::word) return held();
        if (step.kind == Kind::constant) return step.a;
        if (step.kind == Kind::stored) {
            if (step.a == sim::Provenance::none) return held();
            if (value(step.a) != held())
                throw std::runtime_error(fmt::format("{} was stored, and {} made", held(), value(step.a)));
            return held();
        }
        const auto operand = [&](Node one, std::size_t k) {
            return one == sim::Provenance::none ? static_cast<std::uint32_t>(graph_.operands(node)[k])
                                                : value(one);
        };
        if (step.kind == Kind::placed || step.kind == Kind::pick) return operand(step.a, 0);
        const auto a = operand(step.a, 0), b = operand(step.b != sim::Provenance::none ? step.b : 0, 1);
        switch (step.op) {
            case Op::add_w:
                return a + b;
            case Op::sub_w:
                return a - b;
            case Op::mul_w:
                return a * b;
            case Op::mod_u:
                return a % b;
            case Op::and_w:
                return a & b;
            case Op::or_w:
                return a | b;
            case Op::xor_w:
                return a ^ b;
            case Op::shl_w:
                return a << b;
            case Op::shr_u:
                return a >> b;
            default:
                throw std::runtime_error(fmt::format("operation {}", static_cast<int>(step.op)));
        }
    }
    const sim::Provenance& graph_;
    std::map<Node, std::uint32_t> values_;
};

}  // namespace

}  // namespace why_test

using namespace why_test;

TEST_SUITE("cpu") {
    TEST_CASE("why: a sum, back to the elements of the input") {
        const Asked asked(lesson_03, "v3", sixteen);
        CHECK(asked.first("tile[0]", 3) ==
              "pass 5: invocation 0 of workgroup 0: tile[0] = 42 (tile[0]) + 38 (tile[1]) -> 80\n"
              "pass 4: invocation 1 of workgroup 0: tile[1] = 20 (tile[1]) + 18 (tile[3]) -> 38\n"
              "pass 4: invocation 0 of workgroup 0: tile[0] = 22 (tile[0]) + 20 (tile[2]) -> 42");
        CHECK(asked.first("tile[1]@2", 2) ==
              "pass 2: invocation 1 of workgroup 0: tile[1] = 1 (tile[1]) + 3 (tile[9]) -> 4\n"
              "pass 1: invocation 9 of workgroup 0: tile[9] = 3 (input element 9)");
        CHECK(asked.made("tile[1]@2").back() == "It starts from: 1 (input element 1), 3 (input element 9).");
        CHECK(asked.made("tile[1]@2").at(1) == "    tile[i] = sum;");
        CHECK(contains(asked.made("tile[1]@2").at(0), "03_reduction/v3_sequential.comp:30, invocation 1"));
        CHECK(asked.made("tile[0]@5") == asked.made("tile[0]"));
        CHECK(contains(asked.made("tile[0]").at(60), "... and 1 before that; to go on, ask --why about"));
    }

    TEST_CASE("why: the larger and the smaller one of two keys, swapped or kept") {
        const Asked asked(lesson_05, "v1", {7, 4, 2, 9});
        CHECK(asked.first("tile[0]@1") ==
              "pass 1: invocation 0 of workgroup 0: tile[0] = min of 4 (tile[1]) and 7 (tile[0]) -> 4");
        CHECK(asked.first("tile[2]@1") ==
              "pass 1: invocation 1 of workgroup 0: tile[2] = max of 9 (tile[3]) and 2 (tile[2]) -> 9");
        CHECK(asked.first("tile[1]@2") ==
              "pass 2: invocation 1 of workgroup 0: tile[1] = min of 2 (tile[3]) and 7 (tile[1]) -> 2");
        CHECK(asked.first("tile[0]@2") ==
              "pass 2: invocation 0 of workgroup 0: tile[0] = min of 4 (tile[0]) and 9 (tile[2]) -> 4, kept");
        CHECK(asked.first("keys[3]@3") == "pass 3: invocation 1 of workgroup 0: keys[3] = 9 (tile[3])");
        CHECK(asked.first("keys[3]@0") == "It starts from: 9 (input element 3).");
        CHECK(asked.first("data[1]@2") ==
              "pass 2: invocation 1 of workgroup 0: data[1] = min of 2 (tile[3]) and 7 (tile[1]) -> 2");
    }

    TEST_CASE("why: what a word went into") {
        const Asked asked(lesson_03, "v3", sixteen);
        const auto lines = asked.used("tile[9]@1");
        CHECK(contains(lines.at(0), "pass 2: "));
        CHECK(contains(lines.at(0), "tile[1] = 1 (tile[1]) + 3 (tile[9]) -> 4"));
        CHECK(contains(lines.at(lines.size() - 4), "tile[0] = 42 (tile[0]) + 38 (tile[1]) -> 80"));
        CHECK(contains(lines.at(lines.size() - 2), "sums[0] = 80 (tile[0])"));
        CHECK(asked.used("sums[0]").front() == "80 (sums[0]) went into nothing.");
    }

    TEST_CASE("why: a tree that goes up and down again") {
        const Asked asked(lesson_06, "v2", {3, 1, 2, 4});
        const auto all = fmt::format("{}", fmt::join(asked.made("tree[3]@5"), "\n"));
        INFO(all);
        CHECK(contains(all, "tree[3] = 4 (tree[3]) + 2 (tree[2]) -> 6"));
        CHECK(contains(all, "tree[1] = 3 (tree[0]) + 1 (tree[1]) -> 4"));
    }

    TEST_CASE("why: a value is placed where a sum says") {
        const Asked asked(lesson_07, "v2", std::vector<std::uint32_t>(512));  // a sphere, whatever these are
        CHECK(asked.first("kept[3]") ==
              "pass 6: invocation 36 of workgroup 0: kept[3] = 36; placed by 3 (data[36]); decided by 129 "
              "(input element 36)");
    }

    TEST_CASE("why: an atomic's place is decided as that of a store") {
        const Asked asked(lesson_09, "v3", {3, 1, 2, 0});
        CHECK(contains(asked.first("histogram[2]@1"), "+ 1 -> 1; placed by 2 (input element 2)"));
    }

    TEST_CASE("why: a key of a radix sort goes where the keys before it say") {
        const Asked asked(lesson_09, "v1", {3, 1, 2, 0});
        CHECK(asked.first("sorted[0]@4") ==
              "pass 3: invocation 0 of workgroup 1: sorted[0] = 2 (input element 2); placed by 2 (input "
              "element 2) "
              "and 0 (data[2])");
    }

    TEST_CASE("why: of a wrong kernel, what it really did") {
        const Folder folder;
        const Asked sum(lesson_03, "v3", sixteen,
                        changed(folder, "03_reduction/v3_sequential.comp", "tile[i] + tile[i + stride]",
                                "tile[i] + tile[i + stride - 1u]"));
        CHECK(sum.first("tile[1]@2") ==
              "pass 2: invocation 1 of workgroup 0: tile[1] = 1 (tile[1]) + 5 (tile[8]) -> 6");
        const Asked sorted(
            lesson_05, "v1", {7, 4, 2, 9},
            changed(folder, "05_bitonic_sort/v1_shared.comp", "b = tile[high]", "b = tile[high ^ 1u]"));
        CHECK(sorted.first("tile[1]@1") ==
              "pass 1: invocation 0 of workgroup 0: tile[1] = max of 7 (tile[0]) and 7 (tile[0]) -> 7");
    }

    TEST_CASE("why: a word that there is not is refused in a sentence") {
        const Asked asked(lesson_05, "v1", {7, 4, 2, 9});
        CHECK(asked.refusal("tyle[0]") ==
              "'tyle[0]': there is no array tyle; this version has data, keys, tile.");
        CHECK(asked.refusal("tile[4]") == "'tile[4]': tile has 4 elements.");
        CHECK(asked.refusal("data[4]") == "'data[4]': data has 4 elements.");
        CHECK(asked.refusal("tile[0]@4") == "'tile[0]@4': this run has 3 passes.");
        CHECK(asked.refusal("tile[0]@last") == "'tile[0]@last': after '@' comes the number of a pass.");
        CHECK(asked.refusal("tile") == "'tile': name one word of tile, such as 'tile[0]'.");
        CHECK(asked.refusal("tile[0]@0") == "'tile[0]@0': no invocation had written it by pass 0.");
        CHECK(asked.refusal("tile[0] of workgroup 9") ==
              "'tile[0] of workgroup 9': no invocation had written it by pass 3.");
        CHECK(asked.refusal("tile[0]@1 of workgroup 0").empty());
    }

    TEST_CASE("why: evaluating a slice from the input gives what each cell held") {
        const auto check = [&](const Lesson& lesson, const Version& version) {
            CAPTURE(version.name);
            const Asked asked(lesson, version.name, sixteen);
            Evaluated evaluated(asked.history().graph());
            std::size_t cells = 0;
            for (const auto& row : asked.history().rows())
                for (std::size_t cell = 0; cell < row.nodes.size(); ++cell) {
                    if (row.nodes[cell] == sim::Provenance::none) continue;
                    CAPTURE(row.pass);
                    CAPTURE(cell);
                    std::uint32_t value = 0;
                    CHECK_NOTHROW(value = evaluated.value(row.nodes[cell]));
                    CHECK(value == row.values.word(cell));
                    ++cells;
                }
            CHECK(cells > 0);
        };
        for (const auto& version : lesson_03.versions) check(lesson_03, version);
        for (const auto& version : lesson_06.versions) check(lesson_06, version);
    }
}
