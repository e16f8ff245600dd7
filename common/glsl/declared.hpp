// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pbp::glsl {

/// What a shader's text declares, whether or not the compiler keeps it: this distinguishes an optimised-away
/// name from a misspelt one.
struct Declared {
    struct Uniform {
        std::string type;
        std::string name;
        int binding = -1;    ///< of a sampler or an image; -1 if the text gives none, -2 an expression
        bool writes = true;  ///< false if it is declared readonly
    };
    struct Block {
        std::string name;
        int binding = -1;    ///< -1 if the text gives none, -2 an expression
        bool writes = true;  ///< false if it is declared readonly
    };
    std::vector<Uniform> uniforms;            ///< plain uniforms, samplers and images included
    std::vector<Block> buffers;               ///< shader storage blocks
    std::vector<std::string> uniform_blocks;  ///< their names
};

/// Reads declarations from preprocessed GLSL text, ignoring comments. A token scanner, not a compiler: text
/// in an #ifdef or #ifndef whose condition is false is skipped, both branches of any other #if are read, and
/// a binding that is neither an integer nor a macro for one defined in the text gives -2.
Declared declared(std::string_view text);

/// The invocations of a workgroup as numbers in a shader's own text give them: the product of local_size_x, y
/// and z. 0 where one is missing, or something else than a number.
std::uint32_t typed_local_size(std::string_view text);

/// Of `candidates`, the one within edit distance 2 of `name`, or an empty string: for "did you mean". A
/// candidate that would change every character of the name does not count.
std::string nearest(std::string_view name, const std::vector<std::string>& candidates);
/// What to add to a sentence about a name that does not exist: "; did you mean 'tile'?", or else what there
/// is,
/// "; it has tile, lanes.", or "; it has none."
std::string instead_of(std::string_view name, const std::vector<std::string>& candidates,
                       std::string_view it_has = "it has");

}  // namespace pbp::glsl
