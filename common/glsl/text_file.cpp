// SPDX-License-Identifier: MIT
#include "common/glsl/text_file.hpp"

#include <fstream>
#include <sstream>
#include <system_error>

#include "common/whole_file.hpp"

namespace fs = std::filesystem;

namespace pbp::glsl {

std::string read_text(const fs::path& file) {
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        fail(ExitCode::wrong_usage, "{}: there is no such file; check the name", shown(file));
    if (fs::is_directory(file, ignored))
        fail(ExitCode::wrong_usage, "{}: this is a folder; name a file in it", shown(file));

    std::ostringstream bytes;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) blame_machine(file);
    if (!stream || (fs::file_size(file, ignored) > 0 && !(bytes << stream.rdbuf())))
        fail(ExitCode::wrong_usage, "{}: the file cannot be read; check its permissions", shown(file));

    const std::string raw = bytes.str();
    std::string text;
    text.reserve(raw.size() + 1);
    for (std::size_t i = raw.starts_with("\xEF\xBB\xBF") ? 3 : 0; i < raw.size(); ++i) {
        if (raw[i] != '\r')
            text += raw[i];
        else if (i + 1 == raw.size() || raw[i + 1] != '\n')
            text += '\n';  // an old Macintosh line end
    }
    if (!text.empty() && text.back() != '\n') text += '\n';
    return text;
}

std::string shown(const fs::path& file) {
    std::error_code failed;
    const auto absolute = fs::absolute(file, failed).lexically_normal();
    const auto here = fs::current_path(failed);
    if (failed) return file.string();
    const auto relative = absolute.lexically_relative(here).string();
    return relative.empty() || relative.size() > absolute.string().size() ? absolute.string() : relative;
}

}  // namespace pbp::glsl
