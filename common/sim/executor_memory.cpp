// SPDX-License-Identifier: MIT
// Loads, stores and atomics: each lane's address is checked, its race with others looked for, its work
// counted.
#include <algorithm>
#include <bit>

#include "common/sim/executor.hpp"

namespace pbp::sim {

namespace {

/// Bytes that each lane moves.
std::uint32_t length_of(const Instruction& in) {
    return in.op == Op::atomic_buffer || in.op == Op::atomic_shared ? 4 : in.n * 4u;
}

}  // namespace

void Executor::ends_turn() {
    if (accesses_left_ > 0 && --accesses_left_ == 0) yields_ = true;
}

void Executor::Guard::hold(const Memory& memory, std::size_t word) {
    if (locks_ == nullptr) return;
    const std::size_t wanted =
        (reinterpret_cast<std::uintptr_t>(&memory) / sizeof(Memory) * 131 + word / 256) % locks_->size();
    if (wanted == held_) return;
    release();
    while ((*locks_)[wanted].test_and_set(std::memory_order_acquire)) {
    }
    held_ = wanted;
}

void Executor::Guard::release() {
    if (held_ != no_lock) (*locks_)[held_].clear(std::memory_order_release);
    held_ = no_lock;
}

void Executor::index(const Instruction& in) {
    const bool runtime = (in.flags & Instruction::runtime) != 0, wide = (in.flags & Instruction::wide) != 0;
    u64 limit = in.y;
    if (runtime) {
        const Memory* memory = dispatch_.buffers[in.c];
        limit = memory == nullptr || memory->bytes < in.y ? 0 : (memory->bytes - in.y) / std::max(1u, in.x);
    }
    const u32* const before = in.a == no_row ? nullptr : row(in.a);
    const u32* const indices = row(in.b);
    u32* const made = row(in.d);
    bool all_inside = !wide && limit <= nowhere;
    if (all_inside) {
        const u32 most = static_cast<u32>(limit);
        u32 outside = 0;
        for (u32 lane = 0; lane < lanes_; ++lane) outside |= indices[lane] >= most ? mask_[lane] : 0;
        all_inside = outside == 0;
    }
    if (all_inside && before == nullptr && (full_ || (in.flags & Instruction::masked) == 0)) {
        for (u32 lane = 0; lane < lanes_; ++lane) made[lane] = indices[lane] * in.x;
        return;
    }
    now_->active.each([&](u32 lane) {
        u64 at = wide ? value64(in.b, lane) : indices[lane];
        if (before != nullptr && before[lane] == nowhere) {
            made[lane] = nowhere;
            return;
        }
        if (at >= limit) {
            Place place;
            place.space = in.n == 1   ? Place::Space::shared
                          : in.n == 2 ? Place::Space::buffer
                                      : Place::Space::none;
            place.index = in.c == no_row ? 0 : in.c;
            if (!wide && (in.flags & Instruction::is_signed) != 0)
                at = static_cast<u64>(static_cast<std::int64_t>(static_cast<std::int32_t>(at)));
            report(Fault::out_of_bounds, in, lane, at, limit, place);
            made[lane] = nowhere;
            return;
        }
        const u64 offset = at * in.x + (before == nullptr ? 0 : before[lane]);
        made[lane] = offset >= nowhere ? nowhere : static_cast<u32>(offset);
    });
}

Memory* Executor::memory(const Instruction& in, bool shared, Place& place) {
    place.space = shared ? Place::Space::shared : Place::Space::buffer;
    place.index = in.y;
    return shared ? &now_->group->shared : dispatch_.buffers[in.y];
}

std::uint32_t Executor::address(const Instruction& in, u32 lane, const Memory& memory, Place place) {
    const u32 dynamic = in.a == no_row ? 0 : row(in.a)[lane];
    if (dynamic == nowhere) return nowhere;  // its index has been reported
    const u64 at = u64{dynamic} + in.x;
    if (at + length_of(in) <= memory.bytes) return static_cast<u32>(at);
    place.word = at / 4;
    report(Fault::out_of_bounds, in, lane, at / 4, memory.bytes / 4, place);
    return nowhere;
}

// The addresses of all active lanes, before the first is used: their shadows are on the way by then.
void Executor::find_addresses(const Instruction& in, const Memory* memory, Place place) {
    const u32 words = length_of(in) / 4;
    u32 count = 0;
    now_->active.each([&](u32 lane) {
        const u32 at = memory == nullptr ? nowhere : address(in, lane, *memory, place);
        found_[count++] = at;
        if (at != nowhere)
            for (u32 k = 0; k < words; ++k) __builtin_prefetch(&memory->shadow[at / 4 + k]);
    });
    if (!now_->posted.empty()) perform_posted_at(memory, words);
}

void Executor::load(const Instruction& in, bool shared) {
    Place place;
    Memory* const from = memory(in, shared, place);
    accessed_ = 0;
    const bool checked = shared || !code_.buffers[in.y].uniform;
    Guard guard(shared ? nullptr : dispatch_.locks);
    find_addresses(in, from, place);
    Touch now = touch(in);
    u32 next = 0;
    now_->active.each([&](u32 lane) {
        const u32 at = found_[next++];
        now.who = who(lane);
        for (u32 k = 0; k < in.n; ++k) {
            u32& to = word_of(in, in.d, k, lane);
            if (at == nowhere) {
                to = 0;
                continue;
            }
            const std::size_t word = at / 4 + k;
            guard.hold(*from, word);
            to = from->words[word];
            if (checked) reads(*from, word, in, now, place);
        }
        if (at != nowhere) addresses_[accessed_++] = at;
    });
    ++now_->looks;
    shared ? count_shared(in) : count_buffer(in);
    ends_turn();
}

void Executor::store(const Instruction& in, bool shared) {
    Place place;
    Memory* const to = memory(in, shared, place);
    accessed_ = 0;
    Guard guard(shared ? nullptr : dispatch_.locks);
    find_addresses(in, to, place);
    Touch now = touch(in);
    u32 next = 0;
    now_->active.each([&](u32 lane) {
        const u32 at = found_[next++];
        if (at == nowhere) return;
        now.who = who(lane);
        for (u32 k = 0; k < in.n; ++k) {
            const std::size_t word = at / 4 + k;
            const u32 value = word_of(in, in.b, k, lane);
            guard.hold(*to, word);
            writes(*to, word, in, now, place, value);
            if (to->words[word] != value) ++dispatch_.progress;
            to->words[word] = value;
        }
        addresses_[accessed_++] = at;
    });
    shared ? count_shared(in) : count_buffer(in);
    ends_turn();
}

std::uint32_t Executor::updated(Atomic operation, u32 old, u32 value, u32 comparator) {
    const auto is_less = [](u32 a, u32 b) {
        return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
    };
    switch (operation) {
        case Atomic::load:
            return old;
        case Atomic::store:
        case Atomic::exchange:
            return value;
        case Atomic::compare:
            return old == comparator ? value : old;
        case Atomic::add:
            return old + value;
        case Atomic::sub:
            return old - value;
        case Atomic::min_i:
            return is_less(value, old) ? value : old;
        case Atomic::max_i:
            return is_less(old, value) ? value : old;
        case Atomic::min_u:
            return std::min(old, value);
        case Atomic::max_u:
            return std::max(old, value);
        case Atomic::and_:
            return old & value;
        case Atomic::or_:
            return old | value;
        case Atomic::xor_:
            return old ^ value;
    }
    return old;
}

/// Gives what the word held before.
std::uint32_t Executor::perform(const Instruction& in, Memory& memory, u32 lane, Place place, u32 value,
                                u32 comparator) {
    const auto operation = static_cast<Atomic>(in.n);
    const std::size_t word = place.word;
    const u32 old = memory.words[word], made = updated(operation, old, value, comparator);
    Touch now = touch(in);
    now.who = who(lane);
    if (operation != Atomic::store) {
        if ((in.flags & Instruction::unread) == 0) read_early(in, memory, lane, place);
        reads(memory, word, in, now, place);
        take_over(memory.shadow[word], place.space);
    }
    if (operation != Atomic::load) {
        writes(memory, word, in, now, place, made);
        hand_over(memory.shadow[word], now, place.space, operation == Atomic::store);
    }
    if (made != old) ++dispatch_.progress;
    memory.words[word] = made;
    return old;
}

void Executor::post(const Instruction& in, Memory& memory, u32 lane, Place place, u32 value, u32 comparator) {
    constexpr std::size_t most = 256;
    if (now_->posted.size() == most) perform_posted(now_->exists);
    if (now_->posted.empty()) dispatch_.posting.push_back(now_);
    now_->posted.push_back({&in, &memory, place, lane, invocation(lane), value, comparator});
}

/// Those of some lanes arrive in memory, in the order of their issue.
void Executor::perform_posted(Mask lanes) {
    if (now_->posted.empty()) return;
    for (const auto& one : now_->posted)
        if (lanes.has(one.lane))
            perform(*one.in, *one.memory, one.lane, one.place, one.value, one.comparator);
    std::erase_if(now_->posted, [&](const Posted& one) { return lanes.has(one.lane); });
    if (now_->posted.empty()) std::erase(dispatch_.posting, now_);
}

/// A word is read while atomics of others are on their way to it: those that were overtaken explain what is
/// missing there.
void Executor::read_early(const Instruction& in, const Memory& memory, u32 lane, Place place) {
    for (const Subgroup* other : dispatch_.posting)
        for (const auto& one : other->posted) {
            if (one.memory != &memory || one.place.word != place.word || one.overtaker == 0) continue;
            Finding made;
            made.fault = Fault::late_atomic;
            made.here = {one.in->site, one.invocation, true, true};
            made.there = {in.site, invocation(lane), false, true};
            made.split_site = one.overtaker;
            made.place = place;
            dispatch_.findings.add(made);
        }
}

/// What the subgroup is about to access arrives before, at each word in the order of its invocations.
void Executor::perform_posted_at(const Memory* memory, u32 words) {
    const bool touched = std::ranges::any_of(now_->posted, [&](const Posted& one) {
        return one.memory == memory &&
               std::any_of(found_.begin(), found_.begin() + active_count_, [&](u32 at) {
                   return at != nowhere && one.place.word >= at / 4 && one.place.word < at / 4 + words;
               });
    });
    if (touched) perform_posted(now_->exists);
}

/// An atomic takes effect while older ones of its lanes are on their way.
void Executor::overtake_posted(const Instruction& in) {
    for (auto& one : now_->posted)
        if (one.overtaker == 0 && now_->active.has(one.lane)) one.overtaker = in.site;
}

void Executor::atomic(const Instruction& in, bool shared) {
    Place place;
    Memory* const memory = this->memory(in, shared, place);
    accessed_ = 0;
    find_addresses(in, memory, place);
    const bool later = (in.flags & Instruction::unread) != 0 &&
                       dispatch_.settings.order == Settings::Order::random && chance_() % 2 == 0;
    if (!later) overtake_posted(in);
    u32 next = 0;
    now_->active.each([&](u32 lane) {
        const u32 at = found_[next++];
        if (at == nowhere) {
            if (in.d != no_row) row(in.d)[lane] = 0;
            return;
        }
        place.word = at / 4;
        const u32 value = in.b == no_row ? 0 : row(in.b)[lane],
                  comparator = in.c == no_row ? 0 : row(in.c)[lane];
        if (later)
            post(in, *memory, lane, place, value, comparator);
        else if (const u32 old = perform(in, *memory, lane, place, value, comparator); in.d != no_row)
            row(in.d)[lane] = old;
        addresses_[accessed_++] = at;
    });
    ++now_->looks;
    auto& count = dispatch_.counters.accesses[now_->next - 1];
    find_words(4);
    count.contention += accessed_ - words_.size();
    shared ? count_shared(in) : count_buffer(in);
    ends_turn();
}

void Executor::load_local(const Instruction& in) {
    const bool wide = (in.flags & Instruction::wide) != 0;
    const u32* const offsets = row(in.a);
    now_->active.each([&](u32 lane) {
        const u32 offset = offsets[lane];
        if (wide) {
            for (u32 k = 0; k < 2; ++k)
                row(in.d)[2 * lane + k] = offset == nowhere ? 0 : row(in.x + offset)[2 * lane + k];
        } else {
            row(in.d)[lane] = offset == nowhere ? 0 : row(in.x + offset)[lane];
        }
    });
}

void Executor::store_local(const Instruction& in) {
    const bool wide = (in.flags & Instruction::wide) != 0;
    const u32* const offsets = row(in.a);
    now_->active.each([&](u32 lane) {
        const u32 offset = offsets[lane];
        if (offset == nowhere) return;
        if (wide) {
            for (u32 k = 0; k < 2; ++k) row(in.x + offset)[2 * lane + k] = row(in.b)[2 * lane + k];
        } else {
            row(in.x + offset)[lane] = row(in.b)[lane];
        }
    });
}

void Executor::array_length(const Instruction& in) {
    const Memory* const memory = dispatch_.buffers[in.y];
    const u32 length =
        memory == nullptr || memory->bytes < in.x ? 0 : static_cast<u32>((memory->bytes - in.x) / in.c);
    now_->active.each([&](u32 lane) { row(in.d)[lane] = length; });
}

// True where each lane's bytes follow those of the lane before: the usual case, and quickly counted.
bool Executor::side_by_side(u32 length) const {
    u32 apart = 0;
    for (u32 i = 0; i < accessed_; ++i) apart |= addresses_[i] ^ (addresses_[0] + i * length);
    return apart == 0;
}

// True where each lane's bytes lie behind those of the lane before: members of an array of structures.
bool Executor::rising(u32 length) const {
    u32 back = 0;
    for (u32 i = 1; i < accessed_; ++i) back |= addresses_[i] < addresses_[i - 1] + length ? 1u : 0u;
    return back == 0;
}

// The different words of all accesses, from the lowest.
void Executor::find_words(u32 length) {
    words_.clear();
    bool rising = true;
    for (u32 i = 0; i < accessed_; ++i)
        for (u32 at = addresses_[i]; at < addresses_[i] + length; at += 4) {
            const u32 word = at / 4;
            if (!words_.empty() && word == words_.back()) continue;
            rising = rising && (words_.empty() || word > words_.back());
            words_.push_back(word);
        }
    if (rising) return;
    std::ranges::sort(words_);
    words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
}

void Executor::count_shared(const Instruction& in) {
    auto& count = dispatch_.counters.accesses[now_->next - 1];
    ++count.runs;
    count.lanes += active_count_;
    const u32 length = length_of(in);
    if (accessed_ == 0) return;
    if (side_by_side(length)) return keep_sample(0, length);  // as few cycles as there can be
    find_words(length);
    const u32 banks = dispatch_.settings.memory.banks;  // a power of two, and at most 128
    u32 in_bank[128] = {}, most = 0;
    for (const u32 word : words_) most = std::max(most, ++in_bank[word & (banks - 1)]);
    const auto least = static_cast<u32>((words_.size() + banks - 1) / banks);
    count.conflict_cycles += most - std::min(most, least);
    keep_sample(most - std::min(most, least), length);
}

void Executor::count_buffer(const Instruction& in) {
    auto& count = dispatch_.counters.accesses[now_->next - 1];
    ++count.runs;
    count.lanes += active_count_;
    if (accessed_ == 0) return;
    const u32 length = length_of(in);
    const auto sector = std::countr_zero(dispatch_.settings.memory.sector_bytes),
               line = std::countr_zero(dispatch_.settings.memory.line_bytes);
    if (side_by_side(length)) {
        const u32 first = addresses_[0], last = first + accessed_ * length - 1;
        count.needed += ((accessed_ * length - 1) >> sector) + 1;
        count.sectors += (last >> sector) - (first >> sector) + 1;
        count.lines += (last >> line) - (first >> line) + 1;
        return keep_sample(0, length);
    }
    u32 bytes = accessed_ * length, sectors = 0, next_sector = 0, next_line = 0;
    const auto add = [&](u32 first, u32 last) {  // its bytes lie behind those before
        sectors += (last >> sector) + 1 - std::max(first >> sector, next_sector);
        count.lines += (last >> line) + 1 - std::max(first >> line, next_line);
        next_sector = (last >> sector) + 1;
        next_line = (last >> line) + 1;
    };
    if (rising(length)) {
        for (u32 i = 0; i < accessed_; ++i) add(addresses_[i], addresses_[i] + length - 1);
    } else {
        find_words(length);
        bytes = static_cast<u32>(words_.size()) * 4;
        for (const u32 word : words_) add(word * 4, word * 4 + 3);
    }
    const u32 least = ((bytes - 1) >> sector) + 1;
    count.needed += least;
    count.sectors += sectors;
    keep_sample(sectors - least, length);
}

// Of each instruction the costliest execution is kept for the pictures; of several alike the first.
void Executor::keep_sample(u32 cost, u32 length) {
    u32& kept = costliest_[now_->next - 1];
    if (cost < kept) return;
    kept = cost + 1;
    dispatch_.evidence.keep({now_->next - 1, cost, length, now_->active,
                             std::vector<u32>(addresses_.begin(), addresses_.begin() + accessed_)});
}

}  // namespace pbp::sim
