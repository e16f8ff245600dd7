// SPDX-License-Identifier: MIT
#include "common/program/watch/changes.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "common/base/system.hpp"

namespace pbp::watch {

namespace fs = std::filesystem;

std::string in_words(Change::Kind kind) {
    constexpr const char* words[] = {"was saved",
                                     "is empty now",
                                     "was deleted",
                                     "is a folder now",
                                     "is a pipe or a device now",
                                     "can no longer be read"};
    static_assert(std::size(words) == static_cast<std::size_t>(Change::Kind::unreadable) + 1);
    return words[static_cast<std::size_t>(kind)];
}

Changes::Stamp Changes::stamp_of(const fs::path& file) {
    std::error_code problem;
    Stamp stamp;
    const auto status = fs::status(file, problem);
    stamp.type = status.type();
    stamp.permissions = status.permissions();
    if (!fs::is_regular_file(status)) return stamp;
    stamp.time = fs::last_write_time(file, problem);
    stamp.bytes = fs::file_size(file, problem);
    return stamp;
}

Changes::Contents Changes::read(const fs::path& file) {
    std::error_code problem;
    const auto status = fs::status(file, problem);
    if (!fs::exists(status)) return {Change::Kind::deleted, {}};
    if (!fs::is_regular_file(status))
        return {fs::is_directory(status) ? Change::Kind::folder : Change::Kind::special, {}};
    (void)wait_until_free(file);  // an editor may not have let go of it
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return {Change::Kind::unreadable, {}};
    std::ostringstream bytes;
    bytes << stream.rdbuf();
    const auto text = bytes.str();
    return {text.empty() ? Change::Kind::emptied : Change::Kind::saved, text};
}

void Changes::watch(const std::set<fs::path>& files) {
    std::erase_if(files_, [&](const auto& known) { return !files.contains(known.first); });
    for (const auto& file : files)
        if (!files_.contains(file)) files_[file] = {stamp_of(file), read(file), {}, {}, false};
}

std::size_t Changes::existing() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        files_, [](const auto& known) { return known.second.stamp.type == fs::file_type::regular; }));
}

std::vector<Change> Changes::look(Clock::time_point now) {
    bool still = true;
    for (auto& [file, known] : files_) {
        const auto stamp = stamp_of(file);
        if (!(stamp == known.stamp)) {
            known.stamp = stamp;
            known.moved = now;
            known.moving = true;
        }
        const bool there = stamp.type == fs::file_type::regular && stamp.bytes > 0;
        still &= !known.moving || now - known.moved >= (there ? settled : settled_gone);
    }
    std::vector<Change> changes;
    if (!still) return changes;
    for (auto& [file, known] : files_) {
        if (!std::exchange(known.moving, false)) continue;
        auto contents = read(file);
        const bool same = contents == known.contents;
        if (same && (now - known.reported < same_save || contents.kind != Change::Kind::saved)) continue;
        known.contents = std::move(contents);
        known.reported = now;
        changes.push_back({file, known.contents.kind});
    }
    return changes;
}

}  // namespace pbp::watch
