// SPDX-License-Identifier: MIT
// Control flow: branches diverge lanes, merges reconverge them, barriers and the ends of turns stop them.
#include <algorithm>
#include <bit>
#include <utility>

#include "common/sim/code/influence.hpp"
#include "common/sim/run/executor.hpp"
#include "common/sim/run/lanes.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

void Executor::know_active() {
    const Mask active = now_->active;
    active_count_ = active.count(), first_lane_ = active.lowest();
    full_ = active == Mask::first(size_);
    in_a_row_ = full_ || active == Mask::first(first_lane_ + active_count_) - Mask::first(first_lane_);
}

PBP_VECTORISED void Executor::set_active(Mask lanes) {
    now_->active = lanes;
    know_active();
    const u32 count = std::min(lanes_, 32u) & ~7u;  // whole vectors
    for (u32* mask = mask_; mask < mask_ + size_; mask += 32)
        for (u32 lane = 0, bits = lanes.word(static_cast<u32>(mask - mask_) / 32); lane < count; ++lane)
            mask[lane] = 0u - (bits >> lane & 1u);
}

PBP_VECTORISED Mask Executor::where(Row r) {
    Mask found;
    const u32 count = std::min(lanes_, 32u) & ~7u;
    for (u32 first = 0; first < size_; first += 32) {
        const u32* const values = row(r) + first;
        u32 bits = 0;
        for (u32 lane = 0; lane < count; ++lane) bits |= (values[lane] & 1u) << lane;
        (first < 64 ? found.low : found.high) |= u64{bits} << first % 64;
    }
    return found & now_->active;
}

void Executor::enter(u32 block) {
    auto& count = dispatch_.counters.blocks[block];
    ++count.runs;
    count.lanes += active_count_;
    now_->block = block;
    now_->next = code_.blocks[block].first;
    if (follower_) follower_->enter(block);
    auto& steps = dispatch_.evidence.steps;
    if (now_->group->number == 0 && steps.size() < Evidence::most_steps)
        steps.push_back({now_->index, block, now_->active});
}

// Lanes start to wait at a block, together with those already there; the lowest block stays last.
void Executor::queue(u32 block, Mask lanes, u32 split_site) {
    auto& waiting = now_->waiting;
    const auto at = std::ranges::find_if(waiting, [&](const Waiting& one) { return one.block <= block; });
    if (at != waiting.end() && at->block == block)
        at->lanes = at->lanes | lanes;
    else
        waiting.insert(at, {block, split_site, lanes});
}

// The active lanes continue at a block; lanes that wait at a lower one run first, lanes that wait there join.
void Executor::go(u32 block) {
    auto& waiting = now_->waiting;
    if (!waiting.empty() && waiting.back().block <= block) {
        if (waiting.back().block == block) {
            set_active(now_->active | waiting.back().lanes);
            now_->split_site = waiting.back().split_site;
            waiting.pop_back();
        } else {
            queue(block, now_->active, now_->split_site);
            return rest();
        }
    }
    enter(block);
}

void Executor::rest() {
    auto& waiting = now_->waiting;
    if (waiting.empty()) {
        now_->has_ended = yields_ = true;
        if (now_->posted.empty()) now_->state = Subgroup::State::done;
        ++dispatch_.progress;
        return;
    }
    const Waiting next = waiting.back();
    waiting.pop_back();
    now_->split_site = next.split_site;
    set_active(next.lanes);
    enter(next.block);
}

void Executor::part(u32 yes, Mask lanes, u32 no, u32 site) {
    const Mask others = now_->active - lanes;
    if (others.empty()) return go(yes);
    if (lanes.empty()) return go(no);
    queue(yes, lanes, site);
    queue(no, others, site);
    rest();
}

void Executor::barrier(const Instruction& in) {
    now_->barrier = now_->next - 1;
    ++dispatch_.counters.accesses[now_->next - 1].runs;
    dispatch_.counters.accesses[now_->next - 1].lanes += active_count_;
    if (in.n == spv::ScopeSubgroup) {
        fence(in);
        return meet_lanes();
    }
    if (follower_) follower_->arrive(in);
    order_posted(Reach::workgroup, ~0u);  // also without a memory barrier, to be on the safe side
    const u32 shared = weak_barriers_ ? u32{spv::MemorySemanticsWorkgroupMemoryMask} : 0u;
    if ((in.x & (spv::MemorySemanticsUniformMemoryMask | spv::MemorySemanticsImageMemoryMask | shared)) != 0)
        fence(in);
    const Mask missing = now_->exists - now_->active;
    if (!missing.empty()) {
        Finding made;
        made.fault = Fault::divergent_barrier;
        made.here = {in.site, invocation(now_->active.lowest())};
        made.there = {now_->exit_site, invocation(missing.lowest())};
        for (const auto& one : now_->waiting)
            if (!(one.lanes & missing).empty()) {
                const auto& block = code_.blocks[one.block];
                made.there = {code_.instructions[block.first].site, invocation(one.lanes.lowest())};
                made.split_site = now_->split_site != 0 ? now_->split_site : one.split_site;
            }
        if (made.split_site == 0) made.split_site = now_->split_site;
        made.number = now_->active.count();
        made.limit = missing.count();
        dispatch_.found(made);
    }
    now_->barrier_round = round_of_loops();
    now_->joins_a_trip = false;
    now_->state = Subgroup::State::at_barrier;
    yields_ = true;
    if (steps_ != nullptr) steps_->waits();
}

// The rounds of all loops around the running block: two subgroups meet at a barrier only if these agree.
std::uint64_t Executor::round_of_loops() const {
    u64 round = 0;
    for (const Loop& loop : now_->loops)
        if (loop.first <= now_->block && now_->block <= loop.last)
            round = (round ^ loop.first) * 0x9E3779B97F4A7C15u + loop.rounds;
    return round;
}

void Executor::take(Subgroup& subgroup) {
    now_ = &subgroup;
    registers_ = subgroup.registers.data();
    mask_ = subgroup.lane_mask.data();
    know_active();
    first_of_group_ = dispatch_.base + subgroup.group->number * dispatch_.local_count();
    first_who_ = first_of_group_ + subgroup.index * size_;
    fences_ =
        &dispatch_.fences[std::size_t{subgroup.group->number} * dispatch_.subgroup_count() + subgroup.index];
    if (follower_)
        follower_->take(subgroup.followed, registers_, subgroup.active, first_who_ - dispatch_.base);
    if (steps_ != nullptr) steps_->take(subgroup.group->number, subgroup.index, registers_, subgroup.active);
}

void Executor::run_atomics(Subgroup& subgroup, u32 atomics) {
    take(subgroup);
    rounds_left_ = ~0u;
    accesses_left_ = 0;
    atomics_left_ = atomics;
    yields_ = false;
    if (!subgroup.has_ended && subgroup.state == Subgroup::State::ready) execute_slice();
    if (steps_ != nullptr) steps_->pause();
}

void Executor::arrive(Subgroup& subgroup, u32 number) {
    take(subgroup);
    const auto found = std::ranges::find(subgroup.posted, number, &Posted::number);
    const Posted arriving = *found;
    for (auto& one : subgroup.posted)
        if (one.lane == arriving.lane && one.number < number && one.overtaker == 0)
            one.overtaker = arriving.in->site;
    subgroup.posted.erase(found);
    if (subgroup.posted.empty()) std::erase(dispatch_.posting, now_);
    perform(*arriving.in, *arriving.memory, arriving.lane, arriving.place, arriving.given);
    if (subgroup.has_ended && subgroup.posted.empty()) subgroup.state = Subgroup::State::done;
}

void Executor::run(Subgroup& subgroup, u32 rounds, u32 accesses) {
    const bool goes_on =
        subgroup.state == Subgroup::State::ready && (dispatch_.all_wait || !dispatch_.waits(subgroup));
    if (!goes_on && subgroup.posted.empty()) return;
    take(subgroup);
    constexpr u32 odds = 8;  // 1 in 8 that posted atomics arrive now
    if (!subgroup.posted.empty() && chance_() % odds == 0)
        perform_posted(subgroup, [](const Posted&) { return true; });
    if (!goes_on) return;
    rounds_left_ = rounds;
    accesses_left_ = accesses;
    yields_ = false;
    if (!subgroup.has_ended)
        execute_slice();
    else if (subgroup.posted.empty())
        subgroup.state = Subgroup::State::done;
    if (steps_ != nullptr) steps_->pause();
}

// One iteration of a loop. Loops that look at the same memory, which does not change, are given up after many
// iterations; others, and those that count, which may end by themselves, only after very many.
void Executor::count_round(const Instruction& in, u32 header) {
    auto& loops = now_->loops;
    while (!loops.empty() && loops.back().first > header) loops.pop_back();  // those inside begin anew
    if (loops.empty() || loops.back().first != header) loops.push_back({header, now_->block, 0});
    loops.back().last = std::max(loops.back().last, now_->block);
    ++loops.back().rounds;
    now_->loop_site = in.site;
    if (now_->seen_progress != dispatch_.progress) {
        now_->seen_progress = dispatch_.progress;
        now_->rounds = now_->looks = 0;
    }
    ++now_->rounds;
    if (now_->looked_at != 0 && now_->looked_at == now_->looked_before) ++now_->looks;
    now_->looked_before = std::exchange(now_->looked_at, 0);
    ++now_->all_rounds;
    ++now_->blind_rounds;
    const u64 most = dispatch_.settings.most_rounds;
    constexpr u64 enough = 1000;
    const bool repeats = dispatch_.all_wait && now_->rounds >= std::min(most, enough),  // nobody is left
        looks = now_->looks + 2 >= now_->rounds;  // the first rounds have none before them
    const bool waits = repeats || (looks && now_->rounds > most && !may_end_alone(header));
    if (waits || now_->all_rounds > most * dispatch_.settings.patience) {
        Finding made;
        made.fault = looks && waits ? Fault::stuck : Fault::endless_loop;
        made.here = {in.site, invocation(now_->active.lowest())};
        made.value = repeats ? 1 : 0;
        made.number = repeats || made.fault == Fault::stuck ? now_->rounds : now_->all_rounds;
        dispatch_.found(made);
        dispatch_.stopped = true;
        yields_ = true;
    }
    constexpr u64 often = 1024;
    if (now_->all_rounds % often == 0 && dispatch_.deadline.is_over())
        throw TimeUp{in.site, invocation(now_->active.lowest())};
    constexpr u64 many = 64;
    if (now_->rounds >= many && goes_in_circles()) {
        now_->repeats_at = dispatch_.changes();
        yields_ = true;
    }
    // A loop that does not look at memory waits for nobody: it goes on until it ends, or is given up.
    constexpr u64 alone = 1000;
    if (rounds_left_ > 0) --rounds_left_;
    if (rounds_left_ == 0 && now_->blind_rounds < alone) yields_ = true;
}

bool Executor::may_end_alone(u32 header) {
    const auto [at, is_new] = ends_alone_.try_emplace(header);
    if (is_new) at->second = sim::may_end_alone(code_, header);
    return at->second;
}

// True if the subgroup is where it was some rounds ago, and memory is as it was then: only another subgroup
// can change what it does next. It is compared with its state after the last power of two of rounds (Brent
// 1980), which finds a cycle of any length. Threads do not see each other's changes to memory, so they cannot
// tell.
bool Executor::goes_in_circles() {
    if (dispatch_.locks != nullptr || !now_->posted.empty() || dispatch_.waits(*now_)) return false;
    Past& past = now_->past;
    const auto& registers = now_->registers;
    if (std::has_single_bit(now_->rounds) || past.changes != dispatch_.changes()) {
        past = {dispatch_.changes(), now_->block, now_->active, now_->waiting, now_->registers, past.differs};
        return false;
    }
    if (registers[past.differs] != past.registers[past.differs]) return false;
    if (const auto found = std::ranges::mismatch(registers, past.registers).in1; found != registers.end()) {
        past.differs = static_cast<std::size_t>(found - registers.begin());
        return false;
    }
    return past.block == now_->block && past.active == now_->active && past.waiting == now_->waiting;
}

void Executor::choose(const Instruction& in) {
    const auto& choice = code_.choices[in.x];
    u32 lowest = choice.otherwise;
    for (const auto& target : choice.targets) lowest = std::min(lowest, target.second);
    if (lowest <= now_->block) count_round(in, lowest);
    Mask left = now_->active;
    const auto take = [&](u32 block, Mask lanes) {
        if (!lanes.empty()) queue(block, lanes, lanes == now_->active ? now_->split_site : in.site);
    };
    for (const auto& target : choice.targets) {
        Mask same;
        left.each([&](u32 lane) {
            if (row(in.a)[lane] == static_cast<u32>(target.first)) same.add(lane);
        });
        left = left - same;
        take(target.second, same);
    }
    take(choice.otherwise, left);
    rest();
}

}  // namespace pbp::sim
