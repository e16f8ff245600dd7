// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace pbp {

/// Ways in which a program can run, a bit each; what they are is up to the program.
using Modes = std::uint32_t;

/// An option, and the modes in which it has an effect.
struct OptionScope {
    const char* flag;
    Modes modes;
    const char* because = "";  ///< why it has none in the others, in words that follow a colon
    bool stays = false;        ///< where the two do not fit, the mode's own option is the one to leave out
};

/// An option that asks for a mode.
struct ModeFlag {
    const char* flag;
    Modes mode;
    Modes within = 0;  ///< modes that include it: with one of their options it asks for nothing more
};

/// Two options of which the first has no effect beside the second, whatever the mode.
struct OptionClash {
    const char* flag;
    const char* other;
    const char* because;
};

/// Which options of a program go together. A run has one mode; an option that has no effect in it is refused.
struct OptionRules {
    std::vector<ModeFlag> modes;      ///< a mode that includes others comes before them
    std::vector<OptionScope> scopes;  ///< of all options; one that asks for a mode may do without
    std::vector<OptionClash> clashes;
    Modes plain = 1;  ///< the mode where no option asks for one

    /// Checks what was given, e.g. "--data", and gives the mode that it asks for. Throws Error(wrong_usage)
    /// in a sentence that names two options, or the one that is missing; std::logic_error for an option
    /// without a scope.
    Modes check(const std::set<std::string>& given) const;
};

}  // namespace pbp
