// SPDX-License-Identifier: MIT
#include "common/sim/steps/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/sim/spirv/layout.hpp"

namespace pbp::sim {

namespace {

using u32 = std::uint32_t;
constexpr std::size_t most_scalars = 256;  // of one variable: more are no table

/// The scalars of a type, by what comes after the variable's name: "", ".x", "[3]".
void add_names(const Module& module, Id id, const std::string& name, std::vector<std::string>& names) {
    const Type& type = module.type(id);
    const auto each = [&](auto&& suffix) {
        for (u32 i = 0; i < type.count && names.size() <= most_scalars; ++i)
            add_names(module, type.element, name + suffix(i), names);
    };
    switch (type.kind) {
        case Type::Kind::structure:
            for (const auto& member : type.members)
                add_names(module, member.type, name + "." + member.name, names);
            return;
        case Type::Kind::vector:
            return each([](u32 i) { return fmt::format(".{}", "xyzw"[i % 4]); });
        case Type::Kind::matrix:
        case Type::Kind::array:
            return each([](u32 i) { return fmt::format("[{}]", i); });
        default:
            names.push_back(name);
    }
}

}  // namespace

void StepRecorder::begin(const Begun& dispatch) {
    code_ = &dispatch.code;
    history_ = dispatch.history;
    recording_ = {};
    recording_.workgroup = window_.workgroup;
    recording_.workgroups = dispatch.workgroups;
    recording_.subgroup_size = dispatch.subgroup_size;
    recording_.lanes_a_row = dispatch.lanes_a_row;
    recording_.subgroups = dispatch.subgroups;
    add_variables();
    add_uniforms(dispatch.uniforms);
    memories_ = {nullptr};
    now_.assign(2 * dispatch.subgroups + 1, {});
    for (u32 subgroup = 0; subgroup < dispatch.subgroups; ++subgroup) {
        now_[recording_.registers_of(subgroup)].resize(rows_.size() * dispatch.lanes_a_row);
        now_[recording_.registers_of(subgroup) + 1].resize(4 * rows_.size());
    }
    for (std::size_t b = 0; b < dispatch.buffers.size(); ++b) {
        memories_.push_back(is_probe(dispatch.code.buffers[b].name) ? nullptr : dispatch.buffers[b]);
        now_.push_back(memories_.back() == nullptr ? std::vector<u32>() : memories_.back()->words);
    }
    recording_.began = now_;
}

void StepRecorder::add_variables() {
    slots_.assign(code_->rows + 1, 0);
    for (const auto& [row, variable] : code_->variables) {
        if (variable.type == 0 || variable.name.empty() || is_probe(variable.function)) continue;
        const auto scalars = scalars_of(code_->module, variable.type);
        std::vector<std::string> names;
        add_names(code_->module, variable.type, variable.name, names);
        for (std::size_t i = 0; i < std::min({scalars.size(), names.size(), most_scalars}); ++i) {
            recording_.variables.push_back({names[i], variable.function, scalars[i].kind, variable.caller,
                                            scalars[i].is_wide(), static_cast<u32>(rows_.size())});
            for (u32 part = 0; part < scalars[i].rows(); ++part) {
                rows_.push_back(row + scalars[i].row + part);
                slots_[rows_.back()] = static_cast<u32>(rows_.size());
            }
        }
    }
}

void StepRecorder::add_uniforms(const std::vector<u32>& words) {
    std::size_t word = 0;
    for (const auto& uniform : code_->uniforms) {
        const auto scalars = scalars_of(code_->module, uniform.type);
        std::vector<std::string> names;
        add_names(code_->module, uniform.type, uniform.name, names);
        for (std::size_t i = 0; i < scalars.size(); ++i) {
            std::uint64_t bits = 0;
            for (u32 part = 0; part < scalars[i].rows(); ++part)
                bits |= std::uint64_t{words.at(word++)} << 32 * part;
            if (i < names.size() && !is_probe(uniform.name))
                recording_.uniforms.push_back({names[i], scalars[i].kind, scalars[i].is_wide(), bits});
        }
    }
}

void StepRecorder::begin_subgroup(u32 workgroup, u32 subgroup, const u32* registers, const Memory& shared) {
    is_recorded_ = false;
    if (workgroup != window_.workgroup) {
        if (memories_[0] == &shared) memories_[0] = nullptr;  // it has taken over what the recorded one had
        return;
    }
    memories_[0] = &shared;
    now_[recording_.shared()] = recording_.began[recording_.shared()] = shared.words;
    auto& all = now_[recording_.registers_of(subgroup)];
    for (std::size_t slot = 0; slot < rows_.size(); ++slot)
        std::copy_n(registers + std::size_t{rows_[slot]} * recording_.lanes_a_row, recording_.lanes_a_row,
                    all.begin() + static_cast<std::ptrdiff_t>(slot * recording_.lanes_a_row));
    recording_.began[recording_.registers_of(subgroup)] = all;
}

void StepRecorder::take(u32 workgroup, u32 subgroup, const u32* registers, const Mask& active) {
    is_recorded_ = workgroup == window_.workgroup && !recording_.full;
    subgroup_ = subgroup;
    registers_ = registers;
    active_ = &active;
}

/// Another line, or the same again.
void StepRecorder::next(const Instruction& in) {
    const auto& sites = code_->sites;
    const auto site = shown_.at(in.site);
    // The compiler's own, and ends of blocks, belong to the line before.
    if (sites[site].line == 0 || in.op == Op::jump || in.op == Op::end) {
        set_.push_back(in.d);
        return;
    }
    const bool here =
        is_open_ && sites[site].line == sites[site_].line && sites[site].caller == sites[site_].caller;
    if (here && site != in.site && (*active_ - lanes_).empty()) return;  // a probe, in some of the lanes
    const bool same_line = here && (&in > last_ || &in < first_) && *active_ == lanes_;
    if (!same_line) {
        close();
        if (recording_.full) return;
        recording_.steps.push_back({subgroup_, site, *active_, false, 0, recording_.changes.size(), event()});
        is_open_ = true;
        lanes_ = *active_;
    }
    if (!same_line || &in < first_) first_ = &in;
    site_ = site;
    raw_site_ = in.site;
    last_ = &in;
    set_.push_back(in.d);
}

/// What the line did to the subgroup's registers.
void StepRecorder::close() {
    if (!is_open_) return;
    is_open_ = false;
    first_ = last_ = nullptr;
    const auto registers = recording_.registers_of(subgroup_);
    const auto lanes = recording_.lanes_a_row;
    for (const Row row : set_) set(row, lanes_);
    set_.clear();
    for (std::size_t slot = 0; slot < rows_.size(); ++slot)
        for (u32 lane = 0; lane < lanes; ++lane)
            change(registers, static_cast<u32>(slot * lanes + lane),
                   registers_[std::size_t{rows_[slot]} * lanes + lane]);
    if (recording_.bytes() > window_.most_bytes) recording_.full = true;
}

void StepRecorder::set(Row row, const Mask& lanes) {
    if (row >= slots_.size() || slots_[row] == 0) return;
    const auto memory = recording_.registers_of(subgroup_) + 1;
    for (u32 word = 0; word < 4; ++word) {
        const u32 at = 4 * (slots_[row] - 1) + word;
        const auto bits = word < 2 ? lanes.low : lanes.high;
        change(memory, at, now_[memory][at] | static_cast<u32>(bits >> 32 * (word % 2)));
    }
}

void StepRecorder::sets(Row row, u32 lane) {
    if (is_open_) set(row, Mask::only(lane));
}

void StepRecorder::change(u32 memory, u32 index, u32 after) {
    auto& word = now_[memory][index];
    if (word == after) return;
    recording_.changes.push_back({memory, index, word, after});
    word = after;
}

void StepRecorder::writes(const Memory& memory, std::size_t word, u32 value) {
    if (recording_.full) return;
    const auto at = std::ranges::find(memories_, &memory);
    if (at == memories_.end()) return;
    if (!is_recorded_ &&
        (recording_.steps.empty() || recording_.steps.back().subgroup != LineStep::elsewhere))
        recording_.steps.push_back(
            {LineStep::elsewhere, 0, {}, false, 0, recording_.changes.size(), event()});
    change(recording_.shared() + static_cast<u32>(at - memories_.begin()), static_cast<u32>(word), value);
}

void StepRecorder::accesses(const Instruction& in, u32 words, const std::array<u32, 128>& places) {
    if (!is_open_) return;
    ++recording_.steps.back().accesses;
    const bool shared = in.op == Op::load_shared || in.op == Op::store_shared || in.op == Op::atomic_shared;
    const bool buffer = in.op == Op::load_buffer || in.op == Op::store_buffer || in.op == Op::atomic_buffer;
    if (!shared && !buffer) return;
    u32 next = 0;
    active_->each([&](u32 lane) {
        const u32 at = places[next++];
        if (at == ~0u) return;
        for (u32 word = 0; word < words; ++word)
            accessed_[{shared ? 0 : 1 + in.y, at / 4 + word, subgroup_ * recording_.subgroup_size + lane,
                       in.site}] = recording_.steps.size() - 1;
    });
}

void StepRecorder::finds(const Finding& finding, std::size_t number) {
    if (!is_open_ || shown_.at(finding.here.site) != finding.here.site) return;
    const auto step = recording_.steps.size() - 1;
    const bool known = std::ranges::any_of(
        recording_.found, [&](const StepFinding& one) { return one.step == step && one.number == number; });
    if (known) return;
    recording_.found.push_back({step, finding, number});
    const auto& there = finding.there;
    const auto& place = finding.place;
    const auto local = code_->module.local_count();
    if (there.site == 0 || there.invocation / local != recording_.workgroup ||
        place.space == Place::Space::image || place.space == Place::Space::none)
        return;
    const auto at = accessed_.find({place.space == Place::Space::shared ? 0 : 1 + place.index,
                                    static_cast<u32>(place.word), there.invocation % local, there.site});
    if (at != accessed_.end()) recording_.found.back().other = at->second;
}

void StepRecorder::waits() {
    if (is_open_) recording_.steps.back().waits = true;
}

Recording StepRecorder::take_recording(const Findings& found) {
    for (auto& one : recording_.found) one.what.harmless = found.all().at(one.number).harmless;
    return std::move(recording_);
}

}  // namespace pbp::sim
