// SPDX-License-Identifier: MIT
#include "common/tools/run_passes/schedule.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "common/base/error.hpp"
#include "common/base/files.hpp"
#include "common/base/readable.hpp"

namespace pbp::run_passes {

namespace {

constexpr std::uint64_t most_dispatches = 100'000, most_rounds = 1'000'000;
constexpr std::int64_t default_limit = 1000;
constexpr std::uint32_t most_words = std::numeric_limits<std::uint32_t>::max();

class Walk {
  public:
    Walk(const Description& description, std::uint32_t n, Visitor& visitor)
        : description_(description), names_(names_of(description, n)), visitor_(visitor) {}

    void steps(const std::vector<Step>& all) {
        for (const auto& step : all) looped(step);
    }

  private:
    std::int64_t value(const Expression& expression) const {
        return value_of(description_, expression, names_);
    }
    [[noreturn]] void refuse(const Node& node, const std::string& sentence) const {
        description_.document.refuse_text(node, sentence);
    }
    void count_round(const Step& step) {
        if (++rounds_ > most_rounds)
            refuse(*step.node,
                   fmt::format("the loops go on for more than {} rounds; do they end?", most_rounds));
    }

    void looped(const Step& step) {
        const auto outer = names_;
        if (step.repeat)
            repeated(step, value(*step.repeat));
        else if (step.loop)
            for_each(step, *step.loop);
        else if (!step.flag.empty())
            while_set(step);
        else
            body(step);
        names_ = outer;
    }
    void round(const Step& step, const std::string& variable, std::int64_t value) {
        count_round(step);
        names_[variable] = value;
        body(step);
    }
    void repeated(const Step& step, std::int64_t rounds) {
        if (rounds < 0) refuse(*step.repeat->node, fmt::format("{} rounds are not possible.", rounds));
        for (std::int64_t i = 0; i < rounds; ++i) round(step, "round", i);
    }
    void for_each(const Step& step, const For& loop) {
        for (const auto& one : loop.values) round(step, loop.variable, value(one));
        if (!loop.from) return;
        names_[loop.variable] = value(*loop.from);
        while (value(*loop.condition) != 0) {
            const auto before = names_[loop.variable];
            round(step, loop.variable, before);
            names_[loop.variable] = before;
            names_[loop.variable] = value(*loop.next);
            if (names_[loop.variable] == before)
                refuse(*loop.next->node,
                       fmt::format("'{}' stays {}, so that the loop never ends.", loop.variable, before));
        }
    }
    void while_set(const Step& step) {
        const auto limit = step.limit ? value(*step.limit) : default_limit;
        if (limit < 1)
            refuse(*step.limit->node, fmt::format("the limit is {}; allow at least 1 round.", limit));
        std::int64_t i = 0;
        while (true) {
            if (i == limit)
                throw Error(
                    ExitCode::check_failed,
                    fmt::format("{}:{}: {}: '{}' is still set after {} rounds; find out why, or allow more "
                                "by \"limit\".",
                                in_message(shown(description_.document.file)), step.node->line,
                                step.node->path, step.flag, limit));
            visitor_.fill(step.flag, 0);
            flags_.push_back(step.flag);
            round(step, "round", i++);
            const auto now = flags_.back();
            flags_.pop_back();
            if (!visitor_.is_set(now)) return;
        }
    }
    void swap(const std::string& one, const std::string& other) {
        visitor_.swap(one, other);
        for (auto& flag : flags_)
            if (flag == one || flag == other) flag = flag == one ? other : one;
    }

    void body(const Step& step) {
        for (const auto& [buffer, expression] : step.fills) {
            const auto word = value(expression);
            if (word < std::numeric_limits<std::int32_t>::min() || word > most_words)
                refuse(*expression.node, fmt::format("{} does not fit into 32 bits.", word));
            visitor_.fill(buffer, word);
        }
        std::optional<Launch> launch;
        if (!step.shader.empty()) {
            launch = launch_of(step);
            visitor_.dispatch(*launch);
        }
        steps(step.steps);
        for (const auto& [one, other] : step.swaps) swap(one, other);
        if (launch) visitor_.dispatched(*launch);
    }
    std::string filled(const Node& node, const std::string& text) const {
        try {
            return filled_in(text, names_);
        } catch (const Error& problem) {
            refuse(node, problem.what());
        }
    }
    std::string label(const Step& step) const {
        const auto* name = step.node->find("name");
        if (name != nullptr) return filled(*name, step.name);
        std::string made = step.shader.stem().string();
        for (const auto& [variable, value] : names_)
            if (!constant(variable)) made += fmt::format(", {} {}", variable, value);
        return made;
    }
    bool constant(const std::string& name) const {
        if (name == "n") return true;
        for (const auto& [known, ignored] : description_.constants)
            if (known == name) return true;
        return false;
    }
    Launch launch_of(const Step& step) {
        if (++dispatches_ > most_dispatches)
            refuse(
                *step.node,
                fmt::format("the schedule has more than {} dispatches; make n smaller, or the loops shorter.",
                            most_dispatches));
        Launch made{.step = &step, .name = label(step), .defines = {}, .uniforms = {}, .names = names_};
        for (const auto& [name, text] : step.defines)
            made.defines.push_back({name, filled(*text.node, text.text)});
        for (const auto& [name, values] : step.uniforms) {
            run_shader::UniformWish wish{name, {}};
            for (const auto& one : values)
                wish.values.push_back(one.node->kind == Node::Kind::string ? std::to_string(value(one))
                                                                           : one.text);
            made.uniforms.push_back(std::move(wish));
        }
        made.invocations = step.groups.empty();
        const auto& sizes = made.invocations ? step.invocations : step.groups;
        made.flat = made.invocations && sizes.size() < 2;
        if (sizes.empty()) made.count.x = static_cast<std::uint32_t>(names_.find("n")->second);
        for (std::size_t axis = 0; axis < sizes.size(); ++axis)
            made.count[static_cast<int>(axis)] =
                value_between(description_, sizes[axis], names_, 1, most_words);
        if (step.trace_shared)
            made.trace_shared = value_between(description_, *step.trace_shared, names_, 1, 1u << 24);
        return made;
    }

    const Description& description_;
    Names names_;
    Visitor& visitor_;
    std::vector<std::string> flags_;  ///< of the loops around, by the names that swaps have given them since
    std::uint64_t dispatches_ = 0, rounds_ = 0;
};

void add_shaders(const std::vector<Step>& steps, std::vector<std::filesystem::path>& all) {
    for (const auto& step : steps) {
        for (const auto& file : {step.shader, step.reference})
            if (!file.empty() && std::ranges::find(all, file) == all.end()) all.push_back(file);
        add_shaders(step.steps, all);
    }
}

}  // namespace

std::int64_t value_of(const Description& description, const Expression& expression, const Names& names) {
    try {
        return evaluate(expression.text, names);
    } catch (const Error& problem) {
        description.document.refuse_text(*expression.node, problem.what());
    }
}

std::uint32_t value_between(const Description& description, const Expression& expression, const Names& names,
                            std::uint32_t least, std::uint32_t most) {
    const auto value = value_of(description, expression, names);
    if (value < least || value > most)
        description.document.refuse(*expression.node, "\"{}\" is {} for n = {}; it must be from {} to {}.",
                                    in_message(expression.text), value, names.find("n")->second, least, most);
    return static_cast<std::uint32_t>(value);
}

Names names_of(const Description& description, std::uint32_t n) {
    Names names{{"n", n}};
    for (const auto& [name, expression] : description.constants)
        names[name] = value_of(description, expression, names);
    return names;
}

void walk(const Description& description, std::uint32_t n, Visitor& visitor) {
    Walk(description, n, visitor).steps(description.steps);
}

void refuse_idle(const Description& description, std::uint32_t n) {
    description.document.refuse(*description.document.root().find("passes"),
                                "no dispatch runs for n = {}, so no shader is checked; add a pass with a "
                                "\"shader\", let its loop run at least once, or choose a larger n.",
                                n);
}

std::vector<Launch> launches(const Description& description, std::uint32_t n) {
    struct All final : Visitor {
        void dispatch(const Launch& launch) override { made.push_back(launch); }
        std::vector<Launch> made;
    } all;
    walk(description, n, all);
    return std::move(all.made);
}

std::vector<std::filesystem::path> shaders_of(const Description& description) {
    std::vector<std::filesystem::path> all;
    add_shaders(description.steps, all);
    if (!description.reference.empty() && std::ranges::find(all, description.reference) == all.end())
        all.push_back(description.reference);
    return all;
}

void add_flags(const std::vector<Step>& steps, std::set<std::string>& flags) {
    for (const auto& step : steps) {
        if (!step.flag.empty()) flags.insert(step.flag);
        add_flags(step.steps, flags);
    }
}

bool has_reference(const std::vector<Step>& steps) {
    return std::ranges::any_of(
        steps, [](const Step& step) { return !step.reference.empty() || has_reference(step.steps); });
}

bool any_loop_with_flag(const std::vector<Step>& steps) {
    return std::ranges::any_of(
        steps, [](const Step& step) { return !step.flag.empty() || any_loop_with_flag(step.steps); });
}

const std::string& input_for(const Description& description, const std::string& result) {
    if (description.buffer(result)->data.node != nullptr) return result;
    for (const auto& one : description.buffers)
        if (one.data.node != nullptr) return one.name;
    return result;
}

}  // namespace pbp::run_passes
