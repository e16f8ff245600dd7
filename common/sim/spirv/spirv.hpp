// SPDX-License-Identifier: MIT
#pragma once

#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/spirv.hpp>

#include <new>
#include <stdexcept>

#include "common/base/error.hpp"
#include "common/glsl/preprocess.hpp"

namespace pbp::sim {

/// Throws the error for words that are not valid SPIR-V, or that the simulator does not understand: which of
/// the two, it cannot tell.
template <typename... Args>
[[noreturn]] void malformed(fmt::format_string<Args...> what, Args&&... args) {
    fail(ExitCode::shader_does_not_build, "The simulator cannot read the shader's SPIR-V: {}.",
         fmt::format(what, std::forward<Args>(args)...));
}

/// Runs f. Failures caused by words that do not mean what they should become that error too; running out of
/// memory becomes machine_lacks.
template <typename F>
auto damage_is_an_error(F&& f) {
    try {
        return f();
    } catch (const std::out_of_range&) {
        malformed("an instruction has other operands than it should");
    } catch (const std::length_error&) {
        malformed("an instruction has other operands than it should");
    } catch (const std::bad_alloc&) {
        fail(ExitCode::machine_lacks, "This machine has not enough free memory to simulate the shader.");
    }
}

/// Thrown for an instruction that the simulator does not support: its name, and the line of the compiled
/// text.
class Unsupported : public Error {
  public:
    Unsupported(const std::string& instruction, std::uint32_t line)
        : Error(ExitCode::shader_does_not_build,
                fmt::format("The simulator does not know {} (line {} of the preprocessed shader).",
                            instruction, line)),
          instruction_(instruction),
          line_(line) {}
    const std::string& instruction() const { return instruction_; }
    std::uint32_t line() const { return line_; }

  private:
    std::string instruction_;
    std::uint32_t line_;
};

/// Throws Error(shader_does_not_build) with the line of the shader's own text: what is unsupported, in one
/// sentence. A type has no line in SPIR-V: the first line that names it will do.
[[noreturn]] void refuse(const Unsupported& unknown, const glsl::Source& source);

/// The name of an instruction, e.g. "OpFOrdLessThan", or its number.
std::string name_of_opcode(std::uint32_t opcode);

/// The name of a function of GLSL.std.450, e.g. "FMix", or its number.
std::string name_of_function(std::uint32_t function);

/// Throws the error for an instruction that the simulator does not support.
[[noreturn]] void unsupported(std::uint32_t opcode, std::uint32_t line);

}  // namespace pbp::sim
