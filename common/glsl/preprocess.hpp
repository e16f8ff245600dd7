// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "common/glsl/text_file.hpp"

namespace pbp::glsl {

/// One `#define NAME VALUE` that the program inserts at the top of a shader.
struct Define {
    std::string name;
    std::string value;
};

/// A source location as shown to the learner; line counts from 1.
struct Location {
    std::string file;
    int line = 0;
    int string = 0;  ///< the string number of that file
};

/// A call of ASSERT or LOG in a shader.
struct Site {
    Location place;
    std::string expression;  ///< the learner's own text between the parentheses, on one line
    bool asserts = false;    ///< ASSERT, not LOG
};

/// The string number of the text that the program itself inserts; it belongs to no file.
inline constexpr int injected_string = 99;
/// Line L of string S is numbered S * lines_a_string + L in the text for the compiler, since Mesa (for most
/// errors) and glslang (in SPIR-V) lose S and report 0. Files must be shorter than that.
inline constexpr int lines_a_string = 1000;

/// The value of a specialization constant: its constant_id, and its bits.
struct ConstantValue {
    std::uint32_t id = 0;
    std::uint64_t bits = 0;
};

/// A shader with its includes pasted in, ready for a compiler. A `#line L S` in `text` refers to string S,
/// and `files[S]` is that file, so a driver's message can be traced back to the learner's own line.
struct Source {
    std::string text;
    std::vector<std::filesystem::path> files;  ///< by string number; 0 is the shader itself
    bool reversed = false;  ///< local ids run backwards in this text; never with subgroup operations
    std::vector<std::string> originals;  ///< by string number: what the file held when it was read
    std::vector<Location>
        included_from;        ///< by string number: the #include that pasted it; line 0 for the shader
    std::string injected;     ///< the lines inserted after #version, which are string `injected_string`
    std::vector<Site> sites;  ///< by their number in the text; empty unless debugged
    std::vector<ConstantValue> constants;  ///< those that are not to keep the value that the text gives
    std::vector<std::uint32_t> spirv;      ///< the shader itself, if it was compiled elsewhere

    /// True if the shader included a file of this name, e.g. "subgroup.glsl".
    bool includes(const std::string& file_name) const;
    /// True if it gives the number of invocations per workgroup. GLSL wants that; a compiler for SPIR-V
    /// takes 1.
    bool has_local_size() const;
    /// The location for the string number and line in a driver's message; file is relative to the working
    /// directory.
    Location locate(int string, int line) const;
    /// The learner's own text of a line, without its line end; empty if there is none. Accepts a driver's
    /// numbers, or those of a Location.
    std::string line_text(int string, int line) const;
};

struct PreprocessOptions {
    std::filesystem::path
        common_dir;  ///< where `#include "x"` is searched for after the including file's own folder
    std::vector<Define> defines;  ///< inserted directly after #version, in this order
    bool reversed = false;  ///< let invocation i of a workgroup do the work of L-1-i; see Source::reversed
    bool debug = false;     ///< compile ASSERT and LOG in, where the shader includes debug.glsl
    Texts texts = {};       ///< of files, by their path in Source::files
};

/// Reads a shader, pastes each `#include "file"` once, inserts defines, and writes #line directives. Pasting
/// precedes any #if: an include in a branch that the compiler skips is pasted anyway. Throws Error:
/// wrong_usage for a missing file or an invalid define, shader_does_not_build for an include cycle, a missing
/// include, a missing #version or a missing `void main`.
Source preprocess(const std::filesystem::path& file, const PreprocessOptions& options);

}  // namespace pbp::glsl
