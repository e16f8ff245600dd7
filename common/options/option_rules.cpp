// SPDX-License-Identifier: MIT
#include "common/options/option_rules.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "common/base/error.hpp"

namespace pbp {

namespace {

template <typename Entry>
const Entry* entry_of(const std::vector<Entry>& entries, const std::string& flag) {
    const auto found = std::ranges::find_if(entries, [&](const Entry& one) { return flag == one.flag; });
    return found == entries.end() ? nullptr : &*found;
}

OptionScope scope_of(const std::string& flag, const OptionRules& rules) {
    if (const auto* scope = entry_of(rules.scopes, flag)) return *scope;
    if (const auto* one = entry_of(rules.modes, flag)) return {one->flag, one->mode | one->within};
    throw std::logic_error(flag + " has no rule: in which modes does it have an effect?");
}

}  // namespace

Modes OptionRules::check(const std::set<std::string>& given) const {
    Modes mode = plain;
    std::string mode_flag;
    for (const auto& one : modes) {
        if (!given.contains(one.flag) || (one.within & mode) != 0 || (!mode_flag.empty() && one.mode == mode))
            continue;
        if (!mode_flag.empty())
            fail(ExitCode::wrong_usage, "{} and {} are different modes: leave {} out.", mode_flag, one.flag,
                 one.flag);
        mode = one.mode;
        mode_flag = one.flag;
    }
    for (const auto& flag : given) {
        const auto scope = scope_of(flag, *this);
        if ((scope.modes & mode) != 0) continue;
        if (!mode_flag.empty())
            fail(ExitCode::wrong_usage, "{} has no effect with {}: {}; leave {} out.", flag, mode_flag,
                 scope.because, scope.stays ? mode_flag : flag);
        std::vector<std::string> needed;
        for (const auto& one : modes)
            if ((one.mode & scope.modes) != 0) needed.emplace_back(one.flag);
        fail(ExitCode::wrong_usage, "{} has no effect without {}: {}.", flag, fmt::join(needed, " or "),
             scope.because);
    }
    for (const auto& clash : clashes)
        if (given.contains(clash.flag) && given.contains(clash.other))
            fail(ExitCode::wrong_usage, "{} has no effect with {}: {}; leave {} out.", clash.flag,
                 clash.other, clash.because, clash.flag);
    return mode;
}

}  // namespace pbp
