// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>

#include "common/device/device.hpp"
#include "common/opengl/opengl.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/system.hpp"

namespace pbp::test {

/// An OpenGL device and a folder for a test's own shaders, which include from shaders/common. Without
/// OpenGL 4.5 `device` is empty and the test is skipped with a message, or fails if PBP_REQUIRE_GPU is 1.
struct Bench {
    Folder folder;
    std::optional<Device> device;

    /// `open` opens OpenGL, or a backend that wraps it.
    explicit Bench(const std::function<std::unique_ptr<Backend>()>& open = [] { return open_gl({}); }) {
        fs::create_directories(folder.path() / "shaders");
        show_folder(fs::path(PBP_SOURCE_DIR) / "shaders" / "common", folder.path() / "shaders" / "common");
        try {
            device.emplace(open(), ShaderTree{folder.path() / "shaders", {}, {}});
        } catch (const Error& problem) {
            const char* required = std::getenv("PBP_REQUIRE_GPU");
            REQUIRE_MESSAGE((required == nullptr || std::string(required) != "1"), problem.what());
            std::printf("SKIPPED: no OpenGL 4.5 context on this machine\n");
        }
    }
    /// Builds a shader from its text after the #version line.
    Program program(const std::string& text, const std::vector<glsl::Define>& defines = {},
                    bool reversed = false) {
        folder.write("shaders/test.comp", "#version 450 core\n" + text);
        return device->program("test.comp", {defines, false, reversed});
    }
};

}  // namespace pbp::test
