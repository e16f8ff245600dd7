// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace pbp::test {

inline const fs::path source_dir = PBP_SOURCE_DIR;

/// The --time-limit of what must pass. llvmpipe compiles in the first dispatch: lesson 05's v7 takes LLVM 19
/// some ten seconds, and many times that on a busy machine.
constexpr const char* slow_compiler_s = "300";

/// The lesson that PBP_LESSON names, or all lessons that run in the framework.
inline std::vector<std::string> lessons() {
    if (const char* one = std::getenv("PBP_LESSON"); one != nullptr) return {one};
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(source_dir / "lessons"))
        if (fs::exists(entry.path() / "main.cpp")) names.push_back(entry.path().filename());
    return names;
}

/// False for a lesson in plain OpenGL.
inline bool in_framework(const std::string& lesson) {
    return fs::exists(source_dir / "lessons" / lesson / "main.cpp");
}

/// True in a nightly run: everything on the driver, in every size, instead of what compiles fast on the
/// simulator.
inline bool full_matrix() {
    return std::getenv("PBP_FULL_MATRIX") != nullptr;
}

/// True if a shader of the lesson asks for subgroups: of the others a subgroup back end changes nothing.
inline bool uses_subgroups(const std::string& lesson) {
    for (const auto& entry : fs::recursive_directory_iterator(source_dir / "shaders" / lesson)) {
        if (entry.path().extension() == ".md") continue;
        std::ifstream file(entry.path());
        for (std::string line; std::getline(file, line);)
            if (contains(line.substr(0, line.find("//")), "subgroup")) return true;
    }
    return false;
}

/// The text of a shader of the project, with another one in the one place that holds `search`.
inline std::string shader_with(const std::string& shader, const std::string& search, const std::string& by) {
    return replaced(read_text(source_dir / "shaders" / shader), search, by);
}

/// The version that runs a shader of a lesson: "v2" for "v2_scan_scatter" and for "parts/v2_previous".
inline std::string number_of(const std::string& shader) {
    const auto name = fs::path(shader).filename().string();
    return name.substr(0, name.find('_'));
}

inline Outcome run_lesson(const std::string& lesson, std::vector<std::string> words,
                          const std::string& environment = "") {
    words.insert(words.begin(), lesson_program(lesson));
    return run_program(words, environment);
}

/// The environment of a run whose verdict is wanted, and not its smallest case, which takes two seconds.
constexpr const char* verdict_alone = "PBP_SHRINK_MS=0 PBP_REPAIR_MS=0";

}  // namespace pbp::test
