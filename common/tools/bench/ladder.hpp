// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/event/bench_row.hpp"

namespace pbp::bench {

/// The lessons of a report, e.g. "03", rising.
std::vector<std::string> lessons_of(const Report& report);

/// The folder of a lesson, e.g. "03_reduction" for "03"; just the number if there is no such folder.
std::string folder_of(const std::string& lesson);

/// What a bench found about one lesson, by version and n. It looks into the report, which must outlive it.
class Ladder {
  public:
    Ladder(const Report& report, std::string lesson);

    const Report& report() const { return *report_; }
    const std::string& lesson() const { return lesson_; }
    const std::vector<std::string>& versions() const { return versions_; }  ///< from the lowest rung
    const std::vector<std::uint64_t>& sizes() const { return sizes_; }      ///< with a time, rising

    /// Null where the report has no such row.
    const Row* row(const std::string& version, std::uint64_t n) const;
    /// Null where there is no right row with a time.
    const Row* timed(const std::string& version, std::uint64_t n) const;
    /// The highest rung with a time at n.
    const Row* top(std::uint64_t n) const;
    /// The rung whose work bounds the others at n: the top one, or in a sort the highest that moves keys
    /// alone.
    const Row* bounding(std::uint64_t n) const;
    /// True if the row moves more than that one, so that its limit is lower.
    bool has_own_limit(const Row& row) const;
    /// True if both ask for the same: copies are compared with copies.
    bool same_work(const Work& a, const Work& b) const;
    /// The next rung below that has a time at the same n and does the same work.
    const Row* below(const Row& row) const;
    /// The fastest of all rungs below with a time at the same n that do the same work.
    const Row* fastest_below(const Row& row) const;
    /// The lesson's versions that the report does not have at all, such as v1.
    std::vector<std::string> left_out() const;
    /// Why a version has no time at n, in a few words.
    std::string missing(const std::string& version, std::uint64_t n) const;

    /// The names of the peers, in the order of the report.
    const std::vector<std::string>& peers() const { return peers_; }
    /// A peer's time beside the highest rung that has been compared with it at n, and that rung.
    struct Beside {
        const Row* row = nullptr;
        const Peer* peer = nullptr;
    };
    Beside beside(const std::string& peer, std::uint64_t n) const;

    /// True for sorts: keys per second say more there than bytes.
    bool counts_keys() const;
    /// "GB/s", or of sorts "Gkeys/s", and "Mkeys/s" on a software renderer.
    const char* unit() const { return !counts_keys() ? "GB/s" : report_->software ? "Mkeys/s" : "Gkeys/s"; }
    /// The speed in that unit of one who does the row's work in this time.
    double speed(const Row& row, double median_us) const;
    /// The shortest time in microseconds that the machine's own limits leave for a row's work; 0 on a
    /// software renderer.
    double least_us(const Row& row) const;
    /// Which limit that is: "copy", "read" or "empty dispatch"; empty on a software renderer.
    std::string what_limits(const Row& row) const;

  private:
    const Report* report_;
    std::string lesson_;
    std::vector<std::string> versions_, peers_;
    std::vector<std::uint64_t> sizes_;
};

/// The peer that a row was timed in turns with, by its name; null where it was not.
const Peer* peer_of(const Row& row, const std::string& name);

}  // namespace pbp::bench
