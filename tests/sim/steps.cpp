// SPDX-License-Identifier: MIT
// A workgroup line by line, forwards and backwards.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "common/sim/report/names.hpp"
#include "tests/sim/kernel.hpp"

using namespace pbp;
using namespace pbp::test;

namespace steps_test {

using sim::LineStep, sim::Recording, sim::Walk;

/// A kernel in which workgroup `number` is recorded, after its run; lines are counted from `text`'s first.
struct Stepped {
    Kernel kernel;
    explicit Stepped(Kernel made, std::uint32_t number = 0) : kernel(std::move(made)) {
        kernel.stepped = sim::StepRecorder::Window{.workgroup = number};
        kernel.run();
        REQUIRE(kernel.recorded);
    }
    const Recording& recording() const { return kernel.recorded->recording; }
    std::uint32_t line_of(const LineStep& step) const {
        return kernel.recorded->ran.code->sites[step.site].line - 1;
    }
    /// The steps of a subgroup: its lines, e.g. "5 6 6 7".
    std::string lines(std::uint32_t subgroup = 0) const {
        std::string all;
        for (const auto& step : recording().steps)
            if (step.subgroup == subgroup) all += fmt::format("{}{}", all.empty() ? "" : " ", line_of(step));
        return all;
    }
    /// "visits 10 of 1", "lanes 14 x 1 of 0", "after 17 x 1 of 0: hw", "word after 7 x 1 of 1: dst[2]".
    std::string answer(const std::string& question) const {
        std::istringstream words(question);
        std::string what, x, of, name;
        std::uint32_t line = 0, which = 1, subgroup = 0;
        words >> what;
        if (what == "word") words >> x;
        words >> line >> x;
        if (x == "x") words >> which >> x;
        words >> subgroup >> of >> name;
        Walk walk(recording());
        std::uint32_t visits = 0;
        while (!walk.at_end()) {
            const auto& step = recording().steps[walk.at()];
            walk.forward();
            if (step.subgroup != subgroup || line_of(step) != line || ++visits < which) continue;
            if (what == "lanes") {
                std::string lanes;
                step.active.each(
                    [&](auto lane) { lanes += fmt::format("{}{}", lanes.empty() ? "" : " ", lane); });
                return lanes;
            }
            if (what == "after") return values_at(walk, name, subgroup);
            if (what == "word") return word_at(walk, name);
        }
        return std::to_string(visits);
    }
    std::string values_at(const Walk& walk, const std::string& name, std::uint32_t subgroup) const {
        for (const auto& variable : recording().variables) {
            if (variable.name != name) continue;
            std::string all;
            for (std::uint32_t lane = 0; lane < recording().subgroup_size; ++lane) {
                const auto value = walk.value(variable, subgroup, lane);
                all += (lane == 0 ? "" : " ") +
                       (value ? in_digits(variable.kind, static_cast<std::uint32_t>(*value)) : "-");
            }
            return all;
        }
        return "no such variable";
    }
    std::string word_at(const Walk& walk, const std::string& name) const {
        const auto& code = *kernel.recorded->ran.code;
        for (std::uint32_t memory = recording().shared(); memory <= recording().buffer(2); ++memory)
            for (std::uint32_t word = 0; memory < recording().began.size() && word < walk.words(memory);
                 ++word) {
                const auto place = *recording().place_of({memory, word, 0, 0});
                if (sim::name_of(code, place) != name) continue;
                const auto bits = walk.word(memory, word);
                return bits == 0xA5A5A5A5u ? "unset" : in_digits(sim::kind_of(code, place), bits);
            }
        return "no such word";
    }
    static std::string in_digits(sim::Type::Kind kind, std::uint32_t bits) {
        if (kind == sim::Type::Kind::boolean) return bits != 0 ? "true" : "false";
        if (kind == sim::Type::Kind::sint) return std::to_string(static_cast<std::int32_t>(bits));
        if (kind != sim::Type::Kind::floating) return std::to_string(bits);
        const auto words = fmt::format("{}", std::bit_cast<float>(bits));
        return words.find('.') == std::string::npos ? words + ".0" : words;
    }
    /// The values of a variable in the lanes of subgroup 0, where it is set, before the first step at a line,
    /// or at the end.
    std::string values(const std::string& name, std::uint32_t line = 0, std::uint32_t lanes = 4) const {
        Walk walk(recording());
        const auto is_there = [&] {
            const auto& step = recording().steps[walk.at()];
            return step.subgroup == 0 && line_of(step) == line;
        };
        while (!walk.at_end() && !is_there()) walk.forward();
        std::string all;
        for (const auto& variable : recording().variables) {
            if (variable.name != name) continue;
            for (std::uint32_t lane = 0; lane < lanes; ++lane) {
                const auto value = walk.value(variable, 0, lane);
                all += fmt::format("{}{}", lane == 0 ? "" : " ", value ? std::to_string(*value) : "-");
            }
        }
        return all;
    }
};

const std::string tree = R"(layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[8];
void main() {
    const uint i = gl_LocalInvocationIndex;
    tile[i] = data[i];
    barrier();
    for (uint stride = 4u; stride > 0u; stride /= 2u) {
        if (i < stride) {
            const uint sum = tile[i] + tile[i + stride];
            tile[i] = sum;
        }
        barrier();
    }
    if (i == 0u) data[0] = tile[0];
}
)";

Kernel tree_of(std::uint32_t subgroup_size) {
    Kernel kernel{.text = tree, .buffers = {{1, 2, 3, 4, 5, 6, 7, 8}}};
    kernel.settings.subgroup_size = subgroup_size;
    return kernel;
}

/// What somebody expected who had not seen the recorder: steps.txt has kernels, and questions about them.
struct Expected {
    std::string name;
    Kernel kernel;
    std::vector<std::string> questions;
};

std::uint32_t bits_of(const std::string& word) {
    if (word.find('.') != std::string::npos) return std::bit_cast<std::uint32_t>(std::stof(word));
    return static_cast<std::uint32_t>(std::stoll(word));
}

std::vector<Expected> expectations() {
    std::ifstream file(std::filesystem::path(PBP_SOURCE_DIR) / "tests/sim/steps.txt");
    std::vector<Expected> all;
    bool in_text = false, after_text = false;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "#") continue;
        if (word == "===") {
            all.push_back({line.substr(4), {.text = ""}, {}});
            in_text = after_text = false;
        } else if (word == "---") {
            in_text = true;
        } else if (in_text && !after_text &&
                   !std::ranges::count(std::array{"visits", "lanes", "after", "word"}, word)) {
            all.back().kernel.text += line + "\n";
        } else if (in_text) {
            after_text = true;
            all.back().questions.push_back(line);
        } else if (word == "subgroup") {
            words >> all.back().kernel.settings.subgroup_size;
        } else {
            words >> word;
            auto& values = all.back().kernel.buffers.emplace_back();
            while (words >> word) values.push_back(bits_of(word));
        }
    }
    return all;
}

TEST_SUITE("cpu") {
    TEST_CASE("kernels step by step as somebody expected who had not seen the recorder") {
        std::size_t questions = 0;
        for (auto& expected : expectations()) {
            CAPTURE(expected.name);
            const Stepped stepped(expected.kernel);
            for (const auto& question : expected.questions) {
                CAPTURE(question);
                CHECK(stepped.answer(question) ==
                      question.substr(question.find(question[0] == 'a' || question[0] == 'w' ? "= " : ": ") +
                                      2));
                ++questions;
            }
        }
        CHECK(questions == 70);
    }

    TEST_CASE("each line is a step, and what it sets is seen from then on") {
        const Stepped stepped(tree_of(8));
        CHECK(stepped.lines() == "5 6 7 8 9 10 11 13 8 9 10 11 13 8 9 10 11 13 8 15 15");
        CHECK(stepped.values("i", 5) == "- - - -");
        CHECK(stepped.values("i", 6) == "0 1 2 3");
        CHECK(stepped.values("sum", 10) == "- - - -");
        CHECK(stepped.values("sum", 11) == "6 8 10 12");
        CHECK(stepped.values("sum") == "36 20 10 12");
        CHECK(stepped.values("stride") == "0 0 0 0");
    }

    TEST_CASE("lanes that are not in a branch take no part in its lines") {
        const Stepped stepped(tree_of(8));
        std::string lanes;
        for (const auto& step : stepped.recording().steps)
            if (stepped.line_of(step) == 10) lanes += fmt::format("{} ", step.active.count());
        CHECK(lanes == "4 2 1 ");
    }

    TEST_CASE("subgroups that wait at a barrier say so, and shared memory is everyone's") {
        const Stepped stepped(tree_of(2));
        std::size_t waiting = 0;
        for (const auto& step : stepped.recording().steps) waiting += step.waits ? 1 : 0;
        CHECK(waiting == 4 * 4);
        Walk walk(stepped.recording());
        walk.go_to(stepped.recording().steps.size());
        CHECK(walk.word(stepped.recording().shared(), 0) == 36);
        CHECK(walk.word(stepped.recording().buffer(0), 0) == 36);
        walk.go_to(0);
        CHECK(walk.word(stepped.recording().buffer(0), 0) == 1);
        CHECK(walk.word(stepped.recording().shared(), 0) == 0xA5A5A5A5u);
    }

    TEST_CASE("what other workgroups write meanwhile is a step without a line") {
        Kernel kernel{.text = R"(layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
    atomicAdd(data[0], gl_WorkGroupID.x + 1u);
    data[gl_WorkGroupID.x + 1u] = data[0];
}
)",
                      .groups = {3, 1, 1},
                      .buffers = {{0, 0, 0, 0}}};
        const Stepped stepped(kernel, 1);
        REQUIRE(stepped.recording().steps.size() == 4);
        CHECK(stepped.recording().steps.front().subgroup == LineStep::elsewhere);
        CHECK(stepped.recording().steps.back().subgroup == LineStep::elsewhere);
        Walk walk(stepped.recording());
        walk.forward();
        CHECK(walk.word(stepped.recording().buffer(0), 0) == 1);
        walk.forward();
        CHECK(walk.word(stepped.recording().buffer(0), 0) == 3);
    }

    TEST_CASE("what later workgroups keep in shared memory is theirs") {
        Kernel kernel = tree_of(8);
        kernel.groups = {3, 1, 1};
        kernel.buffers[0].resize(24);
        const Stepped stepped(kernel);
        Walk walk(stepped.recording());
        walk.go_to(stepped.recording().steps.size());
        CHECK(walk.word(stepped.recording().shared(), 0) == 36);
    }

    TEST_CASE("values of all types have their names") {
        const Stepped stepped({.text = R"(#extension GL_ARB_gpu_shader_int64 : enable
layout(local_size_x = 2) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
struct Pair { float low; uvec2 high; };
void main() {
    Pair pair = Pair(1.5, uvec2(data[0], gl_LocalInvocationIndex));
    uint64_t wide = uint64_t(data[1]) << 32 | 7ul;
    int list[2] = int[](-1, int(data[0]));
    list[gl_LocalInvocationIndex] = 9;
    data[0] = pair.high.x + uint(wide) + uint(list[0]) + uint(pair.low);
}
)",
                               .buffers = {{3, 4}}});
        CHECK(stepped.values("pair.low", 0, 2) == "1069547520 1069547520");
        CHECK(stepped.values("pair.high.y", 0, 2) == "0 1");
        CHECK(stepped.values("wide", 0, 1) == std::to_string((4ull << 32) + 7));
        CHECK(stepped.values("list[0]", 0, 2) == "9 4294967295");
        CHECK(stepped.values("list[1]", 0, 2) == "3 9");
    }

    TEST_CASE("backwards is the way back: random walks come to the same states") {
        for (const auto size : {1u, 2u, 8u}) {
            const Stepped stepped(tree_of(size));
            const auto& recording = stepped.recording();
            std::vector<std::uint64_t> hashes;
            Walk walk(recording);
            for (std::size_t at = 0;; walk.forward(), ++at) {
                hashes.push_back(walk.hash());
                if (walk.at_end()) break;
            }
            std::mt19937 random(size);
            for (int step = 0; step < 10000; ++step) {
                if (random() % 2 == 0 && !walk.at_end())
                    walk.forward();
                else if (walk.at() > 0)
                    walk.back();
                if (walk.hash() != hashes[walk.at()]) FAIL("step ", step);
            }
        }
    }

    TEST_CASE("a race is known by its steps, also where a line accesses another word each time") {
        Kernel kernel{.text = R"(layout(local_size_x = 8) in;
shared uint tile[8];
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
    const uint i = gl_LocalInvocationIndex;
    for (uint k = 0u; k < 4u; ++k)
        if (i == 0u) tile[k] = k;
    if (i == 4u) data[0] = tile[2];
    data[1u + i] = 1u / (i - i);
}
)",
                      .buffers = {{0, 0, 0, 0, 0, 0, 0, 0, 0}}};
        kernel.settings.subgroup_size = 4;
        const Stepped stepped(std::move(kernel));
        const auto& recording = stepped.recording();
        const auto is = [](sim::Fault fault) {
            return [fault](const sim::StepFinding& one) { return one.what.fault == fault; };
        };
        const auto found = std::ranges::find_if(recording.found, is(sim::Fault::race));
        REQUIRE(found != recording.found.end());
        const auto& race = *found;
        CHECK(stepped.line_of(recording.steps[race.step]) == 8);
        CHECK(recording.steps[race.step].subgroup == 1);
        REQUIRE(race.other);
        Walk walk(recording);
        walk.go_to(*race.other);
        CHECK(stepped.word_at(walk, "tile[2]") == "unset");
        walk.forward();
        CHECK(stepped.word_at(walk, "tile[2]") == "2");
        const auto division = std::ranges::find_if(recording.found, is(sim::Fault::division_by_zero));
        REQUIRE(division != recording.found.end());
        CHECK(!division->what.is_note());  // it was stored, later
        CHECK(stepped.line_of(recording.steps[division->step]) == 9);
    }

    TEST_CASE("beyond its limit a recording ends, and says so") {
        Kernel kernel = tree_of(8);
        kernel.stepped = sim::StepRecorder::Window{.workgroup = 0, .most_bytes = 900};
        kernel.run();
        CHECK(kernel.recorded->recording.full);
        CHECK(kernel.recorded->recording.steps.size() < 21);
        CHECK(kernel.results[0][0] == 36);
    }
}

}  // namespace steps_test
