// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pbp::engine {

/// What a page asks for: the words of ./learn, such as 05 sweep --only v1, and files that the run sees
/// instead of the project's own.
struct Request {
    std::vector<std::string> words;
    std::map<std::string, std::string> files;
    bool page = false;     ///< whether the page of the run is wanted, too
    bool repairs = true;   ///< whether a finding may say which change repairs it, as is proven
    int shrink_ms = 2000;  ///< how long to look for a smaller case after a failure; 0: not at all
};

/// Reads {"words": [...], "files": {...}, "page": true, "repairs": true, "shrink_ms": 2000}; all but the
/// words may be left out. Throws Error(wrong_usage).
Request read_request(const std::string& json);

struct Response {
    int exit_code = 0;
    std::string report;               ///< what --json prints; empty where there is no report
    std::optional<std::string> page;  ///< page::run_of()
    std::string output;               ///< what else was printed, as a sentence on wrong words
    double milliseconds = 0;
};

/// {"exit_code": ..., "report": {...} or null, "page": "..." or null, "output": "...", "milliseconds": ...}
std::string to_json(const Response& response);

}  // namespace pbp::engine
