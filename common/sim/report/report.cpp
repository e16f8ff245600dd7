// SPDX-License-Identifier: MIT
#include "common/sim/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "common/sim/code/influence.hpp"
#include "common/sim/report/compiled.hpp"
#include "common/sim/report/names.hpp"
#include "common/sim/report/uniformity.hpp"
#include "common/sim/report/wording.hpp"
#include "common/sim/reported/words.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp::sim {

namespace {

/// How many values each lane gets from others, one after another.
std::uint64_t exchanges_of(const Instruction& in, std::uint32_t subgroup_size) {
    const bool scans = static_cast<Group>(in.n) >= Group::add && (in.x == 1 || in.x == 2);
    return scans ? std::bit_width(subgroup_size) - 1 : 1;
}

/// Adds what a GPU's time depends on.
void add_cost(ReportedCost& cost, const Instruction& in, const AccessCount& access) {
    cost.trips += access.trips;
    if (in.op == Op::load_buffer) cost.loaded_once += access.fresh;
    if (in.op == Op::store_buffer || in.op == Op::atomic_buffer) {
        cost.stored_once += access.fresh;
        cost.stored_lines += access.lines;
        cost.stored_bytes += access.bytes;
    }
    if (in.op >= Op::load_image && in.op <= Op::fetch_image) cost.image_bytes += access.bytes;
    if (in.op == Op::atomic_buffer && access.contention == access.lanes - access.runs)
        cost.at_one_word += access.runs;
}

std::vector<ReportedLine> lines_of(const Account& account, std::uint32_t subgroup_size, GpuCosts costs) {
    const Code& code = *account.code;
    const auto issued = costs == GpuCosts::counted ? issued_for(code) : std::vector<std::uint32_t>();
    std::map<std::uint32_t, ReportedLine> by_line;
    for (std::size_t b = 0; b < code.blocks.size(); ++b) {
        const auto& ran = account.counters.blocks.at(b);
        if (ran.runs == 0) continue;
        for (std::uint32_t i = 0; i < code.blocks[b].count; ++i) {
            const auto at = code.blocks[b].first + i;
            const auto& in = code.instructions[at];
            if (!is_issued(in.op)) continue;
            auto& line = by_line[code.sites[in.site].line];
            line.issued += ran.runs;
            line.lanes += ran.lanes;
            const auto& access = account.counters.accesses[at];
            add_cost(line.cost, in, access);
            if (!issued.empty()) line.cost.work += ran.runs * issued[at];
            switch (in.op) {
                case Op::load_shared:
                case Op::store_shared:
                case Op::atomic_shared:
                    line.shared_accesses += access.runs;
                    line.conflict_cycles += access.conflict_cycles;
                    break;
                case Op::load_buffer:
                case Op::store_buffer:
                case Op::atomic_buffer:
                    line.requests += access.runs;
                    line.sectors += access.sectors;
                    line.needed_sectors += access.needed;
                    line.cache_lines += access.lines;
                    if (in.op == Op::store_buffer) line.stored_sectors += access.sectors;
                    break;
                case Op::barrier:
                    line.barriers += access.runs;
                    break;
                case Op::group:
                    line.subgroup_operations += ran.runs;
                    line.cost.exchanges += ran.runs * exchanges_of(in, subgroup_size);
                    break;
                default:
                    break;
            }
            if (in.op == Op::atomic_buffer || in.op == Op::atomic_shared) {
                line.atomics += access.lanes;
                line.contention += access.contention;
                if (in.op == Op::atomic_shared) line.shared_atomics += access.lanes;
            }
        }
    }
    std::vector<ReportedLine> lines;
    std::vector<std::pair<int, int>> order;
    for (auto& [number, line] : by_line) {
        const auto where = account.source.locate(0, static_cast<int>(number));
        line.file = where.file;
        line.line = where.line;
        line.text = account.source.line_text(0, static_cast<int>(number));
        lines.push_back(std::move(line));
        order.emplace_back(where.string, where.line);
    }
    std::vector<std::size_t> sorted(lines.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = i;
    std::ranges::stable_sort(sorted, {}, [&](std::size_t i) { return order[i]; });
    std::vector<ReportedLine> in_order;
    for (const auto i : sorted) in_order.push_back(std::move(lines[i]));
    return in_order;
}

/// The buffer's member, the image or the memory that an instruction accesses; empty: none.
std::string accessed_by(const Code& code, const Instruction& in) {
    const bool shared = in.op == Op::load_shared || in.op == Op::store_shared || in.op == Op::atomic_shared;
    const bool buffer = in.op == Op::load_buffer || in.op == Op::store_buffer || in.op == Op::atomic_buffer;
    if (shared) return "shared memory";
    auto name = buffer ? name_of(code, {Place::Space::buffer, in.y, in.x / 4})
                : in.op >= Op::load_image && in.op <= Op::fetch_image ? code.images.at(in.y).name
                                                                      : "";
    name.resize(std::min(name.size(), name.find_first_of("[.")));
    return name;
}

/// Each lane's loads and stores of a buffer, by the member that they access.
std::map<std::string, std::uint64_t> by_name(const Account& account) {
    std::map<std::string, std::uint64_t> all;
    for (std::size_t at = 0; at < account.code->instructions.size(); ++at) {
        const auto& in = account.code->instructions[at];
        const auto lanes = account.counters.accesses.at(at).lanes;
        if (lanes > 0 && (in.op == Op::load_buffer || in.op == Op::store_buffer))
            all[(only_reads(in.op) ? "loads of " : "stores of ") + accessed_by(*account.code, in)] += lanes;
    }
    return all;
}

/// Who accesses which word, by the member that it is of.
std::map<std::string, std::vector<Access>> who(const Account& account) {
    std::map<std::string, std::vector<Access>> all;
    std::vector<std::vector<Access>*> by_instruction(account.code->instructions.size());
    for (const auto& [at, access] : account.counters.who) {
        auto*& its = by_instruction.at(at);
        const auto& in = account.code->instructions.at(at);
        if (its == nullptr)
            its = &all[(only_reads(in.op) ? "readers of " : "writers of ") + accessed_by(*account.code, in)];
        its->push_back(access);
    }
    for (auto& [name, accesses] : all) std::ranges::sort(accesses);
    return all;
}

/// True if one of the two lines that write the same value takes part in a race: then it is more than a
/// harmless tie.
bool races_elsewhere(const Finding& same_value, const std::vector<Finding>& all) {
    return std::ranges::any_of(all, [&](const Finding& other) {
        const auto takes_part = [&](std::uint32_t site) {
            return site == other.here.site || site == other.there.site;
        };
        return other.fault == Fault::race && other.place.space == same_value.place.space &&
               other.place.index == same_value.place.index &&
               (takes_part(same_value.here.site) || takes_part(same_value.there.site));
    });
}

/// What comes first in a report: a cause before its consequences, such as an index before the race that it
/// makes; what is in shaders/common last, where the learner looks last.
int rank_of(const ReportedFinding& one) {
    const bool elsewhere = std::ranges::any_of(one.places, [](const ReportedPlace& place) {
        return std::filesystem::path(place.file).parent_path().filename() == "common";
    });
    return (elsewhere ? 2 : 0) + (one.fault == "out of bounds" ? 0 : 1);
}

/// True if invocations communicate by atomics: then who comes first may matter.
bool has_atomics(const Code& code) {
    return std::ranges::any_of(code.instructions, is_atomic);
}

/// True if the order of the invocations cannot matter: a program without atomics and without races computes
/// the same in all of them (Adve and Hill, "Weak ordering: a new definition", ISCA 1990).
bool same_in_every_order(const Account& account) {
    return !account.cut_short && !has_atomics(*account.code) &&
           std::ranges::all_of(account.findings.all(), &Finding::is_note);
}

/// Adds what a GPU's time depends on, of the whole program.
void add_size(ProgramReport& made, const Account& account) {
    made.workgroups = account.workgroups;
    made.local_size = account.code->module.local_count();
    made.buffer_bytes = account.buffer_bytes;
    const auto polls = polls_of(*account.code);
    made.polls = static_cast<std::uint32_t>(polls.size());
    made.polls_alone = std::ranges::all_of(polls, [&](auto at) {
        return account.counters.accesses[at].lanes == account.counters.accesses[at].runs;
    });
}

}  // namespace

ProgramReport report(const Account& account, std::uint32_t subgroup_size, GpuCosts costs) {
    ProgramReport made;
    made.shader = account.source.locate(0, 1).file;
    made.dispatches = account.dispatches;
    made.subgroup_size = subgroup_size;
    made.shared_bytes = account.code->shared_bytes;
    made.ordering = account.counters.ordering;
    made.deeds = account.counters.deeds;
    made.shared_words = account.counters.shared_words;
    if (costs == GpuCosts::counted) made.by_name = by_name(account), made.who = who(account);
    made.elapsed_ms = account.elapsed_ms;
    made.longest_ms = account.longest_ms;
    const Account& checked = account.checked != nullptr ? *account.checked : account;
    const Wording words(checked.source, *checked.code);
    const auto& all = checked.findings.all();
    for (const auto& one : all)
        if (one.fault != Fault::same_value_race || !races_elsewhere(one, all))
            made.findings.push_back(words.finding(one));
    for (const auto& one : racy_barriers(*checked.code, checked.findings))
        made.findings.push_back(words.barrier(one));
    std::ranges::stable_sort(made.findings, {}, rank_of);
    made.lines = lines_of(account, subgroup_size, costs);
    if (costs == GpuCosts::counted) add_size(made, account);
    if (account.cut_short) made.predicted.fails = "it did not end";
    if (same_in_every_order(checked) && !account.cut_short)
        made.orders = "no atomics, no race: every order gives this result for these data";
    else if (std::ranges::all_of(all, &Finding::is_note) && !account.cut_short)
        made.orders = Wording(account.source, *account.code).schedules(account.schedules);
    return made;
}

std::vector<ProgramReport> take_reports(Simulator& simulator) {
    std::vector<ProgramReport> all;
    for (const auto& account : simulator.take_accounts())
        all.push_back(report(account, simulator.settings().subgroup_size));
    return all;
}

bool add_findings(std::vector<ProgramReport>& programs, ProgramReport in_another, const std::string& schedule,
                  Overtaken overtaken) {
    const auto there = std::ranges::find(programs, in_another.shader, &ProgramReport::shader);
    if (there == programs.end()) return false;
    bool any = false;
    for (auto& one : in_another.findings) {
        if (one.explains && overtaken == Overtaken::error) one.note = false;
        const auto is_same = [&](const auto& other) { return in_a_line(other) == in_a_line(one); };
        if (one.note) continue;
        std::erase_if(there->findings, [&](const auto& other) { return other.note && is_same(other); });
        if (std::ranges::any_of(there->findings, is_same)) continue;
        one.schedule = schedule;
        there->findings.push_back(std::move(one));
        there->orders.clear();
        any = true;
    }
    return any;
}

bool accuse_late_atomics(std::vector<ProgramReport>& programs) {
    bool any = false;
    for (auto& program : programs)
        for (auto& one : program.findings)
            if (one.explains && one.note && !one.schedule.empty()) {
                one.note = false;
                any = true;
            }
    return any;
}

OtherOrders other_orders(const Settings& settings, const std::vector<ProgramReport>& in_order) {
    constexpr double long_ms = 1000, slower = 4;  // at random, than in order
    double longest_ms = 0;
    bool proven = true;
    for (const auto& program : in_order) {
        if (program.has_errors()) return {};  // which come first
        longest_ms = std::max(longest_ms, program.longest_ms);
        proven = proven && !program.orders.empty();
    }
    if (settings.search != Settings::Search::three_orders || (proven && longest_ms > long_ms)) return {};
    if (settings.limit_s == 0 || longest_ms * slower < settings.limit_s * 1e3) return {true};
    return {
        false,
        fmt::format("only in order: a dispatch takes {:.1f} s on a single core, and its time limit is {} s; "
                    "for other orders raise --time-limit, or choose one with --sim-schedule",
                    longest_ms * 1e-3, settings.limit_s)};
}

}  // namespace pbp::sim
