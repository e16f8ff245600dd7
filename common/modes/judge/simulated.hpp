// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/lesson/lesson.hpp"
#include "common/modes/judge/card.hpp"
#include "common/sim/run/settings.hpp"

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
std::optional<VersionReport> simulate(const Lesson& lesson, const Version& version, const Options& options,
                                      const std::vector<SimulatedCase>& cases, Sink& sink, std::string& note);

/// Runs options.shader, whose results are right, once more for the technique that a card asks for. Gives the
/// clause of missed(); empty where it is met, where the card asks for none, or where the simulator cannot run
/// the shader.
std::string technique_missed(const Lesson& lesson, const Version& version, const Options& options,
                             const Technique& technique, Sink& sink);

}  // namespace pbp::exercises
