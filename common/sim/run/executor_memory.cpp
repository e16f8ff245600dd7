// SPDX-License-Identifier: MIT
// Loads and stores: each lane's address is checked, races are detected, work is counted.
#include <algorithm>

#include "common/sim/run/executor.hpp"
#include "common/sim/run/lanes.hpp"

namespace pbp::sim {

/// What probes record is no access of a turn that somebody chose: it is the same with and without them.
void Executor::end_turn(const Instruction& in) {
    const bool is_chosen = dispatch_.settings.order == Settings::Order::turns;
    if (steps_ != nullptr || is_chosen) {
        const bool to_buffer =
            in.op == Op::load_buffer || in.op == Op::store_buffer || in.op == Op::atomic_buffer;
        const bool of_probe = to_buffer && is_probe(code_.buffers[in.y].name);
        if (steps_ != nullptr && !of_probe) steps_->accesses(in, (length_of(in) + 3) / 4, found_);
        if (of_probe && is_chosen) return;
    }
    if (accesses_left_ > 0 && --accesses_left_ == 0) yields_ = true;
}

std::uint32_t Guard::hold(const Memory& memory, std::size_t word, std::uint32_t most) {
    if (locks_ == nullptr) return most;
    const std::size_t wanted =
        (reinterpret_cast<std::uintptr_t>(&memory) / sizeof(Memory) * 131 + word / 256) % locks_->size();
    const auto held = std::min(most, 256 - static_cast<std::uint32_t>(word % 256));
    if (wanted == held_) return held;
    release();
    while ((*locks_)[wanted].test_and_set(std::memory_order_acquire)) {
    }
    held_ = wanted;
    return held;
}

void Guard::release() {
    if (held_ != no_lock) (*locks_)[held_].clear(std::memory_order_release);
    held_ = no_lock;
}

PBP_VECTORISED void Executor::index(const Instruction& in) {
    const bool runtime = (in.flags & Instruction::runtime) != 0, wide = (in.flags & Instruction::wide) != 0;
    u64 limit = in.y;
    if (runtime) {
        const Memory* memory = dispatch_.buffers[in.c];
        limit = memory == nullptr || memory->bytes < in.y ? 0 : (memory->bytes - in.y) / std::max(1u, in.x);
    }
    const u32* const before = in.a == no_row ? nullptr : row(in.a);
    const u32 *const indices = row(in.b), *const mask = mask_;
    u32* const made = row(in.d);
    const u32 lanes = lanes_, stride = in.x;
    if (!wide && limit <= nowhere && before == nullptr && (full_ || (in.flags & Instruction::masked) == 0)) {
        const u32 most = static_cast<u32>(limit);
        u32 outside = 0;
        for (u32 lane = 0; lane < lanes; ++lane) outside |= indices[lane] >= most ? mask[lane] : 0;
        if (outside == 0) {
            PBP_LANES_APART
            for (u32 lane = 0; lane < lanes; ++lane) made[lane] = indices[lane] * stride;
            return;
        }
    }
    now_->active.each([&](u32 lane) {
        u64 at = wide ? value64(in.b, lane) : indices[lane];
        if (before != nullptr && before[lane] == nowhere) {
            made[lane] = nowhere;
            return;
        }
        if (at >= limit) {
            if (!wide && (in.flags & Instruction::is_signed) != 0)
                at = static_cast<u64>(static_cast<std::int64_t>(static_cast<std::int32_t>(at)));
            dispatch_.found({.fault = Fault::out_of_bounds,
                             .here = {in.site, invocation(lane)},
                             .value = static_cast<u32>(&in - code_.instructions.data()),
                             .number = at,
                             .limit = limit});
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

/// The common case: a word of 32 bits for each lane, of which there is nothing to say but who accesses it.
bool Executor::is_plain(const Instruction& in, const Memory* memory, bool shared) const {
    constexpr auto in_parts =
        Instruction::atomic | Instruction::wide | Instruction::byte | Instruction::half_word;
    const bool garbage = shared && (now_->garbage_rows != 0 || !now_->group->spoiled.empty());
    return in.n == 1 && (in.flags & in_parts) == 0 && !garbage && memory != nullptr && memory->finer == 0;
}

/// Without a guard, the words do not change.
void Executor::load_together(const Instruction& in, Memory& from, Touch now, const Place& place,
                             Guard* guard) {
    u32* const made = row(in.d) + first_lane_;
    const std::size_t first = found_[0] / 4;
    loading_ = in.d;
    if (pattern_ == Pattern::one_word) {
        if (guard != nullptr) guard->hold(from, first, 1);
        std::fill_n(made, active_count_, from.words[first]);
        if (guard != nullptr) reads_by_all(from, first, in, now, place);
        return;
    }
    for (u32 k = 0, count = active_count_; k < active_count_; k += count) {
        if (guard != nullptr) count = guard->hold(from, first + k, active_count_ - k);
        std::copy_n(&from.words[first + k], count, made + k);
        now.who = who(first_lane_ + k);
        if (guard != nullptr) reads(from, first + k, in, now, place, count);
    }
}

PBP_VECTORISED void Executor::store_together(const Instruction& in, Memory& to, Touch now, const Place& place,
                                             Guard& guard) {
    const u32* const values = row(in.b) + first_lane_;
    u32* const words = &to.words[found_[0] / 4];
    for (u32 k = 0, count = 0; k < active_count_; k += count) {
        count = guard.hold(to, found_[k] / 4, active_count_ - k);
        now.who = who(first_lane_ + k);
        writes(to, found_[k] / 4, now, place, values + k, count);
        u32 different = 0;
        PBP_LANES_APART
        for (u32 i = k; i < k + count; ++i) {
            different += words[i] != values[i] ? 1 : 0;
            words[i] = values[i];
        }
        if (different > 0) changed(different);
    }
}

void Executor::load(const Instruction& in, bool shared) {
    if (is_atomic(in) && stops_before_atomic()) return;
    Place place;
    Memory* const from = memory(in, shared, place);
    const bool checked = shared || changes_in_dispatch(from);
    Guard guard(shared || !checked ? nullptr : dispatch_.locks);
    find_addresses(in, from, place);
    Touch now = touch(in);
    u32 next = 0;
    const bool plain = is_plain(in, from, shared) && (in.c & 1u) != 0;
    u32* const made = row(in.d);
    const bool together = plain && pattern_ != Pattern::any;
    if (together) load_together(in, *from, now, place, checked ? &guard : nullptr);
    (together ? Mask{} : now_->active).each([&](u32 lane) {
        const u32 at = found_[next++];
        now.who = who(lane);
        if (plain && at != nowhere) {
            guard.hold(*from, at / 4);
            made[lane] = from->words[at / 4];
            loading_ = in.d;
            if (checked) reads(*from, at / 4, in, now, place);
            return;
        }
        for (u32 k = 0; k < in.n; ++k) {
            u32& to = word_of(in, in.d, k, lane);
            if (at == nowhere) {
                to = 0;
                continue;
            }
            const std::size_t word = at / 4 + k;
            guard.hold(*from, word);
            to = load_part(in, *from, at + 4 * k);
            if ((in.c >> k & 1u) == 0) continue;
            loading_ = (in.flags & Instruction::wide) != 0 ? in.d + k / 2 * 2 : in.d + k;
            if (shared && !now_->group->spoiled.empty()) spoil(loading_, garbage_at(word, lane));
            if (checked && from->finer == 0)
                reads(*from, word, in, now, place);
            else if (checked)
                from->each_cell(at + 4 * k, std::min(4u, length_of(in)),
                                [&](std::size_t cell) { reads(*from, cell, in, now, place); });
        }
        if (at != nowhere && is_atomic(in)) note_volatile(in, *from, lane, place, at, false);
    });
    if (checked) looked();
    if (follower_) follower_->load(in, from, found_);
    shared ? count_shared(in) : count_buffer(in);
    end_turn(in);
}

void Executor::store(const Instruction& in, bool shared) {
    if (is_atomic(in) && stops_before_atomic()) return;
    Place place;
    Memory* const to = memory(in, shared, place);
    Guard guard(shared ? nullptr : dispatch_.locks);
    find_addresses(in, to, place);
    if (is_atomic(in)) overtake_posted(in);
    if (dispatch_.settings.counts_deeds) note_store(in, shared, to);
    Touch now = touch(in);
    u32 next = 0;
    const bool plain = is_plain(in, to, shared);
    const u32* const values = row(in.b);
    const bool together = plain && pattern_ == Pattern::side_by_side;
    if (together) store_together(in, *to, now, place, guard);
    (together ? Mask{} : now_->active).each([&](u32 lane) {
        const u32 at = found_[next++];
        if (at == nowhere) return;
        now.who = who(lane);
        if (plain) {
            guard.hold(*to, at / 4);
            u32& word = to->words[at / 4];
            writes(*to, at / 4, now, place, &values[lane]);
            if (word != values[lane]) changed();
            word = values[lane];
            return;
        }
        for (u32 k = 0; k < in.n; ++k) {
            const std::size_t word = at / 4 + k;
            guard.hold(*to, word);
            u32 value = word_of(in, in.b, k, lane);
            if (const u32 length = length_of(in); length < 4) {
                const u32 shift = 8 * (at % 4), mask = (length == 1 ? 0xFFu : 0xFFFFu) << shift;
                value = (to->words[word] & ~mask) | (value << shift & mask);
            }
            if (to->finer == 0)
                writes(*to, word, now, place, &value);
            else
                to->each_cell(at + 4 * k, std::min(4u, length_of(in)),
                              [&](std::size_t cell) { writes(*to, cell, now, place, &value); });
            if (to->words[word] != value) changed();
            to->words[word] = value;
            if (shared && (now_->garbage_rows != 0 || !now_->group->spoiled.empty()))
                keep_garbage(
                    word,
                    garbage_of((in.flags & Instruction::wide) != 0 ? in.b + k / 2 * 2 : in.b + k, lane));
        }
        if (is_atomic(in)) note_volatile(in, *to, lane, place, at, true);
    });
    if (follower_) follower_->store(in, to, found_);
    if (steps_ != nullptr)
        for (u32 k = 0; k < active_count_; ++k)
            for (u32 word = 0; found_[k] != nowhere && word < in.n; ++word)
                steps_->writes(*to, found_[k] / 4 + word, to->words[found_[k] / 4 + word]);
    shared ? count_shared(in) : count_buffer(in);
    end_turn(in);
}

void Executor::load_local(const Instruction& in) {
    const bool wide = (in.flags & Instruction::wide) != 0;
    const u32* const offsets = row(in.a);
    now_->active.each([&](u32 lane) {
        const u32 offset = offsets[lane];
        if (follower_) follower_->load_local(in, lane, offset);
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
        if (follower_) follower_->store_local(in, lane, offset);
        if (steps_ != nullptr) steps_->sets(in.x + offset, lane);
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

}  // namespace pbp::sim
