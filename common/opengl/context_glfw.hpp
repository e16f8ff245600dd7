// SPDX-License-Identifier: MIT
#pragma once

#include "common/device/painter.hpp"
#include "common/opengl/context.hpp"

struct GLFWwindow;

namespace pbp {

/// A context in a GLFW window; throws std::runtime_error with GLFW's reason.
struct Context::Glfw final : Window {
    explicit Glfw(const ContextOptions& options);
    ~Glfw() override;
    Glfw(const Glfw&) = delete;
    Glfw& operator=(const Glfw&) = delete;
    static Loader loader();
    void swap_buffers();

    bool is_open() const override;
    glm::uvec2 size() const override;
    std::string take_keys() override;
    void present() override;
    void wait(double seconds) override;
    /// Null if the window is hidden.
    Window* to_look_at() { return visible ? this : nullptr; }

    static Glfw& self(GLFWwindow* window);

    GLFWwindow* window = nullptr;
    bool visible = false;
    std::string keys;
};

}  // namespace pbp
