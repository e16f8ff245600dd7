// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "common/base/error.hpp"
#include "common/glsl/preprocess.hpp"

namespace pbp {

/// How many workgroups a dispatch starts in each dimension.
using Groups = glm::uvec3;

/// What the lessons ask of a device; sizes in bytes.
struct Limits {
    std::uint32_t workgroup_invocations = 0;
    glm::uvec3 workgroup_size{0};
    glm::uvec3 workgroup_count{0};
    std::uint64_t shared_bytes = 0;
    std::uint64_t buffer_bytes = 0;
    std::uint32_t buffer_bindings = 0;
    std::uint32_t image_size = 0;  ///< pixels, in each direction
};

/// The implementations behind shaders/common/subgroup.glsl; the value is the shader's SG_BACKEND.
enum class SubgroupBackend : std::uint8_t { khr = 1, ballot = 2, shared = 3 };

/// Who runs the shaders.
struct DeviceInfo {
    std::string renderer, vendor, version;
    std::string context;              ///< how it was reached, e.g. "EGL without a display"
    bool software = false;            ///< a CPU plays the GPU: timings mean little
    std::uint32_t subgroup_size = 0;  ///< 0 where the driver does not say
    Limits limits;
    std::vector<SubgroupBackend> subgroups;  ///< what the driver can serve, the best first
};

/// A name that a backend gave to a buffer, an image or a program; 0 is none.
using Handle = std::uint32_t;

using UniformValue =
    std::variant<std::uint32_t, std::int32_t, float, glm::uvec2, glm::uvec3, glm::vec2, glm::vec4, glm::mat4,
                 glm::vec3, glm::uvec4, glm::ivec2, glm::ivec3, glm::ivec4>;

/// A program and what its compiler kept of the names in its text.
struct Built {
    struct Uniform {
        std::string name;
        int location = -1;
        std::string type;  ///< in GLSL's words; empty where the backend does not say
    };
    struct Block {
        std::string name;
        std::uint32_t binding = 0;
    };
    /// What lies in a storage block; of an array, its element 0.
    struct Variable {
        std::string name;          ///< e.g. "particles[0].velocity"
        std::string type;          ///< in GLSL's words
        std::uint32_t offset = 0;  ///< bytes from the block's begin
        std::uint32_t element_bytes =
            0;  ///< from one element of the outermost array to the next; 0: no array
    };
    Handle handle = 0;
    glm::uvec3 local_size{1};
    std::vector<Uniform> uniforms;
    std::vector<Block> buffers;
    std::vector<Variable> variables;  ///< by offset; empty where the backend does not say
};

/// What a dispatch does with a buffer or an image: said where it is handed over, and checked against the
/// shader's text.
enum class Access : std::uint8_t { in, out, inout };

/// What stands at the binding points of a dispatch: buffers[i] at storage binding i, where 0 leaves it as it
/// is; textures[i], to be sampled, at texture unit i; images[i], to be loaded and stored, at image unit i;
/// blocks[i], buffers too, at uniform binding i.
struct Bindings {
    std::span<const Handle> buffers, textures, images;
    /// What is done with each of the first buffers; of the others, anything.
    std::span<const Access> accesses = {};
    std::span<const Handle> blocks = {};
};

class Painter;

/// The seam: all that a Device needs of whatever runs its shaders. OpenGL is one backend; the tests have
/// another. Calls throw Error; a failed build throws Error(shader_does_not_build) with the page of
/// glsl::explain.
class Backend {
  public:
    virtual ~Backend() = default;

    virtual const DeviceInfo& info() const = 0;

    virtual Handle create_buffer(std::size_t bytes) = 0;
    virtual void destroy_buffer(Handle buffer) = 0;
    virtual void write(Handle buffer, std::size_t offset, std::span<const std::byte> bytes) = 0;
    virtual void read(Handle buffer, std::size_t offset, std::span<std::byte> bytes) = 0;
    /// Sets every 32-bit word of a buffer.
    virtual void fill(Handle buffer, std::uint32_t word) = 0;
    /// Copies the first bytes of one buffer over those of another, on the device.
    virtual void copy(Handle from, Handle to, std::size_t bytes) = 0;

    /// A buffer in memory that the CPU and the shaders both reach for as long as it lives; gives where the
    /// CPU finds it. What the CPU writes before a dispatch is seen by it, what a dispatch wrote is seen
    /// behind finish(). Throws Error(machine_lacks) on a backend without such memory.
    virtual Handle create_mapped_buffer(std::size_t bytes, std::byte*& seen) {
        seen = nullptr;
        fail(ExitCode::machine_lacks, "This device has no memory of {} bytes that the CPU could share.",
             bytes);
    }

    /// An image of size.x * size.y pixels, each four 8-bit channels from 0 to 1, rows from the top. Sampled,
    /// it is filtered linearly and clamped to its edge.
    virtual Handle create_image(glm::uvec2 size) = 0;
    virtual void destroy_image(Handle image) = 0;
    virtual void write_image(Handle image, glm::uvec2 size, std::span<const std::byte> rgba) = 0;
    virtual void read_image(Handle image, std::span<std::byte> rgba) = 0;

    virtual Built build(const glsl::Source& source) = 0;
    virtual void destroy_program(Handle program) = 0;
    virtual void set(Handle program, int location, const UniformValue& value) = 0;

    /// Starts a dispatch. What earlier dispatches wrote is visible to it.
    virtual void dispatch(Handle program, Groups groups, const Bindings& bindings) = 0;
    /// Returns when all that was started has ended; throws Error(worker_died) after a reset of the GPU.
    virtual void finish() = 0;

    /// Starts the clock behind all that was started so far, and stops it behind all started since:
    /// milliseconds.
    virtual void start_clock() = 0;
    virtual double stop_clock_ms() = 0;

    /// What draws from this backend's buffers, or null.
    virtual Painter* painter() { return nullptr; }

    /// What lies between the two becomes a frame of its own, and in it a group of this name: graphics
    /// debuggers show a program by its frames. Does nothing on a backend that has none.
    virtual void begin_frame(const std::string& /*name*/) {}
    virtual void end_frame() {}
};

/// Binding points that tracing and debugging keep for themselves, of the 8 that OpenGL 4.5 promises.
constexpr std::uint32_t debug_binding = 6;
constexpr std::uint32_t trace_binding = 7;

}  // namespace pbp
