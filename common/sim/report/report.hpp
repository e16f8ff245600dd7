// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pbp::sim {

struct Account;

/// A line of a shader, and who came by it.
struct ReportedPlace {
    std::string file;  ///< relative to the working directory
    int line = 0;
    std::string text;  ///< of that line
    std::string role;  ///< e.g. "invocation 3 of workgroup 0 reads it here"
};

/// A finding in words.
struct ReportedFinding {
    std::string fault;     ///< in a few words, e.g. "data race"
    std::string sentence;  ///< what happened, and what would mend it
    std::vector<ReportedPlace> places;
    bool note = false;      ///< worth knowing, and no error
    bool explains = false;  ///< a note that is worth it only where a result is wrong
    std::uint64_t times = 1;
};

/// What all dispatches of a program did at one line of its source.
struct ReportedLine {
    std::string file;
    int line = 0;
    std::string text;
    std::uint64_t issued = 0;  ///< instructions that a subgroup issued, one for all its lanes
    std::uint64_t lanes = 0;   ///< active lanes of all these together
    std::uint64_t shared_accesses = 0, conflict_cycles = 0;
    std::uint64_t requests = 0, sectors = 0, needed_sectors = 0, cache_lines = 0;
    std::uint64_t atomics = 0, contention = 0;
    std::uint64_t barriers = 0;
    /// Active lanes of an instruction, on average; 0 where none was issued.
    double mean_lanes() const {
        return issued == 0 ? 0 : static_cast<double>(lanes) / static_cast<double>(issued);
    }
};

/// What the simulator tells of one program.
struct ProgramReport {
    std::string shader;  ///< its file, relative to the working directory
    std::uint64_t dispatches = 0;
    std::uint32_t subgroup_size = 0;
    double elapsed_ms = 0;  ///< that simulating took
    std::vector<ReportedFinding> findings;
    std::vector<ReportedLine> lines;  ///< by file in the order of inclusion, then by line; those that ran

    bool has_errors() const {
        for (const auto& finding : findings)
            if (!finding.note) return true;
        return false;
    }
};

/// Puts what a program did into the words of its source.
ProgramReport report(const Account& account, std::uint32_t subgroup_size);

}  // namespace pbp::sim
