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
#include "common/device/texel.hpp"
#include "common/glsl/preprocess.hpp"

namespace pbp {

/// The number of workgroups of a dispatch in each dimension.
using Groups = glm::uvec3;

/// The device limits that lessons rely on; sizes in bytes.
struct Limits {
    std::uint32_t workgroup_invocations = 0;
    glm::uvec3 workgroup_size{0};
    glm::uvec3 workgroup_count{0};
    std::uint64_t shared_bytes = 0;
    std::uint64_t buffer_bytes = 0;
    std::uint32_t buffer_bindings = 0;
    std::uint32_t image_size = 0;  ///< pixels, in each direction
};

/// The implementations of shaders/common/subgroup.glsl; the value is the shader's SG_BACKEND.
enum class SubgroupBackend : std::uint8_t { khr = 1, ballot = 2, shared = 3 };

/// Describes what runs the shaders.
struct DeviceInfo {
    std::string renderer, vendor, version;
    std::string context;              ///< how it was obtained, e.g. "EGL without a display"
    bool software = false;            ///< a CPU emulates the GPU: timings mean little
    bool fixed_order = false;         ///< simulated: a dispatch that is repeated has the same order again
    std::uint32_t subgroup_size = 0;  ///< 0 if the driver does not report it
    Limits limits;
    std::vector<SubgroupBackend> subgroups;  ///< those the driver supports, best first
};

/// What each word of new memory holds, so that elements no shader writes are recognisable.
inline constexpr std::uint32_t untouched = 0xA5A5A5A5u;

/// A backend's handle for a buffer, an image or a program; 0: none.
using Handle = std::uint32_t;

using UniformValue =
    std::variant<std::uint32_t, std::int32_t, float, glm::uvec2, glm::uvec3, glm::vec2, glm::vec4, glm::mat4,
                 glm::vec3, glm::uvec4, glm::ivec2, glm::ivec3, glm::ivec4>;

/// A program, and which of the names in its text the compiler kept.
struct Built {
    struct Uniform {
        std::string name;
        int location = -1;
        std::string type;  ///< as GLSL spells it; empty if the backend does not report it
    };
    struct Block {
        std::string name;
        std::uint32_t binding = 0;
    };
    /// A variable in a storage block; for an array, its element 0.
    struct Variable {
        std::string name;                 ///< e.g. "particles[0].velocity"
        std::string type;                 ///< as GLSL spells it
        std::uint32_t offset = 0;         ///< bytes from the start of the block
        std::uint32_t element_bytes = 0;  ///< stride between elements of the outermost array; 0: not an array
    };
    Handle handle = 0;
    glm::uvec3 local_size{1};
    std::vector<Uniform> uniforms;
    std::vector<Block> buffers;
    std::vector<Variable> variables;  ///< by offset; empty if the backend does not report them
};

/// How a dispatch uses a buffer or an image: stated where it is passed, and checked against the shader's
/// text.
enum class Access : std::uint8_t { in, out, inout };

/// The bindings for one dispatch: buffers[i] at storage binding i, where 0 leaves the binding unchanged;
/// textures[i], to be sampled, at texture unit i; images[i], to be loaded and stored, at image unit i;
/// blocks[i], also buffers, at uniform binding i.
struct Bindings {
    std::span<const Handle> buffers, textures, images;
    /// How each of the first buffers is used; the rest may be used in any way.
    std::span<const Access> accesses = {};
    std::span<const Handle> blocks = {};
};

class Painter;

/// The seam: all that a Device needs from whatever runs its shaders. OpenGL is one backend; the tests have
/// another. Calls throw Error; a failed build throws Error(shader_does_not_build) with the message of
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
    /// Copies the start of one buffer over the start of another, on the device.
    virtual void copy(Handle from, Handle to, std::size_t bytes) = 0;

    /// A buffer in memory that the CPU and the shaders share for its whole lifetime; returns its CPU address.
    /// CPU writes before a dispatch are visible to it; a dispatch's writes are visible to the CPU after
    /// finish(). Throws Error(machine_lacks) on a backend without such memory.
    virtual Handle create_mapped_buffer(std::size_t bytes, std::byte*& seen) {
        seen = nullptr;
        fail(ExitCode::machine_lacks, "This device cannot share {} bytes of memory with the CPU.", bytes);
    }

    /// An image of size.x * size.y pixels, each four 8-bit channels from 0 to 1, rows from the top. Sampling
    /// is linear and clamps to the edge.
    virtual Handle create_image(glm::uvec2 size) = 0;
    virtual void destroy_image(Handle image) = 0;
    virtual void write_image(Handle image, glm::uvec2 size, std::span<const std::byte> rgba) = 0;
    virtual void read_image(Handle image, std::span<std::byte> rgba) = 0;

    /// An image of any kind, sampled likewise; integers are not filtered. Throws Error(machine_lacks) on a
    /// backend without such images.
    virtual Handle create_texture(const ImageShape& shape) {
        fail(ExitCode::machine_lacks, "This device has no images of {} dimensions and any format.",
             shape.dimensions);
    }
    /// All of its texels: rows from the top, slices and layers in order.
    virtual void write_texels(Handle /*texture*/, std::span<const Texel> /*texels*/) {}
    virtual void read_texels(Handle /*texture*/, std::span<Texel> /*texels*/) {}

    virtual Built build(const glsl::Source& source) = 0;
    virtual void destroy_program(Handle program) = 0;
    virtual void set(Handle program, int location, const UniformValue& value) = 0;

    /// True where the driver puts off compiling until the first dispatch of a program.
    virtual bool compiles_late() const { return false; }
    /// Has such a driver compile now: compiling has a limit of its own. Runs no workgroup.
    virtual void compile_now(Handle /*program*/, const Bindings& /*bindings*/) {}
    /// Starts a dispatch. Writes of earlier dispatches are visible to it.
    virtual void dispatch(Handle program, Groups groups, const Bindings& bindings) = 0;
    /// Returns once all started work has finished; throws Error(worker_died) after a GPU reset.
    virtual void finish() = 0;

    /// Starts the clock after all work started so far, and stops it after all work started since; returns
    /// milliseconds.
    virtual void start_clock() = 0;
    virtual double stop_clock_ms() = 0;

    /// What draws from this backend's buffers, or null.
    virtual Painter* painter() { return nullptr; }

    /// The calls between the two form a frame of their own, containing a group of this name: graphics
    /// debuggers show a program by its frames. Does nothing on a backend without frames.
    virtual void begin_frame(const std::string& /*name*/) {}
    virtual void end_frame() {}
};

/// Binding points reserved for tracing and debugging, of the 8 that OpenGL 4.5 guarantees.
constexpr std::uint32_t debug_binding = 6;
constexpr std::uint32_t trace_binding = 7;

}  // namespace pbp
