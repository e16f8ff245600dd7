// SPDX-License-Identifier: MIT
// Which conditions depend on a value, and which barriers depend on those conditions: control dependence after
// Ferrante, Ottenstein and Warren, "The Program Dependence Graph and Its Use in Optimization", 1987.
#include "common/sim/report/uniformity.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "common/sim/code/influence.hpp"

namespace pbp::sim {

namespace {

using Block = std::uint32_t;

class Flow {
  public:
    explicit Flow(const Code& code) : code_(code), next_(code.blocks.size()) {
        for (Block b = 0; b < code.blocks.size(); ++b) {
            const auto& last = end_of(b);
            // while (true) has only one way
            const auto fixed =
                std::ranges::find(code.constants, last.a, &std::pair<Row, std::uint32_t>::first);
            const bool known = last.op == Op::branch && fixed != code.constants.end();
            if (last.op == Op::jump || (last.op == Op::branch && (!known || fixed->second != 0)))
                next_[b].push_back(last.x);
            if (last.op == Op::branch && (!known || fixed->second == 0)) next_[b].push_back(last.y);
            if (last.op != Op::choose) continue;
            for (const auto& [value, target] : code.choices[last.x].targets) next_[b].push_back(target);
            next_[b].push_back(code.choices[last.x].otherwise);
        }
    }
    const Instruction& end_of(Block b) const {
        return code_.instructions[code_.blocks[b].first + code_.blocks[b].count - 1];
    }

    /// The site of a barrier that is reached on some paths from a block but not on all; 0: none.
    std::uint32_t decided_barrier(Block from) const {
        for (Block b = 0; b < code_.blocks.size(); ++b)
            for (std::uint32_t i = 0; i < code_.blocks[b].count; ++i) {
                const auto& in = code_.instructions[code_.blocks[b].first + i];
                if (in.op != Op::barrier) continue;
                const auto leads = [&](Block way) { return always_comes_to(way, b); };
                // One way out always leads here, another may not.
                if (std::ranges::any_of(next_[from], leads) && !std::ranges::all_of(next_[from], leads))
                    return in.site;
            }
        return 0;
    }

  private:
    /// True if no path from a block to the end avoids another block.
    bool always_comes_to(Block from, Block to) const {
        std::vector<bool> seen(next_.size());
        std::vector<Block> open{from};
        while (!open.empty()) {
            const auto b = open.back();
            open.pop_back();
            if (b == to || seen[b]) continue;
            seen[b] = true;
            if (next_[b].empty()) return false;
            open.insert(open.end(), next_[b].begin(), next_[b].end());
        }
        return true;
    }

    const Code& code_;
    std::vector<std::vector<Block>> next_;
};

bool is_load(Op op) {
    return op == Op::load_shared || op == Op::load_buffer || op == Op::load_image;
}

}  // namespace

std::vector<RacyBarrier> racy_barriers(const Code& code, const Findings& findings) {
    std::optional<Flow> flow;
    std::set<std::uint32_t> seen;
    std::vector<RacyBarrier> all;
    for (const auto& finding : findings.all()) {
        if (finding.fault != Fault::race) continue;
        const auto& reader = finding.here.writes ? finding.there : finding.here;
        if (reader.writes || !seen.insert(reader.site).second) continue;
        if (!flow) flow.emplace(code);
        const auto reads_it = [&](const Instruction& in) { return is_load(in.op) && in.site == reader.site; };
        for (const auto block : conditions_on(code, reads_it))
            if (const auto barrier = flow->decided_barrier(block); barrier != 0) {
                all.push_back({barrier, flow->end_of(block).site, reader.site});
                break;
            }
    }
    return all;
}

}  // namespace pbp::sim
