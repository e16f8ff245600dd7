// SPDX-License-Identifier: MIT
#include "common/modes/step/stepper.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <sstream>

#include "common/base/error.hpp"
#include "common/glsl/declared.hpp"
#include "common/options/words.hpp"
#include "common/sim/report/names.hpp"

namespace pbp {

namespace {

/// As a number to compare with: of the values that a lane has.
double number_of(sim::Type::Kind kind, std::uint64_t bits, bool wide) {
    if (kind == sim::Type::Kind::floating)
        return wide ? std::bit_cast<double>(bits) : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (kind == sim::Type::Kind::sint)
        return wide ? static_cast<double>(static_cast<std::int64_t>(bits))
                    : static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
    return static_cast<double>(bits);
}

std::size_t count_in(const std::vector<std::string>& words) {
    return words.empty() ? 1 : count_from("COUNT", words.front());
}

}  // namespace

Stepper::Stepper(const sim::Simulator::Recorded& recorded, std::ostream& out)
    : recorded_(recorded), out_(out), walk_(recorded.recording) {}

const std::vector<Stepper::Command>& Stepper::commands() {
    static const std::vector<Command> all{
        {"next", "n", "[COUNT]", "the next line, of whichever subgroup runs", &Stepper::next},
        {"back", "b", "[COUNT]", "undo the last line", &Stepper::back},
        {"over", "o", "", "the next line of this subgroup in this function", &Stepper::over},
        {"out", "u", "", "on to where this function was called", &Stepper::out},
        {"barrier", "ba", "", "on until this subgroup has come to a barrier", &Stepper::barrier},
        {"run", "r", "", "on to a breakpoint, a watched word, or the end", &Stepper::run},
        {"reverse", "rr", "", "back to one of those, or the beginning", &Stepper::reverse},
        {"go", "g", "STEP", "to a step by its number", &Stepper::go},
        {"break", "br", "LINE [if NAME <|<=|>|>=|==|!= NUMBER]",
         "stop before that line, if it holds in a lane there", &Stepper::add_breakpoint},
        {"watch", "w", "WORD", "stop after a line that writes a word of memory, such as tile[3]",
         &Stepper::add_watch},
        {"delete", "d", "", "forget all breakpoints and watched words", &Stepper::forget},
        {"vars", "v", "[NAME]", "the variables of this subgroup, a column per lane", &Stepper::variables},
        {"print", "p", "WORD", "what is in memory, such as tile or tile[3]", &Stepper::print},
        {"who", "wh", "WORD", "who wrote a word of memory last", &Stepper::who},
        {"where", "ww", "", "where every subgroup is, and which wait at a barrier", &Stepper::where},
        {"list", "l", "", "the lines around", &Stepper::list},
        {"help", "h", "", "these commands", &Stepper::help}};
    return all;
}

bool Stepper::obey(const std::string& line) {
    std::istringstream in(line.find_first_not_of(" \t\r") == std::string::npos ? last_ : line);
    std::string name;
    in >> name;
    Words words;
    for (std::string word; in >> word;) words.push_back(word);
    if (name == "quit" || name == "q" || name == "exit") return false;
    const auto& all = commands();
    const auto found = std::ranges::find_if(
        all, [&](const Command& one) { return name == one.name || name == one.shorthand; });
    if (found == all.end()) {
        Words names{"quit"};
        for (const auto& one : all) names.emplace_back(one.name);
        fail(ExitCode::wrong_usage, "there is no command '{}'{} help lists them.", name,
             glsl::instead_of(name, names));
    }
    const std::string_view takes = found->arguments;
    const bool fits = words.empty() ? takes.empty() || takes.starts_with('[') : !takes.empty();
    if (!fits) fail(ExitCode::wrong_usage, "{} {}: {}.", found->name, found->arguments, found->does);
    (this->*found->run)(words);
    last_ = fmt::format("{} {}", name, fmt::join(words, " "));
    return true;
}

const sim::LineStep* Stepper::coming() const {
    return walk_.at_end() ? nullptr : &recording().steps[walk_.at()];
}

std::uint32_t Stepper::line(u32 site) const {
    return sim::Simulator::line_of(recorded_.ran, site);
}

std::uint32_t Stepper::depth(u32 site) const {
    u32 depth = 0;
    for (auto at = code().sites[site].caller; at != 0; at = code().sites[at].caller) ++depth;
    return depth;
}

/// The subgroup that comes next, or came last.
std::uint32_t Stepper::subgroup() const {
    for (auto at = std::min(walk_.at() + 1, recording().steps.size()); at > 0; --at)
        if (const auto who = recording().steps[at - 1].subgroup; who != sim::LineStep::elsewhere) return who;
    return 0;
}

void Stepper::next(const Words& words) {
    if (walk_.at_end()) return show();
    for (auto count = count_in(words); count > 0 && !walk_.at_end(); --count) {
        walk_.forward();
        if (count == 1 || walk_.at_end()) show_changes(walk_.at() - 1);
    }
    show();
}

void Stepper::back(const Words& words) {
    if (walk_.at() == 0) fail(ExitCode::wrong_usage, "this is the beginning.");
    for (auto count = count_in(words); count > 0 && walk_.at() > 0; --count) walk_.back();
    show();
}

/// Goes on until `there` holds before a step.
void Stepper::move_until(const std::function<bool()>& there, bool forwards, const char* none) {
    do {
        if (forwards ? walk_.at_end() : walk_.at() == 0) break;
        forwards ? walk_.forward() : walk_.back();
    } while (!there());
    if (forwards ? walk_.at_end() : walk_.at() == 0) out_ << none << "\n";
    show();
}

void Stepper::over(const Words&) {
    const auto who = subgroup(), deep = walk_.at_end() ? 0 : depth(coming()->site);
    move_until([&] { return walk_.at_end() || (coming()->subgroup == who && depth(coming()->site) <= deep); },
               true, "that was its last line");
}

void Stepper::out(const Words&) {
    const auto who = subgroup(), deep = walk_.at_end() ? 0 : depth(coming()->site);
    if (deep == 0) fail(ExitCode::wrong_usage, "this is main, which nobody called.");
    move_until([&] { return walk_.at_end() || (coming()->subgroup == who && depth(coming()->site) < deep); },
               true, "it did not return");
}

void Stepper::barrier(const Words&) {
    const auto who = subgroup();
    move_until(
        [&] {
            const auto& last = recording().steps[walk_.at() - 1];
            return last.subgroup == who && last.waits;
        },
        true, "it comes to no barrier any more");
}

bool Stepper::meets(const Breakpoint& one) const {
    const auto* const step = coming();
    if (step == nullptr || step->subgroup == sim::LineStep::elsewhere || line(step->site) != one.line)
        return false;
    if (one.variable.empty()) return true;
    for (const auto& variable : recording().variables) {
        if (variable.name != one.variable) continue;
        bool holds = false;
        step->active.each([&](u32 lane) {
            const auto bits = walk_.value(variable, step->subgroup, lane);
            if (!bits) return;
            const auto value = number_of(variable.kind, *bits, variable.wide);
            const auto& how = one.comparison;
            holds |= how == "<"    ? value < one.number
                     : how == "<=" ? value <= one.number
                     : how == ">"  ? value > one.number
                     : how == ">=" ? value >= one.number
                     : how == "==" ? value == one.number
                                   : value != one.number;
        });
        if (holds) return true;
    }
    return false;
}

bool Stepper::wrote(const std::string& word, std::size_t step) const {
    for (auto i = recording().steps[step].change; i < recording().changes_end(step); ++i)
        if (const auto& change = recording().changes[i];
            recording().place_of(change) && name_of(change) == word)
            return true;
    return false;
}

bool Stepper::is_at_stop() const {
    const auto wrote_one = [&](const auto& word) { return walk_.at() > 0 && wrote(word, walk_.at() - 1); };
    return std::ranges::any_of(breakpoints_, [&](const auto& one) { return meets(one); }) ||
           std::ranges::any_of(watches_, wrote_one);
}

void Stepper::run(const Words&) {
    move_until([&] { return is_at_stop(); }, true, "nothing stopped it");
    if (walk_.at() > 0 && !watches_.empty()) show_changes(walk_.at() - 1);
}

void Stepper::reverse(const Words&) {
    move_until([&] { return is_at_stop(); }, false, "nothing stopped it");
}

void Stepper::go(const Words& words) {
    const auto step = count_in(words);
    if (step > recording().steps.size() + 1)
        fail(ExitCode::wrong_usage, "there are {} steps.", recording().steps.size());
    walk_.go_to(step - 1);
    show();
}

void Stepper::add_breakpoint(const Words& words) {
    Breakpoint made{.line = count_from("break", words[0])};
    if (words.size() != 1 && (words.size() != 5 || words[1] != "if"))
        fail(ExitCode::wrong_usage,
             "break LINE if NAME < NUMBER: with blanks between, such as break 29 if i < 4.");
    const auto known = [&](u32 line) {
        return std::ranges::any_of(recording().steps, [&](const auto& step) {
            return step.subgroup != sim::LineStep::elsewhere && this->line(step.site) == line;
        });
    };
    constexpr u32 farthest = 40;
    for (u32 on = 0; on < farthest && !known(made.line); ++on) ++made.line;
    if (!known(made.line)) fail(ExitCode::wrong_usage, "nothing ran at line {}, or soon after it.", words[0]);
    if (words.size() == 5) {
        static const Words how{"<", "<=", ">", ">=", "==", "!="};
        if (std::ranges::find(how, words[3]) == how.end())
            fail(ExitCode::wrong_usage, "'{}' is no comparison; there are {}.", words[3],
                 fmt::join(how, " "));
        made.variable = words[2];
        made.comparison = words[3];
        Words names;
        for (const auto& variable : recording().variables) names.push_back(variable.name);
        if (std::ranges::find(names, made.variable) == names.end())
            fail(ExitCode::wrong_usage, "there is no variable '{}'{}", made.variable,
                 glsl::instead_of(made.variable, names));
        char* end = nullptr;
        made.number = std::strtod(words[4].c_str(), &end);
        if (*end != 'u' && *end != '\0') fail(ExitCode::wrong_usage, "'{}' is no number.", words[4]);
    }
    out_ << fmt::format("stops before line {}{}\n", made.line,
                        made.line == count_from("break", words[0]) ? "" : ", the next one that ran");
    breakpoints_.push_back(std::move(made));
}

std::vector<std::string> Stepper::names_of_memory() const {
    std::set<std::string> names;
    for (const auto& change : recording().changes)
        if (recording().place_of(change)) names.insert(name_of(change));
    return {names.begin(), names.end()};
}

void Stepper::check_memory(const std::string& word) const {
    const auto names = names_of_memory();
    if (std::ranges::find(names, word) == names.end())
        fail(ExitCode::wrong_usage, "nobody changes '{}'{}", word, glsl::instead_of(word, names));
}

void Stepper::go_to_write(const std::string& word) {
    check_memory(word);
    walk_.go_to(0);
    while (!wrote(word, walk_.at())) walk_.forward();
}

void Stepper::add_watch(const Words& words) {
    check_memory(words[0]);
    watches_.push_back(words[0]);
    out_ << fmt::format("stops after {} is written\n", words[0]);
}

void Stepper::forget(const Words&) {
    breakpoints_.clear();
    watches_.clear();
}

}  // namespace pbp
