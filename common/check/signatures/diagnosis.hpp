// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "common/check/signatures/evidence.hpp"

namespace pbp {

/// The patterns that a diagnosis knows, most specific first.
enum class Pattern : std::uint8_t {
    written_outside,
    equal_keys,
    scan_kind,
    dirty_buffer,
    signedness,
    workgroup_edges,
    swapped,
    shifted,
    out_of_bounds,
    one_workgroup,
    subgroup_size,
    never_written,
    lost_keys,
    observed,  ///< where a value came from, against where it should have come from
    own_task,  ///< what the lesson's own task gives, where another was asked for: see Recorder::suspect
};

/// A pattern found in the wrong cells.
struct Finding {
    Pattern pattern = Pattern::never_written;
    std::string what;                  ///< what is seen, including the cells: one sentence
    std::string meaning;               ///< what that usually means: one sentence
    std::array<std::string, 3> hints;  ///< from a question to the usual fix
};

/// What a wrong array shows: at most two patterns, most specific first; none if no pattern explains all wrong
/// cells.
struct Diagnosis {
    std::vector<Finding> findings;
};

/// Compares the pattern of the wrong cells with those that known mistakes leave. A correct array has none.
Diagnosis diagnose(const Evidence& evidence);

/// The same kernel on the same input at two subgroup sizes: a finding if it is right at only one of them.
/// Both schedules state their subgroup size.
std::optional<Finding> diagnose_subgroup_sizes(const Evidence& one, const Evidence& other);

/// The pattern in two or three words, e.g. "shifted by one".
std::string to_string(Pattern pattern);

}  // namespace pbp
