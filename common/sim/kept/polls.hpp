// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "common/sim/kept/shadow.hpp"

namespace pbp::sim {

/// Who has tested volatile words, and then set them. If two do that to one word, both may have seen that it
/// is free.
class Polls {
  public:
    void test(const Memory& memory, std::size_t word, std::uint32_t who) {
        tested_.emplace(&memory, word, who);
    }
    void set(const Memory& memory, std::size_t word, std::uint32_t who) {
        if (!tested_.contains({&memory, word, who})) return;
        const auto [first, is_new] = set_by_.try_emplace({&memory, word}, who);
        contended_ |= first->second != who;
    }
    bool contended() const { return contended_; }

  private:
    std::set<std::tuple<const Memory*, std::size_t, std::uint32_t>> tested_;
    std::map<std::pair<const Memory*, std::size_t>, std::uint32_t> set_by_;
    bool contended_ = false;
};

}  // namespace pbp::sim
