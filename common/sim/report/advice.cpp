// SPDX-License-Identifier: MIT
// What would fix a race.
#include <fmt/format.h>

#include <algorithm>

#include "common/sim/code/influence.hpp"
#include "common/sim/report/names.hpp"
#include "common/sim/report/wording.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

constexpr const char* put = "Put ";

bool is_access(const Instruction& in) {
    return in.op >= Op::load_buffer && in.op <= Op::atomic_image;
}

/// True if two accesses are in a loop whose rounds only a missing barrier() at the end would separate: within
/// a round one separates them already.
bool over_back_edge(const Code& code, std::uint32_t first_site, std::uint32_t last_site) {
    const auto target = [](const Instruction& in) {
        return in.op == Op::jump ? in.x : in.op == Op::branch ? std::min(in.x, in.y) : ~0u;
    };
    for (std::uint32_t b = 0; b < code.blocks.size(); ++b) {
        const auto end = code.blocks[b].first + code.blocks[b].count;
        const auto header = target(code.instructions[end - 1]);
        if (header > b) continue;
        // In order: the first access, a barrier(), the last access, and no barrier() before or after.
        enum { start, first, separated, last, other } seen = start;
        for (auto i = code.blocks[header].first; i < end; ++i) {
            const auto& in = code.instructions[i];
            if (in.op == Op::barrier) seen = seen == first || seen == separated ? separated : other;
            if (is_access(in) && in.site == first_site && seen == start) seen = first;
            if (is_access(in) && in.site == last_site && seen == separated) seen = last;
        }
        if (seen == last) return true;
    }
    return false;
}

/// True if two accesses are in the body of one loop.
bool in_one_loop(const Code& code, std::uint32_t one_site, std::uint32_t other_site) {
    for (std::uint32_t b = 0; b < code.blocks.size(); ++b) {
        const auto end = code.blocks[b].first + code.blocks[b].count;
        const auto& last = code.instructions[end - 1];
        const auto header = last.op == Op::jump     ? last.x
                            : last.op == Op::branch ? std::min(last.x, last.y)
                                                    : ~0u;
        if (header > b) continue;
        const auto begin = code.instructions.begin() + code.blocks[header].first;
        const auto has = [&](std::uint32_t site) {
            return std::any_of(begin, code.instructions.begin() + end,
                               [&](const Instruction& in) { return is_access(in) && in.site == site; });
        };
        if (has(one_site) && has(other_site)) return true;
    }
    return false;
}

/// True if no way leads from one of two accesses to the other within a round of the loops around them.
bool on_two_sides(const Code& code, std::uint32_t one_site, std::uint32_t other_site) {
    const auto is_at = [&](std::uint32_t block, std::uint32_t site) {
        const auto begin = code.instructions.begin() + code.blocks[block].first;
        return std::any_of(begin, begin + code.blocks[block].count,
                           [&](const Instruction& in) { return is_access(in) && in.site == site; });
    };
    const auto leads = [&](std::uint32_t from, std::uint32_t to) {
        std::vector<bool> reached(code.blocks.size());
        for (std::uint32_t b = 0; b < code.blocks.size(); ++b) {
            reached[b] = reached[b] || is_at(b, from);
            if (reached[b] && is_at(b, to)) return true;
            if (!reached[b]) continue;
            for (const auto next : blocks_after(code, b))
                if (next > b) reached[next] = true;
        }
        return false;
    };
    return !leads(one_site, other_site) && !leads(other_site, one_site);
}

/// True if the atomic at this line swaps: such a word is a lock, or is changed in a loop until that succeeds.
bool swaps(const Code& code, std::uint32_t site) {
    return std::ranges::any_of(code.instructions, [&](const Instruction& in) {
        const auto which = static_cast<Atomic>(in.n);
        return in.site == site &&
               (in.op == Op::atomic_buffer || in.op == Op::atomic_shared || in.op == Op::atomic_image) &&
               (which == Atomic::compare || which == Atomic::exchange);
    });
}

/// True if this line is in a loop that swaps: between a lock's two atomics, for one, where no barrier()
/// helps.
bool in_swap_loop(const Code& code, std::uint32_t site) {
    return std::ranges::any_of(code.instructions, [&](const Instruction& in) {
        return is_access(in) && swaps(code, in.site) && in_one_loop(code, in.site, site);
    });
}

/// True if its memory model is Vulkan's, in which `coherent` has scopes.
bool has_scopes(const Code& code) {
    const auto& words = code.module.words;
    constexpr std::size_t header = 5;
    for (std::size_t at = header; at + 2 < words.size(); at += std::max(1u, words[at] >> 16))
        if ((words[at] & 0xFFFFu) == spv::OpMemoryModel) return words[at + 2] == spv::MemoryModelVulkan;
    return false;
}

/// True if an access at this line moves several elements of the array that a word is in.
bool copies_array(const Code& code, std::uint32_t site, const Place& place) {
    if (!name_of(code, place).ends_with(']')) return false;
    return std::ranges::any_of(code.instructions, [&](const Instruction& in) {
        const bool shared = in.op == Op::load_shared || in.op == Op::store_shared,
                   buffer = in.op == Op::load_buffer || in.op == Op::store_buffer;
        return in.site == site && in.n > 1 &&
               (place.space == Place::Space::shared ? shared : buffer && in.y == place.index);
    });
}

}  // namespace

// For the kind of memory that a word is in.
std::string Wording::memory_barrier(const Finding& one) {
    return one.place.space == Place::Space::shared  ? "memoryBarrierShared()"
           : one.place.space == Place::Space::image ? "memoryBarrierImage()"
                                                    : "memoryBarrierBuffer()";
}

// The scope to declare; empty where the language has only one.
std::string Wording::coherent_for(const Finding& one) const {
    if (!has_scopes(code_)) return {};
    return one.here.invocation / local_ == one.there.invocation / local_ ? "workgroup" : "device";
}

// Of an atomic and a plain access: an order that barriers make, or a second atomic.
std::string Wording::beside_atomic(const Finding& one, const std::string& barrier) const {
    const auto& [atomic, plain] =
        one.here.atomic ? std::pair(one.here, one.there) : std::pair(one.there, one.here);
    const bool apart = one.here.invocation / local_ != one.there.invocation / local_;
    const auto advice = fmt::format(
        "Atomics exclude only each other: make the access at line {} one, too, {}",
        place(plain.site, "").line, plain.writes ? "such as atomicExchange()" : "such as atomicOr() with 0");
    if (apart) return advice + ", or use a second dispatch.";
    if (swaps(code_, atomic.site) || in_one_loop(code_, atomic.site, plain.site)) return advice + ".";
    if (on_two_sides(code_, atomic.site, plain.site)) return advice + ".";
    return fmt::format(
        "{}{} between them, or, where they may meet, make the access at line {} an atomic, too.", put,
        barrier, place(plain.site, "").line);
}

std::string Wording::remedy(const Finding& one) const {
    const std::string fence = memory_barrier(one);
    const std::string barrier =
        one.place.space == Place::Space::shared ? "a barrier()" : fmt::format("{}; barrier();", fence);
    if (one.here.atomic != one.there.atomic) return beside_atomic(one, barrier);
    const bool apart = one.here.invocation / local_ != one.there.invocation / local_;
    switch (static_cast<Lacks>(one.limit)) {
        case Lacks::release:
            return fmt::format(
                "The hand-over lacks {} after the earlier access, before its invocation's atomic.", fence);
        case Lacks::acquire:
            return fmt::format("The hand-over lacks {} between the atomic that saw the flag and this access.",
                               fence);
        case Lacks::both:
            return fmt::format(
                "The hand-over lacks {} on both sides: after the earlier access, before its invocation's "
                "atomic, and between the atomic that saw it and this access.",
                fence);
        case Lacks::barrier:
            return "Only the invocation that saw the flag may read now: put a barrier() after that, then "
                   "all of its workgroup may.";
        case Lacks::scope:
            if (one.here.atomic)
                return fmt::format(
                    "Each is an atomic only within its own scope, which leaves the other one out: give both "
                    "{}.",
                    apart ? "gl_ScopeDevice" : "gl_ScopeWorkgroup");
            return fmt::format(
                "The hand-over has a memory barrier, but its scope is too small: it must reach {}, as {} "
                "does.",
                apart ? "the other workgroup" : "all of the workgroup", fence);
        case Lacks::semantics:
            return "The barrier between them does not order shared memory: that takes the memory scope "
                   "gl_ScopeWorkgroup, gl_StorageSemanticsShared and gl_SemanticsAcquireRelease.";
        case Lacks::none:
            break;
    }
    for (const auto site : {one.here.site, one.there.site})
        if (const auto name = sim::name_of(code_, one.place); copies_array(code_, site, one.place))
            return fmt::format(
                "Line {} copies all of {}, as an `inout` parameter or an assignment of a whole array "
                "does: let each invocation touch only the elements that it means.",
                place(site, "").line, name.substr(0, name.find('[')));
    const bool at_one_line = one.here.site == one.there.site;
    if (at_one_line && in_swap_loop(code_, one.here.site))
        return fmt::format(
            "Both accesses are on one line, in a loop that swaps: change the word with an atomic, or, if the "
            "swap is a lock, release it with an atomic, too, with {} after it is taken and before it is "
            "released.",
            fence);
    if (at_one_line && one.here.writes && one.there.writes)
        return "Both accesses are on one line: let only one invocation own this word.";
    if (apart)
        return "Workgroups run in any order and meet only between dispatches, so no barrier() helps: use a "
               "second dispatch or another buffer, or change the word in one step with an atomic.";
    if (at_one_line)
        return fmt::format(
            "Both accesses are on one line: change the word in one step with an atomic, or {}.",
            one.place.space == Place::Space::shared
                ? "separate the rounds with a barrier()"
                : "separate the rounds with a barrier(), where only one workgroup's invocations meet");
    if (on_two_sides(code_, one.here.site, one.there.site))
        return fmt::format(
            "The two are on different sides of a condition, where no barrier() may be: move one of them "
            "after "
            "the condition, with {} between them.",
            barrier);
    return fmt::format("{}{} {}.", put, barrier,
                       over_back_edge(code_, one.here.site, one.there.site)
                           ? "at the end of the loop's body, before the next round"
                           : "between them");
}

bool asks_for_barrier(const std::string& advice) {
    return advice.starts_with(put);
}

}  // namespace pbp::sim
