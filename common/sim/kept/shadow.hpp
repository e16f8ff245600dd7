// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "common/base/system.hpp"

namespace pbp::sim {

/// Which invocation accessed a word, and when. `who` counts the invocations of all dispatches since the
/// memory was created: those of an earlier dispatch are ordered before this one. 0: none, or the CPU.
struct Mark {
    std::uint32_t who = 0;
    std::uint32_t moment = 0;  ///< a number of the dispatch's Moments

    static constexpr std::uint32_t initialised = 1;  ///< `who` of a value that is there from the start
    static constexpr std::uint32_t first = 2;        ///< `who` of the first invocation of all
};

/// Accesses of up to 32 invocations at one moment: bit k is invocation `first` + k.
struct Span {
    std::uint32_t first = 0, moment = 0, lanes = 0;
};

struct Shadow;

/// The accesses of one word that are more than its shadow holds: reads by several groups of invocations,
/// and atomics, which are unordered among each other and may all race with one plain access.
struct Crowd {
    std::vector<Span> reads, atomics;
    std::uint32_t last_atomic = 0;   ///< who last changed the word atomically
    bool last_was_read = false;      ///< and used the result: it knows that the atomics before it took effect
    std::uint32_t newest_write = 0;  ///< who last wrote it, for the pictures: an atomic, or 0
    Shadow* owner = nullptr;
};

/// The recorded accesses of one word: the last plain write, the reads since, and its previous value. Two
/// shadows fill a cache line.
struct alignas(32) Shadow {
    Mark write;
    Span read;
    std::uint32_t before = 0;
    Crowd* more = nullptr;
};

/// Gets memory that is zero, and of which the system makes only what is used: that is what shadows begin
/// with. Those of a large buffer are on the thread that first uses them.
template <typename T>
struct ZeroAllocator {
    using value_type = T;
    ZeroAllocator() = default;
    template <typename Other>
    ZeroAllocator(const ZeroAllocator<Other>&) {}
    T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        void* const all = std::calloc(bytes + alignof(T), 1);
        if (all == nullptr) throw std::bad_alloc();
        constexpr std::size_t large = std::size_t{4} << 20;
        if (bytes >= large) prefer_large_pages(all, bytes);
        // The first multiple after its beginning; what it is off is just before it.
        auto* const made =
            static_cast<std::byte*>(all) + alignof(T) - reinterpret_cast<std::uintptr_t>(all) % alignof(T);
        made[-1] = static_cast<std::byte>(made - static_cast<std::byte*>(all));
        return reinterpret_cast<T*>(made);
    }
    void deallocate(T* made, std::size_t) {
        auto* const at = reinterpret_cast<std::byte*>(made);
        std::free(at - static_cast<std::size_t>(at[-1]));
    }
    template <typename U>
    void construct(U*) {}  // a copy is made as by any allocator
    bool operator==(const ZeroAllocator&) const = default;
};
using Shadows = std::vector<Shadow, ZeroAllocator<Shadow>>;

/// The crowds of one dispatch, or of a workgroup's shared memory. Several threads may take from it.
class Crowds {
  public:
    Crowd& take(Shadow& owner) {
        const std::scoped_lock lock(mutex_);
        if (used_ == all_.size()) all_.emplace_back();
        Crowd& taken = all_[used_++];
        taken.reads.clear();
        taken.atomics.clear();
        taken.last_atomic = taken.newest_write = 0;
        taken.owner = &owner;
        owner.more = &taken;
        return taken;
    }
    /// For shadows that are reset anyway.
    void forget() { used_ = 0; }
    /// Their shadows continue without them.
    void release() {
        for (std::size_t i = 0; i < used_; ++i) all_[i].owner->more = nullptr;
        forget();
    }

  private:
    std::mutex mutex_;
    std::deque<Crowd> all_;
    std::size_t used_ = 0;
};

/// A buffer, or a workgroup's shared memory: 4-byte words, and a shadow per cell. A cell is a word, or, where
/// the shader has smaller numbers in it, half of one or a byte.
struct Memory {
    std::vector<std::uint32_t> words;
    Shadows shadow;  ///< empty until it is bound to a dispatch that is checked
    std::size_t bytes = 0;
    std::uint8_t finer = 0;  ///< a word has 1 << finer cells
    void watch(std::uint8_t needed) {
        if (shadow.size() != words.size() << needed) shadow = Shadows(words.size() << needed);
        finer = needed;
    }
    std::size_t word_of(std::size_t cell) const { return cell >> finer; }
    std::uint8_t byte_of(std::size_t cell) const {
        return static_cast<std::uint8_t>((cell & ((std::size_t{1} << finer) - 1)) << (2 - finer));
    }
    /// Calls f(cell) for those of some bytes.
    template <typename F>
    void each_cell(std::size_t at, std::size_t length, F&& f) const {
        const std::size_t last = (at + length - 1) >> (2 - finer);
        for (std::size_t cell = at >> (2 - finer); cell <= last; ++cell) f(cell);
    }
};

/// Who has tested volatile words, and then set them. If two do that to one word, both may have seen that it
/// is free.
class Polls {
  public:
    void test(const Memory& memory, std::size_t word, std::uint32_t who) {
        tested_.emplace(&memory, word, who);
    }
    void set(const Memory& memory, std::size_t word, std::uint32_t who) {
        if (!tested_.contains({&memory, word, who})) return;
        const auto [first, is_new] = set_by_.try_emplace({&memory, word}, who);
        contended_ |= first->second != who;
    }
    bool contended() const { return contended_; }

  private:
    std::set<std::tuple<const Memory*, std::size_t, std::uint32_t>> tested_;
    std::map<std::pair<const Memory*, std::size_t>, std::uint32_t> set_by_;
    bool contended_ = false;
};

}  // namespace pbp::sim
