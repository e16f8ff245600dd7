// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/mutants/mutation.hpp"
#include "tests/mutants/subject.hpp"

namespace pbp::mutants {

/// A mutation of one file, and its fate.
struct Mutant {
    const Subject* subject = nullptr;
    Mutation mutation;
    std::string id;  ///< the line after the mutation
    enum class Fate : std::uint8_t {
        waits,
        caught,
        survived,
        same_code,
        does_not_build,
        original_fails  ///< so that the mutant shows nothing
    } fate = Fate::waits;
    std::string trial;             ///< which caught it
    std::string sentence;          ///< how
    bool named = false;            ///< by a finding of the simulator that shows two lines
    std::string smallest = {};     ///< if that is asked for: the command of the smallest case that catches it
    std::uint64_t smallest_n = 0;  ///< its n
};

/// All mutants of these files, as they are below `shaders`.
std::vector<Mutant> mutants_of(const std::vector<Subject>& subjects, const std::filesystem::path& shaders);

/// How a study is run.
struct Study {
    std::filesystem::path shaders;
    std::size_t jobs = 1;         ///< processes at a time
    bool shrinks = false;         ///< finds the smallest case that catches it
    bool certifies = false;       ///< instead: only one with a certificate that some input refutes survives
    bool wants_findings = false;  ///< a wrong pass alone does not count: some trial must name two lines
    std::function<void(std::size_t done, std::size_t all)> progress = [](std::size_t, std::size_t) {};
};

/// Runs the unchanged files in all their trials, and drops the trials that a version rejects. Returns a
/// sentence for each that is not right.
std::vector<std::string> try_originals(std::vector<Subject>& subjects, const Study& study);

/// Drops the trials whose arguments a version rejects.
void keep_served(std::vector<Subject>& subjects, const Study& study);

/// Runs each mutant in its trials until one catches it in which the unchanged shaders are right.
void try_mutants(std::vector<Mutant>& mutants, const Study& study);

}  // namespace pbp::mutants
