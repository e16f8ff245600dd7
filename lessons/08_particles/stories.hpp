// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/08_particles/film.hpp"

/// What the lesson shows besides the run in main.cpp.
namespace particles {

/// v1: the same steps from a buffer that was filled with careless C++ structs. The shader is right, and its
/// twin, given the values that the shader will read from those bytes, predicts every particle; the particles
/// are wrong all the same.
void careless_upload(pbp::Run& run, std::uint32_t steps);

/// Continues after `steps`, one step and one draw into 1280 x 720 pixels at a time; returns the median time
/// as text.
std::string step_and_draw(pbp::Run& run, Fountain& fountain, std::uint32_t steps);

/// What the verb window shows: the fountain, drawn from the buffer that the dispatches write, until it is
/// closed.
void live(pbp::Device& gpu, const pbp::Options& options);

}  // namespace particles
