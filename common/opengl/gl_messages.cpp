// SPDX-License-Identifier: MIT
#include "common/opengl/gl_messages.hpp"

#include "common/base/error.hpp"
#include "common/opengl/context_egl.hpp"
#include "common/opengl/driver_advice.hpp"

namespace pbp {

GlMessages::GlMessages() {
    glEnable(GL_DEBUG_OUTPUT);
    glDebugMessageCallback(&GlMessages::receive, this);
    // NVIDIA reports the location of each buffer; a lesson that allocates thousands would be swamped.
    glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DEBUG_SEVERITY_NOTIFICATION, 0, nullptr, GL_FALSE);
}

GlMessages::~GlMessages() {
    glDebugMessageCallback(nullptr, nullptr);
}

void GLAPIENTRY GlMessages::receive(GLenum source, GLenum type, GLuint, GLenum, GLsizei length,
                                    const GLchar* text, const void* self) {
    // Shader compiler messages are in the compile log too; here they would be blamed on the next call.
    if (type != GL_DEBUG_TYPE_ERROR || source == GL_DEBUG_SOURCE_SHADER_COMPILER) return;
    auto* messages = static_cast<GlMessages*>(const_cast<void*>(self));
    const std::lock_guard lock(messages->mutex_);
    if (messages->errors_.size() < 16)
        messages->errors_.emplace_back(
            text, length < 0 ? std::char_traits<char>::length(text) : static_cast<std::size_t>(length));
}

void GlMessages::check(const std::string& when) {
    const GLenum code = glGetError();
    if (code == GL_CONTEXT_LOST) fail_after_reset();
    const std::lock_guard lock(mutex_);
    if (code == GL_NO_ERROR && errors_.empty()) return;
    const std::string said = errors_.empty() ? fmt::format("error 0x{:04x}", code) : errors_.front();
    errors_.clear();
    if (code == GL_OUT_OF_MEMORY)
        fail(ExitCode::machine_lacks, "The driver ran out of memory {}; give a smaller --n.", when);
    fail(ExitCode::machine_lacks, "The driver reported an error {}: {}", when, said);
}

void GlMessages::work_begins() {
    if (!work_began_) work_began_ = std::chrono::steady_clock::now();
}

void GlMessages::work_ends() {
    if (glGetGraphicsResetStatus() != GL_NO_ERROR) fail_after_reset();
    work_began_.reset();
}

void GlMessages::fail_after_reset() const {
    std::optional<double> ran_s;
    if (work_began_)
        ran_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - *work_began_).count();
    fail(ExitCode::worker_died, "{}", reset_sentence(ran_s, reset_limit_s()));
}

bool GlMessages::drop() {
    const GLenum code = glGetError();
    const std::lock_guard lock(mutex_);
    const bool any = code != GL_NO_ERROR || !errors_.empty();
    errors_.clear();
    return any;
}

}  // namespace pbp
