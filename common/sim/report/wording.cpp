// SPDX-License-Identifier: MIT
#include "common/sim/report/wording.hpp"

#include <fmt/format.h>

#include <bit>

#include "common/sim/report/names.hpp"

namespace pbp::sim {

namespace {

const char* name_of(Fault fault) {
    switch (fault) {
        case Fault::race:
            return "data race";
        case Fault::same_value_race:
            return "same value written twice";
        case Fault::late_atomic:
            return "atomic overtaken";
        case Fault::no_memory_barrier:
            return "missing memory barrier";
        case Fault::not_coherent:
            return "not coherent";
        case Fault::divergent_barrier:
            return "barrier in divergent flow";
        case Fault::unwritten_shared:
            return "read before any write";
        case Fault::out_of_bounds:
            return "out of bounds";
        case Fault::outside_image:
            return "outside the image";
        case Fault::outside_texture:
            return "out of bounds";
        case Fault::division_by_zero:
            return "division by zero";
        case Fault::wide_shift:
            return "shift too far";
        case Fault::nan_born:
            return "NaN is born";
        case Fault::absent_lane:
            return "absent lane";
        case Fault::endless_loop:
            return "endless loop";
        case Fault::stuck:
            return "waits for ever";
        case Fault::overlapping_bindings:
            return "bound twice";
    }
    return "";
}

const char* does(const Party& party) {
    return party.atomic ? (party.writes ? "changes it atomically" : "reads it atomically")
                        : (party.writes ? "writes it" : "reads it");
}

const char* did(const Party& party) {
    if (!party.writes) return "read it";
    return party.atomic ? "changed it atomically" : "wrote it";
}

std::string value(std::uint32_t bits) {
    const float real = std::bit_cast<float>(bits);
    const auto exponent = bits >> 23 & 0xFFu;
    if (bits > 0xFFFFu && exponent > 64 && exponent < 192 && bits != 0xA5A5A5A5u)
        return fmt::format("{} (as a float {})", bits, real);
    if (bits == 0xA5A5A5A5u) return "garbage";
    return fmt::format("{}", bits);
}

std::string values(const Finding& one) {
    const std::string mine = value(one.value), other = value(one.other);
    if (one.value == one.other) return fmt::format("it holds {}", mine);
    if (one.here.writes && one.there.writes)
        return fmt::format("it ends as {} or as {}, by chance", mine, other);
    return one.here.writes ? fmt::format("the read got {}, and might have got {}", other, mine)
                           : fmt::format("it read {}, and might have read {}", mine, other);
}

std::string out_of_bounds(const Finding& one, const std::string& me) {
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

}  // namespace

Wording::Wording(const Account& account) : source_(account.source), code_(*account.code), local_(1) {
    for (const auto size : code_.module.local_size) local_ *= size;
}

std::string Wording::word(const Finding& one) const {
    return sim::name_of(code_, one.place);
}

ReportedFinding Wording::finding(const Finding& one) const {
    ReportedFinding made;
    made.fault = name_of(one.fault);
    made.sentence = sentence(one);
    made.places = places(one);
    made.note = one.is_note();
    made.explains = one.fault == Fault::late_atomic;
    made.times = one.times;
    return made;
}

ReportedFinding Wording::barrier(const RacyBarrier& one) const {
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

ReportedPlace Wording::place(std::uint32_t site, std::string role) const {
    const auto line = static_cast<int>(code_.sites.at(site).line);
    const auto where = source_.locate(0, line);
    return {where.file, where.line, source_.line_text(0, line), std::move(role)};
}

std::string Wording::sentence(const Finding& one) const {
    const std::string me = who(one.here);
    switch (one.fault) {
        case Fault::race:
        case Fault::same_value_race:
        case Fault::late_atomic:
        case Fault::no_memory_barrier:
        case Fault::not_coherent:
            return between_two(one);
        case Fault::divergent_barrier:
            return fmt::format(
                "barrier() is reached by {} of {} invocations of {}workgroup {}: the others {}. All "
                "invocations of a workgroup must come to the same barrier(){}.",
                one.number, one.number + one.limit, one.number + one.limit < local_ ? "a subgroup of " : "",
                one.here.invocation / local_,
                one.value == 1        ? "are here in another round of the loops around it"
                : one.value == 2      ? "are at another barrier()"
                : one.there.site == 0 ? "are elsewhere"
                                      : "went another way",
                one.value == 1 ? " in the same round of each loop" : "");
        case Fault::unwritten_shared:
            return fmt::format("{} reads {}, which nobody has written: shared memory begins with garbage.",
                               me, word(one));
        case Fault::out_of_bounds:
            return out_of_bounds(one, me);
        case Fault::outside_image:
        case Fault::outside_texture:
            return outside(one, me);
        case Fault::division_by_zero:
            return fmt::format("{} divides by zero: the result is undefined.", me);
        case Fault::wide_shift:
            return fmt::format("{} shifts {} bits by {}: the result is undefined.", me, one.limit,
                               one.number);
        case Fault::nan_born:
            return fmt::format("{} computes a NaN from numbers that are none.", me);
        case Fault::absent_lane:
            return fmt::format(
                "{} reads lane {} of its subgroup, which does not take part: the value is undefined.", me,
                one.number);
        case Fault::endless_loop:
            return fmt::format("{} went round this loop {} times, and was stopped.", me, one.number);
        case Fault::stuck:
            return fmt::format(
                "{} looked at memory {} times in this loop while nothing in it changed: what it waits "
                "for does not come.",
                me, one.number);
        case Fault::overlapping_bindings:
            return fmt::format(
                "{}, and may be written{}",
                one.number == one.limit
                    ? fmt::format("Two blocks have the buffer at {}", one.number)
                    : fmt::format("The same buffer is bound at {} and at {}", one.number, one.limit),
                one.is_note() ? ": what one name wrote is seen under the other by the same invocation alone."
                              : ", although `restrict` promises that no other name reaches it.");
    }
    return {};
}

// A texel that the image does not have.
std::string Wording::outside(const Finding& one, const std::string& me) const {
    const auto tuple = [&](const auto& numbers, bool is_signed) {
        std::string text;
        for (std::size_t k = 0; k < one.number; ++k)
            text += fmt::format(
                "{}{}",
                k == 0      ? ""
                : is_signed ? ", "
                            : " x ",
                is_signed ? std::int64_t{static_cast<std::int32_t>(numbers[k])} : std::int64_t{numbers[k]});
        return text;
    };
    return fmt::format("{} {} texel ({}) of '{}', which has {} texels: {}.", me,
                       one.here.writes ? "stores to" : "reads", tuple(one.texel, true),
                       code_.images.at(one.place.index).name, tuple(one.size, false),
                       one.fault == Fault::outside_texture ? "a fetch outside a texture is undefined"
                       : one.here.writes                   ? "the store does nothing"
                                                           : "it gets 0");
}

// A word that two invocations use.
std::string Wording::between_two(const Finding& one) const {
    const std::string me = who(one.here), other = who(one.there);
    switch (one.fault) {
        case Fault::same_value_race:
            return fmt::format("{} and {} both write {} to {}, in any order: it does no harm.", me, other,
                               value(one.value), word(one));
        case Fault::late_atomic:
            return fmt::format(
                "An atomic of {} at {} took effect only after a later one of the same invocation, and {} "
                "read the word in between: atomics at different words keep their order only with a "
                "memory barrier between them.",
                me, word(one), other);
        case Fault::no_memory_barrier:
            return fmt::format(
                "{} is handed over with barrier() alone, which waits but does not make {} visible; {}. "
                "Put memoryBarrier{}() in front of the barrier().",
                word(one), one.place.space == Place::Space::image ? "images" : "buffers", values(one),
                one.place.space == Place::Space::image ? "Image" : "Buffer");
        case Fault::not_coherent:
            return fmt::format(
                "{} goes from one invocation to another within a dispatch, and its buffer is not "
                "declared coherent: the reader may get an old value from its cache. Write `coherent "
                "buffer`.",
                word(one));
        default:
            return fmt::format("Data race on {}: {} {} and {} {}, and nothing orders the two; {}. {}",
                               word(one), me, does(one.here), other,
                               one.there.writes ? "wrote it" : "read it", values(one), remedy(one));
    }
}

// What would fix a race.
const char* Wording::remedy(const Finding& one) const {
    const bool at_one_line = one.here.site == one.there.site;
    if (at_one_line && one.here.writes && one.there.writes)
        return "Both stand at one line: let only one of them own this word.";
    if (at_one_line)
        return "Both stand at one line: change the word in one step with an atomic, or part the rounds "
               "by a barrier().";
    if (one.here.invocation / local_ != one.there.invocation / local_)
        return "Workgroups of a dispatch run in any order: use a second dispatch, or hand over by memory "
               "barrier, atomic, memory barrier.";
    return one.place.space == Place::Space::shared ? "Put a barrier() between them."
                                                   : "Put memoryBarrierBuffer(); barrier(); between them.";
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
            if (one.split_site != 0) made.push_back(place(one.split_site, "this condition parted them"));
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
