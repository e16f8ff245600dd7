// SPDX-License-Identifier: MIT
#include "common/sim/run/schedules.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "common/base/fnv.hpp"
#include "common/device/backend.hpp"
#include "common/sim/run/guides.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

/// What a dispatch leaves, word by word: a number per buffer or image, and its words.
using Left = std::vector<std::pair<Place, const Memory*>>;

Left left_by(const Dispatch& dispatch) {
    Left all;
    for (std::uint32_t k = 0; k < dispatch.buffers.size(); ++k)
        if (dispatch.buffers[k] != nullptr && dispatch.code.buffers[k].binding < debug_binding)
            all.push_back({{Place::Space::buffer, k}, dispatch.buffers[k]});
    for (std::uint32_t k = 0; k < dispatch.images.size(); ++k)
        if (dispatch.images[k] != nullptr)
            all.push_back({{Place::Space::image, k}, &dispatch.images[k]->memory});
    return all;
}

/// The results of all runs so far, compared with the first one's.
class Results {
  public:
    /// True if a result is the first to differ.
    bool add(std::unique_ptr<Again> run) {
        const auto left = left_by(run->dispatch);
        if (first_ == nullptr) {
            first_ = std::move(run);
            return false;
        }
        const bool is_first = values.empty();
        if (is_first && !find_difference(left)) return false;
        seen_.try_emplace(sum_of(left), late_in(run->dispatch));
        const auto value = left[memory_].second->words[word_];
        if (std::ranges::find(values, value) == values.end()) values.push_back(value);
        return is_first;
    }
    std::size_t count() const { return std::max<std::size_t>(1, seen_.size()); }
    /// The atomics that came late in a run whose result no other run has in which none did; empty: none is.
    std::vector<Finding> late_without(const Results& none_late) const {
        std::vector<Finding> least;
        for (const auto& [sum, late] : seen_)
            if (!none_late.has(sum) && !late.empty() && (least.empty() || late.size() < least.size()))
                least = late;
        return least;
    }
    bool any_late() const {
        return std::ranges::any_of(seen_, [](const auto& one) { return !one.second.empty(); });
    }
    Place place;  ///< a word in which two differ
    std::vector<std::uint32_t> values;

  private:
    static std::vector<Finding> late_in(const Dispatch& dispatch) {
        std::vector<Finding> late;
        for (const Finding& one : dispatch.findings.all())
            if (one.fault == Fault::late_atomic) late.push_back(one);
        return late;
    }
    bool has(std::uint64_t sum) const {
        return seen_.empty() ? sum == sum_of(left_by(first_->dispatch)) : seen_.contains(sum);
    }
    static std::uint64_t sum_of(const Left& left) {
        std::uint64_t sum = fnv1a(nullptr, 0);
        for (const auto& [where, memory] : left) sum = fnv1a(memory->words.data(), memory->words.size(), sum);
        return sum;
    }

    bool find_difference(const Left& left) {
        const auto reference = left_by(first_->dispatch);
        for (memory_ = 0; memory_ < left.size(); ++memory_) {
            const auto& was = reference[memory_].second->words;
            const auto at = std::ranges::mismatch(was, left[memory_].second->words).in1;
            if (at == was.end()) continue;
            word_ = static_cast<std::size_t>(at - was.begin());
            place = left[memory_].first;
            place.word = place.space == Place::Space::image
                             ? word_ / first_->dispatch.images[place.index]->words_a_texel()
                             : word_;
            values = {*at};
            seen_.emplace(sum_of(reference), late_in(first_->dispatch));
            return true;
        }
        return false;
    }

    std::unique_ptr<Again> first_;
    /// Sums over the results, once two differ, and what came late when each was seen first.
    std::map<std::uint64_t, std::vector<Finding>> seen_;
    std::size_t memory_ = 0, word_ = 0;
};

/// True if a shader knows its subgroups: then their size is part of what it computes.
bool knows_subgroups(const Code& code) {
    const auto& words = code.module.words;
    constexpr std::size_t header = 5;
    for (std::size_t at = header; at + 1 < words.size() && (words[at] & 0xFFFFu) == spv::OpCapability;
         at += std::max(1u, words[at] >> 16))
        if ((words[at + 1] >= spv::CapabilityGroupNonUniform &&
             words[at + 1] <= spv::CapabilityGroupNonUniformQuad) ||
            words[at + 1] == spv::CapabilitySubgroupBallotKHR ||
            words[at + 1] == spv::CapabilitySubgroupVoteKHR)
            return true;
    return std::ranges::any_of(code.instructions, [](const Instruction& in) {
        return (in.op == Op::barrier ? in.n : in.op == Op::memory_barrier ? in.y : 0) == spv::ScopeSubgroup;
    });
}

bool is_error(const Finding& one) {
    return !one.is_note();
}

/// The runs of one search.
class Search {
  public:
    Search(Dispatch& dispatch, const Snapshot& before, bool in_step, bool late_atomics)
        : dispatch_(dispatch), before_(before), in_step_(in_step), late_atomics_(late_atomics) {}

    /// Goes through the orders one by one, up to `most`, and leaves it where far more runs turn out to be
    /// like one before than not. False if there are others.
    bool systematically(std::uint32_t threads, std::uint32_t of_group, std::uint64_t most) {
        Explorer explorer(threads, of_group);
        std::uint64_t abandoned = 0;
        do {
            if (tried == most || explorer.too_long()) return false;
            explorer.begin();
            auto run = run_with(explorer);
            if (stopped) return false;
            if (explorer.abandoned()) {
                if (++abandoned == 4 * most) return false;
                continue;
            }
            ++tried;
            if (!results.add(std::move(run))) continue;
            const auto party = [](const AtomicUse& use) {
                return Party{use.site, use.invocation, true, true};
            };
            first = party(explorer.reversed().first);
            second = party(explorer.reversed().second);
        } while (explorer.advance());
        return true;
    }

    /// Further orders by chance, up to `most` in all. An order that came twice is counted once. Ends early
    /// where hardly any order comes to its end, as of workgroups that wait for each other.
    void by_chance(std::uint64_t most) {
        std::set<std::vector<std::uint32_t>> orders;
        const auto enough = static_cast<std::uint32_t>(2 * (most - tried));
        std::uint32_t endless = 0;
        for (std::uint32_t seed = 1; seed <= enough && tried < most && !stopped; ++seed) {
            Chance chance(seed);
            auto run = run_with(chance);
            if (chance.abandoned() && ++endless > orders.size() + 4) return;
            if (stopped || chance.abandoned() || !orders.insert(chance.order()).second) continue;
            ++tried;
            results.add(std::move(run));
        }
    }

    std::uint64_t tried = 0;
    Results results;
    Party first, second;
    bool stopped = false;  ///< by a fault, or out of time
    bool faulty = false;

  private:
    std::unique_ptr<Again> run_with(Guide& guide) {
        auto run = before_.again(dispatch_);
        auto& settings = run->dispatch.settings;
        if (!in_step_) settings.subgroup_size = 1;
        settings.order = Settings::Order::in_order;
        settings.late_atomics = late_atomics_;
        settings.most_rounds = std::min<std::uint64_t>(settings.most_rounds, 20'000);
        run->dispatch.guide = &guide;
        try {
            sim::run(run->dispatch);
        } catch (const TimeUp&) {
            stopped = true;
        }
        for (Finding one : run->dispatch.findings.all()) {
            if (!is_error(one)) continue;
            stopped = true;
            if (one.fault == Fault::endless_loop) continue;  // it had few rounds
            faulty = one.searched = true;
            dispatch_.findings.add(one);
        }
        return run;
    }

    Dispatch& dispatch_;
    const Snapshot& before_;
    bool in_step_, late_atomics_;
};

}  // namespace

void Schedules::add(const Schedules& more) {
    if (more.verdict == Verdict::not_tried) return;
    const auto all = tried + more.tried;
    const bool both = (verdict == Verdict::not_tried || complete) && more.complete;
    if (more.verdict > verdict) *this = more;
    tried = all;
    complete = both;
}

std::uint64_t schedules_to_try(const Dispatch& run) {
    using Search = Settings::Search;
    constexpr std::uint64_t many = 20'000, some = 100, few_invocations = 64;
    const auto& settings = run.settings;
    if (settings.search == Search::one_order || settings.order != Settings::Order::in_order) return 0;
    if (std::ranges::none_of(run.code.instructions, is_atomic)) return 0;
    if (settings.search == Search::all_orders) return many;
    return run.group_count() * run.local_count() <= few_invocations ? some : 0;
}

Schedules schedules_of(Dispatch& dispatch, const Snapshot& before, std::uint64_t most) {
    Schedules result;
    if (!dispatch.polls.contended() &&
        std::ranges::any_of(dispatch.code.instructions,
                            [](const Instruction& in) { return is_atomic(in) && in.op <= Op::store_shared; }))
        return result;
    constexpr std::uint64_t most_threads = 64;
    result.in_step = knows_subgroups(dispatch.code);
    const std::uint32_t size = result.in_step ? dispatch.settings.subgroup_size : 1,
                        of_group = (dispatch.local_count() + size - 1) / size;
    const auto threads = dispatch.group_count() * of_group;
    if (threads > most_threads) return result;
    const auto count = static_cast<std::uint32_t>(threads);
    Search search(dispatch, before, result.in_step, true);
    result.complete = search.systematically(count, of_group, most - most / 4);
    if (!result.complete && !search.stopped) search.by_chance(most);
    if (search.faulty) return {};  // the faults come first
    if (search.results.any_late()) {
        Search none_late(dispatch, before, result.in_step, false);
        if (none_late.systematically(count, of_group, most))
            for (Finding late : search.results.late_without(none_late.results)) {
                late.searched = true;
                dispatch.findings.add(late);
            }
    }
    result.tried = search.tried;
    result.verdict = search.results.values.empty() ? Schedules::Verdict::same : Schedules::Verdict::differ;
    result.results = search.results.count();
    result.place = search.results.place;
    result.values = search.results.values;
    result.first = search.first;
    result.second = search.second;
    return result;
}

}  // namespace pbp::sim
