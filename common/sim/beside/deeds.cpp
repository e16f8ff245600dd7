// SPDX-License-Identifier: MIT
#include "common/sim/beside/deeds.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace pbp::sim {

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

}  // namespace pbp::sim
