// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/base/error.hpp"
#include "common/check/keys.hpp"
#include "common/event/bench_report.hpp"
#include "common/event/bench_row.hpp"
#include "common/lesson/knobs.hpp"
#include "common/lesson/largest_n.hpp"
#include "common/lesson/launch.hpp"
#include "common/lesson/version_names.hpp"
#include "common/record/links.hpp"

/// The odd-even transposition sort as data: which passes there are, how each version puts them into
/// dispatches, when a version may stop, and the CPU twin of a pass. Source: A. N. Habermann, "Parallel
/// neighbor-sort", Carnegie Mellon University, 1972.
namespace odd_even {

using Keys = std::vector<std::uint32_t>;

/// One pass over the whole array: neighbouring runs of `run` sorted keys are merged, two and two, the first
/// pair at `first`. Runs of one key make it compare-exchange: odd passes take the pairs (0, 1), (2, 3) …,
/// even ones (1, 2), (3, 4) ….
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

    bool is_odd() const { return first == 0; }
    std::string name() const;
    bool operator==(const Pass&) const = default;
};

struct Launch : pbp::Launch<Pass> {
    bool tells = false;       ///< also writes how many passes it made and how many pairs it swapped
    bool ends_round = false;  ///< behind it the host asks whether the round swapped anything
};

/// Passes `1 .. count` of single keys; odd ones begin at key 0, even ones at key 1.
std::vector<Pass> passes(std::uint32_t count);

/// Makes one pass and returns how many pairs it swapped (of blocks: how many keys it moved).
std::uint32_t step(Keys& keys, const Pass& pass, pbp::Links& links);

/// The CPU twin: makes the passes of a version on its own keys and knows by these alone when to stop.
class Twin {
  public:
    /// `launches` of a version; one that tells how many passes it made stops after a round (one odd and one
    /// even pass) without a swap.
    Twin(Keys keys, const std::vector<Launch>& launches) : keys_(std::move(keys)) {
        stops_early_ = launches.front().tells;
        for (const auto& launch : launches)
            all_.insert(all_.end(), launch.passes.begin(), launch.passes.end());
    }

    bool stopped() const { return stopped_ || made_ == all_.size(); }
    /// Makes the next pass; returns it.
    const Pass& step(pbp::Links& links) {
        const Pass& pass = all_[made_++];
        swaps_ += odd_even::step(keys_, pass, links);
        if (pass.is_odd()) return pass;
        stopped_ = stops_early_ && swaps_ == before_round_;
        before_round_ = swaps_;
        return pass;
    }
    /// Makes all passes that are left: a kernel that stopped too early then differs.
    void finish(pbp::Links& links) {
        while (!stopped()) step(links);
    }

    const Keys& keys() const { return keys_; }
    /// Passes made and pairs swapped, in the order in which the shaders tell them.
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

/// The same rule for a host that reads the shader's counter of swaps behind every round.
class Quiet {
  public:
    /// True where the counter stands as at the last call.
    bool since(std::int32_t swaps) { return std::exchange(before_, swaps) == swaps; }

  private:
    std::int32_t before_ = 0;
};

/// v6's share of a workgroup: `invocations` of them hold `items` keys each, two blocks together. An odd
/// number of items lets neighbouring invocations begin in different banks.
struct Tile {
    std::uint32_t invocations = 2, items = 1;
    std::uint32_t keys() const { return invocations * items; }
    std::uint32_t block() const { return keys() / 2; }
};

/// As large as the device allows, but at most half of n, so that a small n shows several blocks. A software
/// renderer makes one invocation after the other: few with many items search less for where to begin.
/// `invocations` above 0 stand in the place of that choice.
Tile tile_for(std::uint32_t n, const pbp::DeviceInfo& device, std::uint32_t invocations = 0);
/// A version's own tile: v6's, or v5's 256 invocations with a pair each.
Tile tile_of(const std::string& version, std::uint32_t n, const pbp::DeviceInfo& device,
             std::uint32_t invocations = 0);
/// What a version leaves to choose of its tile.
pbp::Knobs knobs(const std::string& version);

/// How many keys the versions take on a device. One workgroup: a pair of keys an invocation, and a trace
/// of n^2 words that stays within the work budget.
inline std::uint64_t one_workgroup_pairs(const pbp::Limits& limits) {
    return std::min<std::uint64_t>({limits.shared_bytes / 4 - 4, 2ull * limits.workgroup_invocations, 2048});
}
/// One dispatch a pass and n passes: 2^14 dispatches of 5 us are 80 ms, 2^20 would be 5 s, and every doubling
/// of n takes four times the comparisons.
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

/// The dispatches of a version for n keys, n at least 1; for one that stops early, all it might need. Throws
/// Error(wrong_usage) for a tile that shared memory cannot hold.
std::vector<Launch> launches(const std::string& version, const Tile& tile, std::uint32_t n,
                             const pbp::DeviceInfo& device);
/// The same with the version's own tile.
std::vector<Launch> launches(const std::string& version, std::uint32_t n, const pbp::DeviceInfo& device);
/// The dispatches of a run, with the tile that it was asked for; tells it how many passes will come.
std::vector<Launch> plan(pbp::Run& run);

/// Keys are read and written at least once. n passes compare each neighbours, half of them at a time; v6
/// compares as its search falls, which nobody counts.
inline pbp::bench::Work work(const std::string& version, std::uint64_t n, std::uint64_t) {
    return {4 * n, 4 * n, pbp::version_number(version) < 6 ? n * (n - 1) / 2 : 0};
}

/// The keys of v6's block, for dividers; 0 in the other versions.
std::uint32_t block_of(const std::vector<Launch>& launches);
/// A sentence for the report, and one on how to read the picture.
std::string summary(const Twin& twin, const std::vector<Launch>& launches);
std::string how_to_read(const std::vector<Launch>& launches);

}  // namespace odd_even
