// SPDX-License-Identifier: MIT
#include "common/sim/beside/film.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "common/base/text.hpp"
#include "common/sim/kept/follower.hpp"
#include "common/sim/report/names.hpp"

namespace pbp::sim {

using Node = Provenance::Node;
namespace {

constexpr std::size_t most_operands = 8;  // that one sentence has

/// How an operation is written, and the type of its operands; none: that of its result.
struct Spelling {
    Op op = Op::end;
    const char* words = nullptr;
    Type::Kind type = Type::Kind::none;
};

constexpr auto floating = Type::Kind::floating, sint = Type::Kind::sint, uint = Type::Kind::uint;
constexpr Spelling spellings[] = {{Op::add_w, "+"},
                                  {Op::add_q, "+"},
                                  {Op::add_f, "+", floating},
                                  {Op::add_d, "+", floating},
                                  {Op::sub_w, "-"},
                                  {Op::sub_q, "-"},
                                  {Op::sub_f, "-", floating},
                                  {Op::sub_d, "-", floating},
                                  {Op::mul_w, "*"},
                                  {Op::mul_q, "*"},
                                  {Op::mul_f, "*", floating},
                                  {Op::mul_d, "*", floating},
                                  {Op::div_u, "/", uint},
                                  {Op::div_i, "/", sint},
                                  {Op::div_f, "/", floating},
                                  {Op::div_d, "/", floating},
                                  {Op::mod_u, "%", uint},
                                  {Op::mod_i, "%", sint},
                                  {Op::rem_i, "%", sint},
                                  {Op::and_w, "&", uint},
                                  {Op::and_q, "&", uint},
                                  {Op::or_w, "|", uint},
                                  {Op::or_q, "|", uint},
                                  {Op::xor_w, "^", uint},
                                  {Op::xor_q, "^", uint},
                                  {Op::shl_w, "<<", uint},
                                  {Op::shl_q, "<<", uint},
                                  {Op::shr_u, ">>", uint},
                                  {Op::shr_i, ">>", sint},
                                  {Op::min_f, "min", floating},
                                  {Op::min_d, "min", floating},
                                  {Op::min_i, "min", sint},
                                  {Op::min_l, "min", sint},
                                  {Op::min_u, "min", uint},
                                  {Op::min_m, "min", uint},
                                  {Op::max_f, "max", floating},
                                  {Op::max_d, "max", floating},
                                  {Op::max_i, "max", sint},
                                  {Op::max_l, "max", sint},
                                  {Op::max_u, "max", uint},
                                  {Op::max_m, "max", uint}};

Spelling spelling_of(Op op) {
    for (const auto& one : spellings)
        if (one.op == op) return one;
    return {};
}

std::string number(std::uint64_t bits, Type::Kind type, bool wide) {
    const auto word = static_cast<std::uint32_t>(bits);
    if (type == Type::Kind::floating)
        return wide ? fmt::format("{}", std::bit_cast<double>(bits))
                    : fmt::format("{}", std::bit_cast<float>(word));
    if (type == Type::Kind::sint)
        return wide ? fmt::format("{}", static_cast<std::int64_t>(bits))
                    : fmt::format("{}", static_cast<std::int32_t>(word));
    return fmt::format("{}", wide ? bits : word);
}

bool is_write(Op op) {
    return op == Op::store_buffer || op == Op::store_shared || op == Op::store_image ||
           op == Op::store_local || op == Op::atomic_buffer || op == Op::atomic_shared;
}

}  // namespace

std::string FilmStep::who() const {
    return fmt::format("invocation {} of workgroup {}", invocation, workgroup);
}

/// Where a word was stored, or a register's value traced, before a store; none: nowhere.
Provenance::Node Film::source(Node node, Node before) const {
    const auto kind = graph_.step(node).kind;
    if (kind == Kind::stored || kind == Kind::word) return node;
    const Node traced = history_.traced(node);
    return traced < before ? traced : Provenance::none;
}

std::vector<Provenance::Node> Film::sources(Node node, Node before) const {
    std::set<Node> found, seen;
    std::vector<Node> left;
    const auto add = [&](Node one) {
        if (one != Provenance::none && seen.insert(one).second) left.push_back(one);
    };
    add(graph_.step(node).kind == Kind::stored && node == before ? graph_.step(node).a : node);
    while (!left.empty()) {
        const Node at = left.back();
        left.pop_back();
        const auto& step = graph_.step(at);
        if (const Node one = source(at, before); one != Provenance::none) {
            found.insert(one);
        } else if (step.kind != Kind::constant) {
            add(step.a);
            add(step.b);
            add(step.c);
        }
    }
    return {found.begin(), found.end()};
}

std::vector<Provenance::Node> Film::slice(const std::set<Node, std::greater<>>& nodes) const {
    std::vector<Node> found;
    auto left = nodes, seen = nodes;
    while (!left.empty()) {
        const Node at = *left.begin();
        left.erase(left.begin());
        found.push_back(at);
        if (graph_.step(at).kind != Kind::stored) continue;
        for (const Node from : sources(at, at))
            if (seen.insert(from).second) left.insert(from);
    }
    return found;
}

Type::Kind Film::type_of(Node node) const {
    if (const auto kind = graph_.step(node).kind; kind != Kind::stored && kind != Kind::word)
        return Type::Kind::none;
    const auto& event = graph_.event(node);
    if (const auto* cell = history_.cell_of(node);
        cell != nullptr && (graph_.step(node).kind == Kind::word || history_.is_trace(node)))
        for (const auto& row : history_.rows())
            if (row.part == cell->part && cell->cell < row.values.size() &&
                (cell->pass == 0 || (row.pass == cell->pass && row.values.word(cell->cell) == event.value)))
                return row.values.type() == ValueType::float32 ? Type::Kind::floating
                       : row.values.type() == ValueType::int32 ? Type::Kind::sint
                                                               : Type::Kind::uint;
    if (event.place.space == Place::Space::none) return Type::Kind::none;
    return kind_of(*history_.ran(node).code, event.place);
}

std::string Film::name(Node node) const {
    const auto* cell = history_.cell_of(node);
    const auto& event = graph_.event(node);
    const bool stored = graph_.step(node).kind == Kind::stored;
    if (cell != nullptr && !stored && cell->pass == 0)
        return fmt::format("input element {}{}", cell->cell, cell->part.empty() ? "" : " of " + cell->part);
    if (stored && history_.is_trace(node))
        return cell == nullptr ? "a word that no row has"
                               : fmt::format("{}[{}]", cell->part.empty() ? "data" : cell->part, cell->cell);
    if (event.place.space == Place::Space::none) return "a word that the CPU wrote";
    const auto name = name_of(*history_.ran(node).code, event.place);
    return stored ? name : name + " before the first dispatch";
}

std::string Film::held(Node node) const {
    const auto& event = graph_.event(node);
    const Kind kind = graph_.step(node).kind;
    auto words =
        fmt::format("{} ({}", number(event.value, type_of(node), event.value > 0xFFFFFFFFu), name(node));
    if (kind == Kind::stored && history_.is_trace(node))
        words += fmt::format(" after pass {}", history_.pass_of(node));
    return words + ")";
}

std::string Film::list(const std::vector<Node>& nodes) const {
    std::string all;
    for (std::size_t i = 0; i < std::min(nodes.size(), most_operands); ++i)
        all += (i == 0 ? "" : i + 1 == nodes.size() ? " and " : ", ") + held(nodes[i]);
    return nodes.size() <= most_operands ? all
                                         : fmt::format("{} and {} more", all, nodes.size() - most_operands);
}

std::string Film::operation(Node node, Type::Kind type, Others& others) const {
    const auto& step = graph_.step(node);
    const auto& operands = graph_.operands(node);
    const auto spelled = spelling_of(step.op);
    ++others.operations;
    if (spelled.words == nullptr || step.c != Provenance::none || others.operations > 2 * most_operands)
        return "made of " + list(sources(node, others.before));
    const auto own = spelled.type == Type::Kind::none ? type : spelled.type;
    const bool is_function = std::string_view(spelled.words).size() == 3;
    const auto operand = [&](Node one, std::uint64_t bits, bool right) {
        if (one == Provenance::none) return number(bits, own, is_wide(step.op));
        const bool is_chain = graph_.step(one).kind == Kind::sum && step.kind == Kind::sum && !right;
        const bool is_bare = is_function || is_chain || source(one, others.before) != Provenance::none ||
                             spelling_of(graph_.step(one).op).words == nullptr;
        const auto words = expression(one, bits, own, others);
        return is_bare ? words : "(" + words + ")";
    };
    const auto left = operand(step.a, operands[0], false), right = operand(step.b, operands[1], true);
    return is_function ? fmt::format("{} of {} and {}", spelled.words, left, right)
                       : fmt::format("{} {} {}", left, spelled.words, right);
}

std::string Film::expression(Node node, std::uint64_t bits, Type::Kind type, Others& others) const {
    const auto& step = graph_.step(node);
    if (const Node one = source(node, others.before); one != Provenance::none) return held(one);
    const auto note = [&](std::vector<Node>& into, Node of) {
        for (const auto one : sources(of, others.before))
            if (std::find(into.begin(), into.end(), one) == into.end()) into.push_back(one);
    };
    if (step.kind == Kind::none) return number(bits, type, false);
    if (step.kind == Kind::constant) return number(step.a, type, false);
    if (step.kind == Kind::placed) {
        note(is_write(step.op) ? others.placed : others.found, step.b);
        return expression(step.a, bits, type, others);
    }
    if (step.kind == Kind::pick && step.b == Provenance::none && step.c != Provenance::none) {
        note(others.decided, step.c);
        return expression(step.a, bits, type, others);
    }
    return operation(node, type, others);
}

/// The larger or smaller one of two was the one that the word held.
bool Film::keeps(Node stored) const {
    Node value = graph_.step(stored).a;
    while (graph_.step(value).kind == Kind::pick && graph_.step(value).b == Provenance::none)
        value = graph_.step(value).a;
    if (graph_.step(value).kind != Kind::pick) return false;
    const Node taken = graph_.step(value).a;
    if (const auto kind = graph_.step(taken).kind; kind != Kind::stored && kind != Kind::word) return false;
    const auto &one = graph_.event(stored), &other = graph_.event(taken);
    return one.memory == other.memory && one.place.word == other.place.word;
}

std::string Film::made(const FilmStep& step) const {
    const Node given = graph_.step(step.node).a;
    const auto type = type_of(step.node);
    const auto bits = graph_.event(step.node).value;
    const auto value = number(bits, type, bits > 0xFFFFFFFFu);
    if (given == Provenance::none || graph_.step(given).kind == Kind::constant)
        return value + ", a number of its own";
    if (step.from.size() > 2 * most_operands) return fmt::format("made of {} -> {}", list(step.from), value);
    Others others;
    others.before = step.node;
    auto words = expression(given, bits, type, others);
    if (others.operations > 0) words += " -> " + value;  // else it was moved
    if (keeps(step.node)) words += ", kept";
    for (const auto& [how, nodes] : {std::pair{"placed by", &others.placed},
                                     {"found by", &others.found},
                                     {"decided by", &others.decided}})
        if (!nodes->empty()) words += fmt::format("; {} {}", how, list(*nodes));
    return words;
}

/// The line of the shader itself, where a site is in a file that it includes.
const Film::Written& Film::written(const Simulator::Ran& ran, std::uint32_t site) const {
    const auto [found, is_new] = written_.try_emplace({ran.code.get(), site});
    auto& place = found->second;
    for (; is_new && site != 0; site = ran.code->sites[site].caller) {
        const auto number = static_cast<int>(ran.code->sites[site].line);
        const auto located = ran.source->locate(0, number);
        place = {located.file, located.line, trimmed(ran.source->line_text(0, number))};
        if (located.string == 0) break;
    }
    return place;
}

FilmStep Film::step(Node stored) const {
    const auto& step = graph_.step(stored);
    const auto& ran = history_.ran(stored);
    FilmStep one;
    one.node = stored;
    one.pass = history_.pass_of(stored);
    one.invocation = step.invocation % history_.local_size(stored);
    one.workgroup = step.invocation / history_.local_size(stored);
    std::tie(one.file, one.line, one.text) = written(ran, step.site);
    one.from = sources(stored, stored);
    one.words = name(stored) + " = " + made(one);
    return one;
}

}  // namespace pbp::sim
