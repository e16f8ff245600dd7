// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace pbp::sim {

/// The faults that the simulator can find.
enum class Fault : std::uint8_t {
    race,               ///< two unordered accesses, at least one of them a write
    same_value_race,    ///< both write the same value: a note, not an error
    late_atomic,        ///< overtaken by a later one, and read in between: explains a wrong result
    no_memory_barrier,  ///< ordered by barrier() alone, which does not make buffer writes visible
    not_coherent,       ///< ordered, but the buffer is not declared coherent
    divergent_barrier,  ///< barrier() reached by part of the workgroup
    unwritten_shared,   ///< a read of shared memory that was never written
    out_of_bounds,
    outside_image,    ///< defined: a load gives 0, a store does nothing
    outside_texture,  ///< a fetch, which is not
    division_by_zero,
    wide_shift,   ///< by at least the number of bits
    nan_born,     ///< a NaN whose operands were not NaN
    absent_lane,  ///< a subgroup operation reads an inactive lane
    undefined_conversion,
    undefined_result,  ///< of a function or an operator
    unset_variable,
    endless_loop,
    stuck,  ///< waits for something that cannot happen
    overlapping_bindings
};

/// What a hand-over between two invocations that race lacks: a memory barrier on one side, or on both; a
/// barrier() after the invocation that saw the flag; a larger scope of a memory barrier or an atomic that is
/// there; semantics of a barrier() that cover shared memory.
enum class Lacks : std::uint8_t { none, release, acquire, barrier, both, scope, semantics };

/// The location of a word of memory.
struct Place {
    enum class Space : std::uint8_t { none, shared, buffer, image } space = Space::none;
    std::uint32_t index = 0;  ///< into the code's buffers or images
    std::uint64_t word = 0;   ///< 4-byte words from the start; texels of an image
    std::uint8_t byte = 0;    ///< of that word
};

/// One invocation involved, with its source location.
struct Party {
    std::uint32_t site = 0;
    std::uint32_t invocation = 0;  ///< flat, within the dispatch: workgroup * local size + local index
    bool writes = false, atomic = false;
};

struct Finding {
    Fault fault = Fault::race;
    Party here = {}, there = {};  ///< there.site 0: there is no second one
    Place place = {};
    std::uint32_t value = 0, other = 0;  ///< the word read or written, and what it might have been
    std::uint64_t number = 0,
                  limit = 0;       ///< an index and its limit; lanes that arrived and that did not
    std::uint32_t split_site = 0;  ///< the branch where they diverged
    const char* reason = "";       ///< why a result is undefined; the operator that makes a NaN
    bool harmless = false;         ///< its result has not been used so far
    bool other_data = false;       ///< found with other data than those given
    bool searched = false;         ///< found in another order of its atomics
    std::array<std::uint32_t, 3> texel{},
        size{};  ///< outside an image: the coordinate, and the image's size;
    /// of a NaN: its operands, of which there are `limit`
    std::uint64_t times = 1;

    /// A result without meaning does harm once it is stored, or decides something. Bindings may overlap,
    /// unless one says `restrict` (then `value` is 1).
    bool is_note() const {
        return harmless || fault == Fault::same_value_race || fault == Fault::late_atomic ||
               fault == Fault::outside_image || (fault == Fault::overlapping_bindings && value == 0);
    }
};

/// The findings of a run, each fault once per pair of locations, in either order: the first occurrence, and
/// the number of occurrences.
class Findings {
  public:
    /// Returns its number.
    std::size_t add(const Finding& finding) {
        const auto [low, high] = std::minmax(finding.here.site, finding.there.site);
        const auto [at, is_new] = index_.try_emplace({finding.fault, low, high}, all_.size());
        if (is_new) {
            all_.push_back(finding);
        } else {
            all_[at->second].times += finding.times;
            all_[at->second].harmless = all_[at->second].harmless && finding.harmless;
        }
        return at->second;
    }
    void does_harm(std::size_t number) { all_[number].harmless = false; }
    void add(const Findings& others) {
        for (const auto& one : others.all_) add(one);
    }
    const std::vector<Finding>& all() const { return all_; }
    bool empty() const { return all_.empty(); }

  private:
    std::map<std::tuple<Fault, std::uint32_t, std::uint32_t>, std::size_t> index_;
    std::vector<Finding> all_;
};

}  // namespace pbp::sim
