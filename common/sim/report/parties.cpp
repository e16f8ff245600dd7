// SPDX-License-Identifier: MIT
// The invocations that take part in a finding: what they did, and where.
#include <fmt/format.h>

#include "common/sim/report/wording.hpp"

namespace pbp::sim {

namespace {

const char* does(const Party& party) {
    return party.atomic ? (party.writes ? "changes it atomically" : "reads it atomically")
                        : (party.writes ? "writes it" : "reads it");
}

const char* did(const Party& party) {
    if (!party.writes) return "read it";
    return party.atomic ? "changed it atomically" : "wrote it";
}

}  // namespace

// What may bring the two into order.
std::string Wording::advice(const Finding& one) const {
    if (one.fault == Fault::race) return remedy(one);
    if (one.fault == Fault::no_memory_barrier && static_cast<Lacks>(one.limit) != Lacks::scope)
        return fmt::format("Put {} before the barrier().", memory_barrier(one));
    if (one.fault == Fault::not_coherent)
        return fmt::format("Write `{}coherent {}`.", coherent_for(one),
                           one.place.space == Place::Space::image ? "uniform" : "buffer");
    return {};
}

// A word that two invocations use.
std::string Wording::between_two(const Finding& one) const {
    const std::string me = who(one.here), other = who(one.there);
    const bool is_image = one.place.space == Place::Space::image;
    const char* const memory = is_image ? "image" : "buffer";
    switch (one.fault) {
        case Fault::same_value_race:
            return fmt::format("{} and {} both write {} to {}, in any order: it does no harm.", me, other,
                               value(one, one.value), word(one));
        case Fault::late_atomic:
            return fmt::format(
                "An atomic of {} at {} took effect only after a later one of {}, and {} read the word in "
                "between: the side that hands over lacks {} between line {} and line {}, without which "
                "atomics "
                "at different words keep no order{}.",
                me, word(one), one.number == 0 ? "the same invocation" : "its workgroup", other,
                memory_barrier(one), place(one.here.site, "").line, place(one.split_site, "").line,
                one.number == 0 ? "" : " for other workgroups");
        case Fault::no_memory_barrier:
            if (static_cast<Lacks>(one.limit) == Lacks::scope)
                return fmt::format(
                    "{} is handed over at a barrier() by a memory barrier whose scope is too small; {}. It "
                    "must reach all of the workgroup, as memoryBarrier{}() does.",
                    word(one), values(one), is_image ? "Image" : "Buffer");
            return fmt::format(
                "{} is handed over with barrier() alone, which waits but does not make {}s visible; {}.",
                word(one), memory, values(one));
        case Fault::not_coherent:
            return fmt::format(
                "{} goes from one invocation to another within a dispatch, and its {} is not declared "
                "coherent{}: the reader may get an old value from its cache.",
                word(one), memory, coherent_for(one).empty() ? "" : " between them");
        default:
            return fmt::format(
                "Data race on {}: {} {} and {} {}, and nothing orders the two; {}.{}", word(one), me,
                does(one.here), other, one.there.writes ? "wrote it" : "read it", values(one),
                one.other_data ? fmt::format(" With the given data all values are the same; these were found "
                                             "in a second run, in which {}.",
                                             one.reason)
                               : std::string());
    }
}

ReportedPlace Wording::place(std::uint32_t site, std::string role) const {
    const auto line = static_cast<int>(code_.sites.at(site).line);
    const auto where = source_.locate(0, line);
    return {where.file, where.line, source_.line_text(0, line), std::move(role)};
}

std::vector<ReportedPlace> Wording::places(const Finding& one) const {
    const std::string me = who(one.here), other = who(one.there);
    const auto here = [&](std::string_view role) {
        return place(one.here.site, fmt::format("{} {}", me, role));
    };
    const auto there = [&](std::string_view role) {
        return place(one.there.site, fmt::format("{} {}", other, role));
    };
    switch (one.fault) {
        case Fault::race:
        case Fault::same_value_race:
        case Fault::no_memory_barrier:
        case Fault::not_coherent:
            return {here(does(one.here)), there(did(one.there))};
        case Fault::late_atomic:
            return {here("was on its way here"),
                    place(one.split_site, "this atomic came later and took effect before"),
                    there("read the word too early")};
        case Fault::divergent_barrier: {
            std::vector<ReportedPlace> made{here("waits here")};
            if (one.there.site != 0) made.push_back(there("is here, or has ended here"));
            if (one.split_site != 0) made.push_back(place(one.split_site, "this condition separated them"));
            return made;
        }
        case Fault::unwritten_shared:
            return {here("reads it")};
        case Fault::out_of_bounds:
        case Fault::outside_image:
        case Fault::outside_texture:
        case Fault::division_by_zero:
        case Fault::wide_shift:
        case Fault::nan_born:
        case Fault::absent_lane:
        case Fault::undefined_conversion:
        case Fault::undefined_result:
        case Fault::unset_variable:
            return {here("is here")};
        case Fault::endless_loop:
        case Fault::stuck:
            return {place(one.here.site, "the loop goes back here")};
        case Fault::overlapping_bindings:
            return {};
    }
    return {};
}

std::string Wording::who(const Party& party) const {
    return fmt::format("invocation {} of workgroup {}", party.invocation % local_, party.invocation / local_);
}

}  // namespace pbp::sim
