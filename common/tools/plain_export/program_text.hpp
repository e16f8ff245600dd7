// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "common/tools/plain_export/answers.hpp"

namespace pbp::plain_export {

/// What an export is called, and where it comes from.
struct Title {
    std::string lesson, version, idea, data, renderer;
    std::uint32_t n = 0;
    std::uint64_t seed = 1;
};

/// Writes a story as a program into a folder: main.cpp, setup.hpp and context_egl.hpp of lesson 00, the
/// shaders, CMakeLists.txt and README.md. `root` is this project's folder.
void write_program(const std::filesystem::path& folder, const Title& title, const Story& story,
                   const Answers& answers, const std::filesystem::path& root);

}  // namespace pbp::plain_export
