// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "common/process/process.hpp"

namespace pbp::exercises {

/// While it lives, no other ./learn changes a learner's folder: it waits for that. The system frees the lock
/// when this process ends, however it ends. Where the folder cannot be written, or its file system has no
/// locks, there is none: then nothing is written, or as before.
class FolderLock {
  public:
    explicit FolderLock(const std::filesystem::path& folder);

  private:
    Descriptor file_;
};

}  // namespace pbp::exercises
