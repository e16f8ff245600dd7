// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace pbp {

/// What an OpenGL says of itself: GL_RENDERER and GL_VERSION. Both are empty without any OpenGL.
struct DriverNames {
    std::string renderer, version;
};

/// There is an OpenGL, but too old a one.
struct DriverTooOld : std::runtime_error {
    DriverTooOld(const std::string& reason, DriverNames names)
        : std::runtime_error(reason), driver(std::move(names)) {}
    DriverNames driver;
};

/// What helps on a machine whose OpenGL is too old, as the end of a sentence; `otherwise` where its names
/// explain nothing.
std::string advice_for(const DriverNames& driver, const std::string& otherwise);

/// The sentence for a GPU that its driver has reset, `ran_s` seconds after its work began. `limit_s`: after
/// how long the operating system resets it, if it does. That is named as the cause only where it was reached.
std::string reset_sentence(std::optional<double> ran_s, std::optional<double> limit_s);

}  // namespace pbp
