// SPDX-License-Identifier: MIT
#include "common/sim/spirv/module.hpp"

#include <algorithm>
#include <utility>

#include "common/base/error.hpp"
#include "common/sim/spirv/constants.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

const Type& Module::type(Id id) const {
    if (id >= types.size() || types[id].kind == Type::Kind::none) malformed("%{} is no type", id);
    return types[id];
}

std::string Module::name_of_block(const Global& global) const {
    const auto& own = type(global.type).name;
    if (!own.empty() && (from_glsl || global.name.empty())) return own;
    if (!global.name.empty()) return global.name;
    return fmt::format("{}_{}", global.storage == spv::StorageClassUniform ? "block" : "buffer",
                       global.binding.value_or(0));
}

std::uint32_t Operands::operator[](std::size_t i) const {
    if (i >= size()) malformed("an instruction has only {} operands", size());
    return span::operator[](i);
}

namespace {

/// A zero-terminated string.
std::string text(const Operands& operands, std::size_t i) {
    std::string read;
    for (;; ++i)
        for (int byte = 0; byte < 4; ++byte) {
            const char c = static_cast<char>(operands[i] >> (8 * byte) & 0xFFu);
            if (c == 0) return read;
            read += c;
        }
}

class Reader {
  public:
    Reader(std::vector<std::uint32_t> words, const std::vector<glsl::ConstantValue>& asked) : asked_(asked) {
        module_.words = std::move(words);
    }

    Module read() {
        const auto& words = module_.words;
        if (words.size() < 5 || words[0] != spv::MagicNumber) malformed("it does not begin as SPIR-V does");
        if (words[3] == 0 || words[3] > most_ids) malformed("it claims to have {} ids", words[3]);
        module_.types.resize(words[3]);
        for (std::size_t at = 5; at < words.size();) {
            const std::uint32_t length = words[at] >> 16, opcode = words[at] & 0xFFFFu;
            if (length == 0 || length > words.size() - at)
                malformed("{} is {} words long", name_of_opcode(opcode), length);
            instruction(opcode, Operands(std::span(words).subspan(at + 1, length - 1)));
            at += length;
        }
        number_bindings();
        for (std::size_t i = 0; i < 3; ++i)
            if (local_size_ids_[i] != 0) module_.local_size[i] = count_of(local_size_ids_[i]);
        if (const auto file = strings_.find(main_file_); file != strings_.end())
            module_.source_file = file->second;
        if (module_.entry == 0) malformed("it has no entry point for a compute shader");
        const auto [x, y, z] = module_.local_size;
        constexpr std::uint32_t most = 1024;
        if (x == 0 || y == 0 || z == 0 || x > most || y > most || z > most || std::uint64_t{x} * y * z > most)
            fail(ExitCode::shader_does_not_build,
                 "The shader's workgroups have {} x {} x {} invocations; the simulator's have from 1 to {}.",
                 x, y, z, most);
        return std::move(module_);
    }

  private:
    static constexpr std::uint32_t most_ids = 1u << 22, most_scalars = 1u << 22;

    [[noreturn]] static void too_large(const std::string& what) {
        fail(ExitCode::shader_does_not_build,
             "The shader has {}; the simulator takes no more than {} numbers together.", what, most_scalars);
    }

    void instruction(std::uint32_t opcode, const Operands& operands) {
        if (opcode == spv::OpLine) {
            if (main_file_ == 0) main_file_ = operands[0];
            if (operands[0] == main_file_) line_ = operands[1];  // of an included file: no line
            return;
        }
        if (opcode == spv::OpNoLine) {
            line_ = 0;
            return;
        }
        constexpr std::uint32_t with_forward_references = 4433;  // OpExtInstWithForwardRefsKHR
        if ((opcode == spv::OpExtInst || opcode == with_forward_references) && is_comment(operands))
            return debug_info(operands);
        if (opcode == spv::OpFunction) return begin_function(operands);
        if (function_ != nullptr) return in_function(opcode, operands);
        if (opcode >= spv::OpTypeVoid && opcode <= spv::OpTypeFunction) return type(opcode, operands);
        switch (opcode) {
            case spv::OpEntryPoint:
                if (operands[0] == spv::ExecutionModelGLCompute && module_.entry == 0)
                    module_.entry = operands[1];
                return;
            case spv::OpExecutionMode:
            case spv::OpExecutionModeId:
                return execution_mode(operands);
            case spv::OpString:
                strings_[operands[0]] = text(operands, 1);
                return;
            case spv::OpSource:
                module_.from_glsl = operands[0] == spv::SourceLanguageGLSL;
                if (operands.size() > 2) main_file_ = operands[2];
                if (operands.size() > 3) module_.source_text = text(operands, 3);
                return;
            case spv::OpSourceContinued:
                module_.source_text += text(operands, 0);
                return;
            case spv::OpExtInstImport:
                module_.instruction_sets[operands[0]] = text(operands, 1);
                return;
            case spv::OpName:
                module_.names[operands[0]] = text(operands, 1);
                return;
            case spv::OpMemberName:
                member_of(operands[0], operands[1]).name = text(operands, 2);
                return;
            case spv::OpDecorate:
                decorations_[operands[0]].push_back({operands[1], operands.size() > 2 ? operands[2] : 0});
                return;
            case spv::OpMemberDecorate:
                decorate_member(member_of(operands[0], operands[1]), operands);
                return;
            case spv::OpConstantTrue:
            case spv::OpConstantFalse:
            case spv::OpConstant:
            case spv::OpConstantComposite:
            case spv::OpConstantNull:
            case spv::OpUndef:
            case spv::OpSpecConstantTrue:
            case spv::OpSpecConstantFalse:
            case spv::OpSpecConstant:
            case spv::OpSpecConstantComposite:
            case spv::OpSpecConstantOp:
                return constant(opcode, operands);
            case spv::OpVariable:
                return global(operands);
            case spv::OpExtension:
            case spv::OpMemoryModel:
            case spv::OpCapability:
            case spv::OpSourceExtension:
            case spv::OpModuleProcessed:
            case spv::OpDecorateId:
            case spv::OpDecorateString:
            case spv::OpMemberDecorateString:
                return;
            default:
                unsupported(opcode, line_);
        }
    }

    void execution_mode(const Operands& operands) {
        if (operands[0] != module_.entry) return;
        for (std::size_t i = 0; i < 3; ++i) {
            if (operands[1] == spv::ExecutionModeLocalSize) module_.local_size[i] = operands[2 + i];
            if (operands[1] == spv::ExecutionModeLocalSizeId) local_size_ids_[i] = operands[2 + i];
        }
    }

    /// Instructions that only describe the shader.
    bool is_comment(const Operands& operands) const {
        const auto set = module_.instruction_sets.find(operands[2]);
        return set != module_.instruction_sets.end() && set->second.starts_with("NonSemantic.");
    }

    /// NonSemantic.Shader.DebugInfo.100: where a text is, and which line comes next.
    void debug_info(const Operands& operands) {
        constexpr std::uint32_t debug_source = 35, debug_line = 103;
        if (!module_.instruction_sets.at(operands[2]).starts_with("NonSemantic.Shader.DebugInfo")) return;
        if (operands[3] == debug_source && debug_source_ == 0) {
            debug_source_ = operands[1];
            main_file_ = operands[4];
            if (operands.size() > 5)
                if (const auto known = strings_.find(operands[5]); known != strings_.end())
                    module_.source_text = known->second;
        } else if (operands[3] == debug_line && operands[4] == debug_source_) {
            line_ = count_of(operands[5]);
        }
    }

    Type::Member& member_of(Id structure, std::uint32_t index) { return members_[{structure, index}]; }

    static void decorate_member(Type::Member& member, const Operands& operands) {
        switch (operands[2]) {
            case spv::DecorationOffset:
                member.offset = operands[3];
                break;
            case spv::DecorationMatrixStride:
                member.matrix_stride = operands[3];
                break;
            case spv::DecorationRowMajor:
                member.row_major = true;
                break;
            case spv::DecorationCoherent:
                member.coherent = true;
                break;
            case spv::DecorationVolatile:
                member.is_volatile = true;
                break;
            case spv::DecorationRestrict:
                member.restricted = true;
                break;
            case spv::DecorationNonWritable:
                member.readonly = true;
                break;
            default:
                break;
        }
    }

    std::optional<std::uint32_t> decoration(Id id, std::uint32_t kind) const {
        const auto found = decorations_.find(id);
        if (found == decorations_.end()) return std::nullopt;
        for (const auto& [decorated, value] : found->second)
            if (decorated == kind) return value;
        return std::nullopt;
    }

    std::uint32_t count_of(Id constant) const {
        return static_cast<std::uint32_t>(module_.constants.at(constant).bits.at(0));
    }

    /// Defines a type of `count` equal elements.
    void repeat(Type& made, Id element, std::uint64_t count) {
        const Type& one = module_.type(made.element = element);
        if (count > most_scalars / one.weight) too_large(fmt::format("an array of {} elements", count));
        made.count = static_cast<std::uint32_t>(count);
        made.components = static_cast<std::uint32_t>(one.components * count);
        made.weight = static_cast<std::uint32_t>(one.weight * count);
    }

    void structure(Type& made, const Operands& operands) {
        const Id id = operands[0];
        made.buffer_block = decoration(id, spv::DecorationBufferBlock).has_value();
        made.block = made.buffer_block || decoration(id, spv::DecorationBlock);
        std::uint64_t components = 0, weight = 1;
        for (std::uint32_t i = 0; i + 1 < operands.size(); ++i) {
            made.members.push_back(members_[{id, i}]);
            made.members[i].type = operands[i + 1];
            components += module_.type(operands[i + 1]).components;
            weight += module_.type(operands[i + 1]).weight;
        }
        if (weight > most_scalars) too_large("a structure that is too large");
        made.components = static_cast<std::uint32_t>(components);
        made.weight = static_cast<std::uint32_t>(weight);
    }

    static void image(Type& made, const Operands& operands) {
        made.element = operands[1];
        made.dim = operands[2];
        made.depth = operands[3];
        made.arrayed = operands[4] != 0;
        made.multisampled = operands[5] != 0;
        made.sampled = operands[6];
        made.format = operands[7];
    }

    void type(std::uint32_t opcode, const Operands& operands) {
        const Id id = operands[0];
        // Otherwise a type could contain itself, and walks through its parts would never end.
        if (module_.types.at(id).kind != Type::Kind::none) malformed("type %{} is there twice", id);
        Type made;
        made.name = module_.names.contains(id) ? module_.names.at(id) : std::string();
        switch (opcode) {
            case spv::OpTypeVoid:
                made.kind = Type::Kind::nothing;
                made.components = 0;
                break;
            case spv::OpTypeBool:
                made.kind = Type::Kind::boolean;
                break;
            case spv::OpTypeInt:
                made.kind = operands[2] != 0 ? Type::Kind::sint : Type::Kind::uint;
                made.width = operands[1];
                break;
            case spv::OpTypeFloat:
                made.kind = Type::Kind::floating;
                made.width = operands[1];
                break;
            case spv::OpTypeVector:
                made.kind = Type::Kind::vector;
                repeat(made, operands[1], operands[2]);
                break;
            case spv::OpTypeMatrix:
                made.kind = Type::Kind::matrix;
                repeat(made, operands[1], operands[2]);
                break;
            case spv::OpTypeArray:
                made.kind = Type::Kind::array;
                repeat(made, operands[1], count_of(operands[2]));
                break;
            case spv::OpTypeRuntimeArray:
                made.kind = Type::Kind::runtime_array;
                made.element = operands[1];
                made.components = 0;
                break;
            case spv::OpTypeStruct:
                made.kind = Type::Kind::structure;
                structure(made, operands);
                break;
            case spv::OpTypePointer:
                made.kind = Type::Kind::pointer;
                made.storage = operands[1];
                made.element = operands[2];
                module_.type(made.element);
                break;
            case spv::OpTypeFunction:
                made.kind = Type::Kind::function;
                made.element = operands[1];
                break;
            case spv::OpTypeImage:
                made.kind = Type::Kind::image;
                image(made, operands);
                break;
            case spv::OpTypeSampler:
                made.kind = Type::Kind::sampler;
                break;
            case spv::OpTypeSampledImage:
                made.kind = Type::Kind::sampled_image;
                made.element = operands[1];
                break;
            default:
                unsupported(opcode, line_);
        }
        const bool has = made.width == 32 || made.width == 64 || made.width == 16 ||
                         (made.width == 8 && made.kind != Type::Kind::floating);
        if (made.is_number() && !has)
            fail(ExitCode::shader_does_not_build,
                 "The simulator has no numbers of {} bits; use 8, 16, 32 or 64 bits.", made.width);
        made.stride = decoration(id, spv::DecorationArrayStride).value_or(0);
        module_.types[id] = std::move(made);
    }

    void constant(std::uint32_t opcode, const Operands& operands) {
        const Id type = operands[0], id = operands[1];
        const auto& shape = module_.type(type);
        Constant made{type, {}};
        const auto specialized = [&](std::uint64_t otherwise) {
            const auto spec = decoration(id, spv::DecorationSpecId);
            if (!spec) return otherwise;
            for (const auto& one : asked_)
                if (one.id == *spec) otherwise = one.bits;
            const auto name = module_.names.find(id);
            module_.specializations.push_back(
                {*spec, otherwise, type, name == module_.names.end() ? "" : name->second});
            return otherwise;
        };
        switch (opcode) {
            case spv::OpConstantTrue:
            case spv::OpConstantFalse:
                made.bits = {opcode == spv::OpConstantTrue ? 1u : 0u};
                break;
            case spv::OpSpecConstantTrue:
            case spv::OpSpecConstantFalse:
                made.bits = {specialized(opcode == spv::OpSpecConstantTrue ? 1u : 0u)};
                break;
            case spv::OpConstant:
            case spv::OpSpecConstant: {
                std::uint64_t bits = operands[2];
                if (shape.width == 64) bits |= std::uint64_t{operands[3]} << 32;
                made.bits = {opcode == spv::OpSpecConstant ? specialized(bits) : bits};
                break;
            }
            case spv::OpConstantComposite:
            case spv::OpSpecConstantComposite:
                for (const Id part : operands.from(2)) {
                    const auto& bits = module_.constants.at(part).bits;
                    if (made.bits.size() + bits.size() > shape.components)
                        malformed("constant %{} does not fit its type", id);
                    made.bits.insert(made.bits.end(), bits.begin(), bits.end());
                }
                break;
            case spv::OpSpecConstantOp:
                made.bits = folded(module_, operands[2], type, operands.from(3));
                break;
            default:
                made.bits.assign(shape.components, 0);
        }
        if (made.bits.size() != shape.components) malformed("constant %{} does not fit its type", id);
        if ((constant_scalars_ += made.bits.size()) > most_scalars) malformed("its constants are too large");
        if (decoration(id, spv::DecorationBuiltIn) == spv::BuiltInWorkgroupSize && made.bits.size() == 3)
            for (std::size_t i = 0; i < 3; ++i)
                module_.local_size[i] = static_cast<std::uint32_t>(made.bits[i]);
        module_.constants[id] = std::move(made);
    }

    void global(const Operands& operands) {
        Global made;
        made.id = operands[1];
        made.type = module_.type(operands[0]).element;
        made.storage = operands[2];
        if (module_.names.contains(made.id)) made.name = module_.names.at(made.id);
        const auto& type = module_.type(made.type);
        if (made.name.empty()) made.name = type.name;
        made.binding = decoration(made.id, spv::DecorationBinding);
        made.set = decoration(made.id, spv::DecorationDescriptorSet).value_or(0);
        made.push_constants = made.storage == spv::StorageClassPushConstant;
        if (made.push_constants) made.storage = spv::StorageClassUniform;
        made.counter = made.storage == spv::StorageClassAtomicCounter;
        if (made.counter) made.storage = spv::StorageClassStorageBuffer;
        made.offset = made.counter ? decoration(made.id, spv::DecorationOffset).value_or(0) & 0xFFFFCu : 0;
        if (made.storage == spv::StorageClassUniform && type.buffer_block)
            made.storage = spv::StorageClassStorageBuffer;
        made.location = decoration(made.id, spv::DecorationLocation);
        made.builtin = decoration(made.id, spv::DecorationBuiltIn);
        made.coherent = decoration(made.id, spv::DecorationCoherent).has_value();
        made.is_volatile = decoration(made.id, spv::DecorationVolatile).has_value();
        made.restricted = decoration(made.id, spv::DecorationRestrict).has_value() ||
                          std::ranges::any_of(type.members, &Type::Member::restricted);
        made.readonly = decoration(made.id, spv::DecorationNonWritable).has_value() ||
                        (!type.members.empty() && std::ranges::all_of(type.members, &Type::Member::readonly));
        made.writeonly = decoration(made.id, spv::DecorationNonReadable).has_value();
        if (operands.size() > 3) made.initializer = operands[3];
        module_.globals[made.id] = std::move(made);
    }

    void number_bindings() {
        std::map<std::uint32_t, std::uint32_t> first;  // of each set; at first, the number of its bindings
        for (const auto& [id, global] : module_.globals)
            if (global.binding && !global.counter)
                first[global.set] = std::max(first[global.set], *global.binding + 1);
        std::uint32_t next = 0;
        for (auto& [set, at] : first) next += std::exchange(at, next);
        for (auto& [id, global] : module_.globals) {
            if (global.binding && global.counter)
                *global.binding += next + 1;
            else if (global.binding)
                *global.binding += global.first_of_set = first.at(global.set);
            if (global.push_constants) global.binding = next;
        }
    }

    void begin_function(const Operands& operands) {
        Function made;
        made.id = operands[1];
        made.type = operands[3];
        function_ = &(module_.functions[made.id] = std::move(made));
    }

    void in_function(std::uint32_t opcode, const Operands& operands) {
        if (opcode == spv::OpFunctionEnd) {
            function_ = nullptr;
            return;
        }
        if (opcode == spv::OpFunctionParameter) {
            function_->parameters.push_back(operands[1]);
            return;
        }
        if (opcode == spv::OpLabel) {
            function_->blocks.push_back({operands[0], {}});
            return;
        }
        if (opcode == spv::OpNop) return;
        bool has_result = false, has_type = false;
        spv::HasResultAndType(static_cast<spv::Op>(opcode), &has_result, &has_type);
        Statement made;
        made.opcode = opcode;
        std::size_t next = 0;
        if (has_type) made.type = operands[next++];
        if (has_result) made.result = operands[next++];
        made.words = operands.from(next);
        made.line = line_;
        function_->blocks.at(function_->blocks.size() - 1).statements.push_back(made);
    }

    Module module_;
    const std::vector<glsl::ConstantValue>& asked_;
    std::map<Id, std::vector<std::pair<std::uint32_t, std::uint32_t>>> decorations_;
    std::map<std::pair<Id, std::uint32_t>, Type::Member> members_;
    Function* function_ = nullptr;
    std::map<Id, std::string> strings_;
    std::array<Id, 3> local_size_ids_{};
    Id main_file_ = 0, debug_source_ = 0;
    std::uint64_t constant_scalars_ = 0;
    std::uint32_t line_ = 0;
};

}  // namespace

Module read_module(std::vector<std::uint32_t> words, const std::vector<glsl::ConstantValue>& asked) {
    return damage_is_an_error([&] { return Reader(std::move(words), asked).read(); });
}

}  // namespace pbp::sim
