// SPDX-License-Identifier: MIT
#include "common/opengl/calls/call_table.hpp"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace pbp::calls {

namespace {

constexpr std::array functions{
#define PBP_FUNCTION(name, parameters, reference, sentence) Function{#name, parameters, reference, sentence},
#include "common/opengl/calls/functions.inc"
#undef PBP_FUNCTION
};

using Names = std::vector<std::pair<std::int64_t, std::string_view>>;

#define PBP_NAME(name) std::pair<std::int64_t, std::string_view>(name, #name)

const Names& names_of(char parameter) {
    static const Names enums{PBP_NAME(GL_ATOMIC_COUNTER_BUFFER),
                             PBP_NAME(GL_COMPUTE_SHADER),
                             PBP_NAME(GL_DISPATCH_INDIRECT_BUFFER),
                             PBP_NAME(GL_DYNAMIC_COPY),
                             PBP_NAME(GL_DYNAMIC_DRAW),
                             PBP_NAME(GL_DYNAMIC_READ),
                             PBP_NAME(GL_QUERY_RESULT),
                             PBP_NAME(GL_R32UI),
                             PBP_NAME(GL_READ_ONLY),
                             PBP_NAME(GL_READ_WRITE),
                             PBP_NAME(GL_RED_INTEGER),
                             PBP_NAME(GL_RGBA),
                             PBP_NAME(GL_RGBA8),
                             PBP_NAME(GL_SHADER_STORAGE_BUFFER),
                             PBP_NAME(GL_STATIC_DRAW),
                             PBP_NAME(GL_STATIC_READ),
                             PBP_NAME(GL_SYNC_GPU_COMMANDS_COMPLETE),
                             PBP_NAME(GL_TEXTURE_2D),
                             PBP_NAME(GL_TIMESTAMP),
                             PBP_NAME(GL_TIME_ELAPSED),
                             PBP_NAME(GL_UNIFORM_BUFFER),
                             PBP_NAME(GL_UNSIGNED_BYTE),
                             PBP_NAME(GL_UNSIGNED_INT),
                             PBP_NAME(GL_WRITE_ONLY)};
    static const Names barriers{PBP_NAME(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT),
                                PBP_NAME(GL_ELEMENT_ARRAY_BARRIER_BIT),
                                PBP_NAME(GL_UNIFORM_BARRIER_BIT),
                                PBP_NAME(GL_TEXTURE_FETCH_BARRIER_BIT),
                                PBP_NAME(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT),
                                PBP_NAME(GL_COMMAND_BARRIER_BIT),
                                PBP_NAME(GL_PIXEL_BUFFER_BARRIER_BIT),
                                PBP_NAME(GL_TEXTURE_UPDATE_BARRIER_BIT),
                                PBP_NAME(GL_BUFFER_UPDATE_BARRIER_BIT),
                                PBP_NAME(GL_FRAMEBUFFER_BARRIER_BIT),
                                PBP_NAME(GL_TRANSFORM_FEEDBACK_BARRIER_BIT),
                                PBP_NAME(GL_ATOMIC_COUNTER_BARRIER_BIT),
                                PBP_NAME(GL_SHADER_STORAGE_BARRIER_BIT),
                                PBP_NAME(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT),
                                PBP_NAME(GL_QUERY_BUFFER_BARRIER_BIT)};
    static const Names storage{PBP_NAME(GL_MAP_READ_BIT),        PBP_NAME(GL_MAP_WRITE_BIT),
                               PBP_NAME(GL_MAP_PERSISTENT_BIT),  PBP_NAME(GL_MAP_COHERENT_BIT),
                               PBP_NAME(GL_DYNAMIC_STORAGE_BIT), PBP_NAME(GL_CLIENT_STORAGE_BIT)};
    static const Names access{PBP_NAME(GL_MAP_READ_BIT),
                              PBP_NAME(GL_MAP_WRITE_BIT),
                              PBP_NAME(GL_MAP_INVALIDATE_RANGE_BIT),
                              PBP_NAME(GL_MAP_INVALIDATE_BUFFER_BIT),
                              PBP_NAME(GL_MAP_FLUSH_EXPLICIT_BIT),
                              PBP_NAME(GL_MAP_UNSYNCHRONIZED_BIT),
                              PBP_NAME(GL_MAP_PERSISTENT_BIT),
                              PBP_NAME(GL_MAP_COHERENT_BIT)};
    static const Names truth{PBP_NAME(GL_FALSE), PBP_NAME(GL_TRUE)};
    static const Names none;
    switch (parameter) {
        case 'e':
            return enums;
        case 'b':
            return barriers;
        case 'f':
            return storage;
        case 'm':
            return access;
        case 't':
            return truth;
        default:
            return none;
    }
}

#undef PBP_NAME

}  // namespace

const Function* find(std::string_view name) {
    const auto found = std::ranges::find(functions, name, &Function::name);
    return found == functions.end() ? nullptr : &*found;
}

std::string in_words(char parameter, std::int64_t value) {
    const auto& names = names_of(parameter);
    if (parameter == 'b' && static_cast<std::uint32_t>(value) == GL_ALL_BARRIER_BITS)
        return "GL_ALL_BARRIER_BITS";
    std::string words;
    const bool bits = parameter == 'b' || parameter == 'f' || parameter == 'm';
    for (const auto& [number, name] : names) {
        if (bits ? (value & number) == 0 : value != number) continue;
        words += (words.empty() ? "" : " | ") + std::string(name);
    }
    return words.empty() ? std::to_string(value) : words;
}

}  // namespace pbp::calls
