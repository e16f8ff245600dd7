// SPDX-License-Identifier: MIT
#pragma once

#include "common/gpu/context.hpp"

struct GLFWwindow;

namespace pbp {

/// A context in a GLFW window; throws std::runtime_error with GLFW's reason.
struct Context::Glfw {
    explicit Glfw(const ContextOptions& options);
    ~Glfw();
    Glfw(const Glfw&) = delete;
    Glfw& operator=(const Glfw&) = delete;
    static Loader loader();
    void swap_buffers();

    GLFWwindow* window = nullptr;
};

}  // namespace pbp
