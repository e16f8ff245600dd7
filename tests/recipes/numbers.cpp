// SPDX-License-Identifier: MIT
// Recipes about numbers of 64 bits, and about subgroups.
#include <cmath>
#include <cstring>

#include "tests/recipes/recipe.hpp"

using namespace recipes;
using pbp::test::contains, pbp::test::run_program;

namespace number_recipes {

namespace {

constexpr std::uint64_t total = 2016ull * ((1ull << 28) + 1);  // 0 + 1 + ... + 63, each times 2^28 + 1

std::string simulated(const std::string& shader) {
    const pbp::test::Folder out;
    const auto outcome =
        run_program({std::string(PBP_BINARY_DIR) + "/run", path_of(shader), "--sim", "--sim-subgroup", "8",
                     "--groups", "1", "--no-pictures", "--out", out.path()});
    CAPTURE(outcome.output);
    CHECK(outcome.exit_code == 0);
    return outcome.output;
}

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE_FIXTURE(Recipe, "recipe: doubles are core OpenGL") {
        if (!*this) return;
        const GLuint single = buffer_of(std::vector<float>(64, 0)),
                     twice = buffer_of(std::vector<double>(64, 0));
        bind(0, single);
        bind(1, twice);
        glUseProgram(build("doubles"));
        glDispatchCompute(1, 1, 1);
        const auto doubles = read<double>(twice, 64);
        const auto floats = read<float>(single, 64);
        for (std::size_t i = 0; i < 64; ++i) {
            const auto root = std::sqrt(static_cast<double>(i));
            CHECK(std::abs(doubles[i] - root) <= 1e-14 * root);
            CHECK(std::abs(floats[i] - root) <= 1e-6 * root);
        }
    }

    TEST_CASE_FIXTURE(Recipe, "recipe: a 64-bit sum, with the extension where it is and in two words") {
        if (!*this) return;
        // [which]
        const bool wide = has("GL_NV_shader_atomic_int64") && has("GL_ARB_gpu_shader_int64");
        const GLuint program = build(wide ? "wide_total" : "two_words");
        // [/which]
        for (const GLuint one : {program, build("two_words")}) {
            const GLuint sum = buffer_of(std::vector<std::uint64_t>{0});
            bind(0, sum);
            glUseProgram(one);
            glDispatchCompute(1, 1, 1);
            CHECK(read<std::uint64_t>(sum, 1)[0] == total);
        }
    }

    TEST_CASE_FIXTURE(Recipe, "recipe: shuffle, ballot and cluster, where the driver has them") {
        if (!*this) return;
        // [subgroups]
        GLint operations = 0, lanes = 0;
        if (has("GL_KHR_shader_subgroup")) {
            glGetIntegerv(0x9534, &operations);  // GL_SUBGROUP_SUPPORTED_FEATURES_KHR
            glGetIntegerv(0x9532, &lanes);       // GL_SUBGROUP_SIZE_KHR
        }
        constexpr GLint ballot = 0x08, shuffle = 0x10, clustered = 0x40;
        const bool all_three =
            (operations & (ballot | shuffle | clustered)) == (ballot | shuffle | clustered);
        // [/subgroups]
        if (!all_three || lanes < 8) return;
        const GLuint rows = buffer_of(std::vector<GLuint>(32, 0));
        bind(0, rows);
        glUseProgram(build("subgroups"));
        glDispatchCompute(1, 1, 1);
        CHECK(read<GLuint>(rows, 32) == std::vector<GLuint>{10, 0,  30, 20, 50, 40, 70,  60,  73,  73, 73,
                                                            73, 73, 73, 73, 73, 0,  1,   1,   1,   2,  2,
                                                            2,  3,  60, 60, 60, 60, 220, 220, 220, 220});
    }
}

TEST_SUITE("cpu") {
    TEST_CASE("recipe: the simulator knows 64 bits and subgroups, whatever the driver") {
        CHECK(contains(simulated("doubles"), "1.4142135623730951"));
        CHECK(contains(simulated("wide_total"), "uint64_t total = " + std::to_string(total)));
        const auto words = simulated("two_words");
        CHECK(contains(words, "uint low = " + std::to_string(total & 0xFFFFFFFFu)));
        CHECK(contains(words, "uint high = " + std::to_string(total >> 32)));
        const auto rows = simulated("subgroups");
        CHECK(contains(rows, "[0]   10    0   30   20   50   40   70   60   73   73"));
        CHECK(contains(rows, "[16]    0    1    1    1    2    2    2    3   60   60   60   60  220"));
    }
}

}  // namespace number_recipes
