// SPDX-License-Identifier: MIT
#include "common/opengl/opengl.hpp"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>

#include "common/base/error.hpp"
#include "common/device/backend.hpp"
#include "common/opengl/driver_advice.hpp"
#include "common/opengl/gl_buffer.hpp"
#include "common/opengl/gl_image.hpp"
#include "common/opengl/gl_messages.hpp"
#include "common/opengl/gl_painter.hpp"
#include "common/opengl/gl_program.hpp"

namespace pbp {

namespace {

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

std::string text(GLenum name) {
    const auto* said = reinterpret_cast<const char*>(glGetString(name));
    return said != nullptr ? said : "unknown";
}

std::uint32_t number(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return static_cast<std::uint32_t>(value);
}

glm::uvec3 triple(GLenum name) {
    glm::ivec3 value{0};
    for (int axis = 0; axis < 3; ++axis) glGetIntegeri_v(name, static_cast<GLuint>(axis), &value[axis]);
    return value;
}

std::uint64_t bytes(GLenum name) {
    GLint64 value = 0;
    glGetInteger64v(name, &value);
    return static_cast<std::uint64_t>(value);
}

bool is_software(const std::string& renderer) {
    constexpr std::string_view names[] = {"llvmpipe",    "softpipe", "lavapipe",
                                          "SwiftShader", "swr",      "Basic Render"};
    return std::ranges::any_of(
        names, [&](std::string_view name) { return renderer.find(name) != std::string::npos; });
}

/// What the current context reports about itself.
DeviceInfo gl_info(const std::string& context_description) {
    DeviceInfo info;
    info.renderer = text(GL_RENDERER);
    info.vendor = text(GL_VENDOR);
    info.version = text(GL_VERSION);
    info.context = context_description;
    info.software = is_software(info.renderer);
    info.limits = {number(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS),
                   triple(GL_MAX_COMPUTE_WORK_GROUP_SIZE),
                   triple(GL_MAX_COMPUTE_WORK_GROUP_COUNT),
                   number(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE),
                   bytes(GL_MAX_SHADER_STORAGE_BLOCK_SIZE),
                   number(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS),
                   number(GL_MAX_TEXTURE_SIZE)};
    if (GLAD_GL_KHR_shader_subgroup != 0) {
        info.subgroups.push_back(SubgroupBackend::khr);
        info.subgroup_size = number(GL_SUBGROUP_SIZE_KHR);
    }
    if (GLAD_GL_ARB_shader_ballot != 0 && GLAD_GL_ARB_gpu_shader_int64 != 0)
        info.subgroups.push_back(SubgroupBackend::ballot);
    info.subgroups.push_back(SubgroupBackend::shared);
    return info;
}

/// A CPU-visible buffer for the duration of one transfer.
class Staging {
  public:
    Staging(std::size_t bytes, const void* contents, GLbitfield flags)
        : bytes_(static_cast<GLsizeiptr>(bytes)) {
        glCreateBuffers(1, &name_);
        glNamedBufferStorage(name_, bytes_, contents, flags | GL_CLIENT_STORAGE_BIT);
    }
    ~Staging() { glDeleteBuffers(1, &name_); }
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;
    GLuint name() const { return name_; }

  private:
    GLuint name_ = 0;
    GLsizeiptr bytes_;
};

class OpenGl final : public Backend {
  public:
    explicit OpenGl(const ContextOptions& options) : context_(options) {
        const int version = gladLoadGL(context_.loader());
        if (version < GLAD_MAKE_VERSION(4, 5))
            fail(ExitCode::machine_lacks, "The driver offers OpenGL {}.{}, but the lessons need 4.5; {}.",
                 GLAD_VERSION_MAJOR(version), GLAD_VERSION_MINOR(version),
                 advice_for({text(GL_RENDERER), text(GL_VERSION)},
                            "install a newer driver or Mesa's software renderer"));
        messages_.emplace();
        info_ = gl_info(context_.description());
        clock_.emplace(info_.software);
        painter_.emplace(context_.window(), *messages_, bindings_);
        messages_->check("while starting up");
    }

    const DeviceInfo& info() const override { return info_; }

    Handle create_buffer(std::size_t bytes) override { return gl_create_buffer(bytes, *messages_); }
    void destroy_buffer(Handle buffer) override {
        bindings_.forget(buffer);
        glDeleteBuffers(1, &buffer);
    }

    void write(Handle buffer, std::size_t offset, std::span<const std::byte> bytes) override {
        if (bytes.empty()) return;
        const Staging staging(bytes.size(), bytes.data(), 0);
        glCopyNamedBufferSubData(staging.name(), buffer, 0, static_cast<GLintptr>(offset),
                                 static_cast<GLsizeiptr>(bytes.size()));
        messages_->check("while copying data to the GPU");
    }
    void read(Handle buffer, std::size_t offset, std::span<std::byte> bytes) override {
        if (bytes.empty()) return;
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
        const Staging staging(bytes.size(), nullptr, GL_MAP_READ_BIT);
        glCopyNamedBufferSubData(buffer, staging.name(), static_cast<GLintptr>(offset), 0,
                                 static_cast<GLsizeiptr>(bytes.size()));
        finish();
        const void* seen =
            glMapNamedBufferRange(staging.name(), 0, static_cast<GLsizeiptr>(bytes.size()), GL_MAP_READ_BIT);
        messages_->check("while reading data back from the GPU");
        std::memcpy(bytes.data(), seen, bytes.size());
        glUnmapNamedBuffer(staging.name());
    }
    void fill(Handle buffer, std::uint32_t word) override {
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);  // after earlier dispatches' writes to it
        glClearNamedBufferData(buffer, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &word);
        messages_->check("while filling a buffer");
    }
    void copy(Handle from, Handle to, std::size_t bytes) override {
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);  // copy what dispatches wrote
        glCopyNamedBufferSubData(from, to, 0, 0, static_cast<GLsizeiptr>(bytes));
        messages_->check("while copying a buffer");
    }

    Handle create_mapped_buffer(std::size_t bytes, std::byte*& seen) override {
        const Handle buffer = gl_create_mapped_buffer(bytes, seen);
        messages_->check("while mapping a buffer");
        return buffer;
    }

    Handle create_image(glm::uvec2 size) override {
        const Handle image = gl_create_image(size);
        messages_->check(fmt::format("while allocating an image of {} x {} pixels", size.x, size.y));
        return image;
    }
    void destroy_image(Handle image) override {
        bindings_.textures().forget(image);
        glDeleteTextures(1, &image);
    }
    Handle create_texture(const ImageShape& shape) override {
        const Handle texture = bindings_.textures().create(shape);
        messages_->check(fmt::format("while allocating an image of {} x {} x {} texels", shape.size.x,
                                     shape.size.y, shape.size.z));
        return texture;
    }
    void write_texels(Handle texture, std::span<const Texel> texels) override {
        bindings_.textures().write(texture, texels);
        messages_->check("while copying an image to the GPU");
    }
    void read_texels(Handle texture, std::span<Texel> texels) override {
        bindings_.textures().read(texture, texels);
        messages_->check("while reading an image back from the GPU");
    }
    void write_image(Handle image, glm::uvec2 size, std::span<const std::byte> rgba) override {
        gl_write_image(image, size, rgba);
        messages_->check("while copying an image to the GPU");
    }
    void read_image(Handle image, std::span<std::byte> rgba) override {
        gl_read_image(image, rgba);
        messages_->check("while reading an image back from the GPU");
    }

    Built build(const glsl::Source& source) override { return gl_build(source); }
    void destroy_program(Handle program) override { glDeleteProgram(program); }
    void set(Handle program, int location, const UniformValue& value) override {
        gl_set(program, location, value);
        messages_->check("while setting a uniform");
    }

    bool compiles_late() const override { return info_.software; }  // Mesa's do
    /// By a dispatch of no workgroups. So that the driver gets there, their number is in a buffer.
    void compile_now(Handle program, const Bindings& bindings) override {
        constexpr std::array<GLuint, 3> no_groups{};
        const Staging counts(sizeof no_groups, no_groups.data(), 0);
        bindings_.bind(bindings);
        bindings_.use(program);
        glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, counts.name());
        glDispatchComputeIndirect(0);
        glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
        glFinish();
        messages_->check("while compiling for a dispatch");
    }
    void dispatch(Handle program, Groups groups, const Bindings& bindings) override {
        bindings_.bind(bindings);
        bindings_.use(program);
        messages_->work_begins();
        glDispatchCompute(groups.x, groups.y, groups.z);
        messages_->check("at a dispatch");
    }
    void finish() override {
        glMemoryBarrier(
            GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);  // makes shader writes to mapped buffers visible
        glFinish();
        messages_->work_ends();
    }

    void start_clock() override { clock_->start(); }
    double stop_clock_ms() override { return clock_->stop_ms(); }

    Painter* painter() override { return &*painter_; }

    void begin_frame(const std::string& name) override {
        context_.swap_buffers();
        bindings_.forget_all();
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, name.c_str());
    }
    void end_frame() override {
        glPopDebugGroup();
        context_.swap_buffers();
        messages_->check("at the end of a frame");
    }

  private:
    Context context_;
    std::optional<GlMessages> messages_;
    std::optional<GlClock> clock_;
    GlBindings bindings_;
    std::optional<GlPainter> painter_;
    DeviceInfo info_;
};

}  // namespace

bool has_open_gl() {
    return true;
}

std::unique_ptr<Backend> open_gl(const ContextOptions& options) {
    return std::make_unique<OpenGl>(options);
}

void record_calls(std::function<void(const calls::Call&)> heard) {
    calls::record(std::move(heard));
}

}  // namespace pbp
