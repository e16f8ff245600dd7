// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace pbp::sim {

/// What happened before a point in a dispatch, by atomics: of some invocations all that they did up to one of
/// their fences, of some workgroups all up to one of their barriers. A vector clock that is kept sparse:
/// Lamport 1978, Mattern 1989; by invocation only where one handed over alone.
struct Knowledge {
    using Clocks = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  ///< sorted by the first
    Clocks invocations;                                                   ///< who, and its clock
    Clocks workgroups;                                                    ///< number, and its epoch

    static std::uint32_t of(const Clocks& clocks, std::uint32_t key) {
        const auto at =
            std::ranges::lower_bound(clocks, key, {}, &std::pair<std::uint32_t, std::uint32_t>::first);
        return at != clocks.end() && at->first == key ? at->second : 0;
    }
};

using KnowledgePtr = std::shared_ptr<const Knowledge>;

/// What both know; gives one of them back where it knows all that the other does.
KnowledgePtr both(const KnowledgePtr& a, const KnowledgePtr& b);

}  // namespace pbp::sim
