// SPDX-License-Identifier: MIT
// Functions, blocks and the jumps between them.
#include "common/sim/code/decode.hpp"

#include <algorithm>

#include "common/sim/code/decoder.hpp"
#include "common/sim/code/influence.hpp"
#include "common/sim/code/unset.hpp"
#include "common/sim/code/verify.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

Code decode(Module module) {
    return damage_is_an_error([&] {
        Code code = Decoder(std::move(module)).decode();
        verify(code);
        return code;
    });
}

Decoder::Decoder(Module module) {
    code_.module = std::move(module);
}

Code Decoder::decode() {
    globals();
    Frame frame;
    frame.function = &module().functions.at(module().entry);
    begin_block();
    frame_ = &frame;
    // Initial values of variables outside functions.
    for (const auto& [id, global] : module().globals)
        if (global.initializer != 0 && global.storage == spv::StorageClassPrivate)
            store(pointer(id), value(global.initializer), 0);
    paste(frame);
    for (const auto jump : frame.returns) code_.instructions[jump].op = Op::end;
    code_.rows = rows_.count();
    for (auto& in : code_.instructions) {
        const bool overwrites = in.d != no_row && (in.d == in.a || in.d == in.b || in.d == in.c);
        if (in.op < Op::index && overwrites) in.flags |= Instruction::in_place;
    }
    find_polls();
    is_local_.resize(code_.rows, false);
    code_.unset = may_be_unset(code_, is_local_);
    return std::move(code_);
}

// A volatile load whose value decides a branch looks whether somebody has stored something yet, and may meet
// a volatile store at any time. One that only moves data is an ordinary read.
void Decoder::find_polls() {
    for (auto& in : code_.instructions)
        if ((in.op == Op::load_buffer || in.op == Op::load_shared || in.op == Op::load_image) &&
            (in.flags & Instruction::atomic) != 0 &&
            conditions_on(code_, [&](const Instruction& one) { return &one == &in; }).empty())
            in.flags &= static_cast<std::uint8_t>(~Instruction::atomic);
}

const Decoder::Analysed& Decoder::analysed(const Function& function) {
    const auto found = analyses_.find(function.id);
    if (found != analyses_.end()) return found->second;
    Analysed made{structured_order(function), uses_of(function), {}, parts_used(function)};
    made.deaths.resize(function.blocks.size());
    for (std::size_t b = 0; b < function.blocks.size(); ++b)
        made.deaths[b].resize(function.blocks[b].statements.size());
    for (const auto& [id, use] : made.uses)
        if (!use.outside) made.deaths[use.block][use.last].push_back(id);
    return analyses_[function.id] = std::move(made);
}

void Decoder::begin_block() {
    if (!code_.blocks.empty()) {
        auto& last = code_.blocks.back();
        last.count = static_cast<std::uint32_t>(code_.instructions.size()) - last.first;
    }
    code_.blocks.push_back({static_cast<std::uint32_t>(code_.instructions.size()), 0});
    forget_aliases();
}

std::uint32_t Decoder::site(std::uint32_t line) {
    const auto [at, is_new] = sites_.try_emplace({line, frame_->call_site}, 0);
    if (is_new) {
        at->second = static_cast<std::uint32_t>(code_.sites.size());
        code_.sites.push_back({line, frame_->call_site});
    }
    return at->second;
}

void Decoder::paste(Frame& frame) {
    constexpr std::size_t deepest = 128;
    constexpr std::size_t most_calls = 100'000;
    if (++depth_ > deepest) malformed("functions call each other {} deep", depth_);
    if (++pasted_ > most_calls) malformed("it calls functions {} times", pasted_);
    Frame* const caller = frame_;
    frame_ = &frame;
    frame.analysed = &analysed(*frame.function);
    for (const auto index : frame.analysed->order) {
        if (index != 0) begin_block();
        frame.numbers[frame.function->blocks[index].label] =
            static_cast<std::uint32_t>(code_.blocks.size() - 1);
        block(frame, index);
    }
    for (const auto& [jump, label] : frame.jumps_x) code_.instructions[jump].x = frame.numbers.at(label);
    for (const auto& [jump, label] : frame.jumps_y) code_.instructions[jump].y = frame.numbers.at(label);
    for (const auto& [table, target] : frame.chosen) {
        auto& choice = code_.choices[table];
        if (target.first == 0)
            choice.otherwise = frame.numbers.at(target.second);
        else
            choice.targets[target.first - 1].second = frame.numbers.at(target.second);
    }
    if (caller == nullptr || &frame == caller) {
        auto& last = code_.blocks.back();
        last.count = static_cast<std::uint32_t>(code_.instructions.size()) - last.first;
    }
    frame_ = caller;
    --depth_;
}

void Decoder::block(Frame& frame, std::uint32_t index) {
    const auto& source = frame.function->blocks[index];
    frame.block = index;
    phis(frame, source);
    for (std::uint32_t s = 0; s < source.statements.size(); ++s) {
        frame.statement = s;
        const auto& now = source.statements[s];
        if (now.line != 0) line_ = now.line;
        site_ = site(line_);
        if (s + 1 == source.statements.size()) {
            forget_aliases();
            terminator(frame, now);
        } else {
            statement(frame, now);
        }
        for (const Id dead : frame.analysed->deaths[index][s]) {
            if (const auto found = frame.values.find(dead); found != frame.values.end())
                for (const Row row : found->second.rows) rows_.drop(row);
            if (const auto found = frame.pointers.find(dead); found != frame.pointers.end())
                if (found->second.dynamic != no_row) rows_.drop(found->second.dynamic);
            std::erase_if(aliases_,
                          [&](const auto& alias) { return alias.first == &frame && alias.second == dead; });
        }
        rows_.end_statement();
    }
}

// A phi's value arrives in rows of its own, so that the phis of a block may refer to each other.
void Decoder::phis(Frame& frame, const BasicBlock& source) {
    for (std::uint32_t s = 0; s < source.statements.size() && source.statements[s].opcode == spv::OpPhi;
         ++s) {
        const auto& phi = source.statements[s];
        frame.statement = s;
        auto& arrivals = frame.arrivals[phi.result];
        const auto scalars = scalars_of(module(), phi.type);
        Value made{phi.type, {}};
        for (std::size_t i = 0; i < scalars.size(); ++i) {
            const std::uint32_t count = scalars[i].is_wide() ? 2 : 1;
            if (arrivals.size() <= i) arrivals.push_back(rows_.lasting(count));
            made.rows.push_back(rows_.lasting(count));
            copy(made.rows.back(), arrivals[i], scalars[i].is_wide());
        }
        frame.values[phi.result] = std::move(made);
    }
}

void Decoder::hand_over(Frame& frame, Id target) {
    const auto& blocks = frame.function->blocks;
    const auto next = std::ranges::find(blocks, target, &BasicBlock::label);
    const Id from = blocks[frame.block].label;
    for (const auto& phi : next->statements) {
        if (phi.opcode != spv::OpPhi) break;
        for (std::size_t k = 0; k + 1 < phi.words.size(); k += 2) {
            if (phi.words[k + 1] != from) continue;
            const auto& arriving = value(phi.words[k]);
            const auto scalars = scalars_of(module(), phi.type);
            auto& arrivals = frame.arrivals[phi.result];
            for (std::size_t i = 0; i < scalars.size(); ++i) {
                if (arrivals.size() <= i) arrivals.push_back(rows_.lasting(scalars[i].is_wide() ? 2 : 1));
                copy(arrivals[i], arriving.rows.at(i), scalars[i].is_wide());
            }
        }
    }
}

void Decoder::statement(Frame& frame, const Statement& now) {
    switch (now.opcode) {
        case spv::OpPhi:
        case spv::OpSelectionMerge:
        case spv::OpLoopMerge:
            return;
        case spv::OpFunctionCall:
            return call(frame, now);
        default:
            break;
    }
    for (const auto part : {&Decoder::memory, &Decoder::arithmetic, &Decoder::conversion, &Decoder::composite,
                            &Decoder::matrix, &Decoder::extended, &Decoder::groups, &Decoder::images})
        if ((this->*part)(now)) return;
    unsupported(now.opcode, line_);
}

bool Decoder::made_by(std::span<const Maker> makers, const Statement& now) {
    const auto found = std::ranges::find(makers, now.opcode, &Maker::opcode);
    if (found == makers.end()) return false;
    (this->*found->make)(now);
    return true;
}

void Decoder::terminator(Frame& frame, const Statement& now) {
    const auto last = [&] { return static_cast<std::uint32_t>(code_.instructions.size() - 1); };
    const auto targets = targets_of(frame.function->blocks[frame.block]);
    for (const Id target : targets) hand_over(frame, target);
    switch (now.opcode) {
        case spv::OpBranch:
            emit(Op::jump, no_row);
            frame.jumps_x.emplace_back(last(), targets[0]);
            return;
        case spv::OpBranchConditional:
            emit(Op::branch, no_row, value(now.words[0]).rows.at(0));
            frame.jumps_x.emplace_back(last(), targets[0]);
            frame.jumps_y.emplace_back(last(), targets[1]);
            return;
        case spv::OpSwitch: {
            const auto& selector = value(now.words[0]);
            if (is_wide(selector.type)) unsupported(now.opcode, line_);
            auto& jump = emit(Op::choose, no_row, selector.rows.at(0));
            jump.x = static_cast<std::uint32_t>(code_.choices.size());
            CodeChoice choice;
            frame.chosen.push_back({jump.x, {0, targets[0]}});
            for (std::size_t i = 2; i + 1 < now.words.size(); i += 2) {
                choice.targets.emplace_back(now.words[i], 0);
                frame.chosen.push_back({jump.x, {choice.targets.size(), now.words[i + 1]}});
            }
            code_.choices.push_back(std::move(choice));
            return;
        }
        case spv::OpReturnValue: {
            const Value returned = frame.undefined.contains(now.words[0])
                                       ? never_set(frame, value(now.words[0]))
                                       : value(now.words[0]);
            const auto scalars = scalars_of(module(), returned.type);
            if (frame.returned.rows.empty() && !scalars.empty()) {
                frame.returned.type = returned.type;
                for (const auto& scalar : scalars)
                    frame.returned.rows.push_back(rows_.lasting(scalar.is_wide() ? 2 : 1));
            }
            for (std::size_t i = 0; i < scalars.size(); ++i)
                copy(frame.returned.rows.at(i), returned.rows.at(i), scalars[i].is_wide());
            [[fallthrough]];
        }
        default:  // OpReturn, OpUnreachable
            emit(Op::jump, no_row);
            frame.returns.push_back(last());
    }
}

void Decoder::call(Frame& frame, const Statement& now) {
    const Function& function = module().functions.at(now.words[0]);
    settle_all_aliases();
    Frame called;
    called.function = &function;
    called.call_site = site_;
    for (std::size_t i = 0; i + 1 < now.words.size(); ++i) {
        const Id argument = now.words[i + 1], parameter = function.parameters.at(i);
        const bool is_pointer = frame.pointers.contains(argument) || global_pointers_.contains(argument);
        if (is_pointer) {
            called.pointers[parameter] = pointer(argument);
            name_argument(called.pointers[parameter], parameter, called);
        } else {
            called.values[parameter] = value(argument);
        }
    }
    paste(called);
    if (called.returns.size() == 1 && called.returns[0] + 1 == code_.instructions.size()) {
        code_.instructions.pop_back();  // falls through, in the same block or in its last one
    } else {
        begin_block();
        for (const auto jump : called.returns)
            code_.instructions[jump].x = static_cast<std::uint32_t>(code_.blocks.size() - 1);
    }
    site_ = site(line_ = now.line != 0 ? now.line : line_);
    if (!called.returned.rows.empty()) bind(now, called.returned);
}

}  // namespace pbp::sim
