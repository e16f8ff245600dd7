// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/sim/reported/reported.hpp"

namespace pbp::exercises {

/// How lanes share the work of a run.
struct Lanes {
    std::uint64_t instructions = 0;  ///< of all lanes
    double mean = 0;                 ///< lanes that take part in an instruction, on average
};

/// One fact about how an exercise is to be solved, e.g. "shared accesses: at least 1 per element".
struct Fact {
    std::string count;     ///< what the simulator counts, e.g. "barriers"
    bool at_least = true;  ///< otherwise at most
    double bound = 0;
    bool by_number = false;    ///< of readers and writers: only how many words each invocation accesses
    bool by_solution = false;  ///< the bound is what our solution has
    std::string per = {};      ///< what the count is divided by: "element" or "workgroup"; or nothing
    /// The run that counts: in order; with all its checks, where other dispatches make the same in other
    /// circumstances; or in a random order, where workgroups meet others that are not as far.
    enum class Run : std::uint8_t { in_order, in_checks, at_random };
    Run run = Run::in_order;
    std::vector<std::vector<sim::Access>> who = {};  ///< with our solution, of each name
    std::string why = {};       ///< what a kernel that misses it does, as a clause; may be empty
    std::string why_same = {};  ///< of readers and writers: where more access a word, or fewer
    double ours = 0;            ///< the count with our solution, divided as this one
    Lanes lanes = {};           ///< with our solution
};

/// The technique that a card asks for, as the simulator counts it in one run.
struct Technique {
    std::string run;  ///< options of the lesson's command line, with --n
    std::uint64_t n = 0;
    std::vector<Fact> facts;
    std::vector<std::string> with, without;  ///< names that a solution uses, and does not use
    std::string solution;                    ///< ours: a file
    std::vector<std::string> elsewhere;  ///< cases of the card in which readers and writers are compared, too
};

/// How the message of a shader begins that is right by another technique.
inline constexpr const char* another_way = "right, but not the way that the task asks for: ";

/// The number after --n in the words of a case; 0 without one.
std::uint64_t elements_of(const std::string& words);

/// Reads "COUNT [in all checks|in a random order]: at least|at most NUMBER [per element|workgroup]",
/// "COUNT: none" or "COUNT: no more than in the solution", each with "; WHY" after it if wanted. COUNT is one
/// of the simulator's, "loads of NAME" or "stores of NAME", which count each lane's of a buffer's member,
/// "words of NAME from the new MEMBER", or, in the shader's text, "mentions of NAME" or "members of STRUCT".
/// "readers of NAME, ...: as in the solution" and "writers of NAME, ...", of members or of shared memory, ask
/// that the same invocations access the same words; up to half of those of a buffer may be left out. With "as
/// many words each as in the solution" only their number counts, and more than a third is enough. Their WHY
/// is two if it has a "|": one for words of another invocation, and one for what missed_who() calls the same.
/// Throws Error(wrong_usage) with the reason where it is not one.
Fact read_fact(const std::string& line);

/// Adds a line of a card: "with: NAME...", "without: NAME...", or a fact as above.
void read_line(Technique& technique, const std::string& line);

/// The first name that GLSL text uses and should not, or does not use and should, in a clause; empty
/// where all are as asked. No text may use PBP_TRACE: what is traced would differ from what is timed.
std::string misnamed(const Technique& technique, const std::string& text);

/// The first fact that a run does not meet, in a clause with the number counted; empty if it meets all. Where
/// a count is too high that each subgroup adds to once, few_lanes() is asked for the cause first. `programs`
/// are the judged shader's alone, in the run that the facts of that kind are about.
std::string missed(const Technique& technique, const std::vector<sim::ProgramReport>& programs,
                   Fact::Run run);

/// The same with only the facts about readers and writers, for another run. How many words each has is no
/// such fact: that depends on how many workgroups are full.
Technique about_who(const Technique& technique, const std::string& run);

/// Facts that compare with the solution get what was counted with it as their bound. Returns the readers or
/// writers of a word that it does not have; empty if it has all.
std::string learn_from_solution(Technique& technique, const std::vector<sim::ProgramReport>& programs);

/// Of a count "words of NAME from the new MEMBER": both names. Empty for other counts.
std::pair<std::string, std::string> made_from_new(const std::string& count);

}  // namespace pbp::exercises
