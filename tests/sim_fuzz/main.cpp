// SPDX-License-Identifier: MIT
// Runs random programs on the simulator and on OpenGL, and compares everything they wrote, bit for bit.
#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>

#include "common/opengl/opengl.hpp"
#include "tests/sim_fuzz/compare.hpp"

using namespace pbp;

namespace {

/// Two subgroup sizes and schedules for each program, all of them in turn.
std::vector<sim::Settings> settings_of(std::uint64_t seed) {
    constexpr std::uint32_t sizes[] = {1, 4, 8, 32, 64, 128, 2, 16};
    std::vector<sim::Settings> made(2);
    made[0].subgroup_size = sizes[seed % 8];
    made[1].subgroup_size = sizes[(seed / 8 + seed + 3) % 8];
    made[1].order = seed % 3 == 0   ? sim::Settings::Order::random
                    : seed % 3 == 1 ? sim::Settings::Order::reverse
                                    : sim::Settings::Order::in_order;
    made[1].seed = seed;
    return made;
}

int compare(std::uint64_t programs, std::uint64_t seed, Backend* device, bool shrink) {
    std::uint64_t wrong = 0, statements = 0;
    for (std::uint64_t k = 0; k < programs; ++k) {
        auto program = fuzz::random_program(seed + k);
        const auto all = settings_of(seed + k);
        statements += program.statements();
        const auto why = fuzz::difference(device, all, program);
        if (why.empty()) continue;
        ++wrong;
        std::printf("Seed %llu: %s.\n", static_cast<unsigned long long>(seed + k), why.c_str());
        std::fflush(stdout);
        if (shrink) {
            program = fuzz::shrunk(device, all, program);
            std::printf("With %zu statements left: %s\n%s\n", program.statements(),
                        fuzz::difference(device, all, program).c_str(), program.text().c_str());
        }
    }
    std::printf("%llu programs of %llu statements compared, from seed %llu on: %llu differ\n",
                static_cast<unsigned long long>(programs), static_cast<unsigned long long>(statements),
                static_cast<unsigned long long>(seed), static_cast<unsigned long long>(wrong));
    return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Random programs on the simulator and on OpenGL: all that they write must be the same.");
    std::uint64_t programs = 200, seed = 1;
    std::string device = "opengl";
    bool print = false, shrink = true;
    app.add_option("--programs", programs, "number of programs");
    app.add_option("--seed", seed, "seed of the first program; each next one counts up");
    app.add_option("--device", device,
                   "what to compare with: opengl, or none to compare sizes of subgroups with each other")
        ->check(CLI::IsMember({"opengl", "none"}));
    app.add_flag("--print", print, "print the program of the seed, and run nothing");
    app.add_flag("--shrink,!--no-shrink", shrink, "print the smallest program that still differs");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& problem) {
        return app.exit(problem) == 0 ? 0 : 2;
    }
    if (print) {
        std::printf("%s", fuzz::random_program(seed).text().c_str());
        return 0;
    }
    std::unique_ptr<Backend> backend;
    try {
        if (device == "opengl") backend = open_gl({});
    } catch (const Error& problem) {
        const char* required = std::getenv("PBP_REQUIRE_GPU");
        std::printf("SKIPPED: no OpenGL 4.5 context on this machine (%s)\n", problem.what());
        return required != nullptr && std::string(required) == "1" ? 1 : 0;
    }
    return compare(programs, seed, backend.get(), shrink);
}
