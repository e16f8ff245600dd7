// SPDX-License-Identifier: MIT
#include "common/base/files.hpp"

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "common/base/printable.hpp"
#include "common/base/system.hpp"
#include "common/base/whole_file.hpp"
#include "common/base/written.hpp"

namespace pbp {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& file, const std::error_code& why) {
    throw NotWritten(exit_code_of(why), fmt::format("{} cannot be written ({}); {}.", file.generic_string(),
                                                    why.message(), remedy_for(why, "choose another place")));
}

}  // namespace

void write_file(const fs::path& file, const std::string& contents) {
    if (const auto problem = write_whole(file, contents)) refuse(file, problem);
}

void write_output(const fs::path& file, const std::string& contents) {
    if (const auto problem = written::claim(file)) refuse(file, problem);
    write_file(file, contents);
}

void write_unless_changed(const fs::path& file, const std::string& contents) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return write_file(file, contents);
    if (std::string(std::istreambuf_iterator<char>(in), {}) != contents)
        throw NotWritten(ExitCode::wrong_usage,
                         fmt::format("{} is there and differs from what would be written: move it away, or "
                                     "choose another folder with --out.",
                                     file.string()));
}

void ensure_writable(const fs::path& folder, const std::string& option) {
    std::error_code problem, ignored;
    fs::create_directories(folder, problem);
    if (!problem && !fs::is_directory(folder)) problem = std::make_error_code(std::errc::not_a_directory);
    const fs::path probe = folder / fmt::format(".probe.{}", process_number());
    if (!problem) problem = write_whole(probe, "");
    fs::remove(probe, ignored);
    if (problem)
        throw NotWritten(
            exit_code_of(problem),
            fmt::format("The output folder {} cannot be written ({}); {}.", folder.generic_string(),
                        problem.message(), remedy_for(problem, "choose another with " + option)));
    sweep_parts(folder);
}

void make_room(const fs::path& folder, const std::string& option) {
    try {
        ensure_writable(folder, option);
    } catch (const NotWritten& problem) {
        if (problem.code() != ExitCode::machine_lacks) throw;
    }
}

void remove_pictures(const fs::path& folder, const std::string& name) {
    std::error_code ignored;
    for (const auto& file : written::listed(folder))
        if ((file.starts_with(name + ".") || file.starts_with(name + "_")) && file.ends_with(".png"))
            fs::remove(folder / file, ignored);
}

fs::path project_root() {
    const auto holds_shaders = [](const fs::path& folder) {
        return fs::is_directory(folder / "shaders" / "common");
    };
    if (const char* root = std::getenv("PBP_ROOT"); root != nullptr && *root != 0) return root;
    for (auto above = own_program().parent_path(); above.has_relative_path(); above = above.parent_path())
        if (holds_shaders(above)) return above;
    return PBP_SOURCE_DIR;
}

std::string url_of(const fs::path& file) {
    const auto whole = fs::absolute(file).lexically_normal();
    std::string url = "file://";
    if (whole.has_root_name()) url += "/" + whole.root_name().string();
    for (const char c : (whole.root_directory() / whole.relative_path()).generic_string()) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain =
            std::isalnum(byte) != 0 || std::string_view("/-_.~").find(c) != std::string_view::npos;
        url += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return url;
}

std::string shown(const fs::path& file) {
    std::error_code problem;
    const auto relative = fs::relative(file, problem);
    const bool outside = problem || relative.empty() || relative.string().starts_with("..");
    return printable((outside ? file : relative).generic_string());
}

}  // namespace pbp
