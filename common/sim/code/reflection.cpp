// SPDX-License-Identifier: MIT
#include "common/sim/code/reflection.hpp"

#include <algorithm>

#include "common/sim/spirv/layout.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

using Kind = Type::Kind;

namespace {

std::string name_of_image(const Module& module, const Type& image, const char* what) {
    static constexpr const char* dimensions[] = {"1D", "2D", "3D", "Cube", "2DRect", "Buffer"};
    const auto kind = module.type(image.element).kind;
    std::string name = kind == Kind::sint ? "i" : kind == Kind::uint ? "u" : "";
    name += image.dim == spv::DimSubpassData ? "subpassInput" : what;
    if (image.dim < std::size(dimensions)) name += dimensions[image.dim];
    if (image.multisampled) name += "MS";
    if (image.arrayed) name += "Array";
    if (image.depth == 1) name += "Shadow";
    return name;
}

}  // namespace

std::string name_of_type(const Module& module, Id id) {
    const Type& type = module.type(id);
    const auto scalar_of = [&](const Type& vector) { return module.type(vector.element); };
    const auto scalar = [](const Type& one) -> std::string {
        switch (one.kind) {
            case Kind::boolean:
                return "bool";
            case Kind::sint:
                return one.width == 32 ? "int" : fmt::format("int{}_t", one.width);
            case Kind::uint:
                return one.width == 32 ? "uint" : fmt::format("uint{}_t", one.width);
            default:
                return one.width == 64 ? "double" : one.width == 16 ? "float16_t" : "float";
        }
    };
    switch (type.kind) {
        case Kind::vector: {
            const Type one = scalar_of(type);
            const std::string letter = one.kind == Kind::boolean ? "b"
                                       : one.kind == Kind::sint  ? "i"
                                       : one.kind == Kind::uint  ? "u"
                                       : one.width == 64         ? "d"
                                       : one.width == 16         ? "f"
                                                                 : "";
            const bool counted = one.is_narrow() || (one.width == 64 && one.kind != Kind::floating);
            return fmt::format("{}{}vec{}", letter, counted ? fmt::format("{}", one.width) : "", type.count);
        }
        case Kind::matrix: {
            const Type column = module.type(type.element);
            return type.count == column.count ? fmt::format("mat{}", type.count)
                                              : fmt::format("mat{}x{}", type.count, column.count);
        }
        case Kind::array:
            return fmt::format("{}[{}]", name_of_type(module, type.element), type.count);
        case Kind::runtime_array:
            return name_of_type(module, type.element) + "[]";
        case Kind::structure:
            return type.name;
        case Kind::image:
            return name_of_image(module, type, type.sampled == 1 ? "texture" : "image");
        case Kind::sampled_image:
            return name_of_image(module, module.type(type.element), "sampler");
        case Kind::sampler:
            return "sampler";
        case Kind::nothing:
            return "void";
        default:
            return scalar(type);
    }
}

namespace {

void variables(const Module& module, Id id, const std::string& name, std::uint32_t offset,
               std::uint32_t outermost, std::vector<Built::Variable>& found) {
    const Type& type = module.type(id);
    if (type.kind == Kind::structure) {
        for (std::uint32_t i = 0; i < type.members.size(); ++i) {
            const auto& member = type.members[i];
            variables(module, member.type, name.empty() ? member.name : name + "." + member.name,
                      offset + offset_of(module, id, i), outermost, found);
        }
    } else if (type.kind == Kind::array || type.kind == Kind::runtime_array) {
        const auto stride = stride_of(module, id);
        variables(module, type.element, name + "[0]", offset, outermost == 0 ? stride : outermost, found);
    } else {
        found.push_back({name, name_of_type(module, id), offset, outermost});
    }
}

}  // namespace

Built reflected(const Code& code) {
    Built built;
    built.local_size = {code.module.local_size[0], code.module.local_size[1], code.module.local_size[2]};
    for (std::size_t i = 0; i < code.uniforms.size(); ++i)
        if (code.uniforms[i].used)
            built.uniforms.push_back({code.uniforms[i].name, static_cast<int>(i),
                                      name_of_type(code.module, code.uniforms[i].type)});
    for (const auto& image : code.images)
        if (image.used) built.uniforms.push_back({image.name, -1, name_of_type(code.module, image.type)});
    for (const auto& block : code.buffers) {
        if (block.uniform || !block.used) continue;
        built.buffers.push_back({block.name, block.binding});
        variables(code.module, block.type, "", 0, 0, built.variables);
    }
    std::ranges::stable_sort(built.variables, {}, &Built::Variable::offset);
    return built;
}

}  // namespace pbp::sim
