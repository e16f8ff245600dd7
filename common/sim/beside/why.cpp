// SPDX-License-Identifier: MIT
#include "common/sim/beside/why.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "common/base/error.hpp"
#include "common/sim/report/names.hpp"

namespace pbp::sim {

namespace {

constexpr std::size_t most_steps = 30;  // that one answer has

std::string array_of(const std::string& name) {
    return name.substr(0, name.find('['));
}

std::optional<std::uint64_t> whole(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The first index of a name, e.g. 5 of "particles[5].velocity".
std::optional<std::uint64_t> index_of(const std::string& name) {
    const auto open = name.find('['), close = name.find(']');
    if (open == name.npos || close == name.npos || close < open) return std::nullopt;
    return whole(std::string_view(name).substr(open + 1, close - open - 1));
}

}  // namespace

Why::Why(const History& history) : history_(history), film_(history) {
    for (const auto& [extent, words] : history.extents())
        for (std::uint64_t word = 0; word < words; ++word) {
            const auto name = name_of(*extent.code, {extent.space, extent.index, word});
            if (name.starts_with("pbp_") || name.find(' ') != name.npos) continue;  // traces; gaps; texels
            words_[name].push_back({extent, word});
            auto& size = sizes_[array_of(name)];
            size = std::max(size, index_of(name).value_or(0) + 1);
        }
    for (const auto& row : history.rows()) {
        auto& size = cells_[row.part.empty() ? "data" : row.part];
        size = std::max<std::uint64_t>(size, row.nodes.size());
    }
}

Why::Word Why::parsed(const std::string& asked) const {
    constexpr std::string_view of_group = " of workgroup ";
    Word word{asked, history_.passes(), 0};
    const auto refuse = [&](const std::string& what) {
        fail(ExitCode::wrong_usage, "'{}': {}", asked, what);
    };
    if (const auto at = word.name.find(of_group); at != word.name.npos) {
        const auto group = whole(std::string_view(word.name).substr(at + of_group.size()));
        if (!group) refuse("after 'of workgroup' comes a number.");
        word.workgroup = static_cast<std::uint32_t>(*group);
        word.name.erase(at);
    }
    if (const auto at = word.name.find('@'); at != word.name.npos) {
        const auto pass = whole(std::string_view(word.name).substr(at + 1));
        if (!pass) refuse("after '@' comes the number of a pass.");
        if (*pass > history_.passes()) refuse(fmt::format("this run has {} passes.", history_.passes()));
        word.pass = *pass;
        word.name.erase(at);
    }
    return word;
}

void Why::look_up(const Word& word, const std::string& asked) const {
    const auto array = array_of(word.name);
    const auto of_shader = sizes_.find(array), of_rows = cells_.find(array);
    if (of_shader == sizes_.end() && of_rows == cells_.end()) {
        std::set<std::string> names;
        for (const auto* known : {&sizes_, &cells_})
            for (const auto& [name, size] : *known) names.insert(name);
        fail(ExitCode::wrong_usage, "'{}': there is no array {}; this version has {}.", asked, array,
             fmt::join(names, ", "));
    }
    const auto size = of_shader != sizes_.end() ? of_shader->second : of_rows->second;
    const auto index = index_of(word.name);
    if (index && *index >= size) fail(ExitCode::wrong_usage, "'{}': {} has {} elements.", asked, array, size);
    const bool is_known =
        words_.contains(word.name) || (of_rows != cells_.end() && index && word.name.ends_with(']'));
    if (!is_known)
        fail(ExitCode::wrong_usage, "'{}': name one word of {}, such as '{}'.", asked, array,
             of_shader != sizes_.end() ? words_.lower_bound(array)->first : array + "[0]");
}

/// The last store to a word up to a pass; or what was there before; none: neither.
Provenance::Node Why::stored_in(const Word& word) const {
    const auto named = words_.find(word.name);
    if (named == words_.end()) return Provenance::none;
    const auto& graph = history_.graph();
    const auto is_meant = [&](Node node) {
        const auto& event = graph.event(node);
        if (event.place.space == Place::Space::none) return false;
        const auto* code = history_.ran(node).code.get();
        return std::any_of(named->second.begin(), named->second.end(), [&](const Named& one) {
            return one.extent == History::Extent{code, event.place.space, event.place.index} &&
                   one.word == event.place.word;
        });
    };
    Node found = Provenance::none;
    for (Node node = 1; node <= graph.size(); ++node) {
        const auto& step = graph.step(node);
        if ((step.kind != Kind::stored && step.kind != Kind::word) || !is_meant(node)) continue;
        if (step.kind == Kind::word && found == Provenance::none) found = node;
        if (step.kind != Kind::stored || history_.pass_of(node) > word.pass) continue;
        const bool is_shared = graph.event(node).place.space == Place::Space::shared;
        if (!is_shared || step.invocation / history_.local_size(node) == word.workgroup) found = node;
    }
    return found;
}

Provenance::Node Why::in_row(const Word& word) const {
    const auto part = array_of(word.name);
    const auto cell = index_of(word.name).value_or(0);
    Node found = Provenance::none;
    for (const auto& row : history_.rows())
        if ((row.part.empty() ? "data" : row.part) == part && row.pass <= word.pass &&
            cell < row.nodes.size())
            found = row.nodes[cell];
    return found;
}

Provenance::Node Why::node_of(const std::string& asked) const {
    const auto word = parsed(asked);
    look_up(word, asked);
    const Node found = sizes_.contains(array_of(word.name)) ? stored_in(word) : in_row(word);
    if (found == Provenance::none)
        fail(ExitCode::wrong_usage, "'{}': no invocation had written it by pass {}.", asked, word.pass);
    return found;
}

std::vector<std::string> Why::sentences(const std::vector<Node>& steps, const char* others,
                                        const char* advice) const {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < std::min(steps.size(), most_steps); ++i) {
        const auto step = film_.step(steps[i]);
        lines.push_back(
            fmt::format("pass {}: {}:{}, {}: {}", step.pass, step.file, step.line, step.who(), step.words));
        lines.push_back("    " + step.text);
    }
    if (steps.size() > most_steps)
        lines.push_back(fmt::format("... and {} {}; to go on, ask {} one of the words above.",
                                    steps.size() - most_steps, others, advice));
    return lines;
}

std::vector<std::string> Why::made(const std::string& word) const {
    constexpr std::size_t most_words = 12;
    std::vector<Node> steps;
    std::vector<std::string> before;
    for (const Node node : film_.slice({node_of(word)}))
        if (history_.graph().step(node).kind == Kind::stored)
            steps.push_back(node);
        else
            before.insert(before.begin(), film_.held(node));
    auto lines = sentences(steps, "before that", "--why about");
    const auto more = before.size() > most_words ? before.size() - most_words : 0;
    before.resize(before.size() - more);
    if (!before.empty())
        lines.push_back(fmt::format("It starts from: {}{}.", fmt::join(before, ", "),
                                    more > 0 ? fmt::format(" and {} more", more) : ""));
    return lines;
}

std::vector<std::string> Why::used(const std::string& word) const {
    const auto& graph = history_.graph();
    const Node first = node_of(word);
    std::set<Node> has{first};
    std::vector<Node> steps;
    for (Node node = first + 1; node <= graph.size(); ++node) {
        if (graph.step(node).kind != Kind::stored) continue;
        const auto from = film_.sources(node, node);
        if (std::none_of(from.begin(), from.end(), [&](Node one) { return has.contains(one); })) continue;
        has.insert(node);
        if (!history_.is_trace(node)) steps.push_back(node);
    }
    auto lines = sentences(steps, "after that", "--used about");
    if (steps.empty()) lines.push_back(film_.held(first) + " went into nothing.");
    return lines;
}

}  // namespace pbp::sim
