// SPDX-License-Identifier: MIT
#pragma once

#include "common/picture/strip/strip.hpp"
#include "lessons/08_particles/fountain.hpp"

/// The lesson's pictures.
namespace particles {

/// One look at the particles, from the front.
struct Frame {
    std::string caption;
    glm::uvec2 size;
    std::vector<pbp::Pixel> pixels;
    std::vector<glm::vec2> way;  ///< of one particle, in pixels; its last position is ringed
    std::size_t followed = 0;    ///< the number of that particle
};

/// Frames under a title, `columns` of them side by side.
pbp::picture::Canvas draw(const std::vector<Frame>& frames, int columns, const std::string& title,
                          const std::string& how_to_read);

/// Words for a title: which of n particles a frame shows; empty if it shows all.
std::string only_some(std::uint32_t n);

/// Takes a frame after some of the steps of a run, if the run draws and its device can.
class Film {
  public:
    /// Six frames, from step 0 to the last.
    Film(pbp::Run& run, std::uint32_t steps);
    Film(pbp::Run& run, std::vector<std::uint32_t> at, glm::uvec2 frame_size);

    /// Call after each step; takes a frame if the step is one of those chosen. A remark follows its caption
    /// instead of the followed particle's path. Throws Error(check_failed) if a particle
    /// is not where its twin is.
    void shoot(std::uint32_t step_number, const Fountain& fountain, const std::string& remark = {});
    const std::vector<Frame>& frames() const { return frames_; }
    pbp::picture::Canvas draw() const;

  private:
    pbp::Run& run_;
    std::vector<std::uint32_t> at_;
    std::optional<Points> points_;
    std::optional<pbp::Image> image_;
    std::vector<Frame> frames_;
    std::size_t followed_ = 0;
    std::vector<glm::vec2> way_;
};

/// How high the first particles were, row by row, from the recorded rows.
pbp::picture::Canvas heights(const pbp::picture::Strip& recorded, const std::string& version);

/// A layout, and before that of v3 the one of v2, which has the same particles.
std::vector<Layout> compared(const Layout& own, std::size_t n);
/// Which words the first particles have in each of these layouts of equally many, one row per sector, and
/// which ones neighbouring lanes read together.
pbp::picture::Canvas draw_memory(const std::vector<Layout>& layouts);

/// v1's trap: byte by byte, what the shader reads and what a careless C++ struct holds.
pbp::picture::Canvas draw_bytes(const pbp::Program& program);

}  // namespace particles
