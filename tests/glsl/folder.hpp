// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "common/error.hpp"
#include "common/glsl/preprocess.hpp"

namespace pbp::glsl::test {

namespace fs = std::filesystem;

/// A folder of its own under the system's temporary one, gone at the end of the scope.
class Folder {
  public:
    Folder() {
        static std::atomic<int> count = 0;
        const auto stem = "pbp_glsl_" + std::to_string(reinterpret_cast<std::uintptr_t>(&count)) + "_";
        do path_ = fs::temp_directory_path() / (stem + std::to_string(++count));
        while (!fs::create_directory(path_));
    }
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    fs::path write(const std::string& name, const std::string& bytes) const {
        fs::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name, std::ios::binary) << bytes;
        return path_ / name;
    }
    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
};

/// What a shader of this text becomes; `folder` is both its own folder and the common one.
inline Source prepare(const Folder& folder, const std::string& text, std::vector<Define> defines = {},
                      bool reversed = false) {
    return preprocess(folder.write("main.comp", text), {folder.path(), std::move(defines), reversed});
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

inline std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
}

/// The sentence and exit code of the Error that a call throws.
template <typename Call>
std::pair<ExitCode, std::string> error_of(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return {error.code(), error.what()};
    }
    return {ExitCode::right, ""};
}

/// The place that each line of the text stands for, worked out as a compiler does: a #line numbers the next
/// line. Each line that came from a file must be found there again.
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
        CHECK(contains(source.line_text(0, number), line));  // a driver that forgets the string
    }
}

}  // namespace pbp::glsl::test
