// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "common/check/signatures/evidence.hpp"

namespace pbp {

/// The patterns that a diagnosis knows, the most specific first.
enum class Pattern : std::uint8_t {
    written_outside,
    equal_keys,
    scan_kind,
    dirty_buffer,
    signedness,
    tree_depth,
    workgroup_edges,
    swapped,
    shifted,
    stale,
    out_of_bounds,
    one_workgroup,
    subgroup_size,
    never_written,
    lost_keys,
};

/// A pattern that wrong cells show.
struct Finding {
    Pattern pattern = Pattern::never_written;
    std::string what;                  ///< what is seen, with its cells: one sentence
    std::string meaning;               ///< what that usually means: one sentence
    std::array<std::string, 3> hints;  ///< from a question to the usual mend
};

/// What a wrong array shows: the most specific pattern first, two at most; none where no pattern explains all
/// wrong cells.
struct Diagnosis {
    std::vector<Finding> findings;
};

/// Compares the pattern of the wrong cells with those that known mistakes leave. A right array has none.
Diagnosis diagnose(const Evidence& evidence);

/// The same kernel on the same input at two subgroup sizes: a finding where it is right at one of them alone.
/// Both schedules name their subgroup size.
std::optional<Finding> diagnose_subgroup_sizes(const Evidence& one, const Evidence& other);

/// The pattern in two or three words, e.g. "stale values".
std::string to_string(Pattern pattern);

}  // namespace pbp
