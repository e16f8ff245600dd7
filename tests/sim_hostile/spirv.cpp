// SPDX-License-Identifier: MIT
// Damaged SPIR-V and damaged GLSL give an error or a run, never a crash and never a hang: at the door, and
// past it. PBP_HOSTILE=100000 tries more.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <random>

#include "common/base/error.hpp"
#include "common/sim/spirv/compile.hpp"
#include "tests/sim_fuzz/program.hpp"
#include "tests/sim_hostile/hostile.hpp"

using namespace pbp;

TEST_SUITE_BEGIN("cpu");

namespace {

std::uint64_t tries(std::uint64_t otherwise) {
    const char* asked = std::getenv("PBP_HOSTILE");
    return asked != nullptr ? std::strtoull(asked, nullptr, 10) : otherwise;
}

std::uint64_t first_seed() {
    const char* asked = std::getenv("PBP_HOSTILE_SEED");
    return asked != nullptr ? std::strtoull(asked, nullptr, 10) : 1;
}

}  // namespace

TEST_CASE("SPIR-V of which words are changed") {
    const auto corpus = hostile::corpus();
    REQUIRE(corpus.size() > 20);
    for (const auto& words : corpus) CHECK(!hostile::blames(hostile::try_out(words)));
    std::uint64_t refused = 0, ran = 0, refused_past_the_door = 0;
    for (std::uint64_t seed = first_seed(); seed < first_seed() + tries(4000); ++seed) {
        CAPTURE(seed);
        if (std::getenv("PBP_HOSTILE") != nullptr && std::getenv("PBP_HOSTILE_SEED") != nullptr)
            std::fprintf(stderr, "\r%llu ", static_cast<unsigned long long>(seed));
        const auto began = std::chrono::steady_clock::now();
        const auto words = hostile::damaged(corpus[seed % corpus.size()], seed);
        std::string outcome;
        REQUIRE_NOTHROW(outcome = hostile::try_out(words));
        const bool damage = hostile::blames(outcome);
        CHECK((!damage || outcome.find('\n') == std::string::npos));
        outcome.empty() ? ++ran : ++refused;
        REQUIRE_NOTHROW(outcome = hostile::try_out_past_the_door(words));
        if (!outcome.empty()) ++refused_past_the_door;
        CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(20));
    }
    MESSAGE(refused << " refused, " << ran << " ran; without the door " << refused_past_the_door
                    << " refused");
    CHECK(refused > ran / 4);
}

TEST_CASE("what libFuzzer found worth keeping: each reaches code that the others do not") {
    const auto files = hostile::kept();
    REQUIRE(files.size() > 100);
    for (const auto& [name, words] : files) {
        CAPTURE(name);
        CHECK_NOTHROW(hostile::try_out(words));
        CHECK_NOTHROW(hostile::try_out_past_the_door(words));
    }
}

TEST_CASE("words that are no SPIR-V at all") {
    CHECK(hostile::try_out({}) != "");
    CHECK(hostile::try_out({0x07230203u}) != "");
    CHECK(hostile::try_out({0x07230203u, 0x10300u, 0, 0xFFFFFFFFu, 0}) != "");
    CHECK(hostile::try_out({0x07230203u, 0x10300u, 0, 10, 0}) != "");
    CHECK(hostile::try_out({0x07230203u, 0x10300u, 0, 10, 0, 0}) != "");
    std::mt19937_64 random(7);
    for (int k = 0; k < 2000; ++k) {
        std::vector<std::uint32_t> words{0x07230203u, 0x10300u, 0, 100, 0};
        for (std::uint64_t n = random() % 60; n > 0; --n)
            words.push_back(static_cast<std::uint32_t>(
                random() % 3 == 0 ? (1 + random() % 6) << 16 | random() % 370 : random() % 100));
        CHECK(hostile::try_out(words) != "");
        CHECK(hostile::try_out_past_the_door(words) != "");
    }
}

TEST_CASE("GLSL that nests deeper, or goes on longer, than anybody writes") {
    const auto outcome = [](const std::string& statement) {
        glsl::Source source;
        source.text =
            "#version 450\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer D { uint d[]; "
            "};\nvoid main() {\n" +
            statement + "\n}\n";
        source.files = {"hostile.comp"};
        source.originals = {source.text};
        try {
            return hostile::try_out(sim::compile(source));
        } catch (const Error& error) {
            CHECK(error.code() == ExitCode::shader_does_not_build);
            return std::string("an error");
        }
    };
    const auto repeated = [](const std::string& one, int times) {
        std::string all;
        for (int k = 0; k < times; ++k) all += one;
        return all;
    };
    outcome("d[0] = d[1]" + repeated(" + d[2]", 20000) + ";");
    CHECK(outcome("d[0] = d[1]" + repeated(" + d[2]", 300000) + ";") == "an error");
    CHECK(outcome("d[0] = " + repeated("(", 20000) + "1u" + repeated(")", 20000) + ";") == "an error");
    CHECK(outcome(repeated("{", 20000) + repeated("}", 20000)) == "an error");
    CHECK(outcome(repeated("if (d[0] == 1u) ", 20000) + "d[1] = 2u;") == "an error");
    CHECK(outcome("uint big[100000]; d[0] = big[d[1]];").find("65536 words") != std::string::npos);
}

TEST_CASE("GLSL of which characters are changed, cut off or repeated") {
    const auto text = fuzz::random_program(3).text();
    std::mt19937_64 random(3);
    for (int k = 0; k < 150; ++k) {
        auto changed = text;
        for (std::uint64_t n = 1 + random() % 5; n > 0; --n) {
            const auto at = random() % changed.size();
            switch (random() % 5) {
                case 0:
                    changed[at] = static_cast<char>(random());
                    break;
                case 1:
                    changed.erase(at, random() % 20);
                    break;
                case 2:
                    changed.insert(at, changed.substr(random() % changed.size(), random() % 40));
                    break;
                case 3:
                    changed[at] = "(){}[];,.#\n\"\\0"[random() % 14];
                    break;
                default:
                    if (random() % 8 == 0) changed.resize(at);
                    break;
            }
        }
        glsl::Source source;
        source.text = changed;
        source.files = {"hostile.comp"};
        source.originals = {changed};
        try {
            hostile::try_out(sim::compile(source));
        } catch (const Error& error) {
            CHECK(error.code() == ExitCode::shader_does_not_build);
        }
    }
}

TEST_SUITE_END();
