// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/base/timing.hpp"

namespace pbp::experiments {

/// Two ways to do the same, timed in turns. The advice says that b is faster.
struct Outcome {
    std::string id;              ///< e.g. "access"
    std::string item;            ///< of docs/tuning.md, e.g. "access pattern"
    std::string a = {}, b = {};  ///< what the two do, in a few words
    Timing time_a = {}, time_b = {};
    Ratio ratio = {};          ///< of a's time to b's
    std::string problem = {};  ///< why there is no time; empty: both are right

    /// "3.9x faster", "equal", "1.2x SLOWER", or the problem.
    std::string verdict() const;
};

/// As one line for a terminal, as a line of a table in Markdown, and all as JSON.
std::string line(const Outcome& outcome);
std::string markdown(const Outcome& outcome);
std::string headline();
std::string markdown_headline();
std::string to_json(const Outcome& outcome);
Outcome from_json(const std::string& text);
std::string to_json(const std::vector<Outcome>& outcomes, const std::string& renderer);

}  // namespace pbp::experiments
