// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "common/tools/plain_export/story.hpp"

namespace pbp::plain_export {

/// What an export is called, and where it comes from.
struct Title {
    std::string lesson, version, idea, data, renderer;
};

/// Writes a story as a program into a folder: main.cpp, context_egl.hpp, the shaders, the contents of its
/// buffers as files of 32-bit words, CMakeLists.txt and README.md. `plain` is the folder of lesson 00, whose
/// functions the program repeats.
void write_program(const std::filesystem::path& folder, const Title& title, const Story& story,
                   const std::filesystem::path& plain);

}  // namespace pbp::plain_export
