// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>

#include <chrono>

namespace pbp {

/// Times the GPU's work between start and stop: by GPU time stamps, or, if a CPU emulates the GPU and those
/// are meaningless (llvmpipe reports 0 ns for a dispatch), by the CPU's clock between two glFinish calls.
class GlClock {
  public:
    explicit GlClock(bool software) : software_(software) { glCreateQueries(GL_TIMESTAMP, 2, stamps_); }
    ~GlClock() { glDeleteQueries(2, stamps_); }
    GlClock(const GlClock&) = delete;
    GlClock& operator=(const GlClock&) = delete;

    void start() {
        if (!software_) return glQueryCounter(stamps_[0], GL_TIMESTAMP);
        glFinish();
        began_ = std::chrono::steady_clock::now();
    }
    double stop_ms() {
        if (software_) {
            glFinish();
            return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began_)
                .count();
        }
        glQueryCounter(stamps_[1], GL_TIMESTAMP);
        GLuint64 from = 0, to = 0;
        glGetQueryObjectui64v(stamps_[1], GL_QUERY_RESULT, &to);
        glGetQueryObjectui64v(stamps_[0], GL_QUERY_RESULT, &from);
        return static_cast<double>(to - from) * 1e-6;
    }

  private:
    bool software_;
    GLuint stamps_[2] = {};
    std::chrono::steady_clock::time_point began_;
};

}  // namespace pbp
