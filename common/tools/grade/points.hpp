// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "common/tools/grade/verdict.hpp"

namespace pbp::grade {

/// What exercises are worth. A file has a line for each: "07.1 10 5", ten points if it is right, and five if
/// it is right another way, or none without the third word. "07" means all others of a lesson, "*" all
/// others; # begins a comment.
class Points {
  public:
    Points() = default;
    /// Throws Error(wrong_usage) with the line that cannot be read.
    explicit Points(const std::filesystem::path& file);

    /// None where nothing says what the exercise is worth.
    std::optional<double> of(const exercises::Exercise& exercise, Result result) const;
    std::optional<double> most(const exercises::Exercise& exercise) const {
        return of(exercise, Result::right);
    }

  private:
    struct Worth {
        double right = 0, another_way = 0;
    };
    std::map<std::string, Worth> worth_;
};

}  // namespace pbp::grade
