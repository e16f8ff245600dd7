// SPDX-License-Identifier: MIT
#pragma once

#include "common/tools/run_shader/wishes.hpp"

namespace pbp::run_shader {

/// What --help calls the shader.
inline constexpr const char* file_word = "FILE.comp";

/// A shader of one's own as a lesson of one version, whose schedule is one dispatch, or --repeat of them. Its
/// story reads the file anew each time, so that --watch sees what was saved. Throws Error(wrong_usage) where
/// there is no such file; an empty name is that of a shader that is not known yet.
Lesson lesson_of(const std::filesystem::path& shader);

/// Writes the description (NAME.pass.json) of the run that was asked for, as a start for one of several
/// dispatches. Throws Error(wrong_usage) where the file exists, or where the shader is not below its
/// folder.
void dump_passes(const Wishes& wishes, Device& device);

/// Lesson::smaller: fewer workgroups, dispatches and elements, and zeros.
std::vector<WordsByFlag> smaller(const WordsByFlag& words, const std::set<std::string>& ways);

}  // namespace pbp::run_shader
