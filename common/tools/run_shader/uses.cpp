// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/uses.hpp"

#include "common/sim/spirv/spirv.hpp"

namespace pbp::run_shader {

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
