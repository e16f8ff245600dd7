// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/mutants/trial.hpp"

namespace pbp::mutants {

/// A file of shaders, and the versions that show whether it is right.
struct Subject {
    std::filesystem::path file;  ///< below the shaders' folder
    std::vector<Host> hosts;
};

/// Every shader that a version of these lessons runs, what those include (except what only records and
/// debugs), and every solution of an exercise. Versions that are wrong on purpose are left out.
std::vector<Subject> subjects(const std::vector<const Lesson*>& lessons,
                              const std::filesystem::path& shaders);

}  // namespace pbp::mutants
