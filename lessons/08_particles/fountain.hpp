// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/run.hpp"
#include "lessons/08_particles/points.hpp"

namespace particles {

/// The particles of one version on a device, and their twin.
struct Fountain {
    /// Builds the run's program, checks that it and C++ agree on the layout, and uploads what the twin holds.
    Fountain(pbp::Run& run, Twin at_start);

    std::uint32_t n, seed;
    pbp::Program& program;
    pbp::Groups groups;
    Layout layout;
    Twin twin;
    pbp::Buffer<std::uint32_t>
        buffer;  ///< with spare memory after the particles, for a shader without a bounds check

    /// What the buffer must hold after a number of steps from birth.
    Words after(std::uint32_t steps) const;

    /// What a check compares: each member of all particles with the twin, and what comes after them with
    /// untouched memory.
    std::vector<pbp::record::Pass> parts(pbp::Device& gpu) const;
};

}  // namespace particles
