// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/lesson/knobs.hpp"

/// The fountain as data: what a particle is, how one is born, and the CPU twin of a time step.
namespace particles {

inline constexpr double gravity = -9.81;                         // m/s^2
inline constexpr double time_step = 1.0 / 60.0;                  // s
inline constexpr std::uint32_t least_life = 40, most_life = 80;  // time steps

/// The twin computes in double, a GPU in float, and the GPU may round a * b + c once or twice. Between two
/// births that adds up to less than 5e-5 m/s and 5e-5 m, as docs/08_particles.md works out. A gravity of 9.80
/// shows as 1.6e-4 m/s after one step.
inline constexpr double tolerance = 1e-4;

/// The members of a particle: m, m/s, and time steps left to live.
enum Member : std::uint8_t { x, y, z, velocity_x, velocity_y, velocity_z, lifetime };
inline constexpr std::size_t member_count = 7;
inline constexpr std::array<const char*, member_count> member_names{
    "position.x", "position.y", "position.z", "velocity.x", "velocity.y", "velocity.z", "lifetime"};

/// All particles, member by member: double for the twin, float for what a GPU holds.
template <typename T>
struct State {
    std::array<std::vector<T>, member_count> members;
    explicit State(std::size_t n) {
        for (auto& member : members) member.resize(n);
    }
    std::size_t size() const { return members[0].size(); }
    std::vector<T>& operator[](Member m) { return members[m]; }
    const std::vector<T>& operator[](Member m) const { return members[m]; }
};
using Twin = State<double>;
using Seen = State<float>;

/// pcg from Jarzynski and Olano, "Hash Functions for GPU Rendering", JCGT 9(3), 2020: the twin of
/// shaders/common/hash.glsl.
std::uint32_t hash(std::uint32_t counter);

/// A newborn particle, member by member: the twin of shaders/common/fountain.glsl.
std::array<double, member_count> birth(std::uint32_t particle, std::uint32_t when, std::uint32_t seed);

/// n particles, all born at step 0.
Twin born(std::size_t n, std::uint32_t seed);

/// The CPU twin of one time step, counted from 1.
void step(Twin& twin, std::uint32_t step_number, std::uint32_t seed);

/// The steps of a run: what --steps says, or for "auto" 90 (1.5 s), fewer if n is large, so that the twin
/// keeps up.
std::uint32_t steps(const std::string& asked, std::uint32_t n);
/// Throws Error(wrong_usage) for anything but a number of steps.
void check_steps(const std::string& asked);

/// The seed of the command line, folded to the 32 bits that the shaders hash.
std::uint32_t folded(std::uint64_t seed);

/// What can be tuned in a version.
inline pbp::Knobs knobs(const std::string&) {
    return {pbp::LocalSizes::any, {}, "an invocation moves one particle", 1u << 16};
}

/// E.g. "step 12".
std::string name(std::uint32_t step_number);

}  // namespace particles
