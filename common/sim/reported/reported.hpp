// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// What a simulator reports: data alone, for those who print, draw or send it.
namespace pbp::sim {

/// A line of a shader, and which invocation executed it.
struct ReportedPlace {
    std::string file;  ///< relative to the working directory
    int line = 0;
    std::string text;  ///< the text of that line
    std::string role;  ///< e.g. "invocation 3 of workgroup 0 reads it here"
};

/// A finding as text.
struct ReportedFinding {
    std::string fault;     ///< a short name, e.g. "data race"
    std::string sentence;  ///< what happened
    std::vector<ReportedPlace> places;
    bool note = false;      ///< worth knowing, but not an error
    bool explains = false;  ///< a note that is relevant only if a result is wrong
    std::uint64_t times = 1;
    std::string schedule;  ///< in which it was found, if not in the first one that was run
    std::string advice;    ///< what may fix it; empty: the sentence says so
    std::string repair;    ///< what does, as running it has proven; empty: nobody knows
    /// What happened, and how to fix it.
    std::string in_full() const {
        const auto& fix = repair.empty() ? advice : repair;
        return fix.empty() ? sentence : sentence + " " + fix;
    }
};

/// What a GPU would take, as far as the counts say.
struct PredictedTime {
    std::string card = {};       ///< the GPU; empty: nothing was predicted
    double us = 0;               ///< of all dispatches
    double off = 0;              ///< as Card::off
    std::string limit = {};      ///< what is in most demand, over all programs together
    std::string fails = {};      ///< why there is no prediction; empty: there is one
    double measured_us = 0;      ///< what that GPU took; 0: unknown
    std::string words = {};      ///< all that in whole sentences
    std::string occupancy = {};  ///< of a program: how many workgroups run at a time, and what limits that
};

/// What a GPU's time depends on, of a source line: counted on request.
struct ReportedCost {
    std::uint64_t work = 0;          ///< instructions, without those that a compiler evaluates
    std::uint64_t exchanges = 0;     ///< steps of subgroup operations: a scan takes several
    std::uint64_t stored_lines = 0;  ///< those of the cache lines that stores moved
    std::uint64_t loaded_once = 0, stored_once = 0;  ///< sectors, each once per workgroup
    std::uint64_t stored_bytes = 0, image_bytes = 0;
    std::uint64_t at_one_word = 0;  ///< atomics, each once per subgroup, whose lanes all want the same word
    std::uint64_t trips = 0;        ///< loads that wait until an earlier one is there
};

/// What all dispatches of a program did at one source line.
struct ReportedLine {
    std::string file;
    int line = 0;
    std::string text;
    std::uint64_t issued = 0;  ///< instructions issued, each once per subgroup
    std::uint64_t lanes = 0;   ///< active lanes, summed over these
    std::uint64_t shared_accesses = 0, conflict_cycles = 0;
    std::uint64_t requests = 0, sectors = 0, needed_sectors = 0, cache_lines = 0;
    std::uint64_t stored_sectors = 0;  ///< those of `sectors` that stores moved
    std::uint64_t atomics = 0, contention = 0;
    std::uint64_t shared_atomics = 0;  ///< those of `atomics` in shared memory
    std::uint64_t barriers = 0, subgroup_operations = 0;
    ReportedCost cost;
    double predicted_us = 0;  ///< its share of the program's time on a GPU
    /// Active lanes per instruction, on average; 0 if none was issued.
    double mean_lanes() const {
        return issued == 0 ? 0 : static_cast<double>(lanes) / static_cast<double>(issued);
    }
};

/// What a source line was compiled to: reported on request.
struct ReportedCode {
    std::string file;
    int line = 0;
    std::vector<std::string> instructions;  ///< of SPIR-V
};

/// What invocations did, as facts about a technique: counted on request, by Settings::counts_deeds.
struct Deeds {
    std::uint64_t taken_over = 0;  ///< stores to a word of shared memory that another invocation stored last
    std::uint64_t counters = 0;    ///< words of shared memory that atomics access, of the workgroup with most
    std::uint64_t cleared = 0;     ///< times that such a word became 0, and was not before
    std::uint64_t unfounded = 0;   ///< values traced that no word stored in the same dispatch was made from

    void add(const Deeds& other) {
        taken_over += other.taken_over;
        counters = std::max(counters, other.counters);
        cleared += other.cleared;
        unfounded += other.unfounded;
    }
};

/// A word of a buffer's member, an image or shared memory, and the invocation that accesses it, counted over
/// all workgroups.
struct Access {
    std::uint32_t word = 0, invocation = 0;
    auto operator<=>(const Access&) const = default;
};

/// The simulator's report on one program.
struct ProgramReport {
    std::string shader;  ///< its file, relative to the working directory
    std::uint64_t dispatches = 0;
    std::uint32_t subgroup_size = 0;
    std::uint32_t shared_bytes = 0;  ///< per workgroup
    std::uint64_t workgroups = 0;    ///< over all dispatches
    std::uint32_t local_size = 0;
    std::uint64_t buffer_bytes = 0;  ///< of what a dispatch has bound
    std::uint32_t polls = 0;         ///< instructions that wait for other workgroups
    bool polls_alone = false;        ///< one lane at a time
    std::uint64_t ordering = 0;  ///< of the lines' barriers, the fewest that order what shared memory holds
    std::uint64_t shared_words = 0;  ///< of shared memory, up to the last one accessed
    std::map<std::string, std::uint64_t>
        by_name;  ///< e.g. "loads of keys": each lane's, of a buffer's member
    std::map<std::string, std::vector<Access>>
        who;  ///< on request, "readers of keys" and "writers of shared memory": sorted, once per dispatch
    Deeds deeds;
    double elapsed_ms = 0;  ///< time to simulate it
    double longest_ms = 0;  ///< its longest dispatch, as one thread would take
    std::vector<ReportedFinding> findings;
    std::vector<ReportedLine> lines;  ///< lines that ran, by file in order of inclusion, then by line
    std::vector<ReportedCode> code;   ///< lines with instructions, whether they ran or not, in the same order
    std::string orders;               ///< what is known of other orders; empty: nothing
    PredictedTime predicted;

    bool has_errors() const {
        for (const auto& finding : findings)
            if (!finding.note) return true;
        return false;
    }
};

/// The findings that are no mere notes, program by program.
inline std::vector<ReportedFinding> errors_of(const std::vector<ProgramReport>& programs) {
    std::vector<ReportedFinding> errors;
    for (const auto& program : programs)
        for (const auto& finding : program.findings)
            if (!finding.note) errors.push_back(finding);
    return errors;
}

}  // namespace pbp::sim
