// SPDX-License-Identifier: MIT
#include "common/sim/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "common/device/backend.hpp"
#include "common/sim/report/names.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

/// In the order of Fault.
constexpr const char* names_of_faults[] = {"data race",
                                           "same value written twice",
                                           "atomic overtaken",
                                           "missing memory barrier",
                                           "not coherent",
                                           "barrier in divergent flow",
                                           "read before any write",
                                           "out of bounds",
                                           "outside the image",
                                           "out of bounds",
                                           "division by zero",
                                           "shift too far",
                                           "NaN is born",
                                           "absent lane",
                                           "undefined conversion",
                                           "undefined result",
                                           "uninitialised local",
                                           "endless loop",
                                           "waits for ever",
                                           "bound twice"};
static_assert(std::size(names_of_faults) == static_cast<std::size_t>(Fault::overlapping_bindings) + 1);

/// A word as its type has it.
std::string value(std::uint32_t bits, Type::Kind kind) {
    if (bits == untouched) return "garbage";
    switch (kind) {
        case Type::Kind::floating:
            return fmt::format("{}", std::bit_cast<float>(bits));
        case Type::Kind::sint:
            return fmt::format("{}", static_cast<std::int32_t>(bits));
        case Type::Kind::boolean:
            return bits == 0 ? "false" : "true";
        default:
            return fmt::format("{}", bits);
    }
}

/// The operation that made a NaN, with its operands.
std::string computed(const Finding& one) {
    const std::string_view name = one.reason;
    const auto operand = [&](std::size_t k) { return fmt::format("{}", std::bit_cast<float>(one.texel[k])); };
    if (name.size() == 1) return fmt::format("{} {} {}", operand(0), name, operand(1));
    std::string all;
    for (std::size_t k = 0; k < one.limit; ++k) all += (k == 0 ? "" : ", ") + operand(k);
    return fmt::format("{}({})", name, all);
}

}  // namespace

Wording::Wording(const glsl::Source& source, const Code& code)
    : source_(source), code_(code), local_(code.module.local_count()) {}

std::string Wording::word(const Finding& one) const {
    if (one.place.space != Place::Space::image || one.size[0] == 0) return sim::name_of(code_, one.place);
    std::string texel = fmt::format("{}", one.texel[0]);
    if (one.size[1] > 1 || one.size[2] > 1) texel += fmt::format(", {}", one.texel[1]);
    if (one.size[2] > 1) texel += fmt::format(", {}", one.texel[2]);
    return fmt::format("texel ({}) of {}", texel, code_.images.at(one.place.index).name);
}

// A word as its type has it; of a texel with 8-bit channels, these.
std::string Wording::value(const Finding& one, std::uint32_t bits) const {
    if (one.place.space != Place::Space::image)
        return sim::value(bits_of(code_, one.place, bits), kind_of(code_, one.place));
    if (one.number == texel_format::rgba8)
        return fmt::format("rgba({}, {}, {}, {})", bits & 255u, bits >> 8 & 255u, bits >> 16 & 255u,
                           bits >> 24);
    const auto* format = find_texel_format(static_cast<std::uint32_t>(one.number));
    if (format == nullptr || format->bits[0] != 32) return fmt::format("{:#x}", bits);
    return sim::value(bits, format->kind == TexelFormat::Kind::floating ? Type::Kind::floating
                            : format->kind == TexelFormat::Kind::sint   ? Type::Kind::sint
                                                                        : Type::Kind::uint);
}

std::string Wording::values(const Finding& one) const {
    const std::string mine = value(one, one.value), other = value(one, one.other);
    if (one.value == one.other) return fmt::format("it holds {}", mine);
    if (one.here.writes && one.there.writes)
        return fmt::format("it ends as {} or as {}, by chance", mine, other);
    return one.here.writes ? fmt::format("the read got {}, and might have got {}", other, mine)
                           : fmt::format("it read {}, and might have read {}", mine, other);
}

ReportedFinding Wording::finding(const Finding& one) const {
    ReportedFinding made;
    made.fault = names_of_faults[static_cast<std::size_t>(one.fault)];
    made.sentence = sentence(one);
    made.advice = advice(one);
    if (one.harmless) made.sentence += " Nothing that was stored or decided here depends on it.";
    made.places = places(one);
    made.note = one.is_note();
    made.explains = one.fault == Fault::late_atomic;
    if (one.searched) made.schedule = "all";
    made.times = one.times;
    return made;
}

std::string Wording::schedules(const Schedules& tried) const {
    const char* const together = tried.in_step ? ", with the lanes of a subgroup in step" : "";
    switch (tried.verdict) {
        case Schedules::Verdict::not_tried:
            return {};
        case Schedules::Verdict::same:
            if (tried.complete)
                return fmt::format(
                    "all orders of its atomics tried ({}{}): every order gives this result for these data",
                    tried.tried, together);
            return fmt::format("{} orders of its atomics tried{}, and all give this result; there are more",
                               tried.tried, together);
        case Schedules::Verdict::differ:
            break;
    }
    Finding word;
    word.place = tried.place;
    std::string seen;
    const auto most = std::min(tried.values.size(), Schedules::most_values);
    for (std::size_t k = 0; k < most; ++k)
        seen += (k == 0 ? "" : k + 1 == tried.values.size() ? " or " : ", ") + value(word, tried.values[k]);
    if (most < tried.values.size()) seen += fmt::format(" or {} others", tried.values.size() - most);
    const auto pair = tried.first.site == 0
                          ? std::string()
                          : fmt::format(", as {} (line {}) comes before {} (line {}) or after it",
                                        who(tried.first), place(tried.first.site, "").line, who(tried.second),
                                        place(tried.second.site, "").line);
    return fmt::format(
        "the result depends on the order{}: {} is {}{}; {} results in {} orders of its atomics{}", together,
        sim::name_of(code_, tried.place), seen, pair, tried.results, tried.tried,
        tried.complete ? ", which are all" : "; there are more");
}

ReportedFinding Wording::barrier(const RacyBarrier& one) const {
    ReportedFinding made;
    made.fault = "barrier in non-uniform flow";
    made.sentence =
        "Whether an invocation comes to this barrier() depends on a value that was read in a data race: in "
        "this run all read the same, in another some may wait here for others that never come.";
    made.places = {place(one.barrier, "the barrier"),
                   place(one.condition, "this condition leads to it, or past it"),
                   place(one.read, "and is made from what was read here")};
    return made;
}

namespace {

/// Of a barrier() that not all reach.
const char* where_others_are(const Finding& one) {
    if (one.value == 1) return "are here in another round of the loops around it";
    if (one.value == 2) return "are at another barrier()";
    return one.there.site == 0 ? "are elsewhere" : "went another way";
}

}  // namespace

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
                one.here.invocation / local_, where_others_are(one),
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
                               below_zero(one.number));
        case Fault::nan_born:
            return fmt::format("{} computes a NaN from numbers that are not: {}.", me, computed(one));
        case Fault::undefined_conversion:
            return fmt::format("{} converts {} to {}, which cannot hold it: the result is undefined.", me,
                               std::bit_cast<double>(one.number), one.reason);
        case Fault::undefined_result:
            return fmt::format("{} computes {}: the result is undefined.", me, one.reason);
        case Fault::unset_variable: {
            const auto variable = name_of_variable(code_, code_.unset.at(one.number));
            return fmt::format("{} uses {} before it is set: it may hold anything.", me,
                               variable.empty() ? "a local variable" : fmt::format("'{}'", variable));
        }
        case Fault::absent_lane:
            return fmt::format("{} reads lane {} of its subgroup, which {}: the value is undefined.", me,
                               below_zero(one.number),
                               one.number < one.limit ? "does not take part" : "does not exist");
        case Fault::endless_loop:
            if (one.value != 0)
                return fmt::format("{} went round this loop {} times, and was stopped.", me, one.number);
            return fmt::format("{} had not ended after {} rounds of its loops, and was stopped in this one.",
                               me, one.number);
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

}  // namespace pbp::sim
