// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/device/device.hpp"
#include "common/record/debug_report.hpp"

namespace pbp {

/// PbpDebug of shaders/common/debug.glsl: the buffer that the ASSERT and LOG calls of one dispatch write.
class DebugBuffer {
  public:
    static constexpr std::uint32_t most_records = 65536;  ///< logs kept per dispatch
    static constexpr std::uint32_t kept_failures = 1024;  ///< failed invocations kept per site

    /// One log: site and kind, the flat global id, the value's bits.
    struct Record {
        std::uint32_t site, kind, who;
        std::array<std::uint32_t, 4> bits;
    };

    /// Clears the buffer for a program with this number of sites.
    Handle clear(Device& device, std::size_t sites);
    /// Reads the counters of all sites.
    void read(Device& device);

    std::uint32_t logs() const { return words_[0]; }
    bool reached(std::size_t site) const { return words_[1 + site] != 0; }
    /// Number of invocations that failed at a site before any other, and the lowest of them.
    std::uint32_t failed(std::size_t site) const { return words_[1 + sites_ + site]; }
    std::uint32_t lowest(std::size_t site) const { return words_[1 + 2 * sites_ + site]; }
    /// The other kept failures, in ascending order.
    std::vector<std::uint32_t> other_failures(Device& device, std::size_t site) const;
    /// The kept logs, by invocation, and per invocation in program order.
    std::vector<Record> records(Device& device) const;

  private:
    std::size_t kept(std::size_t site) const { return 1 + 3 * sites_ + site * kept_failures; }  ///< in words
    std::vector<std::uint32_t> read(Device& device, std::size_t from, std::size_t count) const;

    std::optional<Buffer<std::uint32_t>> buffer_;
    std::size_t sites_ = 0;
    std::vector<std::uint32_t> words_;
};

/// The results of the ASSERT() and LOG() calls of one run, dispatch by dispatch.
class DebugLog {
  public:
    /// A run that does not want logs still finds failed assertions.
    explicit DebugLog(bool keeps_logs) : keeps_logs_(keeps_logs) {}

    /// Prepares a dispatch: the buffer for its program to write, or 0 for a program without calls.
    Handle begin(Device& device, const Program& program);
    /// Reads the results of the dispatch. Throws Error(check_failed) that names the lowest invocation that
    /// failed an assertion; `during` says in which pass, `circumstances` in what order invocations ran.
    void end(Device& device, const Program& program, Groups groups, const std::string& during,
             const std::string& circumstances);

    /// What was seen so far; unreached calls are listed only for a run that `ended` by itself.
    DebugReport report(bool ended) const;

  private:
    struct Call {
        std::string name;  ///< file:line ASSERT(expression)
        bool asserts = false, reached = false;
    };
    Call& call(const glsl::Site& site);
    void keep_logs(Device& device, const Program& program, Groups groups, const std::string& during);

    bool keeps_logs_;
    DebugBuffer buffer_;
    bool bound_ = false;       ///< the running dispatch has the buffer
    std::vector<Call> calls_;  ///< of all programs so far
    DebugReport report_;
};

}  // namespace pbp
