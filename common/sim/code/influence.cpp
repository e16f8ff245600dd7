// SPDX-License-Identifier: MIT
#include "common/sim/code/influence.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "common/sim/code/verify.hpp"

namespace pbp::sim {

// Rows are reused within each block, so blocks are visited in order, and the state at the end of one is the
// possible start of another. An array variable counts as a whole, under its first row.
std::vector<std::uint32_t> conditions_on(const Code& code,
                                         const std::function<bool(const Instruction&)>& is_source) {
    std::set<Row> made_from;
    std::set<std::uint32_t> found;
    for (bool more = true; more;) {
        const auto before = made_from.size() + found.size();
        for (std::uint32_t b = 0; b < code.blocks.size(); ++b)
            for (std::uint32_t i = 0; i < code.blocks[b].count; ++i) {
                const auto& in = code.instructions[code.blocks[b].first + i];
                const auto uses = [&](Row row) { return row != no_row && made_from.contains(row); };
                const bool depends = is_source(in) || uses(in.a) || uses(in.b) || uses(in.third()) ||
                                     (in.op == Op::load_local && uses(in.x));
                if (in.op == Op::branch || in.op == Op::choose) {
                    if (depends) found.insert(b);
                } else if (in.op == Op::store_local) {
                    if (depends) made_from.insert(in.x);
                } else if (in.d != no_row && depends) {
                    for (Row row = in.d; row < in.d + widths_of(in).d; ++row) made_from.insert(row);
                } else if (in.d != no_row && (in.flags & Instruction::masked) == 0) {
                    made_from.erase(in.d);
                }
            }
        more = made_from.size() + found.size() > before;
    }
    return {found.begin(), found.end()};
}

std::vector<std::uint32_t> blocks_after(const Code& code, std::uint32_t block) {
    const auto& last = code.instructions[code.blocks[block].first + code.blocks[block].count - 1];
    if (last.op == Op::jump) return {last.x};
    if (last.op == Op::branch) return {last.x, last.y};
    if (last.op != Op::choose) return {};
    std::vector<std::uint32_t> next{code.choices[last.x].otherwise};
    for (const auto& target : code.choices[last.x].targets) next.push_back(target.second);
    return next;
}

namespace {

/// The rows that one is made from, as they were when the round began, and whether it is more than a copy of
/// them.
using MadeFrom = std::map<Row, bool>;

void add(MadeFrom& all, const MadeFrom& more, bool computed = false) {
    for (const auto& [row, is_computed] : more) all[row] |= is_computed || computed;
}

/// Part of a round of a loop. Rows that are not in it are as they were.
class Round {
  public:
    MadeFrom at(Row row) const {
        const auto found = made_.find(row);
        return found == made_.end() ? MadeFrom{{row, false}} : found->second;
    }
    void run(const Instruction& in) {
        const bool local = in.op == Op::load_local || in.op == Op::store_local,
                   stores = in.op == Op::store_local,
                   memory = in.op >= Op::load_buffer && in.op <= Op::fetch_image && !local,
                   copies = in.op == Op::copy || in.op == Op::copy_q;
        MadeFrom made;
        for (const Row row : {in.a, in.b, in.third(), local ? in.x : no_row})
            if (row != no_row && !memory) add(made, at(row), !copies);
        if (stores) made_[in.x] = made;
        if (in.d == no_row || stores) return;
        for (Row row = in.d; row < in.d + widths_of(in).d; ++row) made_[row] = made;
    }
    /// Returns true if there was more.
    bool join(const Round& other) {
        std::map<Row, MadeFrom> all;
        for (const Round* one : {static_cast<const Round*>(this), &other})
            for (const auto& [row, ignored] : one->made_) {
                add(all[row], at(row));
                add(all[row], other.at(row));
            }
        const bool more = all != made_;
        made_ = std::move(all);
        return more;
    }
    /// True if a value is made, over the rounds, from one that is computed from itself.
    bool advances(const MadeFrom& value) const {
        const auto all = over_rounds(value);
        return std::ranges::any_of(all, [&](const auto& one) {
            const auto again = over_rounds(at(one.first));
            const auto itself = again.find(one.first);
            return itself != again.end() && itself->second;
        });
    }

  private:
    MadeFrom over_rounds(const MadeFrom& value) const {
        MadeFrom all = value;
        for (bool more = true; more;) {
            const auto before = all;
            for (const auto& [row, computed] : before) add(all, at(row), computed);
            more = all != before;
        }
        return all;
    }

    std::map<Row, MadeFrom> made_;
};

}  // namespace

bool may_end_alone(const Code& code, std::uint32_t header) {
    std::set<std::uint32_t> inside{header};  // blocks that come to the header again
    for (bool more = true; more;) {
        more = false;
        for (auto b = header; b < code.blocks.size(); ++b)
            for (const auto next : blocks_after(code, b))
                if (inside.contains(next)) more |= inside.insert(b).second;
    }
    std::map<std::uint32_t, Round> begin{{header, {}}};
    std::optional<Round> round;
    std::vector<MadeFrom> conditions;
    for (bool more = true; more;) {
        more = false;
        conditions.clear();
        for (const auto b : inside) {
            const auto found = begin.find(b);
            if (found == begin.end()) continue;
            Round now = found->second;
            const auto first = code.blocks[b].first, last = first + code.blocks[b].count - 1;
            for (auto i = first; i <= last; ++i) now.run(code.instructions[i]);
            for (const auto next : blocks_after(code, b)) {
                if (!inside.contains(next)) {
                    conditions.push_back(now.at(code.instructions[last].a));
                } else if (next != header) {
                    const auto [there, is_new] = begin.try_emplace(next, now);
                    more |= is_new || there->second.join(now);
                } else if (round) {
                    more |= round->join(now);
                } else {
                    round = now;
                }
            }
        }
    }
    return round && std::ranges::any_of(conditions, [&](const auto& one) { return round->advances(one); });
}

}  // namespace pbp::sim
