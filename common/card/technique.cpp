// SPDX-License-Identifier: MIT
#include "common/card/technique.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "common/base/error.hpp"
#include "common/base/text.hpp"
#include "common/card/who.hpp"
#include "common/glsl/scan.hpp"

namespace pbp::exercises {

namespace {

/// A count of the simulator, summed over all lines of a run: one number of a line, less another.
struct Count {
    const char* name;
    std::uint64_t sim::ReportedLine::*of;
    std::uint64_t sim::ReportedLine::*less = nullptr;
};

constexpr const char *instructions = "instructions", *shared_accesses = "shared accesses",
                     *memory_requests = "memory requests";
/// Barriers, less the fewest that order all accesses of shared memory.
constexpr const char* idle_barriers = "barriers that order nothing";

constexpr std::array counts{
    Count{instructions, &sim::ReportedLine::issued},
    Count{shared_accesses, &sim::ReportedLine::shared_accesses},
    Count{"bank-conflict cycles", &sim::ReportedLine::conflict_cycles},
    Count{memory_requests, &sim::ReportedLine::requests},
    Count{"sectors", &sim::ReportedLine::sectors},
    Count{"sectors read", &sim::ReportedLine::sectors, &sim::ReportedLine::stored_sectors},
    Count{"sectors written", &sim::ReportedLine::stored_sectors},
    Count{"atomics", &sim::ReportedLine::atomics},
    Count{"atomics on buffers", &sim::ReportedLine::atomics, &sim::ReportedLine::shared_atomics},
    Count{"atomics in shared memory", &sim::ReportedLine::shared_atomics},
    Count{"barriers", &sim::ReportedLine::barriers},
    Count{idle_barriers, &sim::ReportedLine::barriers},
    Count{"subgroup operations", &sim::ReportedLine::subgroup_operations}};

/// What invocations did to shared memory, and who waits, over all dispatches.
struct ProgramCount {
    const char* name;
    std::uint64_t (*of)(const sim::ProgramReport&);
};

constexpr std::array program_counts{
    ProgramCount{"shared words taken over",
                 [](const sim::ProgramReport& program) { return program.deeds.taken_over; }},
    ProgramCount{"shared counters", [](const sim::ProgramReport& program) { return program.deeds.counters; }},
    ProgramCount{"times a shared counter is cleared",
                 [](const sim::ProgramReport& program) { return program.deeds.cleared; }},
    ProgramCount{"traced values that lead nowhere",
                 [](const sim::ProgramReport& program) { return program.deeds.unfounded; }},
    ProgramCount{"loops that wait for other workgroups",
                 [](const sim::ProgramReport& program) { return std::uint64_t{program.polls}; }}};

/// What is no sum: the words of shared memory per workgroup, up to the last one used.
constexpr const char* shared_words = "words of shared memory";
/// Before a name: its mentions in the shader's own text; the members that the struct of that name declares.
constexpr std::string_view mentions_of = "mentions of ", members_of = "members of ";
/// Before a name of a buffer's member: ProgramReport::by_name.
constexpr std::string_view loads_of = "loads of ", stores_of = "stores of ", words_of = "words of ",
                           from_the_new = " from the new ", in_solution = "as in the solution",
                           in_number = "as many words each as in the solution",
                           not_more = "no more than in the solution";
constexpr std::array<std::string_view, 3> runs{"", " in all checks", " in a random order"};  // by Fact::Run

std::string_view words_for(Fact::Run run) {
    return runs[static_cast<std::size_t>(run)];
}

bool is_by_name(const std::string& count) {
    return is_about_who(count) || count.starts_with(loads_of) || count.starts_with(stores_of) ||
           !made_from_new(count).first.empty();
}

bool is_in_text(const std::string& count) {
    return count.starts_with(mentions_of) || count.starts_with(members_of);
}

/// How many members a struct of GLSL text declares: names after a comma or before a semicolon.
std::ptrdiff_t members_in(const std::vector<glsl::Token>& tokens, const std::string& name) {
    auto at = std::ranges::find(tokens, name, &glsl::Token::text);
    while (at != tokens.end() && (at == tokens.begin() || std::prev(at)->text != "struct"))
        at = std::find_if(std::next(at), tokens.end(), [&](const auto& token) { return token.text == name; });
    std::ptrdiff_t count = 0;
    for (; at != tokens.end() && at->text != "}"; ++at) count += at->text == ";" || at->text == "," ? 1 : 0;
    return count;
}

const Count* find(const std::string& name) {
    const auto* const found =
        std::ranges::find_if(counts, [&](const Count& count) { return name == count.name; });
    return found == counts.end() ? nullptr : found;
}

/// True of what each subgroup adds to once, however many of its lanes take part.
bool counts_issued(const std::string& name) {
    return name == instructions || name == shared_accesses || name == memory_requests;
}

double counted_by(const std::string& name, const std::vector<sim::ProgramReport>& programs) {
    double sum = 0;
    const auto* const count = find(name);
    for (const auto& program : programs) {
        if (name == shared_words) sum = std::max(sum, static_cast<double>(program.shared_words));
        if (const auto found = program.by_name.find(name); found != program.by_name.end())
            sum += static_cast<double>(found->second);
        for (const auto& one : program_counts)
            if (name == one.name) sum += static_cast<double>(one.of(program));
        if (name == idle_barriers) sum -= static_cast<double>(program.ordering);
        for (const auto& line : program.lines) {
            if (count == nullptr) break;
            sum += static_cast<double>(line.*count->of - (count->less == nullptr ? 0 : line.*count->less));
        }
    }
    return sum;
}

/// What the count is divided by.
double units_of(const Fact& fact, const Technique& technique,
                const std::vector<sim::ProgramReport>& programs) {
    if (fact.per == "element") return static_cast<double>(technique.n);
    std::uint64_t sum = 0;
    for (const auto& program : programs) sum += fact.per == "workgroup" ? program.workgroups : 0;
    return static_cast<double>(std::max<std::uint64_t>(sum, 1));
}

/// A count in figures, without an exponent.
std::string figures(double count) {
    return count < 1e4 ? fmt::format("{:.4g}", count) : fmt::format("{:.0f}", count);
}

/// The fact in a clause with the number counted; empty if it holds.
std::string missed(const Fact& fact, double counted) {
    if (fact.at_least ? counted >= fact.bound : counted <= fact.bound) return {};
    if (is_in_text(fact.count) && !fact.why.empty()) return fact.why;
    if (fact.by_solution)
        return fmt::format("{} ({} {} in this run, {} in our solution's)", fact.why, figures(counted),
                           fact.count, figures(fact.bound));
    if (fact.count == instructions && fact.ours > 0 && fact.run == Fact::Run::in_order)
        return fmt::format(
            "{} ({:.2f} times the {} of our solution, where the judge asks for at most {:.2f})", fact.why,
            counted / fact.ours, fact.count, fact.bound / fact.ours);
    const auto bound = fact.at_least || fact.bound > 0
                           ? fmt::format("{} {}", fact.at_least ? "at least" : "at most", figures(fact.bound))
                           : "none";
    const auto numbers = fmt::format("{} {}{}{}, where the judge asks for {}", figures(counted), fact.count,
                                     words_for(fact.run), fact.per.empty() ? "" : " per " + fact.per, bound);
    return fact.why.empty() ? numbers : fmt::format("{} ({})", fact.why, numbers);
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
    constexpr std::string_view least = "at least ", most = "at most ", each = " per ";
    const auto colon = line.find(':');
    Fact fact{.count = trimmed(line.substr(0, colon))};
    for (const auto run : {Fact::Run::in_checks, Fact::Run::at_random})
        if (fact.count.ends_with(words_for(run))) {
            fact.run = run;
            fact.count.resize(fact.count.size() - words_for(run).size());
        }
    std::vector<const char*> names{shared_words};
    for (const auto& count : program_counts) names.push_back(count.name);
    if (find(fact.count) == nullptr && std::ranges::find(names, fact.count) == names.end() &&
        !is_in_text(fact.count) && !is_by_name(fact.count)) {
        for (const auto& count : counts) names.push_back(count.name);
        fail(ExitCode::wrong_usage, "'{}' is not a count; choose one of {}", fact.count,
             fmt::join(names, ", "));
    }
    auto words = colon == line.npos ? "" : trimmed(line.substr(colon + 1));
    if (const auto semicolon = words.find(';'); semicolon != words.npos) {
        fact.why = trimmed(words.substr(semicolon + 1));
        words = trimmed(words.substr(0, semicolon));
    } else if (fact.count == instructions) {
        fact.why = "more is done than the task needs";
    }
    const bool is_who = is_about_who(fact.count);
    const auto form = is_who ? in_solution : not_more;
    fact.by_number = is_who && words == in_number;
    fact.by_solution = fact.by_number || words == form;
    if ((is_who && !fact.by_solution) || (fact.by_solution && fact.why.empty()))
        fail(ExitCode::wrong_usage, "'{}' is not of the form '{}: {}; WHY'", trimmed(line), fact.count, form);
    const auto bar = fact.why.find('|');
    fact.why_same = trimmed(fact.why.substr(bar == fact.why.npos ? 0 : bar + 1));
    fact.why = trimmed(fact.why.substr(0, bar));
    if (fact.by_solution || words == "none") {
        fact.at_least = false;
        return fact;
    }
    fact.at_least = words.starts_with(least);
    if (const auto at = words.find(each); at != words.npos) {
        fact.per = words.substr(at + each.size());
        words.resize(at);
        if (fact.per != "element" && fact.per != "workgroup")
            fail(ExitCode::wrong_usage, "'per {}' is not a unit; choose one of element, workgroup", fact.per);
    }
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

void read_line(Technique& technique, const std::string& line) {
    for (const auto& [word, names] :
         {std::pair{"with:", &technique.with}, std::pair{"without:", &technique.without}}) {
        if (const auto words = trimmed(line); words.starts_with(word)) {
            const auto listed = words.substr(std::string_view(word).size());
            for (const auto& token : glsl::tokens(listed)) names->emplace_back(token.text);
            return;
        }
    }
    technique.facts.push_back(read_fact(line));
}

std::string misnamed(const Technique& technique, const std::string& as_written) {
    auto text = as_written;  // a name may go on after a backslash at the end of a line
    for (std::size_t at = 0; (at = text.find("\\\n", at)) != text.npos;) text.erase(at, 2);
    const auto tokens = glsl::tokens(text);
    const auto used = [&](const std::string& name) {
        return std::ranges::find(tokens, name, &glsl::Token::text) != tokens.end();
    };
    if (used("PBP_TRACE")) return "it uses PBP_TRACE, so what is traced may differ from what is timed";
    for (const auto& name : technique.without)
        if (used(name)) return fmt::format("it uses {}, which this exercise does without", name);
    for (const auto& name : technique.with)
        if (!used(name)) return fmt::format("it does not use {}", name);
    for (const auto& fact : technique.facts) {
        if (!is_in_text(fact.count)) continue;
        const bool mentions = fact.count.starts_with(mentions_of);
        const auto name = fact.count.substr(mentions ? mentions_of.size() : members_of.size());
        const auto counted =
            mentions ? std::ranges::count(tokens, name, &glsl::Token::text) : members_in(tokens, name);
        if (auto why = missed(fact, static_cast<double>(counted)); !why.empty()) return why;
    }
    return {};
}

std::pair<std::string, std::string> made_from_new(const std::string& count) {
    const auto at = count.find(from_the_new);
    if (!count.starts_with(words_of) || at == count.npos) return {};
    return {count.substr(words_of.size(), at - words_of.size()), count.substr(at + from_the_new.size())};
}

Technique about_who(const Technique& technique, const std::string& run) {
    auto made = technique;
    made.run = run;
    std::erase_if(made.facts, [](const Fact& fact) { return !is_about_who(fact.count) || fact.by_number; });
    return made;
}

std::string learn_from_solution(Technique& technique, const std::vector<sim::ProgramReport>& programs) {
    std::string none;
    for (auto& fact : technique.facts)
        if (fact.by_solution && is_about_who(fact.count)) {
            if (auto name = learn_who(fact, programs); !name.empty()) none = std::move(name);
        } else if (fact.by_solution) {
            fact.bound = counted_by(fact.count, programs);
        } else if (counts_issued(fact.count)) {
            fact.lanes = lanes_of(programs);
            fact.ours = counted_by(fact.count, programs) / units_of(fact, technique, programs);
        }
    return none;
}

std::string missed(const Technique& technique, const std::vector<sim::ProgramReport>& programs,
                   Fact::Run run) {
    for (const auto& fact : technique.facts) {
        if (is_in_text(fact.count) || fact.run != run) continue;
        const auto counted = counted_by(fact.count, programs) / units_of(fact, technique, programs);
        auto why = is_about_who(fact.count) ? missed_who(fact, programs) : missed(fact, counted);
        if (auto few = why.empty() || fact.at_least ? "" : few_lanes(fact, programs); !few.empty())
            return few;
        if (!why.empty()) return why;
    }
    return {};
}

}  // namespace pbp::exercises
