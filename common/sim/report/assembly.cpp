// SPDX-License-Identifier: MIT
// SPIRV-Tools and glslang have disassemblers, too: either is larger than all that is left of the page in a
// browser.
#include "common/sim/report/assembly.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <span>

#include "common/sim/code/reflection.hpp"
#include "common/sim/report/names.hpp"
#include "common/sim/run/simulator.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

/// What an operand is, if not the id of something.
enum class Role : std::uint8_t { id, number, function, group, scope, semantics };

/// Which operands of which instructions, counted after type and result.
struct Rule {
    std::uint32_t first, last;
    std::size_t from, to;
    Role role;
};
constexpr std::size_t all_others = 1000;
constexpr Rule rules[] = {
    {spv::OpExtInst, spv::OpExtInst, 0, 1, Role::function},
    {spv::OpLoad, spv::OpLoad, 1, all_others, Role::number},
    {spv::OpStore, spv::OpStore, 2, all_others, Role::number},
    {spv::OpCopyMemory, spv::OpCopyMemory, 2, all_others, Role::number},
    {spv::OpArrayLength, spv::OpArrayLength, 1, 1, Role::number},
    {spv::OpVectorShuffle, spv::OpVectorShuffle, 2, all_others, Role::number},
    {spv::OpCompositeExtract, spv::OpCompositeExtract, 1, all_others, Role::number},
    {spv::OpCompositeInsert, spv::OpCompositeInsert, 2, all_others, Role::number},
    {spv::OpImageSampleImplicitLod, spv::OpImageSampleExplicitLod, 2, 2, Role::number},
    {spv::OpImageFetch, spv::OpImageFetch, 2, 2, Role::number},
    {spv::OpImageGather, spv::OpImageGather, 3, 3, Role::number},
    {spv::OpImageRead, spv::OpImageRead, 2, 2, Role::number},
    {spv::OpImageWrite, spv::OpImageWrite, 3, 3, Role::number},
    {spv::OpControlBarrier, spv::OpControlBarrier, 0, 1, Role::scope},
    {spv::OpControlBarrier, spv::OpControlBarrier, 2, 2, Role::semantics},
    {spv::OpMemoryBarrier, spv::OpMemoryBarrier, 0, 0, Role::scope},
    {spv::OpMemoryBarrier, spv::OpMemoryBarrier, 1, 1, Role::semantics},
    {spv::OpAtomicCompareExchange, spv::OpAtomicCompareExchange, 3, 3, Role::semantics},
    {spv::OpAtomicLoad, spv::OpAtomicXor, 1, 1, Role::scope},
    {spv::OpAtomicLoad, spv::OpAtomicXor, 2, 2, Role::semantics},
    {spv::OpLoopMerge, spv::OpLoopMerge, 2, all_others, Role::number},
    {spv::OpSelectionMerge, spv::OpSelectionMerge, 1, 1, Role::number},
    {spv::OpBranchConditional, spv::OpBranchConditional, 3, all_others, Role::number},
    {spv::OpGroupNonUniformElect, spv::OpGroupNonUniformQuadSwap, 0, 0, Role::scope},
    {spv::OpGroupNonUniformBallotBitCount, spv::OpGroupNonUniformBallotBitCount, 1, 1, Role::group},
    {spv::OpGroupNonUniformIAdd, spv::OpGroupNonUniformLogicalXor, 1, 1, Role::group},
};

Role role_of(const Statement& one, std::size_t operand) {
    if (one.opcode == spv::OpSwitch) return operand > 1 && operand % 2 == 0 ? Role::number : Role::id;
    const auto* const rule = std::ranges::find_if(rules, [&](const Rule& known) {
        return one.opcode >= known.first && one.opcode <= known.last && operand >= known.from &&
               operand <= known.to;
    });
    return rule == std::end(rules) ? Role::id : rule->role;
}

std::string name_in(std::span<const char* const> names, std::uint64_t which) {
    return which < names.size() ? names[which] : fmt::format("{}", which);
}
constexpr const char* scopes[] = {"CrossDevice", "Device", "Workgroup", "Subgroup", "Invocation"};
constexpr const char* group_operations[] = {"Reduce", "InclusiveScan", "ExclusiveScan", "ClusteredReduce"};

std::string semantics_in_words(std::uint64_t bits) {
    constexpr std::pair<std::uint32_t, const char*> known[] = {
        {spv::MemorySemanticsAcquireMask, "Acquire"},
        {spv::MemorySemanticsReleaseMask, "Release"},
        {spv::MemorySemanticsAcquireReleaseMask, "AcquireRelease"},
        {spv::MemorySemanticsSequentiallyConsistentMask, "SequentiallyConsistent"},
        {spv::MemorySemanticsUniformMemoryMask, "UniformMemory"},
        {spv::MemorySemanticsSubgroupMemoryMask, "SubgroupMemory"},
        {spv::MemorySemanticsWorkgroupMemoryMask, "WorkgroupMemory"},
        {spv::MemorySemanticsAtomicCounterMemoryMask, "AtomicCounterMemory"},
        {spv::MemorySemanticsImageMemoryMask, "ImageMemory"},
    };
    std::vector<const char*> words;
    for (const auto& [bit, name] : known)
        if ((bits & bit) != 0) words.push_back(name);
    return words.empty() ? "Relaxed" : fmt::format("{}", fmt::join(words, "|"));
}

/// An instruction as text, such as "%21 = OpIAdd uint %18 1", and its line.
struct AssemblyLine {
    std::uint32_t line = 0;
    std::string text;
};

class Assembly {
  public:
    explicit Assembly(const Module& module) : module_(module) {
        for (const auto& [id, name] : module.names) ++same_[plain(name)];
    }

    std::vector<AssemblyLine> lines() const {
        std::vector<AssemblyLine> all;
        for (const auto& [id, function] : module_.functions)
            for (const auto& block : function.blocks) {
                if (block.statements.empty()) continue;
                if (&block != &function.blocks.front())
                    all.push_back({block.statements.front().line, fmt::format("%{} = OpLabel", block.label)});
                for (const auto& one : block.statements)
                    if (one.opcode != spv::OpVariable) all.push_back({one.line, text(one)});
            }
        std::erase_if(all, [](const AssemblyLine& one) { return one.line == 0; });
        return all;
    }

  private:
    /// Without the parameters that glslang adds to the name of a function.
    static std::string plain(const std::string& name) { return name.substr(0, name.find('(')); }

    /// The bits of a constant; none if it is no scalar constant.
    std::optional<std::uint64_t> value(Id id) const {
        const auto found = module_.constants.find(id);
        return found == module_.constants.end() || found->second.bits.size() != 1
                   ? std::nullopt
                   : std::optional(found->second.bits[0]);
    }

    std::string constant(const Constant& one) const {
        const auto& type = module_.type(one.type);
        const auto& scalar = type.is_scalar() || type.element == 0 ? type : module_.type(type.element);
        std::vector<std::string> parts;
        for (const auto bits : one.bits) parts.push_back(in_words(scalar.kind, bits, scalar.width == 64));
        const bool plain_parts = scalar.is_scalar() && parts.size() <= 4;
        return !plain_parts        ? "..."
               : parts.size() == 1 ? parts[0]
                                   : fmt::format("({})", fmt::join(parts, ", "));
    }

    std::string name(Id id) const {
        if (const auto global = module_.globals.find(id);
            global != module_.globals.end() && !global->second.name.empty())
            return global->second.name;
        if (const auto found = module_.names.find(id); found != module_.names.end()) {
            const auto known = plain(found->second);
            if (!known.empty()) return same_.at(known) == 1 ? known : fmt::format("{}_{}", known, id);
        }
        if (const auto found = module_.constants.find(id); found != module_.constants.end())
            return constant(found->second);
        return fmt::format("%{}", id);
    }

    std::string operand(const Statement& one, std::size_t k) const {
        const auto word = one.words[k];
        switch (role_of(one, k)) {
            case Role::number:
                return fmt::format("{}", word);
            case Role::function:
                return k == 0 ? module_.instruction_sets.at(word) : name_of_function(word);
            case Role::group:
                return name_in(group_operations, word);
            case Role::scope:
                return value(word) ? name_in(scopes, *value(word)) : name(word);
            case Role::semantics:
                return value(word) ? semantics_in_words(*value(word)) : name(word);
            default:
                return name(word);
        }
    }

    /// What a pointer is made of: the members of structures by name.
    std::vector<std::string> way(const Statement& one) const {
        std::vector<std::string> parts{name(one.words[0])};
        const auto global = module_.globals.find(one.words[0]);
        Id at = global == module_.globals.end() ? 0 : global->second.type;
        for (std::size_t k = 1; k < one.words.size(); ++k) {
            const Type* const type = at == 0 ? nullptr : &module_.type(at);
            const auto index = value(one.words[k]);
            const bool member = type != nullptr && type->kind == Type::Kind::structure && index &&
                                *index < type->members.size();
            const auto* const found = member ? &type->members[*index] : nullptr;
            parts.push_back(found != nullptr && !found->name.empty() ? "." + found->name
                                                                     : name(one.words[k]));
            at = found != nullptr ? found->type : type != nullptr ? type->element : 0;
        }
        return parts;
    }

    std::string text(const Statement& one) const {
        std::string made = one.result == 0 ? "" : fmt::format("{} = ", name(one.result));
        made += name_of_opcode(one.opcode);
        if (one.type != 0 && module_.type(one.type).kind != Type::Kind::pointer)
            made += " " + name_of_type(module_, one.type);
        std::vector<std::string> operands;
        if (one.opcode == spv::OpAccessChain)
            operands = way(one);
        else
            for (std::size_t k = 0; k < one.words.size(); ++k) operands.push_back(operand(one, k));
        return operands.empty() ? made : fmt::format("{} {}", made, fmt::join(operands, " "));
    }

    const Module& module_;
    std::map<std::string, int> same_;  ///< how many things have a name
};

}  // namespace

std::vector<ReportedCode> code_of(const Account& account) {
    std::map<std::pair<int, int>, ReportedCode> by_line;  // by file in order of inclusion
    for (auto& [number, text] : Assembly(account.code->module).lines()) {
        const auto where = account.source.locate(0, static_cast<int>(number));
        auto& here = by_line[{where.string, where.line}];
        here.file = where.file;
        here.line = where.line;
        here.instructions.push_back(std::move(text));
    }
    std::vector<ReportedCode> code;
    for (auto& [place, one] : by_line) code.push_back(std::move(one));
    return code;
}

}  // namespace pbp::sim
