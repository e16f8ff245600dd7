// SPDX-License-Identifier: MIT
#include "common/card/who.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "common/base/text.hpp"

namespace pbp::exercises {
namespace {

constexpr std::string_view readers_of = "readers of ", writers_of = "writers of ";

/// "readers of keys, table" as "readers of keys" and "readers of table"; another count as it is.
std::vector<std::string> each_of(const std::string& count) {
    const auto what = count.substr(0, readers_of.size());
    std::vector<std::string> all;
    for (std::size_t at = what.size(); at < count.size();) {
        const auto end = std::min(count.find(',', at), count.size());
        all.push_back(what + trimmed(count.substr(at, end - at)));
        at = end + 1;
    }
    return all;
}

/// All accesses of a name, such as "readers of keys", of all programs.
std::vector<sim::Access> accesses_of(const std::string& name,
                                     const std::vector<sim::ProgramReport>& programs) {
    std::vector<sim::Access> all;
    for (const auto& program : programs)
        if (const auto found = program.who.find(name); found != program.who.end())
            all.insert(all.end(), found->second.begin(), found->second.end());
    std::ranges::sort(all);
    return all;
}

}  // namespace

bool is_about_who(const std::string& count) {
    return count.starts_with(readers_of) || count.starts_with(writers_of);
}

std::string learn_who(Fact& fact, const std::vector<sim::ProgramReport>& programs) {
    std::string none;
    fact.who.clear();
    for (const auto& name : each_of(fact.count)) {
        fact.who.push_back(accesses_of(name, programs));
        if (fact.who.back().empty()) none = name;
    }
    return none;
}

std::string missed_who(const Fact& fact, const std::vector<sim::ProgramReport>& programs) {
    const auto names = each_of(fact.count);
    const bool reads = fact.count.starts_with(readers_of);
    for (std::size_t k = 0; k < names.size(); ++k) {
        const auto theirs = accesses_of(names[k], programs);
        const auto& ours = fact.who.at(k);
        std::vector<sim::Access> added, left_out;
        std::ranges::set_difference(theirs, ours, std::back_inserter(added));
        std::ranges::set_difference(ours, theirs, std::back_inserter(left_out));
        const bool enough = left_out.empty() || (reads && 2 * left_out.size() <= ours.size());
        if (added.empty() && enough) continue;
        const bool is_new = !added.empty();
        const auto& [word, invocation] = is_new ? added.front() : left_out.front();
        const auto verb =
            std::string(is_new ? "" : "does not ") + (reads ? "read" : "write") + (is_new ? "s" : "");
        return fmt::format("{} (invocation {} {} word {} of {}, which it does{} in our solution)", fact.why,
                           invocation, verb, word, names[k].substr(readers_of.size()), is_new ? " not" : "");
    }
    return {};
}

}  // namespace pbp::exercises
