// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/device/buffer.hpp"
#include "common/glsl/declared.hpp"

namespace pbp {

/// A built compute shader, or a pair of shaders that draw; freed at the end of its scope, and must not
/// outlive its Device.
class Program {
  public:
    /// Takes ownership of what was built from `source`; `name` identifies it in messages.
    Program(Backend& backend, std::string name, glsl::Source source, Built built);

    /// Sets a uniform. A name that the text does not declare throws Error(wrong_usage) with the nearest
    /// match; a name that is declared but optimised away becomes a note.
    Program& set(std::string_view uniform, const UniformValue& value);

    const std::string& name() const { return name_; }
    const glsl::Source& source() const { return source_; }
    glm::uvec3 local_size() const { return built_.local_size; }
    Handle handle() const { return built_.handle; }
    /// True the first time that it is called.
    bool first_dispatch() { return !std::exchange(dispatched_, true); }
    /// The driver's layout of its storage blocks.
    const std::vector<Built::Variable>& variables() const { return built_.variables; }
    /// True if the compiler kept a storage block of this binding.
    bool uses_binding(std::uint32_t binding) const;

    /// Throws Error(wrong_usage) if a buffer, sampler or image that the shader uses is not among the
    /// arguments, an argument has no binding in the shader or two have the same, an `in` argument is not
    /// readonly there, a used uniform was never set, or there is a uniform block.
    void check_arguments(std::span<const Argument> arguments) const;

    /// Sentences about declared names that the compiler dropped, each once; the call clears them.
    std::vector<std::string> take_notes();

    /// A binding in the shader for an argument.
    struct Slot {
        std::string name;
        int binding = -1;
        bool writes = true;  ///< false if it is declared readonly, and for samplers
        bool used = false;   ///< the compiler kept it
    };
    /// All bindings for arguments of a kind. Throws Error(wrong_usage) for an image without a binding.
    std::vector<Slot> slots(Reach reach) const;
    /// The plain uniforms, samplers and images that its text declares.
    const std::vector<glsl::Declared::Uniform>& declared_uniforms() const { return declared_.uniforms; }
    /// The uniforms that it uses and that were never set.
    std::vector<std::string> unset_uniforms() const;

  private:
    /// How messages refer to a kind of argument and its binding numbers.
    struct Kind {
        Reach reach;
        const char* name;
        const char* type;  ///< in GLSL, if it has one
        const char* at;
    };
    void check_kind(const Kind& kind, std::span<const Argument> arguments) const;

    Backend* backend_;
    std::string name_;
    glsl::Source source_;
    glsl::Declared declared_;
    Built built_;
    Owned<&Backend::destroy_program> owned_;
    std::set<std::string, std::less<>> set_;
    std::vector<std::string> notes_;
    bool dispatched_ = false;
};

}  // namespace pbp
