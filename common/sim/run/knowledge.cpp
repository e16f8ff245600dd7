// SPDX-License-Identifier: MIT
#include "common/sim/run/knowledge.hpp"

namespace pbp::sim {

namespace {

using Clocks = Knowledge::Clocks;

bool covers(const Clocks& more, const Clocks& less) {
    auto at = more.begin();
    for (const auto& [key, clock] : less) {
        while (at != more.end() && at->first < key) ++at;
        if (at == more.end() || at->first != key || at->second < clock) return false;
    }
    return true;
}

Clocks merged(const Clocks& a, const Clocks& b) {
    Clocks all;
    all.reserve(a.size() + b.size());
    auto x = a.begin();
    auto y = b.begin();
    while (x != a.end() || y != b.end()) {
        if (y == b.end() || (x != a.end() && x->first < y->first)) {
            all.push_back(*x++);
        } else if (x == a.end() || y->first < x->first) {
            all.push_back(*y++);
        } else {
            all.emplace_back(x->first, std::max(x->second, y->second));
            ++x;
            ++y;
        }
    }
    return all;
}

}  // namespace

KnowledgePtr both(const KnowledgePtr& a, const KnowledgePtr& b) {
    if (a == b || b == nullptr) return a;
    if (a == nullptr) return b;
    if (covers(a->invocations, b->invocations) && covers(a->workgroups, b->workgroups)) return a;
    if (covers(b->invocations, a->invocations) && covers(b->workgroups, a->workgroups)) return b;
    return std::make_shared<const Knowledge>(
        Knowledge{merged(a->invocations, b->invocations), merged(a->workgroups, b->workgroups)});
}

}  // namespace pbp::sim
