// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/lesson/run.hpp"

namespace pbp {

/// The passes that one dispatch makes, and what it needs for that. A lesson derives from it what else it has
/// to know of a dispatch.
template <typename Pass>
struct Launch {
    std::string shader;  ///< under shaders/
    std::vector<glsl::Define> defines = {};
    std::vector<std::pair<std::string, std::uint32_t>> uniforms = {};
    Groups groups{1};
    std::vector<Pass> passes = {};
};

/// The program of a dispatch with its uniforms set; kept until the run's version ends.
template <typename Pass>
Program& ready(Run& run, const Launch<Pass>& launch) {
    auto& program = run.program(launch.shader, launch.defines);
    for (const auto& [name, value] : launch.uniforms) program.set(name, value);
    return program;
}

/// The passes of all dispatches together.
template <typename AnyLaunch>
std::size_t passes_in(const std::vector<AnyLaunch>& launches) {
    std::size_t count = 0;
    for (const auto& launch : launches) count += launch.passes.size();
    return count;
}

}  // namespace pbp
