// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "common/process/process.hpp"

namespace pbp::exercises {

/// While it lives, no other ./learn changes a learner's folder: it waits for that. The system frees the lock
/// when this process ends, however it ends. A folder that cannot be written, or a file system without locks,
/// goes without.
class FolderLock {
  public:
    explicit FolderLock(const std::filesystem::path& folder);

  private:
    Descriptor file_;
};

}  // namespace pbp::exercises
