// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "common/glsl/preprocess.hpp"
#include "tests/support/folder.hpp"

namespace pbp::glsl::test {

namespace fs = std::filesystem;

using pbp::test::contains;
using pbp::test::count;
using pbp::test::error_of;
using pbp::test::Folder;
using pbp::test::sentence_of;

/// The prepared source of a shader of this text; `folder` is both its own folder and the common one.
inline Source prepare(const Folder& folder, const std::string& text, std::vector<Define> defines = {},
                      bool reversed = false) {
    return preprocess(folder.write("main.comp", text), {folder.path(), std::move(defines), reversed});
}

/// The origin of each line of the text, computed as a compiler does: a #line numbers the next line. Each line
/// that came from a file must be found there again.
inline void check_every_line_leads_back(const Source& source) {
    int string = 0, number = 1;
    std::istringstream lines(source.text);
    for (std::string line; std::getline(lines, line); ++number) {
        if (line.starts_with("#line ")) {
            std::istringstream(line.substr(6)) >> number >> string;
            --number;
            continue;
        }
        if (line.find_first_not_of(' ') == line.npos || source.reversed) continue;
        CAPTURE(line);
        CHECK(contains(source.line_text(string, number), line));
        CHECK(contains(source.line_text(0, number), line));  // for a driver that omits the string
    }
}

}  // namespace pbp::glsl::test
