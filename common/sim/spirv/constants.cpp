// SPDX-License-Identifier: MIT
#include "common/sim/spirv/constants.hpp"

#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

std::uint64_t cut(std::uint64_t bits, std::uint32_t width) {
    return width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}
std::int64_t as_signed(std::uint64_t bits, std::uint32_t width) {
    return static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
}

std::uint64_t scalar(std::uint32_t opcode, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                     std::uint32_t width) {
    const auto divisor = [&] {
        if (cut(b, width) == 0) malformed("a specialization constant divides by zero");
        return b;
    };
    const auto sa = as_signed(a, width), sb = as_signed(b, width);
    const auto bits = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
    switch (opcode) {
        case spv::OpIAdd:
            return a + b;
        case spv::OpISub:
            return a - b;
        case spv::OpIMul:
            return a * b;
        case spv::OpUDiv:
            return cut(a, width) / cut(divisor(), width);
        case spv::OpUMod:
            return cut(a, width) % cut(divisor(), width);
        case spv::OpSDiv:
            return divisor(), sb == -1 ? 0 - a : bits(sa / sb);
        case spv::OpSRem:
            return divisor(), sb == -1 ? 0 : bits(sa % sb);
        case spv::OpSMod:
            return divisor(), sb == -1 ? 0 : bits((sa % sb + sb) % sb);
        case spv::OpSNegate:
            return 0 - a;
        case spv::OpNot:
            return ~a;
        case spv::OpBitwiseAnd:
        case spv::OpLogicalAnd:
            return a & b;
        case spv::OpBitwiseOr:
        case spv::OpLogicalOr:
            return a | b;
        case spv::OpBitwiseXor:
        case spv::OpLogicalNotEqual:
            return a ^ b;
        case spv::OpLogicalEqual:
            return a == b;
        case spv::OpLogicalNot:
            return a ^ 1u;
        case spv::OpShiftLeftLogical:
            return b >= width ? 0 : a << b;
        case spv::OpShiftRightLogical:
            return b >= width ? 0 : cut(a, width) >> b;
        case spv::OpShiftRightArithmetic:
            return bits(sa >> (b >= width ? width - 1 : b));
        case spv::OpIEqual:
            return cut(a, width) == cut(b, width);
        case spv::OpINotEqual:
            return cut(a, width) != cut(b, width);
        case spv::OpULessThan:
            return cut(a, width) < cut(b, width);
        case spv::OpULessThanEqual:
            return cut(a, width) <= cut(b, width);
        case spv::OpUGreaterThan:
            return cut(a, width) > cut(b, width);
        case spv::OpUGreaterThanEqual:
            return cut(a, width) >= cut(b, width);
        case spv::OpSLessThan:
            return sa < sb;
        case spv::OpSLessThanEqual:
            return sa <= sb;
        case spv::OpSGreaterThan:
            return sa > sb;
        case spv::OpSGreaterThanEqual:
            return sa >= sb;
        case spv::OpSelect:
            return a != 0 ? b : c;
        case spv::OpUConvert:
        case spv::OpBitcast:
            return a;
        case spv::OpSConvert:
            return bits(sa);
        default:
            unsupported(opcode, 0);
    }
}

}  // namespace

std::vector<std::uint64_t> folded(const Module& module, std::uint32_t opcode, Id type,
                                  const Operands& operands) {
    const auto constant = [&](std::size_t i) -> const Constant& { return module.constants.at(operands[i]); };
    const auto width_of = [&](Id id) {
        while (module.type(id).element != 0) id = module.type(id).element;
        return module.type(id).width;
    };
    const Type& shape = module.type(type);
    std::vector<std::uint64_t> bits;
    if (opcode == spv::OpCompositeExtract) {
        const auto& whole = constant(0);
        if (operands.size() != 2 || operands[1] >= whole.bits.size() || shape.components != 1)
            unsupported(opcode, 0);
        return {whole.bits[operands[1]]};
    }
    for (std::uint32_t i = 0; i < shape.components; ++i) {
        const auto part = [&](std::size_t k) {
            if (k >= operands.size()) return std::uint64_t{0};
            const auto& known = constant(k).bits;
            return known.at(known.size() == 1 ? 0 : i);
        };
        bits.push_back(
            cut(scalar(opcode, part(0), part(1), part(2), width_of(constant(0).type)), shape.width));
    }
    return bits;
}

}  // namespace pbp::sim
