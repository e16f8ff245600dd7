// SPDX-License-Identifier: MIT
// The addresses of an access, and its cost: sectors and lines of buffers, bank-conflict cycles. And, as far
// as tasks ask for it, who stores which word.
#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "common/base/fnv.hpp"
#include "common/sim/code/influence.hpp"
#include "common/sim/run/executor.hpp"
#include "common/sim/run/lanes.hpp"

namespace pbp::sim {

namespace {

/// How many of these sectors the workgroup uses for the first time: a GPU's first-level cache has the others,
/// or its second level still holds what was stored to them.
std::uint64_t fresh_sectors(Workgroup& group, const Memory* memory, bool loads, std::uint32_t first,
                            std::uint32_t end) {
    const auto number =
        static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(memory)) / alignof(Memory);
    std::uint64_t fresh = 0;
    for (std::uint32_t sector = first; sector < end; ++sector)
        fresh += group.sectors.insert((number << 32 ^ sector) * 2 + (loads ? 1 : 0)).second ? 1 : 0;
    return fresh;
}

}  // namespace

// The addresses of all active lanes, before the first access: their shadows are being prefetched by then.
PBP_VECTORISED void Executor::find_addresses(const Instruction& in, const Memory* memory, Place place) {
    const u32 length = length_of(in), words = (length + 3) / 4, lanes = active_count_;
    const u32* const indices = in.a == no_row ? nullptr : row(in.a);
    const std::size_t bytes = memory == nullptr ? 0 : memory->bytes;
    const auto prefetch = [&](u32 at) {
        for (u32 k = 0; k < words; ++k) __builtin_prefetch(&memory->shadow[(at / 4 + k) << memory->finer]);
    };
    static constexpr std::array<u32, 128> zeros{};
    const u32* const from = indices == nullptr ? zeros.data() : indices + first_lane_;
    u32 highest = 0, apart = 0, different = 0;
    for (u32 k = 0; k < (in_a_row_ ? lanes : 0); ++k) {
        highest = from[k] > highest ? from[k] : highest;  // in vectors, as std::max() is not
        apart |= from[k] ^ (from[0] + k * length);
        different |= from[k] ^ from[0];
    }
    pattern_ = Pattern::any;
    accessed_ = 0;
    if (in_a_row_ && u64{highest} + in.x + length <= bytes) {  // most often
        u32 *const found = found_.data(), *const addresses = addresses_.data(), x = in.x;
        PBP_LANES_APART
        for (u32 k = 0; k < lanes; ++k) found[k] = addresses[k] = from[k] + x;
        accessed_ = lanes;
        if (apart == 0 || different == 0)
            pattern_ = apart == 0 ? Pattern::side_by_side : Pattern::one_word;
        else
            for (u32 k = 0; k < lanes; ++k) prefetch(found[k]);
    } else {
        u32 count = 0;
        now_->active.each([&](u32 lane) {
            u32& found = found_[count++];
            found = nowhere;
            const u32 index = indices == nullptr ? 0 : indices[lane];
            if (memory == nullptr || index == nowhere) return;  // has already been reported
            const u64 at = u64{index} + in.x;
            if (at + length > bytes) {
                place.word = at / 4;
                return report(Fault::out_of_bounds, in, lane, at / 4, bytes / 4, place);
            }
            prefetch(found = addresses_[accessed_++] = static_cast<u32>(at));
        });
    }
    if (!dispatch_.posting.empty()) perform_posted_at(memory, words);
}

// True if each lane's bytes follow directly after those of the previous lane: the usual case, and fast to
// count.
bool Executor::side_by_side(u32 length) const {
    if (pattern_ != Pattern::any) return pattern_ == Pattern::side_by_side;
    u32 apart = 0;
    for (u32 i = 0; i < accessed_; ++i) apart |= addresses_[i] ^ (addresses_[0] + i * length);
    return apart == 0;
}

// True if each lane's bytes are after those of the previous lane: members of an array of structures.
bool Executor::rising(u32 length) const {
    u32 back = 0;
    for (u32 i = 1; i < accessed_; ++i) back |= addresses_[i] < addresses_[i - 1] + length ? 1u : 0u;
    return back == 0;
}

// The distinct words of all accesses, in ascending order.
void Executor::find_words(u32 length) {
    words_.clear();
    bool in_order = true;
    for (u32 i = 0; i < (pattern_ == Pattern::one_word ? 1 : accessed_); ++i)
        for (u32 at = addresses_[i]; at < addresses_[i] + length; at += 4) {
            const u32 word = at / 4;
            if (!words_.empty() && word == words_.back()) continue;
            in_order = in_order && (words_.empty() || word > words_.back());
            words_.push_back(word);
        }
    if (in_order) return;
    std::ranges::sort(words_);
    words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
}

void Executor::count_shared(const Instruction& in) {
    if (dispatch_.settings.counts_deeds) note_whose(in);
    auto& count = dispatch_.counters.accesses[now_->next - 1];
    ++count.runs;
    count.lanes += active_count_;
    const u32 length = length_of(in);
    if (accessed_ == 0) return;
    const bool together = side_by_side(length);
    if (!together) find_words(length);
    u32& end = dispatch_.counters.shared_words;
    end = std::max(end, together ? (addresses_[accessed_ - 1] + length + 3) / 4 : words_.back() + 1);
    if (together) return keep_sample(0, length);        // the minimum number of cycles
    const u32 banks = dispatch_.settings.memory.banks;  // a power of two, and at most 128
    u32 in_bank[128] = {}, most = 0;
    for (const u32 word : words_) most = std::max(most, ++in_bank[word & (banks - 1)]);
    const auto least = static_cast<u32>((words_.size() + banks - 1) / banks);
    count.conflict_cycles += most - std::min(most, least);
    keep_sample(most - std::min(most, least), length);
}

void Executor::count_buffer(const Instruction& in) {
    if (dispatch_.settings.counts_deeds) note_whose(in);
    auto& count = dispatch_.counters.accesses[now_->next - 1];
    if (in.op == Op::load_buffer)  // a compiler moves loads together, but none past an atomic or a barrier
        count.trips += std::exchange(now_->joins_a_trip, true) ? 0 : 1;
    ++count.runs;
    count.lanes += active_count_;
    if (accessed_ == 0) return;
    const u32 length = length_of(in);
    const auto sector = std::countr_zero(dispatch_.settings.memory.sector_bytes),
               line = std::countr_zero(dispatch_.settings.memory.line_bytes);
    u32 bytes = accessed_ * length, sectors = 0, next_sector = 0, next_line = 0;
    count.bytes += u64{accessed_} * length;
    const auto add = [&](u32 first, u32 last) {  // its bytes are after the previous ones
        if (!dispatch_.settings.card.empty())
            count.fresh += fresh_sectors(*now_->group, dispatch_.buffers[in.y], in.op == Op::load_buffer,
                                         std::max(first >> sector, next_sector), (last >> sector) + 1);
        sectors += (last >> sector) + 1 - std::max(first >> sector, next_sector);
        count.lines += (last >> line) + 1 - std::max(first >> line, next_line);
        next_sector = (last >> sector) + 1;
        next_line = (last >> line) + 1;
    };
    const bool together = side_by_side(length);
    if (together) {
        add(addresses_[0], addresses_[0] + bytes - 1);
    } else if (rising(length)) {
        for (u32 i = 0; i < accessed_; ++i) add(addresses_[i], addresses_[i] + length - 1);
    } else {
        find_words(length);
        bytes = static_cast<u32>(words_.size()) * 4;
        for (const u32 word : words_) add(word * 4, word * 4 + 3);
    }
    const u32 least = ((bytes - 1) >> sector) + 1;
    count.needed += least;
    count.sectors += sectors;
    keep_sample(together ? 0 : sectors - least, length);
}

// How many sectors these bytes are in.
std::uint32_t Executor::sectors_of(u32 length) {
    find_words(length);
    const auto sector = std::countr_zero(dispatch_.settings.memory.sector_bytes);
    u32 sectors = 0, next = 0;
    for (const u32 word : words_) {
        const u32 its = word * 4 >> sector;
        if (its >= next) ++sectors;
        next = its + 1;
    }
    return sectors;
}

// Keeps each instruction's costliest execution for the pictures; among equals, the first.
void Executor::keep_sample(u32 cost, u32 length) {
    u32& kept = costliest_[now_->next - 1];
    if (cost < kept) return;
    kept = cost + 1;
    dispatch_.evidence.keep({now_->next - 1, cost, length, now_->active,
                             std::vector<u32>(addresses_.begin(), addresses_.begin() + accessed_)});
}

/// A word that a lane accesses, once per dispatch: how often and in which order is not asked.
void Executor::note_whose(const Instruction& in, u32 lane, std::size_t word) {
    const bool shared = in.op == Op::load_shared || in.op == Op::store_shared || in.op == Op::atomic_shared;
    const std::array access{only_reads(in.op) ? 1u : 2u, static_cast<u32>(word), invocation(lane),
                            shared ? 0u : 1 + in.y};
    if (dispatch_.counters.accessed.insert(quick_sum(access.data(), access.size())).second)
        dispatch_.counters.who.push_back({now_->next - 1, {static_cast<u32>(word), invocation(lane)}});
}

void Executor::note_whose(const Instruction& in) {
    const bool loads = in.op == Op::load_buffer || in.op == Op::load_shared;
    const u32 words = loads || in.op == Op::store_buffer || in.op == Op::store_shared ? in.n : 1;
    u32 next = 0;
    now_->active.each([&](u32 lane) {
        const u32 at = found_[next++];
        for (u32 k = 0; at != nowhere && k < words; ++k)
            if (!loads || (in.c >> k & 1u) != 0) note_whose(in, lane, at / 4 + k);
    });
}

/// Before a store, whose addresses have been found.
void Executor::note_store(const Instruction& in, bool shared, const Memory* to) {
    auto& deeds = dispatch_.counters.deeds;
    const bool of_probe = !shared && is_probe(code_.buffers[in.y].name);
    u32 next = 0;
    now_->active.each([&](u32 lane) {
        const u32 at = found_[next++], local = now_->index * size_ + lane;
        if (at == nowhere) return;
        for (u32 k = 0; k < in.n; ++k) {
            const u32 value = word_of(in, in.b, k, lane);
            if (shared) {
                now_->group->deeds.store(at / 4 + k, local, to->words[at / 4 + k], value, deeds);
                continue;
            }
            if (follower_) dispatch_.provenance->tell(follower_->node(in.b + k, lane), of_probe);
        }
    });
}

}  // namespace pbp::sim
