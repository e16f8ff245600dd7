// SPDX-License-Identifier: MIT
#pragma once

#include "common/card/card.hpp"
#include "common/process/worker.hpp"
#include "common/terminal/terminal.hpp"

namespace pbp::exercises {

/// Judges one file again and again: a lesson's program as a judge, kept from verdict to verdict, since its
/// start takes as long as most of them. What it says goes to the terminal.
class KeptJudge {
  public:
    /// `words` follow the card and --shader on its command line.
    KeptJudge(std::filesystem::path program, const Exercise& exercise, const std::filesystem::path& file,
              const std::vector<std::string>& words);
    /// Returns 0, the exit code of what is wrong, or stopped_code where `stopped` becomes true.
    int verdict(const std::function<bool()>& stopped);

  private:
    Terminal terminal_{Presentation{}};
    KeptWorker worker_;
    bool started_ = false;
};

}  // namespace pbp::exercises
