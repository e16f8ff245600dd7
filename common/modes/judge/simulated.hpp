// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/card/card.hpp"
#include "common/modes/case.hpp"

namespace pbp::exercises {

/// A case of an exercise on a simulated machine.
struct SimulatedCase {
    std::string words;
    sim::Settings settings;
    bool longer = false;  ///< only where the shader has not much to do in the cases before
};

/// The short cases of a card, each with another size of subgroups and in another schedule; those that give a
/// local size twice more, at random where grids fold; after them the first of the longer cases.
std::vector<SimulatedCase> simulated_cases(const Card& card);

/// Runs options.shader instead of a version in these cases on the simulator. Gives the report of the
/// first that comes out wrong or in which something is found, with what was found and without the listing;
/// none where all are right. `note` tells where the simulator cannot run the shader.
std::optional<VersionReport> simulate(const Subject& of, const std::vector<SimulatedCase>& cases, Sink& sink,
                                      std::string& note);

/// What the simulator finds wrong with options.shader in a case of the card, program by program without the
/// listing; empty if it finds nothing, or the case is too long for it.
std::vector<sim::ProgramReport> found_in(const Subject& of, const std::string& words, Sink& sink);

/// True if the simulator runs options.shader right in a case, in three orders and with subgroups of 1 to 128
/// lanes, and finds nothing wrong with it; false, too, where the case is too long for it.
bool right_on_simulator(const Subject& of, const std::string& words, Sink& sink);

/// What came of looking for a technique: neither is set where the card's is met.
struct Missed {
    std::string why = {};     ///< the clause of missed(), misnamed() or renamed()
    std::string failed = {};  ///< why the run that counts did not end well
    int exit_code = 0;        ///< of that run
    std::string run = {};     ///< its options; empty where the shader's text was enough
    explicit operator bool() const { return !why.empty() || !failed.empty(); }
};

/// A card's technique in each run in which it is counted, with what our solution does there: first the one
/// that it names, then Technique::elsewhere. Empty until it is asked for, and then the same for every shader.
using Learned = std::vector<Technique>;

/// Reads options.shader, whose results are right, and runs it once more in each of the runs that the facts of
/// a technique are about, after our solution where `learned` is empty. Throws Error for a solution that
/// fails, or lacks what a fact is about.
Missed technique_missed(const Subject& of, const Technique& technique, Learned& learned, Sink& sink);

}  // namespace pbp::exercises
