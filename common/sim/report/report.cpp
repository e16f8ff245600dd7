// SPDX-License-Identifier: MIT
#include "common/sim/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "common/sim/report/names.hpp"
#include "common/sim/report/uniformity.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp::sim {

namespace {

class Wording {
  public:
    explicit Wording(const Account& account) : source_(account.source), code_(*account.code), local_(1) {
        for (const auto size : code_.module.local_size) local_ *= size;
    }

    ReportedFinding finding(const Finding& one) const {
        ReportedFinding made;
        made.note = one.is_note();
        made.times = one.times;
        const std::string word = name_of(code_, one.place), me = who(one.here), other = who(one.there);
        const auto here = [&](std::string role) {
            made.places.push_back(place(one.here.site, std::move(role)));
        };
        const auto there = [&](std::string role) {
            made.places.push_back(place(one.there.site, std::move(role)));
        };
        const auto does = [](const Party& party) {
            return party.atomic ? (party.writes ? "changes it atomically" : "reads it atomically")
                                : (party.writes ? "writes it" : "reads it");
        };
        const auto both = [&] {
            here(fmt::format("{} {}", me, does(one.here)));
            there(fmt::format(
                "{} {}", other,
                one.there.writes ? (one.there.atomic ? "changed it atomically" : "wrote it") : "read it"));
        };
        const std::string values =
            one.value == one.other                ? fmt::format("it holds {}", value(one, one.value))
            : one.here.writes && one.there.writes ? fmt::format("it ends as {} or as {}, by chance",
                                                                value(one, one.value), value(one, one.other))
            : one.here.writes ? fmt::format("the read got {}, and might have got {}", value(one, one.other),
                                            value(one, one.value))
                              : fmt::format("it read {}, and might have read {}", value(one, one.value),
                                            value(one, one.other));
        const bool apart = one.here.invocation / local_ != one.there.invocation / local_;
        switch (one.fault) {
            case Fault::race:
                made.fault = "data race";
                made.sentence =
                    fmt::format("Data race on {}: {} {} and {} {}, and nothing orders the two; {}. {}", word,
                                me, does(one.here), other, one.there.writes ? "wrote it" : "read it", values,
                                one.here.site == one.there.site && one.here.writes && one.there.writes
                                    ? "Both stand at one line: let only one of them own this word."
                                : one.here.site == one.there.site
                                    ? "Both stand at one line: change the word in one step with an atomic, "
                                      "or part the rounds by a barrier()."
                                : apart ? "Workgroups of a dispatch run in any order: use a second dispatch, "
                                          "or hand over by memory "
                                          "barrier, atomic, memory barrier."
                                : one.place.space == Place::Space::shared
                                    ? "Put a barrier() between them."
                                    : "Put memoryBarrierBuffer(); barrier(); between them.");
                both();
                break;
            case Fault::same_value_race:
                made.fault = "same value written twice";
                made.sentence = fmt::format("{} and {} both write {} to {}, in any order: it does no harm.",
                                            me, other, value(one, one.value), word);
                both();
                break;
            case Fault::late_atomic:
                made.fault = "atomic overtaken";
                made.explains = true;
                made.sentence = fmt::format(
                    "An atomic of {} at {} took effect only after a later one of the same invocation, and {} "
                    "read the word in between: atomics at different words keep their order only with a "
                    "memory barrier between them.",
                    me, word, other);
                here(fmt::format("{} was on its way here", me));
                made.places.push_back(place(one.split_site, "this atomic came later and took effect before"));
                there(fmt::format("{} read the word too early", other));
                break;
            case Fault::no_memory_barrier:
                made.fault = "missing memory barrier";
                made.sentence = fmt::format(
                    "{} is handed over with barrier() alone, which waits but does not make {} visible; {}. "
                    "Put "
                    "memoryBarrier{}() in front of the barrier().",
                    word, one.place.space == Place::Space::image ? "images" : "buffers", values,
                    one.place.space == Place::Space::image ? "Image" : "Buffer");
                both();
                break;
            case Fault::not_coherent:
                made.fault = "not coherent";
                made.sentence = fmt::format(
                    "{} goes from one invocation to another within a dispatch, and its buffer is not "
                    "declared coherent: "
                    "the reader may get an old value from its cache. Write `coherent buffer`.",
                    word);
                both();
                break;
            case Fault::divergent_barrier:
                made.fault = "barrier in divergent flow";
                made.sentence = fmt::format(
                    "barrier() is reached by {} of {} invocations of {}workgroup {}: the others {}. All "
                    "invocations of a "
                    "workgroup must come to the same barrier().",
                    one.number, one.number + one.limit,
                    one.number + one.limit < local_ ? "a subgroup of " : "", one.here.invocation / local_,
                    one.there.site == 0 ? "are elsewhere" : "went another way");
                here(fmt::format("{} waits here", me));
                if (one.there.site != 0) there(fmt::format("{} is here, or has ended here", other));
                if (one.split_site != 0)
                    made.places.push_back(place(one.split_site, "this condition parted them"));
                break;
            case Fault::unwritten_shared:
                made.fault = "read before any write";
                made.sentence = fmt::format(
                    "{} reads {}, which nobody has written: shared memory begins with garbage.", me, word);
                here(fmt::format("{} reads it", me));
                break;
            case Fault::out_of_bounds:
                made.fault = "out of bounds";
                made.sentence = out_of_bounds(one, me);
                here(fmt::format("{} is here", me));
                break;
            case Fault::division_by_zero:
                made.fault = "division by zero";
                made.sentence = fmt::format("{} divides by zero: the result is undefined.", me);
                here(fmt::format("{} is here", me));
                break;
            case Fault::wide_shift:
                made.fault = "shift too far";
                made.sentence = fmt::format("{} shifts {} bits by {}: the result is undefined.", me,
                                            one.limit, one.number);
                here(fmt::format("{} is here", me));
                break;
            case Fault::nan_born:
                made.fault = "NaN is born";
                made.sentence = fmt::format("{} computes a NaN from numbers that are none.", me);
                here(fmt::format("{} is here", me));
                break;
            case Fault::absent_lane:
                made.fault = "absent lane";
                made.sentence = fmt::format(
                    "{} reads lane {} of its subgroup, which does not take part: the value is undefined.", me,
                    one.number);
                here(fmt::format("{} is here", me));
                break;
            case Fault::endless_loop:
                made.fault = "endless loop";
                made.sentence =
                    fmt::format("{} went round this loop {} times, and was stopped.", me, one.number);
                here("the loop goes back here");
                break;
            case Fault::stuck:
                made.fault = "waits for ever";
                made.sentence = fmt::format(
                    "{} looked at memory {} times in this loop while nothing in it changed: what it waits "
                    "for does not "
                    "come.",
                    me, one.number);
                here("the loop goes back here");
                break;
            case Fault::overlapping_bindings:
                made.fault = "bound twice";
                made.sentence = fmt::format(
                    "{}, and may be written{}",
                    one.number == one.limit
                        ? fmt::format("Two blocks have the buffer at {}", one.number)
                        : fmt::format("The same buffer is bound at {} and at {}", one.number, one.limit),
                    one.is_note()
                        ? ": what one name wrote is seen under the other by the same invocation alone."
                        : ", although `restrict` promises that no other name reaches it.");
                break;
        }
        return made;
    }

    ReportedFinding barrier(const RacyBarrier& one) const {
        ReportedFinding made;
        made.fault = "barrier in non-uniform flow";
        made.sentence =
            "Whether an invocation comes to this barrier() hangs on a value that was read in a data race: in "
            "this run all read the same, in another some may wait here for others that never come.";
        made.places = {place(one.barrier, "the barrier"),
                       place(one.condition, "this condition leads to it, or past it"),
                       place(one.read, "and is made from what was read here")};
        return made;
    }

    ReportedPlace place(std::uint32_t site, std::string role) const {
        const auto line = static_cast<int>(code_.sites.at(site).line);
        const auto where = source_.locate(0, line);
        return {where.file, where.line, source_.line_text(0, line), std::move(role)};
    }

  private:
    std::string who(const Party& party) const {
        return fmt::format("invocation {} of workgroup {}", party.invocation % local_,
                           party.invocation / local_);
    }

    static std::string value(const Finding&, std::uint32_t bits) {
        const float real = std::bit_cast<float>(bits);
        const auto exponent = bits >> 23 & 0xFFu;
        if (bits > 0xFFFFu && exponent > 64 && exponent < 192 && bits != 0xA5A5A5A5u)
            return fmt::format("{} (as a float {})", bits, real);
        if (bits == 0xA5A5A5A5u) return "garbage";
        return fmt::format("{}", bits);
    }

    std::string out_of_bounds(const Finding& one, const std::string& me) const {
        const auto index = static_cast<std::int64_t>(one.number);
        const bool wrapped = index < 0 || (one.number >= 0xFFFFFF00u && one.number <= 0xFFFFFFFFu);
        const auto below = index < 0 ? -index : static_cast<std::int64_t>(0x100000000 - one.number);
        const std::string what = one.place.space == Place::Space::image ? "image" : "array";
        return fmt::format(
            "{} uses index {} of an {} with {} elements{}: a GPU may read anything there, and write over "
            "anything.",
            me, index, what, one.limit,
            wrapped && index > 0 ? fmt::format(" (0u - {}u wraps round)", below) : std::string());
    }

    const glsl::Source& source_;
    const Code& code_;
    std::uint32_t local_;
};

std::vector<ReportedLine> lines_of(const Account& account) {
    const Code& code = *account.code;
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
                    break;
                case Op::barrier:
                    line.barriers += access.runs;
                    break;
                default:
                    break;
            }
            if (in.op == Op::atomic_buffer || in.op == Op::atomic_shared) {
                line.atomics += access.lanes;
                line.contention += access.contention;
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

/// True where one of the two lines that write the same takes part in a race: then no harmless tie is all of
/// it.
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

}  // namespace

ProgramReport report(const Account& account, std::uint32_t subgroup_size) {
    ProgramReport made;
    made.shader = account.source.locate(0, 1).file;
    made.dispatches = account.dispatches;
    made.subgroup_size = subgroup_size;
    made.elapsed_ms = account.elapsed_ms;
    const Wording words(account);
    const auto& all = account.findings.all();
    for (const auto& one : all)
        if (one.fault != Fault::same_value_race || !races_elsewhere(one, all))
            made.findings.push_back(words.finding(one));
    for (const auto& one : racy_barriers(*account.code, account.findings))
        made.findings.push_back(words.barrier(one));
    made.lines = lines_of(account);
    return made;
}

}  // namespace pbp::sim
