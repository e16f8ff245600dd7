// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace pbp {

/// Three ids of an invocation, as a shader sees them.
struct InvocationIds {
    using Id = std::array<std::uint32_t, 3>;
    Id global{}, local{}, workgroup{};
    int dimensions = 1;  ///< how many of the three components are meaningful
};

/// The invocation with this flat global id, in a dispatch of this number of workgroups of this size.
InvocationIds ids_of(std::uint32_t flat, const InvocationIds::Id& groups, const InvocationIds::Id& size);

/// "global id 777, local id 9, workgroup 12", or (x, y) for each in two dimensions.
std::string to_string(const InvocationIds& ids);
/// "invocation 9 of workgroup 12, global id 777".
std::string invocation_in_words(const InvocationIds& ids);
/// The global id alone.
std::string global_id(const InvocationIds& ids);

/// The output of one LOG(value) of one invocation.
struct LogEntry {
    std::string during;  ///< e.g. "pass 3 of 15"
    std::string place;   ///< file:line
    std::string expression, value;
    InvocationIds who;
};

/// What --debug saw of a version besides failed assertions, which end it.
struct DebugReport {
    static constexpr std::size_t most_logs = 256;  ///< kept per version

    std::vector<LogEntry> logs;          ///< by dispatch, then by invocation, then in program order
    std::uint64_t dropped_logs = 0;      ///< made after those; only counted
    std::uint64_t assertions_held = 0;   ///< ASSERT calls that were reached and never failed
    std::vector<std::string> unreached;  ///< calls that no invocation reached, "file:line ASSERT(expression)"
};

/// The report as lines of text; empty if there is nothing to report.
std::vector<std::string> in_words(const DebugReport& report);

}  // namespace pbp
