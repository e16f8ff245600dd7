// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "common/base/whole_file.hpp"

namespace pbp::exercises {

/// How far somebody has come, kept in a file: read whole, and replaced whole, so that it is never half
/// written. A link stays one: what it leads to is replaced. A file that is damaged is put aside under another
/// name, and `notice` says so.
class Progress {
  public:
    struct State {
        bool solved = false;   ///< by the learner's own file
        bool gave_up = false;  ///< asked for the solution before
        int hints = 0;         ///< how many have been shown
    };

    /// Reads FOLDER/progress.json, if it is there. Throws Error(machine_lacks) where it cannot be read.
    explicit Progress(std::filesystem::path folder);

    const State& of(const std::string& id) const;
    /// Changes the state of one exercise, as it is in the file by now: another window may have written
    /// since, and none does meanwhile. Throws Error(machine_lacks) where the file cannot be written; the old
    /// one then stays.
    void change(const std::string& id, const std::function<void(State&)>& how);
    const std::string& notice() const { return notice_; }
    /// What such a file holds; none: it is damaged.
    static std::optional<std::map<std::string, State>> states_in(const std::string& text);

  private:
    bool read();       ///< false: it is damaged
    void put_aside();  ///< called with the folder's lock
    std::filesystem::path file() const { return target_of(folder_ / "progress.json"); }
    std::filesystem::path folder_;
    std::map<std::string, State> states_;
    std::string notice_;
};

}  // namespace pbp::exercises
