// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/sim/beside/film.hpp"

namespace pbp::sim {

/// Answers who made a word of memory, and who used it.
class Why {
  public:
    /// The history outlives it.
    explicit Why(const History& history);

    /// The stores that made a word, from the last one back to the input, a sentence and the line of the
    /// shader each. A word is NAME[INDEX], as the shader has it, or as a row's part, or "data" where rows
    /// have none; NAME[INDEX]@PASS is what it held after that pass, and shared memory may be "... of
    /// workgroup NUMBER". Throws Error(wrong_usage) in a sentence for a word that there is not.
    std::vector<std::string> made(const std::string& word) const;
    /// The stores that a word went into, directly or by way of others, from the first one on.
    std::vector<std::string> used(const std::string& word) const;

  private:
    using Node = Provenance::Node;
    using Kind = Provenance::Kind;
    struct Word {
        std::string name;
        std::uint64_t pass = 0;
        std::uint32_t workgroup = 0;
    };
    struct Named {
        History::Extent extent;
        std::uint64_t word = 0;
    };
    Word parsed(const std::string& word) const;
    void look_up(const Word& word, const std::string& asked) const;
    Node node_of(const std::string& asked) const;
    Node stored_in(const Word& word) const;
    Node in_row(const Word& word) const;
    std::vector<std::string> sentences(const std::vector<Node>& steps, const char* others,
                                       const char* advice) const;

    const History& history_;
    Film film_;
    std::map<std::string, std::vector<Named>> words_;     ///< of shaders, by name
    std::map<std::string, std::uint64_t> sizes_, cells_;  ///< of their arrays, and of rows by part
};

}  // namespace pbp::sim
