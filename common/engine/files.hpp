// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "common/glsl/text_file.hpp"

namespace pbp::engine {

/// Files of a request on top of the project's own, until the end of its scope. Names are paths from the
/// project's folder, as reports print them, e.g. "shaders/05_bitonic_sort/v1_shared.comp" or "mine.comp".
/// Throws Error(wrong_usage) for a name that leads elsewhere.
class Overlay {
  public:
    explicit Overlay(const std::map<std::string, std::string>& files);
    ~Overlay();
    Overlay(const Overlay&) = delete;
    Overlay& operator=(const Overlay&) = delete;
    /// What the files of the project that it covers hold below it.
    glsl::Texts covered() const;
    /// The one whose scope this is; null: none.
    static const Overlay* now;

  private:
    std::map<std::filesystem::path, std::optional<std::string>> before_;  ///< none: there was no such file
};

/// All of a file; throws Error(wrong_usage) where it cannot be read.
std::string read(const std::filesystem::path& file);

}  // namespace pbp::engine
