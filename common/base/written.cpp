// SPDX-License-Identifier: MIT
#include "common/base/written.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "common/base/system.hpp"
#include "common/base/whole_file.hpp"

namespace pbp::written {

namespace fs = std::filesystem;

namespace {

fs::path folder_of(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

bool is_listed(const fs::path& file) {
    const auto names = listed(folder_of(file));
    return std::ranges::find(names, file.filename().string()) != names.end();
}

/// Earlier versions kept no list: their pages and pictures are known by what only they have.
bool from_earlier_version(const fs::path& file) {
    std::string head(1 << 12, '\0');
    std::ifstream in(file, std::ios::binary);
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    const std::string_view read(head.data(), static_cast<std::size_t>(in.gcount()));
    return read.find(" Pass by Pass</title>\n<script type=\"application/json\" id=\"summary\">") !=
               read.npos ||
           read.find("<title>All runs \xC2\xB7 Pass by Pass</title>") != read.npos ||
           read.find(std::string_view("tEXtComment\0smallest text ", 26)) != read.npos;
}

}  // namespace

std::vector<std::string> listed(const fs::path& folder) {
    std::ifstream in(folder / ".pass_by_pass", std::ios::binary);
    std::vector<std::string> names;
    for (std::string name; std::getline(in, name, '\0');)
        if (!name.empty()) names.push_back(name);
    return names;
}

void check(const fs::path& file) {
    std::error_code ignored;
    const auto there = fs::symlink_status(file, ignored);
    if (!fs::exists(there) || (fs::is_regular_file(there) && is_listed(file))) return;
    if (fs::is_regular_file(there) && from_earlier_version(file)) return;
    throw NotWritten(
        ExitCode::wrong_usage,
        fmt::format("{} is in the way: Pass by Pass did not write it, and leaves it as it is; move "
                    "it away, or choose another folder with --out.",
                    file.string()));
}

std::error_code claim(const fs::path& file) {
    check(file);
    if (is_listed(file)) return {};
    // A NUL before the name, too: half a name on a full disk ends there.
    return append_at_once(folder_of(file) / ".pass_by_pass", '\0' + file.filename().string() + '\0');
}

}  // namespace pbp::written
