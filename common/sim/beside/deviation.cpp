// SPDX-License-Identifier: MIT
#include "common/sim/beside/deviation.hpp"

#include <fmt/args.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>

namespace pbp::sim {

namespace {

struct Texts {
    const char* meaning;
    std::array<const char*, 3> hints;
};

/// By Deviation; {cell} is "element 3", {line} the line.
constexpr std::array texts{
    Texts{"No invocation wrote it in this pass, as one does in others",
          {"Which invocation should write {cell} in this pass?",
           "Look at the number of rounds and of workgroups, and at each return and if before the write.",
           "Let the loop, the workgroups and the bounds reach as far as the elements do."}},
    Texts{"The value is out of date: it was loaded too early, or from another array",
          {"Where was that value when this pass began?",
           "Look at when it is loaded, and from which array: {line}.",
           "Load it after the pass before has written it, from the array that it wrote."}},
    Texts{"It reads another element than it should",
          {"Which element does the invocation of {cell} read?",
           "Work out the index for {cell} by hand: {line}.",
           "Let it be that of the element that it should read."}},
    Texts{"It does something else with the right value",
          {"What is done with the value that comes into {cell}?", "Look at the operator: {line}.",
           "Use the operator that the pass is about."}},
    Texts{"The comparison, or the direction that it depends on, is reversed for this pair",
          {"Which of the two values belongs at {cell}?",
           "Work out the condition for this pair by hand: {line}.",
           "Reverse the comparison, or correct the direction that it depends on."}},
    Texts{"A value is left out",
          {"Which values does {cell} need in this pass?", "Look for what keeps one of them away: {line}.",
           "Bring it in: by the operation itself, or by a bound that reaches it."}},
    Texts{"A value comes that does not belong there",
          {"Which values does {cell} need in this pass?", "Look for what lets the other one in: {line}.",
           "Keep it out: by the operation itself, or by a bound, a step or a condition."}},
    Texts{"Another invocation writes there than should",
          {"Which invocation owns {cell}?", "Work out by hand which elements the two invocations write.",
           "Let each invocation write its own, by an index that no other one has."}},
    Texts{"A number that does not come from the row above, such as a constant, is another one than it should "
          "be",
          {"What does {cell} start from, and what is added to it?",
           "Look at constants, indices and conditions: {line}.",
           "Give it the number that it starts from in the lesson's text."}},
    Texts{"It is made of other values than it should be",
          {"Who writes {cell} in this pass, and from which values?",
           "Look at the indices and conditions: {line}.",
           "Work through the pass by hand for {cell}, and let the shader do the same."}},
};
static_assert(texts.size() == static_cast<std::size_t>(Deviation::other) + 1);

}  // namespace

using record::Link, record::LinkKind;

namespace {

Deed deed_of(LinkKind kind) {
    switch (kind) {
        case LinkKind::compared:
        case LinkKind::ascending:
        case LinkKind::descending:
            return Deed::kept;
        case LinkKind::swapped:
        case LinkKind::swapped_ascending:
        case LinkKind::swapped_descending:
            return Deed::swapped;
        case LinkKind::added:
            return Deed::added;
        case LinkKind::moved:
            return Deed::moved;
        case LinkKind::combined:
            return Deed::combined;
    }
    return Deed::combined;
}

auto key_of(const Link& link) {
    const auto deed = deed_of(link.kind);
    return std::tuple(is_pair(deed) ? std::min(link.from, link.to) : link.from,
                      is_pair(deed) ? std::max(link.from, link.to) : link.to, deed);
}

std::vector<Link> without_outcomes(std::vector<Link> links) {
    for (auto& link : links)
        if (is_pair(deed_of(link.kind))) link.kind = LinkKind::compared;
    return links;
}

}  // namespace

std::vector<std::vector<Came>> came_into(const ObservedRow& row) {
    std::vector<std::vector<Came>> all(row.values.size());
    for (const auto& [from, to, kind] : row.links) {
        const auto deed = deed_of(kind);
        if (to < all.size()) all[to].push_back({from, deed});
        if (is_pair(deed) && from < all.size()) all[from].push_back({to, deed});
    }
    for (auto& one : all) std::ranges::sort(one);
    return all;
}

std::vector<Came> without(const std::vector<Came>& all, const std::vector<Came>& others) {
    std::vector<Came> left;
    std::ranges::set_difference(all, others, std::back_inserter(left));
    return left;
}

std::vector<Link> without(const std::vector<Link>& links, const std::vector<Link>& others) {
    std::multiset<decltype(key_of({}))> known;
    for (const auto& link : others) known.insert(key_of(link));
    std::vector<Link> left;
    for (const auto& link : links)
        if (const auto found = known.find(key_of(link)); found != known.end())
            known.erase(found);
        else
            left.push_back(link);
    return left;
}

bool do_the_same(const ObservedRow& one, const ObservedRow& other) {
    return one.links.size() == other.links.size() &&
           without(without_outcomes(one.links), without_outcomes(other.links)).empty();
}

Cause in_words(const CellCause& cause, const std::string& element,
               const std::optional<Departure>& departure) {
    const auto& [meaning, hints] = texts[static_cast<std::size_t>(cause.deviation)];
    const auto line = departure ? departure->line : std::string();
    fmt::dynamic_format_arg_store<fmt::format_context> names;
    names.push_back(fmt::arg("cell", fmt::format("{} {}", element, cause.cell)));
    names.push_back(fmt::arg("line", line.empty() ? "the shader" : line));
    Cause made{.name = Cause::what_happened,
               .meaning = fmt::format("{}.{}", meaning, departure ? " " + departure->sentence : "")};
    for (const char* hint : hints) made.hints.push_back(fmt::vformat(hint, names));
    return made;
}

}  // namespace pbp::sim
