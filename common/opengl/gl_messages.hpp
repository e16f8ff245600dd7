// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>

#include <mutex>
#include <string>
#include <vector>

namespace pbp {

/// What the driver said through KHR_debug. A callback must not throw, so it records; the foreground call that
/// caused the message takes it away and throws.
class GlMessages {
  public:
    /// Listens to the current context until destroyed.
    GlMessages();
    ~GlMessages();
    GlMessages(const GlMessages&) = delete;
    GlMessages& operator=(const GlMessages&) = delete;

    /// Throws Error(machine_lacks) that says `when`, where the driver reported an error since the last call.
    void check(const std::string& when);
    /// Forgets what the driver reported since the last call; false where it reported no error.
    bool drop();

  private:
    static void GLAPIENTRY receive(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                                   const GLchar* text, const void* self);
    std::mutex mutex_;  // drivers may call back from threads of their own
    std::vector<std::string> errors_;
};

}  // namespace pbp
