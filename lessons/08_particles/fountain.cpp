// SPDX-License-Identifier: MIT
#include "lessons/08_particles/fountain.hpp"

#include <algorithm>
#include <cmath>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>

#include "common/lesson/version_names.hpp"

namespace particles {

View from_the_front(glm::uvec2 size) {
    constexpr float below = 0.3F, above = 4.3F;
    const float half = (below + above) / 2 * static_cast<float>(size.x) / static_cast<float>(size.y);
    return {glm::ortho(-half, half, -below, above, -1000.0F, 1000.0F), 1};
}

View as_one_looks(glm::uvec2 size) {
    const glm::vec3 eye{0, 2.6F, 9.5F};
    const float aspect = static_cast<float>(size.x) / static_cast<float>(size.y);
    const float up = 0.27F * std::max(1.0F, 1.1F / aspect);  // a narrow window shrinks the view uncropped
    return {glm::perspective(2 * std::atan(up), aspect, 0.1F, 100.0F) *
                glm::lookAt(eye, {0, 1.75F, 0}, {0, 1, 0}),
            eye.z};
}

glm::vec2 pixel_of(glm::vec3 metres, const View& view, glm::uvec2 size) {
    const glm::vec4 at = view.matrix * glm::vec4(metres, 1);
    return {(at.x / at.w + 1) / 2 * static_cast<float>(size.x),
            (1 - at.y / at.w) / 2 * static_cast<float>(size.y)};
}

Points::Points(pbp::Device& gpu, const std::string& version, std::uint32_t n, std::uint32_t shown)
    : gpu_(gpu),
      shown_(shown),
      program_(gpu.drawing("08_particles/" + version + ".vert", "08_particles/points.frag")) {
    // The more points, the fainter each: a crowd then still shows where it is densest.
    const float opacity = std::clamp(std::sqrt(20000.0F / static_cast<float>(shown)), 0.12F, 0.85F);
    program_.set("newborn", glm::vec4(glm::vec3(newborn), opacity));
    program_.set("dying", glm::vec4(glm::vec3(dying), opacity));
    if (pbp::version_number(version) == 3) program_.set("n", n);
}

void Points::look(const View& view, glm::uvec2 size) {
    const auto height = static_cast<float>(size.y);
    const float pixels =
        std::clamp(0.5F * height / std::sqrt(static_cast<float>(shown_)), 1.4F, height / 40 + 1.4F);
    program_.set("view", view.matrix).set("point_size", pixels * view.distance);
}

void Points::draw(const pbp::Buffer<std::uint32_t>& particles, pbp::Image& onto, const View& view) {
    look(view, onto.size());
    gpu_.clear(onto, background);
    gpu_.draw_points(program_, shown_, {in(0, particles)}, onto);
}

void Points::draw_into_window(const pbp::Buffer<std::uint32_t>& particles, const View& view) {
    look(view, gpu_.window().size());
    gpu_.clear_window(background);
    gpu_.draw_points(program_, shown_, {in(0, particles)});
}

Fountain::Fountain(pbp::Run& run, Twin at_start)
    : n(run.n),
      seed(folded(run.options.seed)),
      program(run.program({{"LOCAL_SIZE", std::to_string(run.local_size(256))}})),
      groups(pbp::groups_for(n, program.local_size().x, run.gpu.limits())),
      layout(particles::layout(run.version(), n)),
      twin(std::move(at_start)),
      buffer(run.gpu.buffer(
          packed(twin, layout,
                 words_for(layout,
                           run.gpu.info().fixed_order  // a simulator reports what goes on past a buffer's end
                               ? n
                               : std::size_t{groups.x} * groups.y * program.local_size().x,
                           run.gpu.limits())))) {
    check_places(run.version(), program);
    program.set("n", n).set("seed", seed);
    run.tolerance(tolerance);
}

Words Fountain::after(std::uint32_t steps) const {
    auto state = born(n, seed);
    for (std::uint32_t number = 1; number <= steps; ++number) step(state, number, seed);
    return packed(state, layout, buffer.size());
}

std::vector<pbp::record::Pass> Fountain::parts(pbp::Device& gpu) const {
    const auto words = gpu.read(buffer);
    const auto seen = unpacked(words, layout, n);
    const auto rest = after_the_last(words, layout);
    std::vector<pbp::record::Pass> all;
    for (std::size_t m = 0; m < member_count; ++m)
        all.push_back({.values = seen.members[m], .expected = twin.members[m], .part = member_names[m]});
    if (const auto kept = kept_in_unused(words, layout, n); !kept.empty()) {
        auto expected = kept;
        for (auto& word : expected) word = word == 0 ? 0 : untouched;
        all.push_back({.values = kept, .expected = expected, .part = "the unused velocity.w"});
    }
    if (!rest.empty())
        all.push_back({.values = rest,
                       .expected = Words(rest.size(), untouched),
                       .part = "the memory after the particles",
                       .element = "word"});
    return all;
}

}  // namespace particles
