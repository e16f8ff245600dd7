// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "common/base/system.hpp"

namespace pbp::watch {

/// Keeps other watchers from a folder. The system gives it free when this process ends, however it
/// ends: no stale lock can be left, and no file.
class Lock {
  public:
    /// Of a lesson's pictures. Throws Error(wrong_usage) where another process has it.
    explicit Lock(const std::filesystem::path& folder);
    /// Of any folder: the same, in this sentence.
    Lock(const std::filesystem::path& folder, const std::string& sentence);

  private:
    FolderLock folder_;
};

}  // namespace pbp::watch
