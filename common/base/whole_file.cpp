// SPDX-License-Identifier: MIT
#include "common/base/whole_file.hpp"

#include <cerrno>
#include <chrono>

namespace pbp {

namespace fs = std::filesystem;

namespace {

bool is_out_of_space(const std::error_code& reason) {
#ifdef EDQUOT
    if (reason.value() == EDQUOT && reason.category() == std::generic_category()) return true;
#endif
    return reason == std::errc::no_space_on_device;
}

/// ".pbp-0123abcd.part", or "v1.png.0123abcd.part" in former versions. No other program uses such names.
bool is_part(const std::string& name) {
    constexpr std::string_view end = ".part";
    if (!name.ends_with(end) || name.size() < 18) return false;
    const std::string_view stem(name.data(), name.size() - end.size());
    const auto number = stem.substr(stem.size() - 8), before = stem.substr(0, stem.size() - 8);
    return number.find_first_not_of("0123456789abcdef") == number.npos &&
           (before == ".pbp-" || before.ends_with(".png."));
}

}  // namespace

fs::path target_of(fs::path file) {
    std::error_code ignored;
    for (int links = 0; links < 40 && fs::is_symlink(file, ignored); ++links)
        file = file.parent_path() / fs::read_symlink(file, ignored);
    return file;
}

void sweep_parts(const fs::path& folder) {
    std::error_code ignored;
    for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end; at.increment(ignored)) {
        std::error_code problem;
        if (!is_part(at->path().filename().string()) || !at->is_regular_file(problem)) continue;
        const auto written = at->last_write_time(problem);
        if (!problem && fs::file_time_type::clock::now() - written > std::chrono::minutes(1))
            fs::remove(at->path(), problem);
    }
}

ExitCode exit_code_of(const std::error_code& reason) {
    if (is_out_of_space(reason)) return ExitCode::machine_lacks;
    for (const auto lacking : {std::errc::file_too_large, std::errc::io_error, std::errc::too_many_files_open,
                               std::errc::too_many_files_open_in_system, std::errc::not_enough_memory,
                               std::errc::resource_unavailable_try_again})
        if (reason == lacking) return ExitCode::machine_lacks;
    return ExitCode::wrong_usage;
}

std::string remedy_for(const std::error_code& reason, const std::string& otherwise) {
    if (is_out_of_space(reason)) return "free some disk space";
    if (reason == std::errc::file_too_large) return "raise ulimit -f";
    if (reason == std::errc::too_many_files_open) return "raise ulimit -n";
    if (reason == std::errc::device_or_resource_busy) return "close the program that has it open";
    return exit_code_of(reason) == ExitCode::machine_lacks ? "close other programs and try again" : otherwise;
}

}  // namespace pbp
