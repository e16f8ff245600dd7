// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/device/forwarding_backend.hpp"
#include "common/lesson/operation.hpp"

/// `./learn plain`: a version of a lesson as a program in plain OpenGL.
namespace pbp::plain_export {

/// All that a version did with its device, from what it uploaded to what must come out.
struct Story {
    struct Program {
        std::string name;       ///< of its shader, e.g. "v3_global"
        std::string text;       ///< GLSL that needs nothing else
        std::string subgroups;  ///< the back end of its sg_* calls; empty: it has none
        glm::uvec3 local{1};    ///< invocations of a workgroup
    };
    struct Buffer {                           ///< or an image
        std::string name;                     ///< of the first block or uniform that it is bound to
        std::vector<std::uint32_t> contents;  ///< before the first step; of an image: a word per pixel
        glm::uvec2 size{0};                   ///< of an image, in pixels
        bool filled = false;                  ///< something has set its contents
        bool uploaded = false;                ///< the CPU has: a run may depend on them
        bool used = false;
        bool read_first = false;  ///< a step reads it before any step writes it whole
        bool lasts = false;       ///< goes on with what the last run left
        bool restored = false;    ///< a run overwrites what it read: it must be as before for the next one
    };
    struct Uniform {
        std::string name;
        std::vector<std::uint32_t> values;  ///< one, or the two of a uvec2
        bool operator==(const Uniform&) const = default;
    };
    struct Step {
        Handle program = 0;  ///< 0: a fill
        Groups groups{1};
        std::vector<std::pair<std::uint32_t, Handle>> buffers;  ///< by binding; of a fill: one
        std::vector<Handle> textures, images;                   ///< by unit
        std::vector<Uniform> uniforms;
        std::uint32_t word = 0;
    };
    std::map<Handle, Program> programs;  ///< those that steps use
    std::map<Handle, Buffer> buffers;    ///< those that steps use: buffers, or images
    std::vector<Step> steps;
    Handle result = 0;
    std::vector<std::uint32_t> expected;
    bench::Comparison comparison;
    bool ended = false;

    bool on_images() const { return !buffers.empty() && buffers.begin()->second.size.x > 0; }
    /// The value that a uniform has in the last step that sets it; 0 where none does.
    std::uint32_t uniform(const std::string& name) const;
};

/// A backend that tells the story of what passes through it. Throws Error(wrong_usage) for what an export
/// cannot say: images beside buffers, and a CPU that writes between dispatches.
class Teller final : public ForwardingBackend, public bench::Operation {
  public:
    using ForwardingBackend::ForwardingBackend;

    void dispatching(bool begins) override { wanted_ = begins; }
    void lasts(Handle buffer) override { story_.buffers[buffer].lasts = true; }
    void ended(const bench::Outcome& outcome) override;

    Handle create_buffer(std::size_t bytes) override;
    Handle create_mapped_buffer(std::size_t bytes, std::byte*& seen) override;
    Handle create_image(glm::uvec2 size) override;
    void destroy_buffer(Handle) override {}  // what a story uses lives until the device ends
    void destroy_program(Handle) override {}
    void write(Handle buffer, std::size_t offset, std::span<const std::byte> bytes) override;
    void destroy_image(Handle) override {}
    void write_image(Handle image, glm::uvec2 size, std::span<const std::byte> rgba) override;
    void fill(Handle buffer, std::uint32_t word) override;
    Built build(const glsl::Source& source) override;
    void set(Handle program, int location, const UniformValue& value) override;
    void dispatch(Handle program, Groups groups, const Bindings& bindings) override;

    const Story& story() const { return story_; }

  private:
    /// Called before a step uses a buffer.
    void use(Handle buffer, bool reads);
    /// Called where the CPU writes into a buffer or an image.
    Story::Buffer& upload(Handle buffer);
    /// The names of a step's images, which are those of the shader's samplers and images.
    void name_images(const Story::Step& step);
    void forget_unused();

    Story story_;
    std::map<Handle, Built> built_;
    std::map<Handle, std::map<int, UniformValue>> uniforms_;
    bool wanted_ = false;
};

}  // namespace pbp::plain_export
