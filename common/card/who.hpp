// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/card/technique.hpp"

namespace pbp::exercises {

/// True of "readers of NAME, ..." and "writers of NAME, ...".
bool is_about_who(const std::string& count);

Lanes lanes_of(const std::vector<sim::ProgramReport>& programs);

/// That a quarter as many lanes or fewer take part in an instruction as with our solution, though all lanes
/// together execute at most twice as many, in a clause; else empty.
std::string few_lanes(const Fact& fact, const std::vector<sim::ProgramReport>& programs);

/// Keeps who accesses which word with our solution. Returns a name that nobody accesses; empty: none.
std::string learn_who(Fact& fact, const std::vector<sim::ProgramReport>& programs);

/// The first member of a buffer that a fact is about, and that our solution's text names and a learner's does
/// not, in a clause; else empty: words are found by the names of the skeleton.
std::string renamed(const Technique& technique, const std::string& text, const std::string& ours);

/// Who accesses another word than with our solution, in a clause that names what was observed: few
/// invocations access any; a word of shared memory that is not in use there; one accesses what another one
/// should (Fact::why); more do than with our solution, or one leaves its word out (Fact::why_same). Empty if
/// nobody does. Words of a buffer may be left out, up to half of them in all.
std::string missed_who(const Fact& fact, const std::vector<sim::ProgramReport>& programs);

}  // namespace pbp::exercises
