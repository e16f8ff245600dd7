// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/lesson/lesson.hpp"
#include "common/program/watch/changes.hpp"
#include "common/program/watch/rounds.hpp"

namespace pbp::watch {

/// The files that the chosen versions of a lesson are made of: their shaders (version_shaders.hpp), those
/// that they were seen to build, and all that these include.
class Sources {
  public:
    Sources(const Lesson& lesson, const Options& options) : lesson_(lesson), options_(options) {}

    /// Reads anew which files belong to which version, and has `changes` watch them.
    void update(Rounds& rounds);
    std::vector<std::string> versions() const;
    /// Those that one of these files belongs to.
    std::vector<std::string> affected_by(const std::vector<Change>& changed) const;
    Changes changes;

  private:
    const Lesson& lesson_;
    const Options& options_;
    std::map<std::string, std::set<std::filesystem::path>> files_;  ///< by version
};

}  // namespace pbp::watch
