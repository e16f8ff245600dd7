// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>

#include "common/device/timer.hpp"
#include "lessons/08_particles/stories.hpp"

namespace particles {

std::string step_and_draw(pbp::Run& run, Fountain& fountain, std::uint32_t steps) {
    constexpr std::size_t least_frames = 3, most_frames = 31;
    constexpr auto enough = std::chrono::milliseconds(30);
    constexpr glm::uvec2 size{1280, 720};
    auto& gpu = run.gpu;
    Points points(gpu, run.version(), fountain.n, fountain.n);
    auto image = gpu.image(size);
    const View view = as_one_looks(size);

    std::vector<double> elapsed_ms;
    const auto began = std::chrono::steady_clock::now();
    while (elapsed_ms.size() < least_frames ||
           (elapsed_ms.size() < most_frames && std::chrono::steady_clock::now() - began < enough)) {
        fountain.program.set("step_number", ++steps);
        pbp::Timer timer(gpu, run.version() + ", a timed step and its draw");
        gpu.dispatch(fountain.program, fountain.groups, {inout(0, fountain.buffer)});
        points.draw(fountain.buffer, image, view);
        elapsed_ms.push_back(timer.elapsed_ms());
    }
    elapsed_ms.erase(elapsed_ms.begin());  // warms up
    const auto middle = elapsed_ms.begin() + static_cast<std::ptrdiff_t>(elapsed_ms.size() / 2);
    std::ranges::nth_element(elapsed_ms, middle);
    return fmt::format("one step and one draw of {} points onto {} x {} pixels: {:.3g} ms, the median of {}",
                       fountain.n, size.x, size.y, *middle, elapsed_ms.size());
}

}  // namespace particles
