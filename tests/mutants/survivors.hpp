// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/mutants/study.hpp"

namespace pbp::mutants {

/// A mutant that is known not to be caught, and why.
struct Known {
    std::string file, line;   ///< below the shaders' folder; as it reads when mutated
    bool equivalent = false;  ///< no run can differ; otherwise one could, but none of ours shows it
    std::string reason;
};

/// One line per mutant, separated by tabs: file, line as mutated, `equivalent` or `unseen`, reason. Throws
/// Error(wrong_usage) for other lines, and if there is no reason.
std::vector<Known> known_survivors(const std::filesystem::path& table);

/// The number of mutants by fate, in one file or in all.
struct Tally {
    std::size_t mutants = 0, caught = 0, equivalent = 0, unseen = 0, unknown = 0;
    void add(const Mutant& mutant, const Known* known);
    /// The share of the mutants that are not equivalent that is caught; 1 for no such mutants.
    double score() const;
};

/// Throws Error(check_failed), naming all of them, if entries for the files of `meant` explain mutants that
/// do not exist.
void demand_existing(const std::vector<Known>& known, const std::vector<Mutant>& all,
                     const std::function<bool(const std::filesystem::path&)>& meant);

/// The entry for a mutant, or null.
const Known* find(const std::vector<Known>& all, const Mutant& mutant);

/// Of mutants that were asked for certificates: how many had one, and those that some input refutes, or every
/// one. Returns the number of the former.
std::size_t print_certificates(const std::vector<Mutant>& all, bool every);

/// One JSON document of all mutants.
void print_json(const std::vector<Mutant>& all, const std::vector<Known>& known, const Tally& total);

/// A row per shader, and one for all.
void print_table(const std::vector<Mutant>& all, const std::vector<Known>& known, const Tally& total);

/// What was caught, and how.
void print_caught(const std::vector<Mutant>& all);

/// What was not caught, why, and the totals.
void print_survivors(const std::vector<Mutant>& all, const std::vector<Known>& known, const Tally& total);

}  // namespace pbp::mutants
