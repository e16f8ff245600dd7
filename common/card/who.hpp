// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/card/technique.hpp"

namespace pbp::exercises {

/// True of "readers of NAME, ..." and "writers of NAME, ...".
bool is_about_who(const std::string& count);

/// Keeps who accesses which word with our solution. Returns a name that nobody accesses; empty: none.
std::string learn_who(Fact& fact, const std::vector<sim::ProgramReport>& programs);

/// Who accesses another word than with our solution, in a clause; empty if nobody does. A reader may leave
/// out words, up to half of them in all.
std::string missed_who(const Fact& fact, const std::vector<sim::ProgramReport>& programs);

}  // namespace pbp::exercises
