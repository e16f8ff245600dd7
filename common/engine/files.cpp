// SPDX-License-Identifier: MIT
#include "common/engine/files.hpp"

#include <fstream>
#include <sstream>

#include "common/base/error.hpp"
#include "common/base/files.hpp"
#include "common/base/readable.hpp"
#include "common/process/committed.hpp"

namespace pbp::engine {

namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    if (!out.flush())
        fail(ExitCode::machine_lacks, "{} cannot be kept: the files together are too large.", file.string());
}

fs::path inside_the_project(const std::string& name) {
    const auto path = fs::path(name).lexically_normal();
    if (path.empty() || path.is_absolute() || !path.has_filename() || *path.begin() == "..")
        fail(ExitCode::wrong_usage, "'{}' is no file's path from the project's folder, as shaders/NAME is.",
             in_message(name));
    return project_root() / path;
}

}  // namespace

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    if (!in) fail(ExitCode::wrong_usage, "{} cannot be read.", file.string());
    return bytes.str();
}

const Overlay* Overlay::now = nullptr;

Overlay::Overlay(const std::map<std::string, std::string>& files) {
    std::map<fs::path, const std::string*> texts;
    for (const auto& [name, text] : files) texts[inside_the_project(name)] = &text;
    for (const auto& [path, text] : texts) {
        std::error_code problem;
        if (fs::is_directory(path, problem))
            fail(ExitCode::wrong_usage, "{} is a folder; give a file another name.", path.string());
        fs::create_directories(path.parent_path(), problem);
        before_[path] = fs::exists(path) ? std::optional(read(path)) : std::nullopt;
        write(path, *text);
    }
    now = this;
}

Overlay::~Overlay() {
    now = nullptr;
    for (const auto& [path, text] : before_) {
        std::error_code ignored;
        if (!text)
            fs::remove(path, ignored);
        else
            std::ofstream(path, std::ios::binary) << *text;
    }
}

glsl::Texts Overlay::covered() const {
    glsl::Texts texts;
    for (const auto& [path, text] : before_)
        if (text) texts.emplace(path, *text);
    return texts;
}

}  // namespace pbp::engine

/// What git knows elsewhere.
pbp::glsl::Texts pbp::committed_texts(const std::filesystem::path&) {
    return engine::Overlay::now == nullptr ? glsl::Texts() : engine::Overlay::now->covered();
}
