// SPDX-License-Identifier: MIT
#include "lessons/08_particles/particles.hpp"

#include <algorithm>

#include "common/options/words.hpp"

namespace particles {

namespace {

constexpr std::uint32_t most_steps = 100000;

/// In [0, 1), from the hash's upper 24 bits.
double next_unit(std::uint32_t& h) {
    h = hash(h);
    return static_cast<double>(h >> 8) / 16777216.0;
}

/// In [-2, 2), rarely far from 0.
double next_bell(std::uint32_t& h) {
    return next_unit(h) + next_unit(h) + next_unit(h) + next_unit(h) - 2.0;
}

}  // namespace

std::uint32_t hash(std::uint32_t counter) {
    const std::uint32_t state = counter * 747796405u + 2891336453u;
    const std::uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

std::array<double, member_count> birth(std::uint32_t particle, std::uint32_t when, std::uint32_t seed) {
    std::uint32_t h = hash(particle ^ hash(when ^ hash(seed)));
    std::array<double, member_count> born{};
    born[x] = 0.2 * next_unit(h) - 0.1;
    born[z] = 0.2 * next_unit(h) - 0.1;
    born[velocity_x] = next_bell(h);
    born[velocity_y] = 0.45 * next_bell(h) + 7.7;
    born[velocity_z] = next_bell(h);
    born[lifetime] = least_life + hash(h) % (most_life - least_life + 1);
    return born;
}

Twin born(std::size_t n, std::uint32_t seed) {
    Twin twin(n);
    for (std::uint32_t i = 0; i < n; ++i) {
        const auto newborn = birth(i, 0, seed);
        for (std::size_t m = 0; m < member_count; ++m) twin.members[m][i] = newborn[m];
    }
    return twin;
}

void step(Twin& twin, std::uint32_t step_number, std::uint32_t seed) {
    for (std::uint32_t i = 0; i < twin.size(); ++i) {
        twin[velocity_y][i] += gravity * time_step;
        twin[x][i] += twin[velocity_x][i] * time_step;
        twin[y][i] += twin[velocity_y][i] * time_step;
        twin[z][i] += twin[velocity_z][i] * time_step;
        twin[lifetime][i] -= 1;
        if (twin[lifetime][i] > 0) continue;
        const auto newborn = birth(i, step_number, seed);
        for (std::size_t m = 0; m < member_count; ++m) twin.members[m][i] = newborn[m];
    }
}

std::uint32_t steps(const std::string& asked, std::uint32_t n) {
    constexpr std::uint32_t particle_steps = 1u << 24;
    if (asked == "auto") return std::clamp(particle_steps / n, 6u, 90u);
    return pbp::count_from("--steps", asked);
}

void check_steps(const std::string& asked) {
    if (asked != "auto" && pbp::count_from("--steps", asked) > most_steps)
        pbp::fail(pbp::ExitCode::wrong_usage, "--steps: takes up to {} time steps, not {}.", most_steps,
                  asked);
}

std::uint32_t folded(std::uint64_t seed) {
    return static_cast<std::uint32_t>(seed ^ (seed >> 32));
}

std::string name(std::uint32_t step_number) {
    return fmt::format("step {}", step_number);
}

}  // namespace particles
