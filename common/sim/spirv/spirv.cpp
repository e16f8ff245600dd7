// SPDX-License-Identifier: MIT
#include "common/sim/spirv/spirv.hpp"

#include <spirv-tools/libspirv.h>

namespace pbp::sim {

std::string name_of_opcode(std::uint32_t opcode) {
    const std::string name = spvOpcodeString(opcode);
    return name == "unknown" ? fmt::format("instruction {}", opcode) : "Op" + name;
}

void unsupported(std::uint32_t opcode, std::uint32_t line) {
    throw Unsupported(name_of_opcode(opcode), line);
}

}  // namespace pbp::sim
