// SPDX-License-Identifier: MIT
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace pbp::test {

/// A fault put into a shader by replacing one place. A table line of four columns separated by tabs;
/// `\n` in the second and third is a line end.
struct Fault {
    std::string shader;  ///< its name, as in the table
    std::string search, replacement;
    std::string remark;  ///< the last column: the pass that must be named, or why the fault cannot be seen
};

inline std::vector<Fault> faults_of(const fs::path& table) {
    const auto unescaped = [](std::string text) {
        for (auto at = text.find("\\n"); at != std::string::npos; at = text.find("\\n"))
            text.replace(at, 2, "\n");
        return text;
    };
    std::vector<Fault> all;
    std::istringstream lines(read_text(table));
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.starts_with('#')) continue;
        std::istringstream cells(line);
        Fault fault;
        for (auto* cell : {&fault.shader, &fault.search, &fault.replacement, &fault.remark})
            std::getline(cells, *cell, '\t');
        fault.search = unescaped(fault.search);
        fault.replacement = unescaped(fault.replacement);
        all.push_back(fault);
    }
    return all;
}

/// How a fault is caught: a check failed or, if the driver makes it so, the shader ran into its time limit or
/// its worker died. A right shader ends in none of these ways.
inline bool caught(int exit_code) {
    return exit_code == 1 || exit_code == 5 || exit_code == 6;
}

}  // namespace pbp::test
