// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/base/error.hpp"
#include "common/check/keys.hpp"
#include "common/event/bench_row.hpp"
#include "common/lesson/knobs.hpp"
#include "common/lesson/launch.hpp"
#include "common/lesson/sort_order.hpp"
#include "common/lesson/version_names.hpp"

/// The odd-even transposition sort as data: which passes there are, how each version puts them into
/// dispatches, when a version may stop, and the CPU twin of a pass. Source: A. N. Habermann, "Parallel
/// neighbor-sort", Carnegie Mellon University, 1972.
namespace odd_even {

using Keys = std::vector<std::uint32_t>;

/// One pass over the whole array: adjacent runs of `run` sorted keys are merged in pairs, the first pair
/// starting at `first`. Runs of one key make it a compare-exchange: even passes take the pairs (0, 1),
/// (2, 3) …, odd ones (1, 2), (3, 4) ….
struct Pass {
    enum class Kind : std::uint8_t {
        transpose,  ///< pass `number` of single keys
        sort,       ///< sorts each run by itself
        grow,       ///< merges within a block
        merge,      ///< round `number` of blocks
    };
    Kind kind = Kind::transpose;
    std::uint32_t number = 0;  ///< counted from 1
    std::uint32_t first = 0;
    std::uint32_t run = 1;
    pbp::SortOrder order = pbp::SortOrder::ascending;

    /// True if its pairs start at key 0; the pass is named after its pairs, not after its number.
    bool is_even() const { return first == 0; }
    std::string name() const;
    bool operator==(const Pass&) const = default;
};

struct Launch : pbp::Launch<Pass> {
    bool tells = false;       ///< also writes how many passes it made and how many pairs it swapped
    bool ends_round = false;  ///< after it the host checks whether the round swapped anything
};

/// Passes `1 .. count` of single keys; even ones start at key 0, odd ones at key 1.
std::vector<Pass> passes(std::uint32_t count);

/// Makes one pass and returns the number of pairs it swapped (for blocks: of keys it moved).
std::uint32_t step(Keys& keys, const Pass& pass);

/// The CPU twin: makes the passes of a version on its own keys, and decides from these alone when to stop.
class Twin {
  public:
    /// `launches` of a version; one that reports its number of passes stops after a round (one even and one
    /// odd pass) without a swap.
    Twin(Keys keys, const std::vector<Launch>& launches) : keys_(std::move(keys)) {
        stops_early_ = launches.front().tells;
        for (const auto& launch : launches)
            all_.insert(all_.end(), launch.passes.begin(), launch.passes.end());
    }

    bool stopped() const { return stopped_ || made_ == all_.size(); }
    /// Makes the next pass; returns it.
    const Pass& step() {
        const Pass& pass = all_[made_++];
        swaps_ += odd_even::step(keys_, pass);
        if (pass.is_even()) return pass;
        stopped_ = stops_early_ && swaps_ == before_round_;
        before_round_ = swaps_;
        return pass;
    }
    /// The same in a run, which also learns what a shader leaves that still sorts upwards.
    const Pass& step(pbp::Run& run) {
        if (Pass coming = all_[made_]; coming.order == pbp::SortOrder::descending) {
            coming.order = pbp::SortOrder::ascending;
            Keys upwards = keys_;
            odd_even::step(upwards, coming);
            run.suspect(upwards, pbp::still_ascends());
        }
        return step();
    }
    /// Makes all remaining passes, so that a kernel that stopped too early differs.
    void finish() {
        while (!stopped()) step();
    }
    /// The same in a run, which then compares what the shader leaves, and what it tells if it tells anything.
    void finish(pbp::Run& run, const pbp::Buffer<std::uint32_t>& data,
                const pbp::Buffer<std::int32_t>& told_by_shader) {
        finish();
        run.result("the last pass", data, keys_);
        if (stops_early_) run.result("all passes: how many, and how many swaps", told_by_shader, told());
    }

    const Keys& keys() const { return keys_; }
    /// Passes made and pairs swapped, in the order in which the shaders report them.
    std::vector<std::int32_t> told() const {
        return {static_cast<std::int32_t>(made_), static_cast<std::int32_t>(swaps_)};
    }

  private:
    Keys keys_;
    std::vector<Pass> all_;
    bool stops_early_, stopped_ = false;
    std::size_t made_ = 0;
    std::uint32_t swaps_ = 0, before_round_ = 0;
};

/// The same rule for a host that reads the shader's counter of swaps after every round.
class Quiet {
  public:
    /// True if the counter is the same as at the last call.
    bool since(std::int32_t swaps) { return std::exchange(before_, swaps) == swaps; }

  private:
    std::int32_t before_ = 0;
};

/// v6's share of a workgroup: `invocations` invocations of `items` keys each hold two blocks together. With
/// an odd number of items, neighbouring invocations start in different banks.
struct Tile {
    std::uint32_t invocations = 2, items = 1;
    std::uint32_t keys() const { return invocations * items; }
    std::uint32_t block() const { return keys() / 2; }
};

/// As large as the device allows, but at most half of n, so that a small n shows several blocks. A software
/// renderer runs one invocation after another: a few with many items search less for where to start.
/// `invocations` above 0 overrides that choice.
Tile tile_for(std::uint32_t n, const pbp::DeviceInfo& device, std::uint32_t invocations = 0);
/// A version's default tile: v6's, or v5's 256 invocations with one pair each.
Tile tile_of(const std::string& version, std::uint32_t n, const pbp::DeviceInfo& device,
             std::uint32_t invocations = 0);
/// What can be tuned in a version's tile.
pbp::Knobs knobs(const std::string& version);

/// The most keys that the versions take on a device. One workgroup: a pair of keys per invocation, and a
/// trace of n^2 words that stays within the work budget.
inline std::uint64_t one_workgroup_pairs(const pbp::Limits& limits) {
    return std::min<std::uint64_t>({limits.shared_bytes / 4 - 4, 2ull * limits.workgroup_invocations, 2048});
}
/// One dispatch per pass and n passes: 2^14 dispatches of 5 us are 80 ms, 2^20 would be 5 s, and every
/// doubling of n takes four times the comparisons.
inline std::uint64_t n_passes(const pbp::Limits&) {
    return 1u << 14;
}
/// As many rounds as blocks: 2^20 keys in 187 rounds are quick, but every doubling takes four times the work.
inline std::uint64_t n_rounds(const pbp::Limits& limits) {
    return std::min<std::uint64_t>(1u << 22, limits.buffer_bytes / 4);
}

inline const pbp::LargestN shared_pairs{one_workgroup_pairs, "one workgroup holds all keys"};
inline const pbp::LargestN few_passes{n_passes, "its work grows with n * n"};
inline const pbp::LargestN few_rounds{n_rounds, "its work grows with n * n"};

/// The dispatches of a version for n keys, n at least 1; for a version that stops early, all it might need.
/// Throws Error(wrong_usage) for a tile that does not fit in shared memory.
std::vector<Launch> launches(const std::string& version, const Tile& tile, std::uint32_t n,
                             const pbp::DeviceInfo& device);
/// The same with the version's default tile.
std::vector<Launch> launches(const std::string& version, std::uint32_t n, const pbp::DeviceInfo& device);
/// The dispatches of a run, with the tile that was asked for; gives the run the number of passes.
std::vector<Launch> plan(pbp::Run& run);

/// Keys are read and written at least once. n passes compare neighbours, half of the pairs at a time; the
/// number of comparisons in v6 depends on the keys, and is not counted.
inline pbp::bench::Work work(const std::string& version, std::uint64_t n, std::uint64_t) {
    return {4 * n, 4 * n, pbp::version_number(version) < 6 ? n * (n - 1) / 2 : 0};
}

/// The number of keys in v6's block, for dividers; 0 in the other versions.
std::uint32_t block_of(const std::vector<Launch>& launches);
/// Draws the passes, and notes how many there were.
void draw(pbp::Run& run, const Twin& twin, const std::vector<Launch>& launches);

}  // namespace odd_even
