// SPDX-License-Identifier: MIT
// Subgroup scheduling. A workgroup begins when another ends, or when all that have begun are only waiting.
#include <algorithm>
#include <exception>
#include <memory>
#include <thread>

#include "common/base/fnv.hpp"
#include "common/sim/run/executor.hpp"
#include "common/sim/run/machine.hpp"
#include "common/sim/run/shuffle.hpp"
#include "common/sim/run/snapshot.hpp"

namespace pbp::sim {

namespace {

using State = Subgroup::State;

class Scheduler {
  public:
    /// Runs every `threads`-th workgroup, from number `first` on.
    Scheduler(Dispatch& dispatch, std::uint32_t first, std::uint32_t threads)
        : dispatch_(dispatch), executor_(dispatch), random_(dispatch.settings.seed) {
        for (std::uint64_t number = first; number < dispatch.group_count(); number += threads)
            order_.push_back(static_cast<std::uint32_t>(number));
        if (dispatch.settings.order == Settings::Order::reverse) std::ranges::reverse(order_);
        if (dispatch.settings.order == Settings::Order::random) shuffle(order_, random_);
    }

    void run() {
        const bool random = dispatch_.settings.order == Settings::Order::random;
        take_turns();
        const std::size_t wanted = !random ? 1 : dispatch_.settings.seed % 4 == 3 ? 48 : 8;
        while (!dispatch_.stopped) {
            while (alive_.size() < wanted && next_ < order_.size()) admit();
            if (alive_.empty()) return;
            const auto before = dispatch_.progress;
            if ((!random || turns_ % 64 == 0) && dispatch_.deadline.is_over()) throw time_up();
            if (random) {
                // Occasionally one sleeps while the others run: shaders must cope with late subgroups.
                if (turns_ == wake_) {
                    asleep_ = random_() % (alive_.size() + 2);
                    wake_ += shortest_nap << random_() % 8;
                }
                auto& group = *alive_[random_() % alive_.size()];
                auto& subgroup = group.subgroups[random_() % group.subgroups.size()];
                const auto accesses = 1 + static_cast<std::uint32_t>(random_() % 4);
                if (!sleeps(group)) turn(group, subgroup, turn_rounds, accesses);
                // From time to time all get a turn, so that random choices starve none.
                if (++turns_ % 64 == 0) all_in_turn(1);
            } else {
                all_in_turn(turn_rounds);
            }
            for (std::size_t g = 0; g < alive_.size();) {
                if (std::ranges::all_of(alive_[g]->subgroups,
                                        [](const auto& one) { return one.state == State::done; })) {
                    spare_.push_back(std::move(alive_[g]));
                    alive_.erase(alive_.begin() + static_cast<std::ptrdiff_t>(g));
                } else {
                    ++g;
                }
            }
            idle_ = dispatch_.progress == before ? idle_ + 1 : 0;
            // All of them wait for something that has not begun yet.
            if (idle_ <= (random ? 256u : 1u)) continue;
            if (next_ < order_.size() && alive_.size() < most_alive) {
                admit();
                idle_ = 0;
            } else if (Subgroup* const stuck = first_that_waits(); stuck != nullptr) {
                dispatch_.all_wait = true;
                while (!dispatch_.stopped) executor_.run(*stuck, turn_rounds, 0);
            }
        }
    }

    /// In the order that the dispatch's guide chooses: all workgroups are there from the start.
    void run_guided() {
        Guide& guide = *dispatch_.guide;
        while (next_ < order_.size()) admit();
        stops_.assign(dispatch_.group_count() * dispatch_.subgroup_count(), {});
        for (settle(guide); !dispatch_.stopped; settle(guide)) {
            if (dispatch_.deadline.is_over()) throw TimeUp{};
            const auto able = able_to_go_on();
            if (able.empty()) break;
            const auto chosen = guide.next(able);
            if (!chosen) return;
            const auto count = static_cast<std::uint32_t>(stops_.size());
            Subgroup& subgroup = subgroup_of(*chosen % count);
            if (*chosen < count) {
                executor_.run_atomics(subgroup, 1);
                note_stop(subgroup, stops_[*chosen]);
            } else {
                executor_.arrive(subgroup, *chosen / count - 1);
            }
            guide.stepped();
        }
        for (std::uint32_t k = 0; k < stops_.size(); ++k) {
            Subgroup& one = subgroup_of(k);
            if (one.state != State::ready || one.has_ended) continue;
            dispatch_.all_wait = true;  // for each other
            while (!dispatch_.stopped) executor_.run_atomics(one, ~0u);
        }
    }

  private:
    static constexpr std::uint32_t turn_rounds = 2000;
    static constexpr std::size_t most_alive = 256;
    static constexpr std::uint64_t shortest_nap = 32;  // turns

    // As somebody chose. Turns of what is not there, has ended or waits are passed over.
    void take_turns() {
        for (const auto& [number, index, accesses] : dispatch_.settings.turns) {
            if (dispatch_.deadline.is_over()) throw time_up();
            if (number >= std::min<std::uint64_t>(dispatch_.group_count(), most_alive) ||
                index >= dispatch_.subgroup_count() || dispatch_.stopped)
                continue;
            while (next_ <= number) admit();
            auto& group = **std::ranges::find(alive_, number, [](const auto& one) { return one->number; });
            turn(group, group.subgroups[index], turn_rounds, accesses);
        }
    }

    // Names a loop, if one has gone round many times.
    TimeUp time_up() const {
        constexpr std::uint64_t many = 1000;
        for (const auto& group : alive_)
            for (const auto& one : group->subgroups)
                if (one.state == State::ready && one.all_rounds > many)
                    return {one.loop_site, group->number * dispatch_.local_count() +
                                               one.index * dispatch_.settings.subgroup_size +
                                               one.active.lowest()};
        return {};
    }

    bool sleeps(const Workgroup& group) const {
        return alive_.size() > 1 && asleep_ < alive_.size() && alive_[asleep_].get() == &group;
    }

    void admit() {
        auto group = spare_.empty() ? std::make_unique<Workgroup>() : std::move(spare_.back());
        if (!spare_.empty()) spare_.pop_back();
        group->number = order_[next_++];
        const auto [x, y, z] = dispatch_.groups;
        group->id = {group->number % x, group->number / x % y, group->number / (x * y)};
        group->epoch = group->ordering = group->fences = 0;
        group->forget();
        group->shared.words.assign((dispatch_.code.shared_bytes + 3) / 4, untouched);
        group->shared.finer = dispatch_.code.shared_finer;
        group->shared.shadow.assign(group->shared.words.size() << group->shared.finer, {});
        group->crowds.forget();
        for (const auto& one : dispatch_.code.shared)
            if (one.zeroed)
                for (std::uint32_t word = one.offset / 4; word < (one.offset + one.bytes + 3) / 4; ++word) {
                    group->shared.words[word] = 0;
                    group->shared.each_cell(word * 4, 4, [&](std::size_t cell) {
                        group->shared.shadow[cell].write.who = Mark::initialised;
                    });
                }
        group->shared.bytes = dispatch_.code.shared_bytes;
        group->subgroups.resize(dispatch_.subgroup_count());
        for (std::uint32_t i = 0; i < group->subgroups.size(); ++i) {
            auto& subgroup = group->subgroups[i];
            Subgroup fresh;  // in the memory of an earlier workgroup
            fresh.group = group.get();
            fresh.index = i;
            fresh.registers.swap(subgroup.registers);
            fresh.lane_mask.swap(subgroup.lane_mask);
            subgroup = std::move(fresh);
            executor_.begin(subgroup);
        }
        alive_.push_back(std::move(group));
        ++dispatch_.progress;
        ++dispatch_.admitted;
    }

    void turn(Workgroup& group, Subgroup& subgroup, std::uint32_t rounds, std::uint32_t accesses) {
        executor_.run(subgroup, rounds, accesses);
        meet(group);
    }

    /// Where a subgroup is in a guided run.
    struct Stop {
        bool at_atomic = false, spins = false;
        std::uint64_t changes = 0;  ///< to memory, since when it has been in these states before atomics
        std::vector<std::uint64_t> states = {};
    };

    Subgroup& subgroup_of(std::uint32_t number) {
        const auto count = dispatch_.subgroup_count();
        return alive_[number / count]->subgroups[number % count];
    }

    // It spins if it has been here before, and memory has not changed since.
    void note_stop(const Subgroup& subgroup, Stop& stop) const {
        const auto& next =
            dispatch_.code
                .instructions[std::min<std::size_t>(subgroup.next, dispatch_.code.instructions.size() - 1)];
        stop.at_atomic = subgroup.state == State::ready && !subgroup.has_ended && is_atomic(next);
        if (!stop.at_atomic) return;
        if (stop.changes != dispatch_.changes()) stop.states.clear();
        stop.changes = dispatch_.changes();
        const auto state = quick_sum(subgroup.registers.data(), subgroup.registers.size()) + subgroup.next;
        stop.spins = std::ranges::find(stop.states, state) != stop.states.end();
        stop.states.push_back(state);
    }

    // All go on to their next atomic, or a barrier, or their end.
    void settle(Guide& guide) {
        for (bool any = true; any && !dispatch_.stopped;) {
            any = false;
            for (std::uint32_t k = 0; k < stops_.size() && !dispatch_.stopped; ++k) {
                Subgroup& one = subgroup_of(k);
                if (one.state != State::ready || one.has_ended || stops_[k].at_atomic || dispatch_.waits(one))
                    continue;
                executor_.run_atomics(one, 0);
                note_stop(one, stops_[k]);
                any = true;
            }
            for (const auto& group : alive_) {
                const auto before = group->epoch;
                meet(*group);
                if (group->epoch == before) continue;
                guide.met(group->number);
                any = true;
            }
        }
    }

    std::vector<std::uint32_t> able_to_go_on() {
        std::vector<std::uint32_t> able;
        const auto count = static_cast<std::uint32_t>(stops_.size());
        for (std::uint32_t k = 0; k < count; ++k) {
            const Subgroup& one = subgroup_of(k);
            const Stop& stop = stops_[k];
            const bool waits = stop.spins && stop.changes == dispatch_.changes();
            if (one.state == State::ready && stop.at_atomic && !waits) able.push_back(k);
            for (const auto& atomic : one.posted) able.push_back((atomic.number + 1) * count + k);
        }
        return able;
    }

    // If all that could still change memory go in circles, none of them ever leaves: the first one, or none.
    Subgroup* first_that_waits() {
        Subgroup* first = nullptr;
        for (const auto& group : alive_)
            for (auto& one : group->subgroups) {
                if (one.state != State::ready && one.posted.empty()) continue;
                if (!dispatch_.waits(one)) return nullptr;
                if (first == nullptr) first = &one;
            }
        return first;
    }

    void all_in_turn(std::uint32_t rounds) {
        for (std::size_t g = 0; g < alive_.size() && !dispatch_.stopped; ++g) {
            auto& group = *alive_[g];
            if (sleeps(group)) continue;
            const auto count = group.subgroups.size();
            const bool reverse = dispatch_.settings.order == Settings::Order::reverse;
            for (std::size_t k = 0; k < count && !dispatch_.stopped; ++k)
                turn(group, group.subgroups[reverse ? count - 1 - k : k], rounds, 0);
        }
    }

    // If all subgroups that have not ended are at a barrier, they continue.
    void meet(Workgroup& group) {
        bool any = false;
        for (const auto& one : group.subgroups) {
            if (one.state == State::ready) return;
            any |= one.state == State::at_barrier;
        }
        if (!any) return;
        check_meeting(group);
        share_knowledge(group);
        ++group.epoch;
        ++dispatch_.progress;
        for (auto& one : group.subgroups)
            if (one.state == State::at_barrier) one.state = State::ready;
    }

    static void share_knowledge(Workgroup& group) {
        View all;
        bool any = false;
        for (const auto& subgroup : group.subgroups)
            for (const View& one : subgroup.views) {
                any = true;
                for (std::size_t k = 0; k < storages; ++k) all.known[k] = both(all.known[k], one.known[k]);
                all.pending = both(all.pending, one.pending);
                all.near = both(all.near, one.near);
            }
        if (!any) return;
        for (auto& subgroup : group.subgroups) subgroup.views.assign(subgroup.lane_mask.size(), all);
    }

    // Some may have ended, or be at another barrier.
    void check_meeting(Workgroup& group) {
        const auto first = std::ranges::find(group.subgroups, State::at_barrier, &Subgroup::state);
        for (const auto& other : group.subgroups) {
            const bool ended = other.state == State::done;
            const auto is_here = [&](const Subgroup& one) {
                return one.state == State::at_barrier && one.barrier == first->barrier &&
                       one.barrier_round == first->barrier_round;
            };
            if (is_here(other)) continue;
            Finding made;
            made.fault = Fault::divergent_barrier;
            const auto invocation = [&](const Subgroup& one) {
                return group.number * dispatch_.local_count() + one.index * dispatch_.settings.subgroup_size +
                       (one.active.empty() ? 0 : one.active.lowest());
            };
            const auto site = [&](const Subgroup& one) {
                return dispatch_.code.instructions[one.barrier].site;
            };
            made.here = {site(*first), invocation(*first)};
            made.there = {ended ? other.exit_site : site(other), invocation(other)};
            made.value = ended ? 0 : other.barrier == first->barrier ? 1 : 2;
            for (const auto& one : group.subgroups) {
                if (is_here(one))
                    made.number += one.active.count();
                else
                    made.limit += one.exists.count();
            }
            dispatch_.findings.add(made);
            return;
        }
    }

    Dispatch& dispatch_;
    Executor executor_;
    std::mt19937_64 random_;
    std::vector<std::uint32_t> order_;
    std::size_t next_ = 0;
    std::vector<std::unique_ptr<Workgroup>> alive_, spare_;
    std::uint64_t idle_ = 0, turns_ = 0, wake_ = 0;
    std::vector<Stop> stops_;               // by subgroup, in a guided run
    std::size_t asleep_ = ~std::size_t{0};  // index among those alive; past the end if none
};

/// True if the workgroups cannot communicate: then threads may share them.
bool is_apart(const Dispatch& dispatch) {
    return dispatch.settings.order == Settings::Order::in_order && dispatch.images.empty() &&
           dispatch.provenance == nullptr && dispatch.steps == nullptr &&
           std::ranges::none_of(dispatch.code.instructions, [](const Instruction& in) {
               return in.op == Op::atomic_buffer || (in.op <= Op::store_buffer && in.op >= Op::load_buffer &&
                                                     (in.flags & Instruction::atomic) != 0);
           });
}

/// How fine its shadows must be for all blocks that it is bound to.
std::uint8_t cells_needed(const Dispatch& dispatch, const Memory* memory) {
    std::uint8_t finer = 0;
    for (std::size_t b = 0; b < dispatch.buffers.size(); ++b)
        if (dispatch.buffers[b] == memory) finer = std::max(finer, dispatch.code.buffers[b].finer);
    return finer;
}

}  // namespace

void run(Dispatch& dispatch) {
    dispatch.counters = Counters(dispatch.code.blocks.size(), dispatch.code.instructions.size());
    dispatch.fences.assign(dispatch.group_count() * dispatch.subgroup_count(), {});
    for (Memory* memory : dispatch.buffers)
        if (memory != nullptr) memory->watch(cells_needed(dispatch, memory));
    for (ImageMemory* image : dispatch.images)
        if (image != nullptr) image->memory.watch(0);
    Moments moments;
    dispatch.moments = &moments;
    dispatch.changing = changed_by(dispatch);
    dispatch.hands_over = std::ranges::any_of(dispatch.code.instructions, is_atomic);
    if (dispatch.guide != nullptr) return Scheduler(dispatch, 0, 1).run_guided();
    // Small dispatches stay on one thread: findings then always come in the same order.
    constexpr std::uint32_t enough = 1u << 17;
    const auto invocations = dispatch.group_count() * dispatch.local_count();
    const auto threads =
        invocations < enough || !is_apart(dispatch)
            ? 1
            : static_cast<std::uint32_t>(std::min<std::uint64_t>(
                  {std::max(1u, std::thread::hardware_concurrency()), dispatch.group_count(), 16u}));
    if (threads == 1) return Scheduler(dispatch, 0, 1).run();
    dispatch.threads = threads;
    const auto locks = std::make_unique<Locks>();
    dispatch.locks = locks.get();
    std::vector<Dispatch> parts(threads, dispatch);
    std::vector<std::jthread> running;
    std::vector<std::exception_ptr> failures(threads);
    for (std::uint32_t part = 0; part < threads; ++part)
        running.emplace_back([&, part] {
            try {
                Scheduler(parts[part], part, threads).run();
            } catch (...) {
                failures[part] = std::current_exception();
            }
        });
    running.clear();  // waits for all threads
    for (const auto& part : parts) {
        dispatch.findings.add(part.findings);
        dispatch.counters.add(part.counters);
        dispatch.evidence.add(part.evidence);
        dispatch.admitted += part.admitted;
    }
    for (const auto& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

}  // namespace pbp::sim
