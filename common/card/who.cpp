// SPDX-License-Identifier: MIT
#include "common/card/who.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <span>

#include "common/base/text.hpp"
#include "common/glsl/scan.hpp"

namespace pbp::exercises {
namespace {

/// Few are a quarter of all, or fewer.
constexpr std::size_t few_of = 4;

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

/// The part of sorted accesses that is of one word.
std::span<const sim::Access> of_word(const std::vector<sim::Access>& all, std::uint32_t word) {
    const auto before = [&](std::uint64_t of) {
        return static_cast<std::size_t>(std::ranges::lower_bound(all, of, {}, &sim::Access::word) -
                                        all.begin());
    };
    return std::span(all).subspan(before(word), before(word + 1ULL) - before(word));
}

/// How many invocations access any word.
std::size_t invocations_in(std::span<const sim::Access> all) {
    std::vector<std::uint32_t> different;
    for (const auto& access : all) different.push_back(access.invocation);
    std::ranges::sort(different);
    return static_cast<std::size_t>(std::unique(different.begin(), different.end()) - different.begin());
}

}  // namespace

bool is_about_who(const std::string& count) {
    return count.starts_with(readers_of) || count.starts_with(writers_of);
}

Lanes lanes_of(const std::vector<sim::ProgramReport>& programs) {
    sim::ReportedLine all;
    for (const auto& program : programs)
        for (const auto& line : program.lines) all.issued += line.issued, all.lanes += line.lanes;
    return {all.lanes, all.mean_lanes()};
}

std::string few_lanes(const Fact& fact, const std::vector<sim::ProgramReport>& programs) {
    const auto [instructions, mean] = lanes_of(programs);
    if (few_of * mean >= fact.lanes.mean || instructions > 2 * fact.lanes.instructions) return {};
    return fmt::format(
        "few invocations work while the others wait ({:.1f} lanes take part in an instruction, {:.1f} in our "
        "solution)",
        mean, fact.lanes.mean);
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

namespace {

/// An invocation that accesses few of the words that it does with our solution, in a clause.
std::string fewer_words(const Fact& fact, const std::string& name, const std::vector<sim::Access>& theirs,
                        const std::vector<sim::Access>& ours) {
    std::map<std::uint32_t, std::size_t> many, due;
    for (const auto& access : theirs) ++many[access.invocation];
    for (const auto& access : ours) ++due[access.invocation];
    for (const auto& [invocation, words] : due)
        if (3 * many[invocation] <= words)
            return fmt::format("{} ({}: invocation {} is one of {} words, in our solution of {})", fact.why,
                               name, invocation, many[invocation], words);
    return {};
}

/// Words that other invocations access than with our solution, or nobody does, in a clause.
std::string other_words(const Fact& fact, const std::string& name, const std::vector<sim::Access>& theirs,
                        const std::vector<sim::Access>& ours) {
    const bool reads = name.starts_with(readers_of);
    const auto what = name.substr(readers_of.size());
    const auto verb = reads ? "read" : "write";
    const bool shared = what == "shared memory";
    std::vector<sim::Access> added, left_out;
    std::ranges::set_difference(theirs, ours, std::back_inserter(added));
    std::ranges::set_difference(ours, theirs, std::back_inserter(left_out));
    const bool enough = left_out.empty() || ((reads || !shared) && 2 * left_out.size() <= ours.size());
    if (added.empty() && enough) return {};
    const auto few = invocations_in(theirs), all = invocations_in(ours);
    if (few == 0) return fmt::format("no invocation {}s {} ({} do in our solution)", verb, what, all);
    if (!shared && few_of * few <= all)
        return fmt::format("few invocations do the work of all ({}: {}, in our solution {})", name, few, all);
    if (added.empty())
        return fmt::format("{} (invocation {} does not {} word {} of {}, as it does in our solution)",
                           fact.why_same, left_out.front().invocation, verb, left_out.front().word, what);
    const auto is_new = [&](const sim::Access& access) { return of_word(ours, access.word).empty(); };
    if (shared && 2 * std::ranges::count_if(added, is_new) >= std::ssize(added))
        return fmt::format("it {}s word {} of {}, which our solution does not", verb,
                           std::ranges::find_if(added, is_new)->word, what);
    std::map<std::uint32_t, bool> again;  // by word, which thousands may access
    for (const auto& [word, invocation] : added)
        if (const auto [its, is_new_word] = again.try_emplace(word); is_new_word)
            its->second = invocations_in(of_word(theirs, word)) > invocations_in(of_word(ours, word));
    const auto is_again = [&](const sim::Access& access) { return again.at(access.word); };
    if (2 * std::ranges::count_if(added, is_again) >= std::ssize(added)) {
        const auto word = std::ranges::find_if(added, is_again)->word;
        return fmt::format("{} ({}word {} of {}: {}, in our solution {})", fact.why_same,
                           name.substr(0, readers_of.size()), word, what,
                           invocations_in(of_word(theirs, word)), invocations_in(of_word(ours, word)));
    }
    const auto& [word, invocation] = *std::ranges::find_if_not(added, is_again);
    const auto due = of_word(left_out, word);
    return fmt::format("{} (invocation {} {}s word {} of {}, {} in our solution)", fact.why, invocation, verb,
                       word, what,
                       due.empty() ? "in more dispatches than"
                                   : fmt::format("which invocation {} does", due.front().invocation));
}

}  // namespace

std::string renamed(const Technique& technique, const std::string& text, const std::string& ours) {
    const auto theirs = glsl::tokens(text), mine = glsl::tokens(ours);
    const auto has = [](const auto& tokens, const std::string& name) {
        return std::ranges::find(tokens, name, &glsl::Token::text) != tokens.end();
    };
    for (const auto& fact : technique.facts) {
        if (!is_about_who(fact.count)) continue;
        for (const auto& words : each_of(fact.count))
            if (const auto name = words.substr(readers_of.size()); has(mine, name) && !has(theirs, name))
                return fmt::format("it renames {}, by which the judge finds its words; keep the name", name);
    }
    return {};
}

std::string missed_who(const Fact& fact, const std::vector<sim::ProgramReport>& programs) {
    const auto names = each_of(fact.count);
    for (std::size_t k = 0; k < names.size(); ++k) {
        const auto theirs = accesses_of(names[k], programs);
        auto why = fact.by_number ? fewer_words(fact, names[k], theirs, fact.who.at(k))
                                  : other_words(fact, names[k], theirs, fact.who.at(k));
        if (!why.empty()) return why;
    }
    return {};
}

}  // namespace pbp::exercises
