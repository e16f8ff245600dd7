// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

namespace pbp::sim {

/// A clock per key, 0 unless set. A persistent tree: copies share all that they have in common, and the union
/// of two visits only where they differ. In a look-back each workgroup knows what all before it did: without
/// sharing, that takes quadratic time and memory.
class Clocks {
  public:
    std::uint32_t of(std::uint32_t key) const;
    void set(std::uint32_t key, std::uint32_t clock);

    struct Union;
    friend Union united(const Clocks& a, const Clocks& b);

  private:
    using Part = std::shared_ptr<void>;  // a leaf at level 0, else an inner node; shared ones never change
    Part root_;
    unsigned level_ = 0;
};

/// The later clock of each key, and whether those are the clocks of one of the two, whose parts it then has.
struct Clocks::Union {
    Clocks clocks;
    bool is_a = false, is_b = false;
};

/// What happened before a point in a dispatch, as established by atomics: for some invocations, everything up
/// to one of their fences; for some workgroups, everything up to one of their barriers. A sparse vector clock
/// (Lamport 1978, Mattern 1989), by invocation only if a single one released.
struct Knowledge {
    Clocks invocations;  ///< by `who`
    Clocks workgroups;   ///< the epoch of each
    Clocks flushed;      ///< by workgroup, the epoch up to which one of it has released for the device what
                         ///< memory barriers had made visible to the workgroup

    static std::uint32_t of(const Clocks& clocks, std::uint32_t key) { return clocks.of(key); }
};

using KnowledgePtr = std::shared_ptr<const Knowledge>;

/// The union of both; returns one of them if it includes the other.
KnowledgePtr both(const KnowledgePtr& a, const KnowledgePtr& b);

}  // namespace pbp::sim
