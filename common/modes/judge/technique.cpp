// SPDX-License-Identifier: MIT
#include "common/modes/judge/technique.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "common/base/error.hpp"
#include "common/base/trimmed.hpp"

namespace pbp::exercises {

namespace {

/// A count of the simulator, summed over all lines of a run.
struct Count {
    const char* name;
    std::uint64_t sim::ReportedLine::*of;
};

constexpr std::array counts{Count{"instructions", &sim::ReportedLine::issued},
                            Count{"shared accesses", &sim::ReportedLine::shared_accesses},
                            Count{"bank-conflict cycles", &sim::ReportedLine::conflict_cycles},
                            Count{"memory requests", &sim::ReportedLine::requests},
                            Count{"sectors", &sim::ReportedLine::sectors},
                            Count{"atomics", &sim::ReportedLine::atomics},
                            Count{"barriers", &sim::ReportedLine::barriers}};

const Count* find(const std::string& name) {
    const auto* const found =
        std::ranges::find_if(counts, [&](const Count& count) { return name == count.name; });
    return found == counts.end() ? nullptr : found;
}

/// The bound in words: "at most 0.25", or "none".
std::string asked(const Fact& fact) {
    if (!fact.at_least && fact.bound == 0) return "none";
    return fmt::format("{} {:.4g}", fact.at_least ? "at least" : "at most", fact.bound);
}

}  // namespace

std::uint64_t elements_of(const std::string& words) {
    constexpr std::string_view option = "--n ";
    std::uint64_t n = 0;
    if (const auto at = words.find(option); at != words.npos)
        std::from_chars(words.data() + at + option.size(), words.data() + words.size(), n);
    return n;
}

Fact read_fact(const std::string& line) {
    constexpr std::string_view least = "at least ", most = "at most ", each = " per element";
    const auto colon = line.find(':');
    Fact fact{.count = trimmed(line.substr(0, colon))};
    if (find(fact.count) == nullptr) {
        std::vector<const char*> names;
        for (const auto& count : counts) names.push_back(count.name);
        fail(ExitCode::wrong_usage, "'{}' is not a count; choose one of {}", fact.count,
             fmt::join(names, ", "));
    }
    auto words = colon == line.npos ? "" : trimmed(line.substr(colon + 1));
    if (words == "none") return {.count = fact.count, .at_least = false};
    fact.at_least = words.starts_with(least);
    fact.per_element = words.ends_with(each);
    if (fact.per_element) words.resize(words.size() - each.size());
    const bool formed = fact.at_least || words.starts_with(most);
    if (formed) words.erase(0, fact.at_least ? least.size() : most.size());
    const auto* const last = words.data() + words.size();
    const auto [end, problem] = std::from_chars(words.data(), last, fact.bound, std::chars_format::fixed);
    if (!formed || problem != std::errc{} || end != last)
        fail(ExitCode::wrong_usage,
             "'{}' is not of the form 'COUNT: at least 2', 'COUNT: at most 1.5 per element' or 'COUNT: none'",
             trimmed(line));
    return fact;
}

std::string missed(const Technique& technique, const std::vector<sim::ProgramReport>& programs) {
    for (const auto& fact : technique.facts) {
        std::uint64_t sum = 0;
        for (const auto& program : programs)
            for (const auto& line : program.lines) sum += line.*find(fact.count)->of;
        const auto counted =
            static_cast<double>(sum) / (fact.per_element ? static_cast<double>(technique.n) : 1.0);
        if (fact.at_least ? counted >= fact.bound : counted <= fact.bound) continue;
        return fmt::format("{:.4g} {}{}, where the task asks for {}", counted, fact.count,
                           fact.per_element ? " per element" : "", asked(fact));
    }
    return {};
}

}  // namespace pbp::exercises
