// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "common/base/error.hpp"

namespace pbp::test {

namespace fs = std::filesystem;

/// A new folder in the system's temporary folder, removed at the end of the scope.
class Folder {
  public:
    Folder() {
        static std::atomic<int> count = 0;
        const auto stem = "pbp_" + std::to_string(reinterpret_cast<std::uintptr_t>(&count)) + "_";
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

inline std::string read_text(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

inline std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
}

/// A text with another one in the one place that holds `search`.
inline std::string replaced(std::string text, const std::string& search, const std::string& by) {
    REQUIRE_MESSAGE(count(text, search) == 1, search);
    return text.replace(text.find(search), search.size(), by);
}

/// The message and exit code of the Error that a call throws.
template <typename Call>
std::pair<ExitCode, std::string> error_of(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return {error.code(), error.what()};
    }
    return {ExitCode::right, ""};
}

/// The message alone, of an error that must have this exit code.
template <typename Call>
std::string sentence_of(ExitCode code, Call call) {
    const auto [is, sentence] = error_of(call);
    CHECK_MESSAGE(is == code, sentence);
    return sentence;
}

/// Calls f(key, rest, line) with each line of a file, which begins with a word.
template <typename F>
void each_line(const fs::path& file, F&& f) {
    std::istringstream lines(read_text(file));
    for (std::string line; std::getline(lines, line);) {
        const auto space = line.find(' ');
        f(line.substr(0, space), space == line.npos ? std::string() : line.substr(space + 1), line);
    }
}

}  // namespace pbp::test
