// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/lesson.hpp"
#include "common/options/option_rules.hpp"

namespace pbp {

/// The word of the command line that names a description (Lesson::file).

/// Which options of a lesson go together: in the bits of OptionRules, 1 << i is alternative i of Mode, and
/// the bit above them is the plain run on the simulator.
OptionRules option_rules(const Lesson& lesson);

/// The index in Mode of the alternative that has this bit.
std::size_t mode_index(Modes bit);

}  // namespace pbp
