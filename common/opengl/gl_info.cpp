// SPDX-License-Identifier: MIT
#include "common/opengl/gl_info.hpp"

#include <glad/gl.h>

#include <algorithm>

namespace pbp {

namespace {

std::string text(GLenum name) {
    const auto* said = reinterpret_cast<const char*>(glGetString(name));
    return said != nullptr ? said : "unknown";
}

std::uint32_t number(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return static_cast<std::uint32_t>(value);
}

glm::uvec3 triple(GLenum name) {
    glm::ivec3 value{0};
    for (int axis = 0; axis < 3; ++axis) glGetIntegeri_v(name, static_cast<GLuint>(axis), &value[axis]);
    return value;
}

std::uint64_t bytes(GLenum name) {
    GLint64 value = 0;
    glGetInteger64v(name, &value);
    return static_cast<std::uint64_t>(value);
}

bool is_software(const std::string& renderer) {
    constexpr std::string_view names[] = {"llvmpipe", "softpipe", "lavapipe", "SwiftShader", "swr"};
    return std::ranges::any_of(
        names, [&](std::string_view name) { return renderer.find(name) != std::string::npos; });
}

}  // namespace

DeviceInfo gl_info(const std::string& context_description) {
    DeviceInfo info;
    info.renderer = text(GL_RENDERER);
    info.vendor = text(GL_VENDOR);
    info.version = text(GL_VERSION);
    info.context = context_description;
    info.software = is_software(info.renderer);
    info.limits = {number(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS),
                   triple(GL_MAX_COMPUTE_WORK_GROUP_SIZE),
                   triple(GL_MAX_COMPUTE_WORK_GROUP_COUNT),
                   number(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE),
                   bytes(GL_MAX_SHADER_STORAGE_BLOCK_SIZE),
                   number(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS),
                   number(GL_MAX_TEXTURE_SIZE)};
    if (GLAD_GL_KHR_shader_subgroup != 0) {
        info.subgroups.push_back(SubgroupBackend::khr);
        info.subgroup_size = number(GL_SUBGROUP_SIZE_KHR);
    }
    if (GLAD_GL_ARB_shader_ballot != 0 && GLAD_GL_ARB_gpu_shader_int64 != 0)
        info.subgroups.push_back(SubgroupBackend::ballot);
    info.subgroups.push_back(SubgroupBackend::shared);
    return info;
}

}  // namespace pbp
