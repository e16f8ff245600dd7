// SPDX-License-Identifier: MIT
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "common/opengl/context_egl.hpp"
#include "common/opengl/debug_build.hpp"

namespace pbp {

namespace {

/// True if a blank-separated list of words contains this one.
bool has_word(const char* words, std::string_view word) {
    std::istringstream list(words != nullptr ? words : "");
    return std::find(std::istream_iterator<std::string>(list), {}, word) !=
           std::istream_iterator<std::string>();
}

template <typename F>
F function(const char* name) {
    return reinterpret_cast<F>(eglGetProcAddress(name));
}

std::vector<EGLDeviceEXT> devices() {
    const auto query = function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    EGLint count = 0;
    if (query == nullptr || query(0, nullptr, &count) == EGL_FALSE || count == 0) return {};
    std::vector<EGLDeviceEXT> found(static_cast<std::size_t>(count));
    query(count, found.data(), &count);
    found.resize(static_cast<std::size_t>(count));
    return found;
}

bool is_software(EGLDeviceEXT device) {
    const auto query = function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    return query != nullptr && has_word(query(device, EGL_EXTENSIONS), "EGL_MESA_device_software");
}

std::string name_of(EGLDeviceEXT device) {
    if (is_software(device)) return "software renderer";
    const auto query = function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    const char* extensions = query != nullptr ? query(device, EGL_EXTENSIONS) : nullptr;
    const char* file =
        has_word(extensions, "EGL_EXT_device_drm") ? query(device, EGL_DRM_DEVICE_FILE_EXT) : nullptr;
    return file != nullptr ? std::string(file) : "a GPU without a device file";
}

EGLDisplay display_of(EGLenum platform, void* native) {
    const auto get = function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    return get != nullptr ? get(platform, native, nullptr) : EGL_NO_DISPLAY;
}

}  // namespace

bool has_display() {
    return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
}

std::string driver_advice() {
#ifdef __APPLE__
    return "use Linux in a container, as docs/setup.md says: macOS stops at OpenGL 4.1";
#else
    return "install a driver that has it, or Mesa's software renderer: sudo apt-get install libgl1-mesa-dri "
           "libegl1";
#endif
}

std::optional<double> reset_limit_s() {
    return std::nullopt;
}

std::vector<std::string> egl_devices() {
    std::vector<std::string> names;
    for (const auto device : devices()) names.push_back(name_of(device));
    return names;
}

Context::Egl::Egl(int gpu) {
    // The displays to try, best first: real GPUs, then whatever the surfaceless platform offers.
    struct Candidate {
        EGLDisplay display;
        std::string description;
    };
    std::vector<Candidate> candidates;
    const auto found = devices();
    if (gpu >= 0) {
        if (static_cast<std::size_t>(gpu) >= found.size())
            throw std::runtime_error(
                fmt::format("--gpu {} was requested, but EGL lists {} device{} (numbered from 0)", gpu,
                            found.size(), found.size() == 1 ? "" : "s"));
        candidates.push_back({display_of(EGL_PLATFORM_DEVICE_EXT, found[static_cast<std::size_t>(gpu)]),
                              fmt::format("device {}", gpu)});
    } else {
        for (std::size_t i = 0; i < found.size(); ++i)
            if (!is_software(found[i]))
                candidates.push_back(
                    {display_of(EGL_PLATFORM_DEVICE_EXT, found[i]), fmt::format("device {}", i)});
        candidates.push_back(
            {display_of(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY), "surfaceless platform"});
        candidates.push_back({eglGetDisplay(EGL_DEFAULT_DISPLAY), "default display"});
    }

    std::string reason = "EGL has no display";
    for (const auto& candidate : candidates) {
        EGLint major = 0, minor = 0;
        if (candidate.display == EGL_NO_DISPLAY ||
            eglInitialize(candidate.display, &major, &minor) == EGL_FALSE)
            continue;
        reason = fmt::format("EGL {}.{} ({}) offers no OpenGL 4.5 core context", major, minor,
                             candidate.description);
        if (eglBindAPI(EGL_OPENGL_API) == EGL_TRUE) {
            const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_DONT_CARE,
                                     EGL_NONE};
            EGLConfig config = nullptr;
            EGLint count = 0;
            eglChooseConfig(candidate.display, wanted, &config, 1, &count);
            for (const EGLint reset : {EGL_LOSE_CONTEXT_ON_RESET, EGL_NO_RESET_NOTIFICATION}) {
                const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                             4,
                                             EGL_CONTEXT_MINOR_VERSION,
                                             5,
                                             EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                             EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                             EGL_CONTEXT_OPENGL_DEBUG,
                                             is_debug_build ? EGL_TRUE : EGL_FALSE,
                                             EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
                                             reset,
                                             EGL_NONE};
                context = eglCreateContext(candidate.display, config, EGL_NO_CONTEXT, attributes);
                if (context != EGL_NO_CONTEXT) break;
            }
            if (context != EGL_NO_CONTEXT &&
                eglMakeCurrent(candidate.display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE) {
                display = candidate.display;
                description = candidate.description;
                return;
            }
            if (context != EGL_NO_CONTEXT) eglDestroyContext(candidate.display, context);
        }
        eglTerminate(candidate.display);
    }
    throw std::runtime_error(reason);
}

Context::Egl::~Egl() {
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
    eglTerminate(display);
}

Context::Loader Context::Egl::loader() {
    return eglGetProcAddress;
}

}  // namespace pbp
