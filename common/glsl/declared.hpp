// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pbp::glsl {

/// What a shader's text declares, whether or not the compiler keeps it: this tells an optimised-away name
/// from a misspelt one.
struct Declared {
    struct Uniform {
        std::string type;
        std::string name;
        int binding = -1;    ///< of a sampler or an image; -1 where the text gives none
        bool writes = true;  ///< false where it is declared readonly
    };
    struct Block {
        std::string name;
        int binding = -1;    ///< -1 where the text gives none
        bool writes = true;  ///< false where it is declared readonly
    };
    std::vector<Uniform> uniforms;  ///< plain uniforms, samplers and images included
    std::vector<Block> buffers;     ///< shader storage blocks
};

/// Reads declarations from preprocessed GLSL text, comments skipped; a token scanner, not a compiler:
/// text behind an #ifdef or #ifndef that does not hold is skipped, both sides of other #if are read;
/// binding expressions other than an integer or a macro defined as one in the text give -1.
Declared declared(std::string_view text);

/// Of `candidates`, the one within edit distance 2 of `name`, or an empty string: for "did you mean".
/// A name all of whose letters would change is not near.
std::string nearest(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace pbp::glsl
