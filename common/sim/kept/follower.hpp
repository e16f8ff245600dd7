// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "common/sim/kept/mask.hpp"
#include "common/sim/kept/provenance.hpp"

namespace pbp::sim {

/// What is followed of a subgroup: the nodes of its registers, and the conditions that its lanes are under,
/// each until the block where the lane meets those that took another way.
struct FollowedLanes {
    struct Condition {
        std::uint32_t merge = 0;
        Provenance::Node node = Provenance::none;  ///< with the conditions around it
        std::vector<Provenance::Node> met;         ///< in the rounds of a loop, each once
    };
    std::vector<Provenance::Node> nodes;
    std::vector<std::uint32_t> sites;  ///< of the registers: where their values were made; 0: constants
    std::vector<std::vector<Condition>> conditions;  ///< by lane, innermost last
};

/// Follows where the values of a dispatch come from, beside its executor, which tells it what each
/// instruction does: a value has a node in `graph`, in a register as in memory.
class Follower {
  public:
    using Node = Provenance::Node;

    /// For subgroups of `size` lanes, whose rows hold `row_size` of them.
    Follower(Provenance& graph, const Code& code, std::uint32_t size, std::uint32_t row_size);

    /// A subgroup begins: its registers hold constants, uniforms and numbers of invocations.
    void begin(FollowedLanes& lanes) const;
    /// It runs from now on; `registers` and `active` are read as they are then.
    void take(FollowedLanes& lanes, const std::uint32_t* registers, const Mask& active,
              std::uint32_t first_invocation);
    Node node(Row row, std::uint32_t lane) const {
        return row == no_row ? Provenance::none : lanes_->nodes[index_of(row, lane)];
    }

    // follower.cpp
    /// Arithmetic, before it overwrites its operands.
    void derive(const Instruction& in);
    /// A branch at the end of a block, before its lanes part; and a block that the active lanes enter.
    void divide(const Instruction& in, std::uint32_t block);
    void enter(std::uint32_t block);
    /// The active lanes arrive at a barrier of their workgroup.
    void arrive(const Instruction& in);

    // follower_memory.cpp
    static constexpr std::uint32_t nowhere = ~0u;
    /// After a load or a store; `places` are bytes, by active lane, or nowhere.
    void load(const Instruction& in, const Memory* from, std::span<const std::uint32_t> places);
    void store(const Instruction& in, const Memory* to, std::span<const std::uint32_t> places);
    /// Of a variable of the lane's: `offset` counts rows, or is nowhere.
    void load_local(const Instruction& in, std::uint32_t lane, std::uint32_t offset);
    void store_local(const Instruction& in, std::uint32_t lane, std::uint32_t offset);
    /// After an atomic of a lane has changed a word that held `old`; the nodes are those of its operand, and
    /// of its address.
    struct AtomicValues {
        std::uint64_t old = 0, value = 0, comparator = 0;
        Node given = Provenance::none, address = Provenance::none;
    };
    void atomic(const Instruction& in, std::uint32_t lane, const Memory& memory, std::size_t word,
                bool shared, const AtomicValues& values);
    /// A texel is followed as a whole: a lane fetches some, and has them; or it stores one.
    void fetch(const Instruction& in, std::uint32_t lane, const Memory& memory, std::size_t word,
               std::uint32_t words);
    void fetched(const Instruction& in, std::uint32_t lane);
    void store_texel(const Instruction& in, std::uint32_t lane, const Memory& memory, std::size_t word,
                     std::uint32_t words);

    // follower_groups.cpp
    /// Votes and ballots. A ballot is the sum of the flags before each lane, so that its counts are of those.
    void vote(const Instruction& in);
    /// Each of these lanes gets the value of another.
    void exchange(const Instruction& in, Mask lanes, std::span<const std::uint64_t> sources);
    /// These lanes join their values; `before` is what those before each of them made.
    void combine(const Instruction& in, Mask lanes, std::span<const std::uint64_t> before,
                 std::span<const std::uint64_t> values);

  private:
    using u32 = std::uint32_t;
    using u64 = std::uint64_t;
    using Kind = Provenance::Kind;
    using Operands = Provenance::Operands;
    using Decides = Provenance::Decides;
    std::size_t index_of(Row row, u32 lane) const { return static_cast<std::size_t>(row) * row_size_ + lane; }
    Provenance::Access by(const Instruction& in, u32 lane) const {
        return {in.site, first_invocation_ + lane};
    }
    u64 value(Row row, u32 lane, bool wide) const;
    Node made_by(const Instruction& in, u32 lane, Kind kind, Op op, Node a, Node b, Node c = Provenance::none,
                 const Operands& operands = {});
    /// Both, or the one that is known.
    Node both(const Instruction& in, u32 lane, Op op, Node a, Node b);
    Node sum(const Instruction& in, u32 lane, Op op, Node a, Node b, bool a_is_0, bool b_is_0,
             const Operands& operands);
    Node part(const Instruction& in, u32 lane, Node of, u64 value, u64 constant);
    Node placed(const Instruction& in, u32 lane, Node value, Node address);
    Node under_condition(const Instruction& in, u32 lane, Node value);
    Node result_of(const Instruction& in, u32 lane, Node a, Node b, Node c);
    Node formula(const Instruction& in, u32 lane, Node a, Node b, Node c);
    void give(const Instruction& in, u32 lane, Row to, Node value);
    Node read(const Instruction& in, const Memory& from, std::size_t word, bool shared, u64 value);
    /// A word holds the value of `node` from now on.
    void write(const Instruction& in, u32 lane, const Memory& to, std::size_t word, Node node, u64 value);
    /// Where the value of a register was made; of a place in memory, its index. 0: unknown.
    u32 site_of(Row row, u32 lane) const { return row == no_row ? 0 : lanes_->sites[index_of(row, lane)]; }
    void note(const Instruction& in, u32 lane, Journal::Kind kind, std::uint8_t words, const Place& place,
              u64 value, Row made = no_row);
    void give_all(const Instruction& in, u32 rows, Mask lanes, const std::array<Node, 128>& made);

    Provenance& graph_;
    u32 size_, row_size_;
    Row rows_;
    std::vector<u32> merges_;  ///< by block: where those meet that part at its end
    FollowedLanes* lanes_ = nullptr;
    const u32* registers_ = nullptr;
    const Mask* active_ = nullptr;
    u32 first_invocation_ = 0;
    Node fetched_ = Provenance::none;
    std::unordered_map<Node, std::vector<Node>>
        ballots_;  ///< by node: the sums of the flags before each lane
};

/// Of minima and maxima: whether the second operand is the result, as arithmetic.def has it; none for other
/// instructions. And which instructions are sums, and which work on 64 bits.
std::optional<bool> takes_second(Op op, std::uint64_t a, std::uint64_t b);
bool is_sum(Op op);
bool is_wide(Op op);

}  // namespace pbp::sim
