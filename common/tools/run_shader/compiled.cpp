// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/compiled.hpp"

#include <cstring>
#include <fstream>

#include "common/base/error.hpp"
#include "common/check/inputs.hpp"
#include "common/sim/spirv/module.hpp"
#include "common/sim/spirv/spirv.hpp"
#include "common/sim/validate/validate.hpp"

namespace pbp::run_shader {

bool is_compiled(const std::filesystem::path& file) {
    if (file.extension() == ".spv") return true;
    std::uint32_t first = 0;
    std::ifstream in(file, std::ios::binary);
    return in.read(reinterpret_cast<char*>(&first), sizeof first) && first == spv::MagicNumber;
}

glsl::Source read_compiled(const std::filesystem::path& file) {
    const auto bytes = read_bytes(file);
    glsl::Source source;
    source.spirv.resize(bytes.size() / 4);
    std::memcpy(source.spirv.data(), bytes.data(), source.spirv.size() * 4);
    if (source.spirv.empty() || bytes.size() % 4 != 0 || source.spirv[0] != spv::MagicNumber)
        fail(ExitCode::shader_does_not_build,
             "{}: it is not SPIR-V, which begins with the number {:#x}; give the compiler's output, or GLSL.",
             file.string(), spv::MagicNumber + 0u);
    try {
        sim::validate(source.spirv);
    } catch (const Error& problem) {
        fail(ExitCode::shader_does_not_build, "{}: {}", file.string(), problem.what());
    }
    source.files = {file};
    source.originals = {std::string()};
    try {
        const auto module = sim::read_module(source.spirv);
        if (!module.source_file.empty())
            source.files = {std::filesystem::path(module.source_file).filename()};
        source.originals = {module.source_text};
    } catch (const sim::Unsupported& unknown) {
        sim::refuse(unknown, source);
    }
    return source;
}

std::map<std::uint32_t, Use> uses_in(const std::vector<std::uint32_t>& spirv) {
    constexpr std::size_t header = 5;
    std::map<std::uint32_t, std::uint32_t> variable;  // that a pointer points into
    std::map<std::uint32_t, Use> uses;
    const auto used = [&](std::uint32_t pointer) -> Use& {
        const auto known = variable.find(pointer);
        return uses[known == variable.end() ? pointer : known->second];
    };
    for (std::size_t at = header; at < spirv.size();) {
        const std::size_t count = spirv[at] >> 16;
        if (count == 0 || at + count > spirv.size()) sim::malformed("an instruction has no end");
        const auto opcode = static_cast<spv::Op>(spirv[at] & 0xFFFF);
        const auto operand = [&](std::size_t i) { return i < count ? spirv[at + i] : 0; };
        if (opcode == spv::OpAccessChain || opcode == spv::OpInBoundsAccessChain ||
            opcode == spv::OpCopyObject) {
            const auto known = variable.find(operand(3));
            variable[operand(2)] = known == variable.end() ? operand(3) : known->second;
        } else if (opcode == spv::OpLoad) {
            used(operand(3)).loads = true;
        } else if (opcode == spv::OpStore || opcode == spv::OpAtomicStore) {
            used(operand(1)).writes = true;
        } else if (opcode == spv::OpCopyMemory) {
            used(operand(1)).writes = true;
            used(operand(2)).loads = true;
        } else if ((opcode >= spv::OpAtomicExchange && opcode <= spv::OpAtomicXor) ||
                   opcode == spv::OpAtomicFAddEXT || opcode == spv::OpAtomicFMinEXT ||
                   opcode == spv::OpAtomicFMaxEXT) {
            used(operand(3)).writes = true;
        } else if (opcode == spv::OpFunctionCall) {  // pointers are not followed into functions
            for (std::size_t i = 4; i < count; ++i)
                if (variable.contains(operand(i))) used(operand(i)) = {true, true};
        }
        at += count;
    }
    return uses;
}

}  // namespace pbp::run_shader
