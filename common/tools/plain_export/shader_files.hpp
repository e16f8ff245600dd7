// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "common/tools/plain_export/story.hpp"

namespace pbp::plain_export {

/// The shaders of an export as files: programs that differ in definitions alone share one, and the program
/// adds the definitions when it reads it.
struct ShaderFiles {
    struct Use {
        std::string file;
        std::string defines = {};  ///< lines that are added below the first one; empty: the file says all
    };
    std::map<std::string, std::string> texts;  ///< by file
    std::map<Handle, Use> of;                  ///< by program, in the order of story.programs
};
ShaderFiles shader_files(const Story& story);

}  // namespace pbp::plain_export
