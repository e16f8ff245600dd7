// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace pbp::watch {

/// A file that was saved, or that can no longer be read.
struct Change {
    enum class Kind : std::uint8_t { saved, emptied, deleted, folder, special, unreadable };
    std::filesystem::path file;
    Kind kind = Kind::saved;
    bool operator==(const Change&) const = default;
};

/// In words that follow the file's name: "was saved", "was deleted", ...
std::string in_words(Change::Kind kind);

/// Finds out which of a few files were saved, by looking at them again and again.
///
/// Why not inotify: it tells of folders and inodes, and so a watch on a file is lost when an editor saves by
/// a rename, or when its folder is moved; folders that do not exist cannot be watched at all, and network
/// file systems say nothing. To look at a dozen files takes some microseconds, on every system alike.
class Changes {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr auto look_again = std::chrono::milliseconds(10);
    /// An editor may truncate a file and then write it, or write it twice: size and time must stay the same
    /// this long. One that removes the old file first, or empties it, is given longer.
    static constexpr auto settled = std::chrono::milliseconds(20),
                          settled_gone = std::chrono::milliseconds(250);
    /// Writing the same once more within this time belongs to the same save; later it is the wish to run
    /// again.
    static constexpr auto same_save = std::chrono::milliseconds(500);

    /// From now on these files, existing or not; what is known of those that were watched before stays.
    void watch(const std::set<std::filesystem::path>& files);
    std::size_t existing() const;  ///< how many of them are files now

    /// What was saved since the last call, once no file is changing. Call it every look_again.
    std::vector<Change> look(Clock::time_point now = Clock::now());

  private:
    struct Stamp {
        std::filesystem::file_type type = std::filesystem::file_type::none;
        std::filesystem::perms permissions = std::filesystem::perms::unknown;
        std::filesystem::file_time_type time;
        std::uintmax_t bytes = 0;
        bool operator==(const Stamp&) const = default;
    };
    struct Contents {
        Change::Kind kind = Change::Kind::saved;
        std::string bytes;
        bool operator==(const Contents&) const = default;
    };
    struct Known {
        Stamp stamp;
        Contents contents;  ///< as last reported
        Clock::time_point moved, reported;
        bool moving = false;
    };
    static Stamp stamp_of(const std::filesystem::path& file);
    static Contents read(const std::filesystem::path& file);

    std::map<std::filesystem::path, Known> files_;
};

}  // namespace pbp::watch
