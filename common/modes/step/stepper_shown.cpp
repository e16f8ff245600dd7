// SPDX-License-Identifier: MIT
// What a stepper prints.
#include "common/modes/step/stepper.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <filesystem>

#include "common/base/error.hpp"
#include "common/check/mismatch.hpp"
#include "common/glsl/declared.hpp"
#include "common/sim/report/names.hpp"

namespace pbp {

namespace {

constexpr std::size_t most_shown = 16;       // values of a line
constexpr std::uint32_t fill = 0xA5A5A5A5u;  // of memory that nobody has written

std::string shorter(std::vector<std::string> all, const char* between) {
    const auto left_out = all.size() > most_shown ? all.size() - most_shown : 0;
    all.resize(all.size() - left_out);
    return fmt::format("{}{}", fmt::join(all, between),
                       left_out > 0 ? fmt::format("{}and {} more", between, left_out) : std::string());
}

/// "0 to 3, 6".
std::string lanes_in_words(const sim::Mask& lanes) {
    std::vector<std::string> runs;
    std::uint32_t first = 0, last = 0;
    const auto end = [&] {
        if (last > 0)
            runs.push_back(last == first ? std::to_string(first - 1)
                                         : fmt::format("{} to {}", first - 1, last - 1));
    };
    lanes.each([&](std::uint32_t lane) {
        if (last == 0 || lane != last) {
            end();
            first = lane + 1;
        }
        last = lane + 1;
    });
    end();
    return shorter(std::move(runs), ", ");
}

std::string full_name(const sim::SteppedVariable& variable) {
    return variable.function.empty() ? variable.name : variable.function + ": " + variable.name;
}

std::string digits(sim::Type::Kind kind, std::uint64_t bits, bool wide) {
    using Kind = sim::Type::Kind;
    if (kind == Kind::boolean) return bits != 0 ? "true" : "false";
    if (kind == Kind::floating)
        return in_digits(wide ? std::bit_cast<double>(bits)
                              : std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (kind == Kind::sint)
        return std::to_string(wide ? static_cast<std::int64_t>(bits)
                                   : static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)));
    return std::to_string(bits);
}

}  // namespace

std::string Stepper::place(u32 site) const {
    const auto at = recorded_.ran.source->locate(0, static_cast<int>(line(site)));
    return fmt::format("{}:{}", std::filesystem::path(at.file).filename().string(), at.line);
}

std::string Stepper::text(u32 site) const {
    const auto text = recorded_.ran.source->line_text(0, static_cast<int>(line(site)));
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos ? text : text.substr(first);
}

void Stepper::show() const {
    const auto* const step = coming();
    const auto steps = recording().steps.size();
    if (step == nullptr) {
        out_ << fmt::format(
            "{}: the workgroup has ended{}\n", steps,
            recording().full ? ", as far as it was recorded: that took all the memory it may" : "");
    } else if (step->subgroup == sim::LineStep::elsewhere) {
        out_ << fmt::format("{} of {}: another workgroup\n", walk_.at() + 1, steps);
    } else {
        out_ << fmt::format("{} of {}: subgroup {}, {} {}, {}\n    {}\n", walk_.at() + 1, steps,
                            step->subgroup, step->active.count() == 1 ? "lane" : "lanes",
                            lanes_in_words(step->active), place(step->site), text(step->site));
    }
}

std::string Stepper::in_words(const sim::SteppedVariable& variable, u32 subgroup, u32 lane) const {
    const auto value = walk_.value(variable, subgroup, lane);
    return value ? digits(variable.kind, *value, variable.wide) : "-";
}

std::string Stepper::in_words(const sim::Recording::Change& change, bool after) const {
    const auto place = *recording().place_of(change);
    const auto word = after ? change.after : change.before;
    if (!after && word == fill) return "unset";
    return digits(sim::kind_of(code(), place), sim::bits_of(code(), place, word), false);
}

std::string Stepper::name_of(const sim::Recording::Change& change) const {
    return sim::name_of(code(), *recording().place_of(change));
}

/// What a step that has just been done changed.
void Stepper::show_changes(std::size_t step) const {
    const auto& done = recording().steps[step];
    const auto changes_end = recording().changes_end(step);
    const auto registers = recording().registers_of(done.subgroup);
    for (const auto& variable : recording().variables) {
        const auto first = variable.slot * recording().lanes_a_row,
                   last = (variable.slot + (variable.wide ? 2 : 1)) * recording().lanes_a_row;
        bool changed = false;
        for (auto i = done.change; i < changes_end; ++i) {
            const auto& [memory, index, before, after] = recording().changes[i];
            changed |= memory == registers && index >= first && index < last;
            changed |= memory == registers + 1 && index / 4 == variable.slot;
        }
        if (!changed || done.subgroup == sim::LineStep::elsewhere) continue;
        Words values;
        done.active.each([&](u32 lane) { values.push_back(in_words(variable, done.subgroup, lane)); });
        out_ << fmt::format("  {} = {}\n", full_name(variable), shorter(std::move(values), " "));
    }
    Words words;
    for (auto i = done.change; i < changes_end; ++i)
        if (const auto& change = recording().changes[i]; recording().place_of(change))
            words.push_back(fmt::format("{}: {} -> {}", name_of(change), in_words(change, false),
                                        in_words(change, true)));
    if (!words.empty()) out_ << "  " << shorter(std::move(words), ", ") << "\n";
    if (done.waits) out_ << fmt::format("  subgroup {} waits at the barrier\n", done.subgroup);
}

void Stepper::variables(const Words& words) {
    constexpr u32 most_lanes = 16;
    const auto who = subgroup();
    sim::Mask exist;
    for (const auto& step : recording().steps)
        if (step.subgroup == who) exist = exist | step.active;
    Words lanes;
    exist.each([&](u32 lane) {
        if (lanes.size() < most_lanes) lanes.push_back(std::to_string(lane));
    });
    std::vector<Words> rows{{fmt::format("lane of subgroup {}", who)}};
    rows.front().insert(rows.front().end(), lanes.begin(), lanes.end());
    for (const auto& variable : recording().variables) {
        if (!words.empty() && variable.name != words[0]) continue;
        auto& row = rows.emplace_back(Words{full_name(variable)});
        bool set = false;
        for (const auto& lane : lanes) {
            row.push_back(in_words(variable, who, static_cast<u32>(std::stoul(lane))));
            set |= row.back() != "-";
        }
        if (!set && words.empty()) rows.pop_back();
    }
    if (rows.size() == 1) {
        out_ << (words.empty() ? "no variable is set yet\n" : "there is no such variable; vars lists them\n");
        return;
    }
    std::size_t names = 0, values = 0;
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            (i == 0 ? names : values) = std::max(i == 0 ? names : values, row[i].size());
    for (const auto& row : rows) {
        out_ << fmt::format("  {:<{}}", row[0], names);
        for (std::size_t i = 1; i < row.size(); ++i) out_ << fmt::format("  {:>{}}", row[i], values);
        out_ << "\n";
    }
}

void Stepper::print(const Words& words) {
    Words values;
    const auto add = [&](u32 memory, sim::Place::Space space, u32 index) {
        for (std::size_t word = 0; word < walk_.words(memory); ++word) {
            const sim::Place place{space, index, word};
            const auto name = sim::name_of(code(), place);
            if (name != words[0] && !name.starts_with(words[0] + "[") && !name.starts_with(words[0] + "."))
                continue;
            if (values.size() > 64) return;
            values.push_back(
                fmt::format("{} {}", name,
                            digits(sim::kind_of(code(), place),
                                   sim::bits_of(code(), place, walk_.word(memory, word)), false)));
        }
    };
    add(recording().shared(), sim::Place::Space::shared, 0);
    for (u32 buffer = 0; buffer < code().buffers.size(); ++buffer)
        add(recording().buffer(buffer), sim::Place::Space::buffer, buffer);
    if (values.empty())
        fail(ExitCode::wrong_usage, "there is no memory '{}'{}", words[0],
             glsl::instead_of(words[0], names_of_memory()));
    const bool more = values.size() > 64;
    if (more) values.pop_back();
    out_ << fmt::format("  {}{}\n", fmt::join(values, ", "), more ? ", ..." : "");
}

void Stepper::who(const Words& words) {
    for (auto at = walk_.at(); at > 0; --at) {
        if (!wrote(words[0], at - 1)) continue;
        const auto& step = recording().steps[at - 1];
        out_ << (step.subgroup == sim::LineStep::elsewhere
                     ? fmt::format("  step {}: another workgroup\n", at)
                     : fmt::format("  step {}: subgroup {}, lanes {}, {}\n    {}\n", at, step.subgroup,
                                   lanes_in_words(step.active), place(step.site), text(step.site)));
        return;
    }
    out_ << fmt::format("  nobody has changed {} yet\n", words[0]);
}

void Stepper::where(const Words&) {
    for (u32 who = 0; who < recording().subgroups; ++who) {
        const sim::LineStep* last = nullptr;
        for (std::size_t at = 0; at < walk_.at(); ++at)
            if (recording().steps[at].subgroup == who) last = &recording().steps[at];
        out_ << fmt::format("  subgroup {}: {}\n", who,
                            last == nullptr ? "has not begun"
                                            : fmt::format("{} {}", last->waits ? "waits at" : "was last at",
                                                          place(last->site)));
    }
}

void Stepper::list(const Words&) {
    const auto* const step = coming();
    if (step == nullptr || step->subgroup == sim::LineStep::elsewhere) return show();
    const auto at = static_cast<int>(line(step->site));
    for (int one = std::max(1, at - 4); one <= at + 4; ++one)
        out_ << fmt::format("{} {:>4}  {}\n", one == at ? ">" : " ",
                            recorded_.ran.source->locate(0, one).line,
                            recorded_.ran.source->line_text(0, one));
}

void Stepper::help(const Words&) {
    for (const auto& one : commands())
        out_ << fmt::format("  {:<10}{:<4}{}{}{}\n", one.name, one.shorthand, one.arguments,
                            *one.arguments == '\0' ? "" : ": ", one.does);
    out_ << "  quit      q   ends\n";
}

}  // namespace pbp
