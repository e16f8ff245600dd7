// SPDX-License-Identifier: MIT
#include "common/check/signatures/diagnosis.hpp"

#include <fmt/format.h>

#include <cctype>

#include "common/check/signatures/signatures.hpp"

namespace pbp {

namespace {

constexpr std::size_t most_findings = 2;

/// Most specific first: the patterns that are hardest to match by chance. The order of Pattern.
constexpr std::array all{
    signatures::written_outside, signatures::equal_keys,    signatures::scan_kind,
    signatures::dirty_buffer,    signatures::signedness,    signatures::workgroup_edges,
    signatures::swapped,         signatures::shifted,       signatures::out_of_bounds,
    signatures::one_workgroup,   signatures::never_written, signatures::lost_keys,
};

}  // namespace

Diagnosis diagnose(const Evidence& evidence) {
    const signatures::Case seen(evidence);
    Diagnosis diagnosis;
    for (const auto& signature : all) {
        if (diagnosis.findings.size() == most_findings) break;
        if (auto found = signature(seen)) {
            found->what.front() = static_cast<char>(std::toupper(found->what.front()));
            diagnosis.findings.push_back(std::move(*found));
        }
    }
    return diagnosis;
}

std::optional<Finding> diagnose_subgroup_sizes(const Evidence& one, const Evidence& other) {
    const auto lanes = one.schedule.subgroup_size, others = other.schedule.subgroup_size;
    const bool wrong = !signatures::Case(one).wrong.empty(),
               other_wrong = !signatures::Case(other).wrong.empty();
    if (lanes == 0 || others == 0 || lanes == others || wrong == other_wrong) return {};
    return Finding{
        Pattern::subgroup_size,
        fmt::format("Right with subgroups of {}, wrong with subgroups of {}.", wrong ? others : lanes,
                    wrong ? lanes : others),
        "This usually means that a subgroup size is hard-coded in the shader, or that the shader assumes "
        "lockstep within a subgroup.",
        {"Which number in the shader would have to change with the subgroup size?",
         "Look for 32 and 31, for shifts by 5, for the size of the array of subgroup totals, and for a "
         "missing barrier() within a subgroup.",
         "Use sg_size() and sg_count(), and make the array large enough for subgroups of one lane."}};
}

std::string to_string(Pattern pattern) {
    switch (pattern) {
        case Pattern::observed:
            return "what happened";
        case Pattern::written_outside:
            return "written outside";
        case Pattern::equal_keys:
            return "equal keys";
        case Pattern::scan_kind:
            return "the other kind of scan";
        case Pattern::dirty_buffer:
            return "dirty buffer";
        case Pattern::signedness:
            return "signed or unsigned";
        case Pattern::swapped:
            return "changed places";
        case Pattern::shifted:
            return "shifted by one";
        case Pattern::out_of_bounds:
            return "all but the end";
        case Pattern::one_workgroup:
            return "the first workgroup alone";
        case Pattern::workgroup_edges:
            return "workgroup edges";
        case Pattern::subgroup_size:
            return "one subgroup size alone";
        case Pattern::never_written:
            return "never written";
        case Pattern::lost_keys:
            return "lost and doubled";
        case Pattern::own_task:
            return "the lesson's own task";
    }
    return "";
}

}  // namespace pbp
