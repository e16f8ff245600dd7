// SPDX-License-Identifier: MIT
#include "common/sim/spirv/spirv.hpp"

#include <algorithm>

namespace pbp::sim {

namespace {

struct Name {
    std::uint32_t opcode;
    const char* name;
};

constexpr Name names[] = {
#include "opcode_names.inc"  // by CMake, from the enumerators of spirv.hpp
};

}  // namespace

std::string name_of_opcode(std::uint32_t opcode) {
    const auto* const found = std::ranges::find(names, opcode, &Name::opcode);
    return found == std::end(names) ? fmt::format("instruction {}", opcode) : found->name;
}

void unsupported(std::uint32_t opcode, std::uint32_t line) {
    throw Unsupported(name_of_opcode(opcode), line);
}

}  // namespace pbp::sim
