// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <tuple>

#include "common/sim/kept/follower.hpp"
#include "common/sim/run/machine.hpp"

namespace pbp::sim {

/// Runs subgroups of one dispatch, one at a time, in executor.cpp, executor_*.cpp, races.cpp, knowledge.cpp.
class Executor {
  public:
    explicit Executor(Dispatch& dispatch);

    /// Initialises a subgroup's registers: constants, uniforms, and lane ids.
    void begin(Subgroup& subgroup);
    /// Runs a subgroup, unless it waits, until a barrier, its end, or the end of its turn; a turn also ends
    /// after `accesses` memory accesses (0: no limit).
    void run(Subgroup& subgroup, std::uint32_t rounds, std::uint32_t accesses);
    /// In a guided run: goes on until it is about to execute one more atomic than these.
    void run_atomics(Subgroup& subgroup, std::uint32_t atomics);
    /// In a guided run: an atomic of the subgroup arrives in memory.
    void arrive(Subgroup& subgroup, std::uint32_t number);

  private:
    using u32 = std::uint32_t;
    using u64 = std::uint64_t;

    // executor.cpp
    void execute_slice();
    u32* row(Row r) { return registers_ + static_cast<std::size_t>(r) * lanes_; }
    u64 value64(Row r, u32 lane) {
        const u32* words = row(r) + 2 * static_cast<std::size_t>(lane);
        return words[0] | u64{words[1]} << 32;
    }
    u32 who(u32 lane) const { return first_who_ + lane; }
    u32 invocation(u32 lane) const { return first_who_ + lane - dispatch_.base; }

    // executor_flow.cpp
    void set_active(Mask lanes);
    void know_active();
    Mask where(Row r);
    void queue(u32 block, Mask lanes, u32 split_site);
    void go(u32 block);  ///< all active lanes
    void part(u32 yes, Mask lanes, u32 no, u32 site);
    void rest();  ///< switches to the lanes that wait at the lowest block
    void enter(u32 block);
    void choose(const Instruction& in);
    void count_round(const Instruction& in, u32 header);
    u64 round_of_loops() const;
    bool may_end_alone(u32 header);
    void barrier(const Instruction& in);
    bool goes_in_circles();

    // executor_faults.cpp
    void report(Fault fault, const Instruction& in, u32 lane, u64 number = 0, u64 limit = 0,
                Place place = {});
    void look_at_remainder(const Instruction& in);
    template <typename T>
    void look_for_overflow(const Instruction& in, bool wide);
    void look_at_call(const Instruction& in);
    void divided_by_zero(const Instruction& in, bool wide);
    void shifted_too_far(const Instruction& in, bool wide);
    void shifted_too_far_if_any(const Instruction& in);
    void look_for_nan(const Instruction& in, bool wide);
    void keep_operands(const Instruction& in, bool wide);  ///< before they are overwritten

    // executor_garbage.cpp
    u32 origins(std::vector<u32> all);  ///< the number of a set of origins
    Garbage joined(const Garbage& a, const Garbage& b);
    void spoil(Row row, const Garbage& more);
    void set_garbage(const Instruction& in, Row row, const Garbage& value);  ///< of the active lanes
    Garbage garbage_in(Row first, u32 rows = 1);                             ///< in the active lanes
    void do_harm(const Garbage& garbage, const Instruction& in);
    void make_garbage(Finding made, const Instruction& in, u32 lane, Row row);
    void undefined(Fault fault, const Instruction& in, u32 lane, const char* reason = "");
    Garbage garbage_of_result(const Instruction& in);
    void pass_on_garbage(const Instruction& in);
    Garbage garbage_of(Row row, u32 lane) const;
    Garbage garbage_at(std::size_t word, u32 lane) const;  ///< of shared memory
    void keep_garbage(std::size_t word, const Garbage& garbage);
    void pass_on_in_atomic(const Instruction& in, std::size_t word, u32 lane);
    void pass_on_in_group(const Instruction& in);

    // executor_memory.cpp
    void index(const Instruction& in);
    void load(const Instruction& in, bool shared);
    void store(const Instruction& in, bool shared);
    void load_local(const Instruction& in);
    void store_local(const Instruction& in);
    void note_volatile(const Instruction& in, const Memory&, u32 lane, Place, u32 at, bool stores);
    void array_length(const Instruction& in);
    void end_turn(const Instruction& in);
    u32 load_part(const Instruction& in, const Memory& memory, u32 at) const {
        const u32 word = memory.words[at / 4] >> 8 * (at % 4);
        return (in.flags & Instruction::byte) != 0        ? word & 0xFFu
               : (in.flags & Instruction::half_word) != 0 ? word & 0xFFFFu
                                                          : word;
    }
    void changed(u32 words = 1) {  ///< in memory
        dispatch_.progress += words;
        now_->blind_rounds = 0;
    }
    void looked() {  ///< at memory that may change: addresses_ says where
        now_->looked_at = now_->looked_at * 0x9E3779B1u + (accessed_ > 0 ? addresses_[0] + 2 : 1);
        now_->blind_rounds = 0;
    }
    static constexpr u32 nowhere = 0xFFFFFFFFu;
    Memory* memory(const Instruction& in, bool shared, Place& place);
    bool is_plain(const Instruction& in, const Memory* memory, bool shared) const;
    void load_together(const Instruction& in, Memory& from, Touch now, const Place& place, Guard* guard);
    void store_together(const Instruction& in, Memory& to, Touch now, const Place& place, Guard& guard);
    /// The bytes of the lanes' accesses; nowhere if one would be out of bounds, which is then reported.
    void find_addresses(const Instruction& in, const Memory* memory, Place place);
    /// Bytes that each lane moves.
    static u32 length_of(const Instruction& in) {
        if (in.op == Op::atomic_buffer || in.op == Op::atomic_shared)
            return (in.flags & Instruction::wide) != 0 ? 8 : 4;
        return (in.flags & Instruction::byte) != 0        ? 1
               : (in.flags & Instruction::half_word) != 0 ? 2
                                                          : in.n * 4u;
    }
    /// One word of a memory access among a lane's rows.
    u32& word_of(const Instruction& in, Row first, u32 k, u32 lane) {
        return (in.flags & Instruction::wide) != 0 ? row(first + k / 2 * 2)[2 * lane + k % 2]
                                                   : row(first + k)[lane];
    }
    // executor_atomics.cpp
    void take(Subgroup& subgroup);
    bool stops_before_atomic();
    AtomicUse use_of(const Instruction& in, const Memory&, u32 lane, Place, Atomic, bool changed) const;
    void atomic(const Instruction& in, bool shared);
    static u64 updated(Atomic operation, bool wide, u64 old, u64 value, u64 comparator);
    u64 perform(const Instruction& in, Memory& memory, u32 lane, Place place, const Given& given);
    void post(const Instruction& in, Memory& memory, u32 lane, Place place, const Given& given);
    void perform_posted(Subgroup& of, const std::function<bool(const Posted&)>& picked);
    void perform_posted_at(const Memory* memory, u32 words);
    bool follows(const Subgroup& of, const Posted& one) const;
    void order_posted(Reach reach, u32 covers);
    void overtake_posted(const Instruction& in);
    void read_early(const Instruction& in, const Memory& memory, u32 lane, Place place);

    // executor_counts.cpp
    void count_shared(const Instruction& in);
    void count_buffer(const Instruction& in);
    bool side_by_side(u32 length) const;
    bool rising(u32 length) const;
    void find_words(u32 length);
    u32 sectors_of(u32 length);
    void keep_sample(u32 cost, u32 length);
    void note_whose(const Instruction& in, u32 lane, std::size_t word);
    void note_whose(const Instruction& in);
    void note_store(const Instruction& in, bool shared, const Memory* to);

    // races.cpp
    /// What the accesses of its lanes have in common: all but `who`.
    Touch touch(const Instruction& in);
    Touch touch(Mark mark) const;  ///< of this dispatch
    /// Check for races, and record the accesses of cells side by side: of now.who, and of the invocations
    /// after it. Most words belong to one invocation, or are read by a whole subgroup at once: then there is
    /// nothing to check.
    void reads(Memory& memory, std::size_t cell, const Instruction& in, Touch now, const Place& place,
               u32 count = 1);
    void writes(Memory& memory, std::size_t cell, Touch now, const Place& place, const u32* values,
                u32 count = 1);
    void counts_ordering(u32 moment);  ///< the barriers between it and now
    /// All active lanes, which are in a row, read one word.
    void reads_by_all(Memory& memory, std::size_t cell, const Instruction& in, Touch now, const Place& place);
    /// An atomic that changes the word; `reads` it first unless it only stores.
    void changes(Memory& memory, std::size_t cell, const Instruction& in, const Touch& now, Place place,
                 u32 value, bool reads);
    void read_unwritten(const Instruction& in, const Touch& now, Place place);
    void reads_among_others(Memory& memory, std::size_t cell, const Instruction& in, const Touch& now,
                            Place place);
    void writes_among_others(Memory& memory, std::size_t cell, const Touch& now, Place place, u32 value);
    void check_reads(const Shadow& shadow, const Touch& now, Place place, u32 value, u32 other);
    void check_span(const Span& span, const Touch& now, bool was_write, bool is_write, Place place, u32 value,
                    u32 other);
    Crowd& crowd_of(Shadow& shadow, Place::Space space);
    void add_to(std::vector<Span>& spans, const Touch& now, bool were_reads);
    /// Last accessed by this invocation, or in an earlier dispatch.
    bool is_own_or_old(Mark before, const Touch& now) const {
        return before.who < dispatch_.base || before.who == now.who;
    }
    bool is_own_or_old(const Span& before, const Touch& now) const {
        return before.first < dispatch_.base ||
               (now.who - before.first < 32 && before.lanes == 1u << (now.who - before.first));
    }
    u32 first_of_span(u32 who) const { return who - (who - dispatch_.base) % 32; }
    /// True if a dispatch may change what is bound, so that reads of it can race.
    bool changes_in_dispatch(const Memory* memory) const {
        return std::ranges::binary_search(dispatch_.changing, memory);
    }
    bool is_over(const Span& reads, const Touch& now) const;
    enum class Order : std::uint8_t { ordered, unordered, not_visible };
    Order order(const Touch& before, const Touch& now, bool was_write, Place::Space space) const;
    Lacks missing_fence(const Touch& before, const Touch& now, Order found, Place::Space space) const;
    bool passes_on(const Touch& one, const Touch& write, const Touch& read) const;
    Reach reach_between(u32 one, u32 other) const;
    bool fenced(const Touch& before, u32 until_clock, u32 until_epoch, Reach reach, Storage storage) const;
    bool exclude_each_other(const Touch& a, const Touch& b) const;
    std::optional<Order> met_since(const Touch& before, const Touch& now, bool was_write,
                                   Storage storage) const;
    bool knows(const Touch& before, const Touch& now, bool was_write, Storage storage) const;
    bool check(const Touch& before, const Touch& now, bool was_write, bool is_write, Place place, u32 value,
               u32 other);
    std::vector<Fence>& fences_of(u32 who) const;
    // knowledge.cpp
    Told& told(Place::Space space) const;
    void hand_over(const Shadow& shadow, const Touch& now, Place::Space space, bool replaces);
    void take_over(const Shadow& shadow, const Touch& now, Place::Space space);
    void fence(const Instruction& in);
    static bool orders_shared(const Instruction& barrier);
    void acquire(View& view, Reach reach, u32 covers);
    void meet_lanes();
    std::vector<View>& views();
    const View* view_of(u32 who) const {
        const u32 lane = who - first_who_;
        return lane < now_->views.size() ? &now_->views[lane] : nullptr;
    }

    // executor_groups.cpp
    void group(const Instruction& in);
    void vote(const Instruction& in);
    void ballot(const Instruction& in);
    void exchange(const Instruction& in);
    static bool is_exchange(Group group) {
        return group == Group::broadcast || group == Group::broadcast_first ||
               (group >= Group::shuffle && group <= Group::quad_swap);
    }
    void combine(const Instruction& in);
    static u64 combined(Group group, bool wide, u64 a, u64 b);
    void refuse_cluster(const Instruction& in, u32 cluster);
    u64 group_value(const Instruction& in, u32 lane);  ///< a lane's contribution
    std::array<u64, 128> group_values(const Instruction& in);
    void set_group_value(const Instruction& in, u32 lane, u64 value);

    // executor_images.cpp
    struct ImageUse;
    void image(const Instruction& in);
    Texel fetched(const ImageUse& use, std::size_t texel);
    void sample(const ImageUse& use, u32 lane);
    std::optional<std::size_t> texel_of(const ImageUse& use, u32 lane);
    void change_texel(const ImageUse& use, std::size_t word, std::span<const u32> given);
    void use_texel(const ImageUse& use, u32 lane);

    Dispatch& dispatch_;
    const Code& code_;
    const u32 size_;                             ///< lanes of a subgroup
    const u32 lanes_;                            ///< the same, rounded up to whole vectors
    std::array<std::vector<u32>, 3> local_ids_;  ///< by dimension, and invocation of a workgroup
    std::vector<u32> constants_;  ///< a full set of registers, with all values that do not depend on the lane
    Subgroup* now_ = nullptr;
    u32 *registers_ = nullptr, *mask_ = nullptr;
    std::optional<Follower> follower_;  ///< none: nobody asks where values come from
    StepRecorder* const steps_;         ///< null: nobody goes through it line by line
    // Some atomics reach only their workgroup, or less; some barriers do not order shared memory.
    bool narrow_atomics_ = false, weak_barriers_ = false;
    std::map<u32, bool> ends_alone_;          ///< by header, of loops that have been asked about
    bool full_ = false, is_watched_ = false;  ///< by the follower or the recorder of steps
    u32 active_count_ = 0, first_lane_ = 0;   ///< of the active lanes
    bool in_a_row_ = false;                   ///< no inactive lane is between active ones
    enum class Pattern : std::uint8_t { any, side_by_side, one_word };
    Pattern pattern_ = Pattern::any;  ///< of addresses_, if the lanes are in a row
    u32 first_who_ = 0, first_of_group_ = 0;
    std::vector<Fence>* fences_ = nullptr;  ///< passed by this subgroup
    u32 rounds_left_ = 0, accesses_left_ = 0, atomics_left_ = 0;
    std::vector<std::vector<u32>> origins_;  ///< sets of findings, and of variables from Garbage::unset on
    std::map<std::vector<u32>, u32> origin_numbers_;
    Row loading_ = 0;                                 ///< where the word being loaded goes
    std::array<std::array<u64, 3>, 128> operands_{};  ///< by lane: those that an instruction overwrites
    static constexpr u32 no_moment = 0xFFFFFFFFu;
    std::tuple<KnowledgePtr, KnowledgePtr, KnowledgePtr> last_learnt_;  ///< known, learnt, and both
    std::vector<std::pair<Moment, u32>> last_moments_;  ///< by instruction: the last one, and its number
    std::minstd_rand chance_;                           ///< which atomics are posted, and until when
    bool yields_ = false;
    std::array<u32, 1024> addresses_{};  ///< in bytes, for the access being counted
    std::vector<u32> costliest_;         ///< by instruction: 1 + the cost of the kept sample
    std::array<u32, 128> found_{};       ///< per active lane; or nowhere
    u32 accessed_ = 0;                   ///< how many of them
    std::vector<u32> words_;             ///< accessed by them, in ascending order
};

}  // namespace pbp::sim
