// SPDX-License-Identifier: MIT
#pragma once

#include "common/device/device.hpp"
#include "common/lesson/run.hpp"
#include "lessons/08_particles/layout.hpp"

namespace particles {

/// The particles as points, drawn from the buffer that the dispatches wrote.
/// From metres to a picture.
struct View {
    glm::mat4 matrix;
    float distance = 1;  ///< to the fountain: points have their nominal size there
};

/// From the front without perspective, so that heights can be read off: 4.6 m high, from 0.3 m below the
/// nozzle.
View from_the_front(glm::uvec2 size);
/// With perspective, as seen by someone watching the fountain.
View as_one_looks(glm::uvec2 size);
/// Where a point in metres is in a picture of that size: pixels from the upper left corner.
glm::vec2 pixel_of(glm::vec3 metres, const View& view, glm::uvec2 size);

inline constexpr glm::vec4 background{0.055F, 0.065F, 0.09F, 1};
inline constexpr glm::vec4 newborn{1.0F, 0.91F, 0.35F, 1}, dying{0.22F, 0.42F, 0.86F, 1};

/// Draws the particles of one version.
class Points {
  public:
    /// For n particles, of which the first `shown` are drawn.
    Points(pbp::Device& gpu, const std::string& version, std::uint32_t n, std::uint32_t shown);

    void draw(const pbp::Buffer<std::uint32_t>& particles, pbp::Image& onto, const View& view);
    void draw_into_window(const pbp::Buffer<std::uint32_t>& particles, const View& view);

  private:
    void look(const View& view, glm::uvec2 size);

    pbp::Device& gpu_;
    std::uint32_t shown_;
    pbp::Program program_;
};

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
