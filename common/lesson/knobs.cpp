// SPDX-License-Identifier: MIT
#include "common/lesson/knobs.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

namespace pbp {

namespace {

bool takes(LocalSizes sizes, std::uint32_t local_size) {
    switch (sizes) {
        case LocalSizes::fixed:
            return false;
        case LocalSizes::any:
            return local_size >= 1;
        case LocalSizes::powers_of_two:
            return local_size >= 2 && std::has_single_bit(local_size);
        case LocalSizes::powers_of_four:
            return local_size >= 4 && std::has_single_bit(local_size) &&
                   std::countr_zero(local_size) % 2 == 0;
    }
    return false;
}

/// ": because", where there is one.
std::string reason(const Knobs& knobs) {
    return knobs.because.empty() ? "" : ": " + knobs.because;
}

}  // namespace

std::string in_words(const Choice& choice) {
    std::string words;
    if (choice.local_size > 0) words = fmt::format("local size {}", choice.local_size);
    if (choice.per_invocation > 0)
        words += fmt::format("{}{} per invocation", words.empty() ? "" : ", ", choice.per_invocation);
    return words;
}

std::string refusal(const Knobs& knobs, const Choice& asked) {
    if (asked.local_size > 0 && !takes(knobs.local_sizes, asked.local_size)) {
        if (knobs.local_sizes == LocalSizes::fixed)
            return fmt::format("has a fixed local size{}; leave --local-size out", reason(knobs));
        return fmt::format("takes a {} for --local-size, not {}",
                           knobs.local_sizes == LocalSizes::powers_of_two
                               ? "power of two of at least 2"
                               : "power of four (a square: 4, 16, 64, 256, 1024)",
                           asked.local_size);
    }
    if (asked.per_invocation > 0 &&
        std::ranges::find(knobs.per_invocation, asked.per_invocation) == knobs.per_invocation.end()) {
        if (knobs.per_invocation.empty())
            return fmt::format("has a fixed number of elements per invocation{}; leave --per-invocation out",
                               reason(knobs));
        return fmt::format("takes one of {} for --per-invocation, not {}",
                           fmt::join(knobs.per_invocation, ", "), asked.per_invocation);
    }
    return {};
}

std::vector<Choice> combinations(const Knobs& knobs, const Choice& asked, const Limits& limits) {
    std::vector<std::uint32_t> sizes, items = knobs.per_invocation;
    const auto most = std::min(limits.workgroup_invocations, limits.workgroup_size.x);
    for (std::uint32_t size = knobs.least; size <= most; size *= 2)
        if (takes(knobs.local_sizes, size)) sizes.push_back(size);
    if (asked.local_size > 0) sizes = {asked.local_size};
    if (asked.per_invocation > 0) items = {asked.per_invocation};
    if (sizes.empty()) sizes = {0};
    if (items.empty()) items = {0};
    std::vector<Choice> all;
    for (const auto item : items)
        for (const auto size : sizes) all.push_back({size, item});
    return all;
}

}  // namespace pbp
