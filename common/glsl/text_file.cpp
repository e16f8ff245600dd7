// SPDX-License-Identifier: MIT
#include "common/glsl/text_file.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>

#include "common/base/readable.hpp"
#include "common/base/system.hpp"

namespace fs = std::filesystem;

namespace pbp::glsl {

std::string read_text(const fs::path& file) {
    if (const auto why = why_no_file(file); !why.empty())
        fail(ExitCode::wrong_usage, "{}: {}", shown(file), why);
    if (const auto held = wait_until_free(file)) cannot_read(shown(file), held.value());
    std::error_code ignored;
    std::ostringstream bytes;
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream || (fs::file_size(file, ignored) > 0 && !(bytes << stream.rdbuf())))
        cannot_read(shown(file), errno);

    const std::string raw = bytes.str();
    if (const auto nul = raw.find('\0'); nul != raw.npos)
        fail(ExitCode::shader_does_not_build,
             "{}:{}: there is a NUL byte in this line; save the file as plain text in UTF-8", shown(file),
             1 + std::count(raw.begin(), raw.begin() + static_cast<long>(nul), '\n'));
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

std::string read_text(const fs::path& file, const Texts& instead) {
    auto found = instead.find(file);
    if (found == instead.end()) found = instead.find(file.lexically_normal());
    return found == instead.end() ? read_text(file) : found->second;
}

std::string shown(const fs::path& file) {
    std::error_code failed;
    const auto absolute = fs::absolute(file, failed).lexically_normal();
    const auto here = fs::current_path(failed);
    if (failed) return file.generic_string();
    const auto relative = absolute.lexically_relative(here).generic_string();
    return relative.empty() || relative.size() > absolute.generic_string().size() ? absolute.generic_string()
                                                                                  : relative;
}

}  // namespace pbp::glsl
