// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "common/app/process.hpp"

namespace pbp::watch {

/// Keeps other watchers from an output folder. The system gives it free when this process ends, however it
/// ends: no stale lock can be left, and no file.
class Lock {
  public:
    /// Throws Error(wrong_usage) where another process has it.
    explicit Lock(const std::filesystem::path& folder);

  private:
    Descriptor folder_;
};

}  // namespace pbp::watch
