// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/process/process.hpp"

namespace pbp {

/// Another program, spoken to line by line: it hears us on its stdin, and we hear its stdout and stderr.
/// Ended by scope.
class Conversation {
  public:
    /// Starts words[0] with the other words. Throws Error(machine_lacks) where that is not possible.
    explicit Conversation(const std::vector<std::string>& words);

    bool over() const { return !process_; }
    /// Says a line. To a program that is gone it is lost: hear() then finds what that has said last.
    void say(const std::string& line);

    enum class Heard : bool { line, end };
    /// The next line, or what the program has said after its last one when it closes its side; empty when
    /// neither comes within the limit.
    std::optional<std::pair<Heard, std::string>> hear(double limit_s);

    /// Waits a moment for a program that is about to end, and ends it by force if it does not. What it ended
    /// with by itself, if it did.
    std::optional<Ended> part();
    /// Ends it by force.
    void end();

  private:
    std::optional<ChildProcess> process_;
    std::string pending_;  ///< heard, but after the last line
};

}  // namespace pbp
