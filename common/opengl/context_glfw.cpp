// SPDX-License-Identifier: MIT
#include "common/opengl/context_glfw.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "common/opengl/debug_build.hpp"
#include "common/opengl/driver_advice.hpp"

namespace pbp {

namespace {

std::string problem() {
    const char* reason = nullptr;
    glfwGetError(&reason);
    return std::string("GLFW: ") + (reason != nullptr ? reason : "no reason given");
}

/// Of whatever OpenGL there is.
DriverNames any_driver() {
    DriverNames names;
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    GLFWwindow* const window = glfwCreateWindow(64, 64, "Pass by Pass", nullptr, nullptr);
    if (window == nullptr) return names;
    glfwMakeContextCurrent(window);
    constexpr unsigned renderer = 0x1F01, version = 0x1F02;  // GL_RENDERER, GL_VERSION
    using GetString = const unsigned char* (*)(unsigned);
    if (const auto get = reinterpret_cast<GetString>(glfwGetProcAddress("glGetString")); get != nullptr) {
        const auto text = [&](unsigned name) {
            const auto* said = reinterpret_cast<const char*>(get(name));
            return std::string(said != nullptr ? said : "");
        };
        names = {text(renderer), text(version)};
    }
    glfwDestroyWindow(window);
    return names;
}

/// Why there is no window with OpenGL 4.5.
[[noreturn]] void refuse_window() {
    const auto reason = problem();
    const auto driver = any_driver();
    glfwTerminate();
    if (driver.renderer.empty()) throw std::runtime_error(reason);
    throw DriverTooOld(fmt::format("{}; '{}' offers OpenGL {}", reason, driver.renderer, driver.version),
                       driver);
}

}  // namespace

Context::Glfw::Glfw(const ContextOptions& options) {
#ifdef GLFW_PLATFORM  // GLFW 3.4 tries Wayland first, whose library complains if no server runs
    if (std::getenv("WAYLAND_DISPLAY") == nullptr) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
    if (glfwInit() == GLFW_FALSE) throw std::runtime_error(problem());
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, is_debug_build ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
    for (const int robustness : {GLFW_LOSE_CONTEXT_ON_RESET, GLFW_NO_ROBUSTNESS}) {
        glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robustness);
        window = glfwCreateWindow(options.visible ? 1280 : 64, options.visible ? 720 : 64,
                                  options.title.c_str(), nullptr, nullptr);
        if (window != nullptr) break;
    }
    if (window == nullptr) refuse_window();
    glfwMakeContextCurrent(window);
    visible = options.visible;
    if (!visible) return;
    glfwSwapInterval(1);
    glfwSetWindowUserPointer(window, this);
    glfwSetCharCallback(window, [](GLFWwindow* in, unsigned int letter) {
        if (letter < 128) self(in).keys.push_back(static_cast<char>(letter));
    });
    glfwSetKeyCallback(window, [](GLFWwindow* in, int key, int, int action, int) {
        if (key == GLFW_KEY_ESCAPE && action == GLFW_PRESS) self(in).keys.push_back('\x1b');
    });
}

Context::Glfw& Context::Glfw::self(GLFWwindow* window) {
    return *static_cast<Glfw*>(glfwGetWindowUserPointer(window));
}

bool Context::Glfw::is_open() const {
    return glfwWindowShouldClose(window) == GLFW_FALSE;
}

glm::uvec2 Context::Glfw::size() const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window, &width, &height);
    return {static_cast<unsigned>(width), static_cast<unsigned>(height)};
}

std::string Context::Glfw::take_keys() {
    return std::exchange(keys, {});
}

void Context::Glfw::present() {
    glfwSwapBuffers(window);
    glfwPollEvents();
}

void Context::Glfw::wait(double seconds) {
    if (seconds > 0) glfwWaitEventsTimeout(seconds);
}

Context::Glfw::~Glfw() {
    glfwDestroyWindow(window);
    glfwTerminate();
}

void Context::Glfw::swap_buffers() {
    glfwSwapBuffers(window);
}

Context::Loader Context::Glfw::loader() {
    return glfwGetProcAddress;
}

}  // namespace pbp
