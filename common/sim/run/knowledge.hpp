// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace pbp::sim {

/// What happened before a point in a dispatch, as established by atomics: for some invocations, everything up
/// to one of their fences; for some workgroups, everything up to one of their barriers. A sparse vector clock
/// (Lamport 1978, Mattern 1989), by invocation only if a single one released.
struct Knowledge {
    using Clocks = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  ///< sorted by the first
    Clocks invocations;                                                   ///< which, and its clock
    Clocks workgroups;                                                    ///< number, and its epoch

    static std::uint32_t of(const Clocks& clocks, std::uint32_t key) {
        const auto at =
            std::ranges::lower_bound(clocks, key, {}, &std::pair<std::uint32_t, std::uint32_t>::first);
        return at != clocks.end() && at->first == key ? at->second : 0;
    }
};

using KnowledgePtr = std::shared_ptr<const Knowledge>;

/// The union of both; returns one of them if it includes the other.
KnowledgePtr both(const KnowledgePtr& a, const KnowledgePtr& b);

}  // namespace pbp::sim
