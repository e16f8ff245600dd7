// SPDX-License-Identifier: MIT
#include "common/opengl/driver_advice.hpp"

#include <fmt/format.h>

namespace pbp {

std::string advice_for(const DriverNames& driver, const std::string& otherwise) {
    const auto has = [&](const char* word) { return driver.renderer.find(word) != std::string::npos; };
    if (has("GDI Generic") || has("Microsoft Basic Render"))
        return fmt::format(
            "install the driver of your GPU from its vendor: '{}' is what Windows offers without one, and on "
            "many remote desktops, where it helps to sit at the machine itself",
            driver.renderer);
    if (has("D3D12"))
        return fmt::format(
            "install the driver of your GPU from its vendor: '{}' is Microsoft's layer over Direct3D",
            driver.renderer);
    return otherwise;
}

std::string reset_sentence(std::optional<double> ran_s, std::optional<double> limit_s) {
    if (ran_s && limit_s && *ran_s >= *limit_s)
        return fmt::format(
            "The GPU was reset {:.1f} s after its work began: Windows resets a driver that does not answer "
            "for {:g} s (TDR); choose a smaller --n, and look for a loop that never ends.",
            *ran_s, *limit_s);
    return "The GPU was reset by its driver; a shader may have run too long or written out of bounds.";
}

}  // namespace pbp
