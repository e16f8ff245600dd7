// SPDX-License-Identifier: MIT
#include "common/device/program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/base/error.hpp"

namespace pbp {

namespace {

constexpr std::string_view own_prefix = "pbp_";

bool is_own(std::string_view name) {
    return name.starts_with(own_prefix) || name.starts_with("Pbp");
}

/// Samplers and images have no uniform value: the dispatch's arguments provide them.
bool is_opaque(std::string_view type) {
    return type == "sampler2D" || type == "image2D";
}

const Argument* argument_at(std::span<const Argument> arguments, Reach reach, std::uint32_t binding) {
    const auto found = std::ranges::find_if(arguments, [&](const Argument& argument) {
        return argument.reach == reach && argument.binding == binding;
    });
    return found == arguments.end() ? nullptr : &*found;
}

}  // namespace

Program::Program(Backend& backend, std::string name, glsl::Source source, Built built)
    : backend_(&backend),
      name_(std::move(name)),
      source_(std::move(source)),
      declared_(glsl::declared(source_.text)),
      built_(std::move(built)),
      owned_(backend, built_.handle) {}

Program& Program::set(std::string_view uniform, const UniformValue& value) {
    const auto active = std::ranges::find(built_.uniforms, uniform, &Built::Uniform::name);
    if (active != built_.uniforms.end()) {
        constexpr const char* types[] = {"uint", "int",  "float", "uvec2", "uvec3", "vec2", "vec4",
                                         "mat4", "vec3", "uvec4", "ivec2", "ivec3", "ivec4"};
        static_assert(std::size(types) == std::variant_size_v<UniformValue>);
        const bool as_bool = active->type == "bool" && std::holds_alternative<std::uint32_t>(value);
        if (!active->type.empty() && active->type != types[value.index()] && !as_bool)
            fail(ExitCode::shader_does_not_build,
                 "{}: uniform '{}' is {}, but the lesson sets a {}; declare it as {}.", name_, uniform,
                 active->type, types[value.index()], types[value.index()]);
        backend_->set(built_.handle, active->location, value);
        set_.emplace(uniform);
        return *this;
    }
    std::vector<std::string> names;
    for (const auto& known : declared_.uniforms) {
        if (known.name == uniform) {
            if (set_.emplace(uniform).second && !is_own(uniform))
                notes_.push_back(fmt::format(
                    "{}: uniform '{}' is declared but changes nothing, so the compiler dropped it", name_,
                    uniform));
            return *this;
        }
        if (!is_own(known.name)) names.push_back(known.name);
    }
    fail(ExitCode::wrong_usage, "{} has no uniform '{}'{}", name_, uniform,
         glsl::instead_of(uniform, names, "it declares"));
}

bool Program::uses_binding(std::uint32_t binding) const {
    return std::ranges::find(built_.buffers, binding, &Built::Block::binding) != built_.buffers.end();
}

void Program::check_arguments(std::span<const Argument> arguments) const {
    check_kind({Reach::buffer, "buffer", "buffer", "binding"}, arguments);
    check_kind({Reach::sampled, "sampler", "sampler2D", "texture unit"}, arguments);
    check_kind({Reach::image, "image", "image2D", "image unit"}, arguments);
    if (!declared_.uniform_blocks.empty())
        fail(ExitCode::wrong_usage,
             "{} has a uniform block, '{}', which no dispatch fills; make its members plain uniforms.", name_,
             declared_.uniform_blocks.front());
    for (const auto& uniform : unset_uniforms())
        fail(ExitCode::wrong_usage,
             "{} uses uniform '{}', which was never set; call set(\"{}\", …) before the dispatch.", name_,
             uniform, uniform);
}

std::vector<std::string> Program::unset_uniforms() const {
    std::vector<std::string> names;
    for (const auto& uniform : built_.uniforms)
        if (!is_own(uniform.name) && !is_opaque(uniform.type) && !set_.contains(uniform.name))
            names.push_back(uniform.name);
    return names;
}

std::vector<Program::Slot> Program::slots(Reach reach) const {
    std::vector<Slot> all;
    if (reach == Reach::buffer) {
        for (const auto& block : declared_.buffers)
            if (!is_own(block.name))
                all.push_back(
                    {block.name, block.binding, block.writes,
                     block.binding >= 0 && uses_binding(static_cast<std::uint32_t>(block.binding))});
        for (const auto& block :
             built_.buffers)  // its binding may be an expression that only a compiler evaluates
            if (const auto binding = static_cast<int>(block.binding);
                !is_own(block.name) && std::ranges::find(all, binding, &Slot::binding) == all.end())
                all.push_back({block.name, binding, true, true});
        return all;
    }
    const std::string type = reach == Reach::sampled ? "sampler2D" : "image2D";
    for (const auto& uniform : declared_.uniforms) {
        if (uniform.type != type) continue;
        if (uniform.binding < 0)
            fail(ExitCode::wrong_usage, "{}: {} '{}' has no binding; declare it with layout(binding = …).",
                 name_, type, uniform.name);
        const bool used =
            std::ranges::find(built_.uniforms, uniform.name, &Built::Uniform::name) != built_.uniforms.end();
        all.push_back({uniform.name, uniform.binding, uniform.writes && reach == Reach::image, used});
    }
    return all;
}

void Program::check_kind(const Kind& kind, std::span<const Argument> arguments) const {
    const auto slots = this->slots(kind.reach);
    for (const auto& argument : arguments)
        if (argument.reach == kind.reach && argument_at(arguments, kind.reach, argument.binding) != &argument)
            fail(ExitCode::wrong_usage, "{} is given two arguments at {} {}; give each its own.", name_,
                 kind.at, argument.binding);
    for (const auto& slot : slots)
        if (slot.used &&
            argument_at(arguments, kind.reach, static_cast<std::uint32_t>(slot.binding)) == nullptr)
            fail(ExitCode::wrong_usage,
                 "{} uses {} '{}' at {} {}, but the dispatch passes none there; add it to the argument list.",
                 name_, kind.type, slot.name, kind.at, slot.binding);
    for (const auto& argument : arguments) {
        if (argument.reach != kind.reach) continue;
        const auto slot = std::ranges::find(slots, static_cast<int>(argument.binding), &Slot::binding);
        if (slot == slots.end())
            fail(ExitCode::wrong_usage,
                 "{} declares no {} at {} {}, but the dispatch passes one; declare it or leave the argument "
                 "out.",
                 name_, kind.type, kind.at, argument.binding);
        if (slot->writes && argument.access == Access::in)
            fail(ExitCode::wrong_usage,
                 "{} may write {} '{}' ({} {}), which the dispatch passes as in(); declare it readonly or "
                 "pass it as inout().",
                 name_, kind.name, slot->name, kind.at, slot->binding);
    }
}

std::vector<std::string> Program::take_notes() {
    return std::exchange(notes_, {});
}

}  // namespace pbp
