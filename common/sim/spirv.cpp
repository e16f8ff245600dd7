// SPDX-License-Identifier: MIT
#include "common/sim/spirv.hpp"

#include <glslang/SPIRV/doc.h>

namespace pbp::sim {

std::string name_of_opcode(std::uint32_t opcode) {
    const std::string name = spv::OpcodeString(static_cast<int>(opcode));
    return name.empty() || name == "Bad" ? fmt::format("instruction {}", opcode) : name;
}

void unsupported(std::uint32_t opcode, std::uint32_t line) {
    throw Unsupported(name_of_opcode(opcode), line);
}

}  // namespace pbp::sim
