// SPDX-License-Identifier: MIT
#include "common/modes/step/stepper.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "common/base/error.hpp"
#include "common/glsl/declared.hpp"
#include "common/options/words.hpp"

namespace pbp {

namespace {

std::size_t count_in(const std::vector<std::string>& words) {
    return words.empty() ? 1 : count_from("COUNT", words.front());
}

}  // namespace

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
        {"break", "br", "LINE or FILE:LINE [if NAME <|<=|>|>=|==|!= NUMBER]",
         "stop before that line, if it holds in a lane there", &Stepper::add_breakpoint},
        {"watch", "w", "WORD", "stop after a line that writes memory, such as tile[3] or tile",
         &Stepper::add_watch},
        {"delete", "d", "", "forget all breakpoints and watched words", &Stepper::forget},
        {"vars", "v", "[NAME]",
         "the variables of this subgroup where it is, a column per lane; with a name, all of that name",
         &Stepper::variables},
        {"print", "p", "WORD", "what is in memory or in a uniform, such as tile or tile[3]", &Stepper::print},
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

void Stepper::next(const Words& words) {
    if (debugger_.coming() == nullptr) return show();
    for (auto count = count_in(words); count > 0 && debugger_.coming() != nullptr; --count) {
        debugger_.forward();
        if (count == 1 || debugger_.coming() == nullptr) show_changes();
    }
    show();
}

void Stepper::back(const Words& words) {
    if (debugger_.walk().at() == 0) fail(ExitCode::wrong_usage, "this is the beginning.");
    for (auto count = count_in(words); count > 0 && debugger_.walk().at() > 0; --count) debugger_.back();
    show();
}

void Stepper::show(const Debugger::Stop& stop, const char* none) const {
    if (stop.why == Debugger::Why::end || stop.why == Debugger::Why::beginning) out_ << none << "\n";
    show();
}

void Stepper::over(const Words&) {
    show(debugger_.over(debugger_.subgroup(), false), "that was its last line");
}

void Stepper::out(const Words&) {
    show(debugger_.out(debugger_.subgroup(), false), "it did not return");
}

void Stepper::barrier(const Words&) {
    show(debugger_.barrier(debugger_.subgroup()), "it comes to no barrier any more");
}

void Stepper::run(const Words&) {
    const auto before = debugger_.walk().at();
    show(debugger_.run(), "nothing stopped it");
    if (debugger_.walk().at() > before && !debugger_.watches().empty()) show_changes();
}

void Stepper::reverse(const Words&) {
    show(debugger_.reverse(), "nothing stopped it");
}

void Stepper::go(const Words& words) {
    debugger_.go_to(count_in(words) - 1);
    show();
}

void Stepper::add_breakpoint(const Words& words) {
    if (words.size() == 2 || (words.size() > 2 && words[1] != "if"))
        fail(ExitCode::wrong_usage, "break LINE if NAME < NUMBER: such as break 29 if i < 4.");
    Debugger::Breakpoint made{debugger_.line_that_ran(words[0])};
    if (words.size() > 2)
        made.condition =
            debugger_.condition_from(fmt::format("{}", fmt::join(words.begin() + 2, words.end(), " ")));
    const auto at = debugger_.source().locate(0, static_cast<int>(made.line)).line;
    const auto asked = count_from("break", words[0].substr(words[0].rfind(':') + 1));
    out_ << fmt::format("stops before line {}{}\n", at,
                        static_cast<std::uint32_t>(at) == asked ? "" : ", the next one that ran");
    debugger_.breakpoints().push_back(std::move(made));
}

void Stepper::add_watch(const Words& words) {
    debugger_.watches().push_back(debugger_.watch_of(words[0]));
    out_ << fmt::format("stops after {} is written\n", words[0]);
}

void Stepper::forget(const Words&) {
    debugger_.breakpoints().clear();
    debugger_.watches().clear();
}

}  // namespace pbp
