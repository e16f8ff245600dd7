// SPDX-License-Identifier: MIT
#include "common/app/files.hpp"

#include <unistd.h>

#include <fstream>

#include "common/error.hpp"

namespace pbp {

namespace fs = std::filesystem;

void write_file(const fs::path& file, const std::string& contents) {
    const fs::path temporary = file.string() + fmt::format(".{}.part", ::getpid());
    std::error_code problem;
    {
        std::ofstream stream(temporary, std::ios::binary);
        stream << contents << std::flush;
        if (!stream) problem = std::make_error_code(std::errc::permission_denied);
    }
    if (!problem) fs::rename(temporary, file, problem);
    if (problem) {
        std::error_code ignored;
        fs::remove(temporary, ignored);
        fail(ExitCode::wrong_usage, "{} cannot be written ({}); choose another place.", file.string(),
             problem.message());
    }
}

void ensure_writable(const fs::path& folder) {
    std::error_code problem;
    fs::create_directories(folder, problem);
    if (!problem && !fs::is_directory(folder)) problem = std::make_error_code(std::errc::not_a_directory);
    const fs::path probe = folder / fmt::format(".probe.{}", ::getpid());
    if (!problem && !std::ofstream(probe)) problem = std::make_error_code(std::errc::permission_denied);
    std::error_code ignored;
    fs::remove(probe, ignored);
    if (problem)
        fail(ExitCode::wrong_usage, "The output folder {} cannot be written ({}); choose another with --out.",
             folder.string(), problem.message());
}

std::string shown(const fs::path& file) {
    std::error_code problem;
    const auto relative = fs::relative(file, problem);
    return problem || relative.empty() || relative.string().starts_with("..") ? file.string()
                                                                              : relative.string();
}

}  // namespace pbp
