// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>

#include <chrono>
#include <mutex>
#include <optional>
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
    /// call, and Error(worker_died) if it has reset the GPU.
    void check(const std::string& when);
    /// Discards what the driver reported since the last call; false if there was no error.
    bool drop();

    /// The GPU got work, and has done all of it: how long it worked says why it was reset.
    void work_begins();
    void work_ends();

  private:
    [[noreturn]] void fail_after_reset() const;
    static void GLAPIENTRY receive(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                                   const GLchar* text, const void* self);
    std::mutex mutex_;  // drivers may call back from their own threads
    std::vector<std::string> errors_;
    std::optional<std::chrono::steady_clock::time_point> work_began_;
};

}  // namespace pbp
