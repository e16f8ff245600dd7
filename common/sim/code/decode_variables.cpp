// SPDX-License-Identifier: MIT
// Variables: where each begins, and what an invocation has for itself.
#include <algorithm>

#include "common/sim/code/decoder.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

constexpr std::uint32_t most_shared_bytes = 1u << 20;

std::uint8_t finer(const Module& module, Id type) {
    const auto width = narrowest(module, type);
    return width == 8 ? 2 : width == 16 ? 1 : 0;
}

}  // namespace

void Decoder::globals() {
    const auto variable_rows = [&](std::uint32_t count) {
        const Row first = rows_.lasting(count);
        is_variable_.resize(rows_.count(), false);
        return first;
    };
    for (const auto& [id, global] : module().globals) {
        const Type& type = module().type(global.type);
        Pointer pointer{Pointer::Root::local, 0, 0, no_row, global.type};
        if (global.coherent) pointer.coherence = Coherence::device;
        pointer.is_volatile = global.is_volatile;
        switch (global.storage) {
            case spv::StorageClassInput:
                if (!global.builtin) continue;
                pointer.base = variable_rows(rows_of(module(), global.type));
                code_.builtins.emplace_back(pointer.base, *global.builtin);
                break;
            case spv::StorageClassPrivate: {
                pointer.base = declare(global.type, global.name);
                break;
            }
            case spv::StorageClassWorkgroup: {
                pointer.root = Pointer::Root::shared;
                const auto bytes = bytes_of(module(), global.type);
                if (code_.shared_bytes + std::uint64_t{bytes} > most_shared_bytes)
                    fail(ExitCode::shader_does_not_build,
                         "The shader asks for {} bytes of shared memory; the simulator has {}.",
                         code_.shared_bytes + std::uint64_t{bytes}, most_shared_bytes);
                pointer.base = static_cast<std::uint32_t>(code_.shared.size());
                pointer.offset = code_.shared_bytes;
                code_.shared.push_back(
                    {global.name, global.type, code_.shared_bytes, bytes, global.initializer != 0});
                code_.shared_bytes += (bytes + 15) / 16 * 16;
                code_.shared_finer = std::max(code_.shared_finer, finer(module(), global.type));
                break;
            }
            case spv::StorageClassStorageBuffer:
            case spv::StorageClassUniform:
                if (type.kind == Type::Kind::array && !global.counter)
                    fail(ExitCode::shader_does_not_build,
                         "The simulator has no arrays of blocks; declare the blocks of '{}' one by one.",
                         global.name);
                pointer.root = Pointer::Root::buffer;
                pointer.offset = global.offset;
                pointer.base = static_cast<std::uint32_t>(code_.buffers.size());
                code_.buffers.push_back({module().name_of_block(global), global.type,
                                         global.binding.value_or(0),
                                         global.storage == spv::StorageClassUniform, global.readonly,
                                         global.restricted, false, finer(module(), global.type)});
                break;
            case spv::StorageClassUniformConstant:
                if (global.builtin) {  // gl_SubGroupSizeARB
                    pointer.base = variable_rows(rows_of(module(), global.type));
                    code_.builtins.emplace_back(pointer.base, *global.builtin);
                } else if (type.kind == Type::Kind::image || type.kind == Type::Kind::sampled_image) {
                    pointer.root = Pointer::Root::image;
                    pointer.base = static_cast<std::uint32_t>(code_.images.size());
                    code_.images.push_back({global.name, global.binding.value_or(0),
                                            type.kind == Type::Kind::sampled_image || type.sampled == 1,
                                            global.type});
                } else if (type.kind == Type::Kind::sampler) {
                    pointer.root = Pointer::Root::sampler;  // all samplers do the same
                } else if (const Type* one = &type; [&] {
                               while (one->kind == Type::Kind::array) one = &module().type(one->element);
                               return one->kind == Type::Kind::image ||
                                      one->kind == Type::Kind::sampled_image;
                           }()) {
                    continue;  // an array of images: an error only if it is used
                } else {
                    pointer.base = variable_rows(rows_of(module(), global.type));
                    code_.uniforms.push_back({global.name, global.type, global.location.value_or(0),
                                              pointer.base, global.initializer});
                }
                break;
            default:
                continue;
        }
        global_pointers_[id] = pointer;
    }
    is_variable_.resize(rows_.count(), false);
}

void Decoder::variable(const Statement& now) {
    const Id type = module().type(now.type).element;
    const auto name = module().names.find(now.result);
    const Row first = declare(type, name == module().names.end() ? std::string() : name->second);
    if (const auto function = name_of(*frame_->function); function != "main")
        code_.variables[first] = {code_.variables[first].name, type, function, frame_->call_site};
    frame_->pointers[now.result] = {Pointer::Root::local, first, 0, no_row, type};
    if (now.words.size() > 1) store(frame_->pointers[now.result], value(now.words[1]), 0);
}

std::string Decoder::name_of(const Function& function) const {
    const auto name = module().names.find(function.id);
    return name == module().names.end() ? std::string() : name->second.substr(0, name->second.find('('));
}

/// The first of the rows of a variable that each invocation has for itself, and that begins unset.
Row Decoder::declare(Id type, const std::string& name) {
    const Row first = rows_.lasting(rows_of(module(), type));
    is_variable_.resize(rows_.count(), false);
    std::fill(is_variable_.begin() + first, is_variable_.end(), true);
    is_local_.resize(rows_.count(), false);
    std::fill(is_local_.begin() + first, is_local_.end(), true);
    // "indexable" is glslang's, for a constant array.
    code_.variables[first] = {name == "indexable" ? std::string() : name, type};
    return first;
}

/// glslang copies each argument into a variable that it calls "param": the shader has the parameter's name.
void Decoder::name_argument(const Pointer& argument, Id parameter, const Frame& of) {
    const auto name = module().names.find(parameter);
    if (argument.root != Pointer::Root::local || name == module().names.end()) return;
    if (const auto at = code_.variables.find(argument.base);
        at != code_.variables.end() && at->second.name == "param") {
        at->second.name = name->second;
        at->second.function = name_of(*of.function);
        at->second.caller = of.call_site;
    }
}

}  // namespace pbp::sim
