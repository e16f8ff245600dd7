// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>

#include <mutex>
#include <string>
#include <vector>

namespace pbp {

/// Messages from the driver through KHR_debug. A callback must not throw, so it only records; the foreground
/// call that caused the message picks it up and throws.
class GlMessages {
  public:
    /// Listens to the current context until destroyed.
    GlMessages();
    ~GlMessages();
    GlMessages(const GlMessages&) = delete;
    GlMessages& operator=(const GlMessages&) = delete;

    /// Throws Error(machine_lacks), which mentions `when`, if the driver reported an error since the last
    /// call.
    void check(const std::string& when);
    /// Discards what the driver reported since the last call; false if there was no error.
    bool drop();

  private:
    static void GLAPIENTRY receive(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                                   const GLchar* text, const void* self);
    std::mutex mutex_;  // drivers may call back from their own threads
    std::vector<std::string> errors_;
};

}  // namespace pbp
