// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace pbp::glsl {

/// One `#define NAME VALUE` that the program puts in front of a shader.
struct Define {
    std::string name;
    std::string value;
};

/// A place in a shader file, as the learner would name it; line counts from 1.
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

/// The string number of the text that the program itself puts in; it stands for no file.
inline constexpr int injected_string = 99;
/// Line L of string S is numbered S * lines_a_string + L in the text that a compiler gets, since Mesa (for
/// most errors) and glslang (in SPIR-V) forget S, and say 0. Files are shorter than that.
inline constexpr int lines_a_string = 1000;

/// A shader with its includes pasted in, ready for a compiler. A `#line L S` in `text` names string S, and
/// `files[S]` is that file, so that a driver's message leads back to the learner's own line.
struct Source {
    std::string text;
    std::vector<std::filesystem::path> files;  ///< by string number; 0 is the shader itself
    bool reversed = false;  ///< local ids run backwards in this text; never with subgroup operations
    std::vector<std::string> originals;  ///< by string number: what the file held when it was read
    std::vector<Location>
        included_from;        ///< by string number: the #include that pasted it; line 0 for the shader
    std::string injected;     ///< the lines put behind #version, which are string `injected_string`
    std::vector<Site> sites;  ///< by the number that the text has for it; empty unless debugged

    /// True where the shader pulled in a file of this name, e.g. "subgroup.glsl".
    bool includes(const std::string& file_name) const;
    /// The place that the string number and line in a driver's message stand for; file is shown relative to
    /// the working directory.
    Location locate(int string, int line) const;
    /// The learner's own text of the line at a place, without its line end; empty where there is none. Takes
    /// a driver's numbers, or those of a Location.
    std::string line_text(int string, int line) const;
};

struct PreprocessOptions {
    std::filesystem::path common_dir;  ///< where `#include "x"` looks after the including file's own folder
    std::vector<Define> defines;       ///< put right behind #version, in this order
    bool reversed = false;  ///< let invocation i of a workgroup do the work of L-1-i; see Source::reversed
    bool debug = false;     ///< compile ASSERT and LOG in, where the shader includes debug.glsl
};

/// Reads a shader, pastes each `#include "file"` once, injects defines, and writes #line directives.
/// The pasting comes before any #if: an include in a branch that the compiler skips is pasted there all the
/// same. Throws Error: wrong_usage for a missing file or a define that is none, shader_does_not_build for an
/// include cycle, a missing include, a missing #version or a missing `void main`.
Source preprocess(const std::filesystem::path& file, const PreprocessOptions& options);

}  // namespace pbp::glsl
