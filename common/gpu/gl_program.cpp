// SPDX-License-Identifier: MIT
#include "common/gpu/gl_program.hpp"

#include <glad/gl.h>

#include <glm/gtc/type_ptr.hpp>
#include <memory>

#include "common/error.hpp"
#include "common/glsl/diagnostics.hpp"

namespace pbp {

namespace {

std::string log_of(GLuint name, PFNGLGETSHADERIVPROC get, PFNGLGETSHADERINFOLOGPROC get_log) {
    GLint length = 0;
    get(name, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
    GLsizei written = 0;
    get_log(name, length, &written, log.data());
    log.resize(static_cast<std::size_t>(written));
    return log;
}

std::string type_name(GLenum type) {
    switch (type) {
        case GL_UNSIGNED_INT:
            return "uint";
        case GL_INT:
            return "int";
        case GL_FLOAT:
            return "float";
        case GL_UNSIGNED_INT_VEC2:
            return "uvec2";
        case GL_UNSIGNED_INT_VEC3:
            return "uvec3";
        case GL_FLOAT_VEC2:
            return "vec2";
        case GL_FLOAT_VEC4:
            return "vec4";
        case GL_FLOAT_MAT4:
            return "mat4";
        case GL_SAMPLER_2D:
            return "sampler2D";
        case GL_IMAGE_2D:
            return "image2D";
        default:
            return "of another type";
    }
}

/// Calls f(name, index) for each active resource of an interface.
template <typename F>
void for_each_resource(GLuint program, GLenum interface, F&& f) {
    GLint count = 0;
    glGetProgramInterfaceiv(program, interface, GL_ACTIVE_RESOURCES, &count);
    for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
        char name[256];
        GLsizei length = 0;
        glGetProgramResourceName(program, interface, i, sizeof(name), &length, name);
        f(std::string(name, static_cast<std::size_t>(length)), i);
    }
}

GLint property(GLuint program, GLenum interface, GLuint index, GLenum what) {
    GLint value = -1;
    glGetProgramResourceiv(program, interface, index, 1, &what, 1, nullptr, &value);
    return value;
}

}  // namespace

Built gl_build(const glsl::Source& source) {
    // Both objects are deleted on every way out; a linked program keeps what it needs of the shader.
    const std::unique_ptr<void, void (*)(void*)> shader_owner{
        reinterpret_cast<void*>(static_cast<std::uintptr_t>(glCreateShader(GL_COMPUTE_SHADER))),
        [](void* name) { glDeleteShader(static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(name))); }};
    const auto shader = static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(shader_owner.get()));
    const char* text = source.text.c_str();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint ok = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (ok == GL_FALSE)
        throw Error(ExitCode::shader_does_not_build,
                    glsl::explain(source, log_of(shader, glGetShaderiv, glGetShaderInfoLog)));

    Built built;
    built.handle = glCreateProgram();
    glAttachShader(built.handle, shader);
    glLinkProgram(built.handle);
    glGetProgramiv(built.handle, GL_LINK_STATUS, &ok);
    if (ok == GL_FALSE) {
        const auto page = glsl::explain(source, log_of(built.handle, glGetProgramiv, glGetProgramInfoLog));
        glDeleteProgram(built.handle);
        throw Error(ExitCode::shader_does_not_build, page);
    }

    glm::ivec3 local{1};
    glGetProgramiv(built.handle, GL_COMPUTE_WORK_GROUP_SIZE, glm::value_ptr(local));
    built.local_size = local;
    for_each_resource(built.handle, GL_UNIFORM, [&](const std::string& name, GLuint i) {
        const GLint location = property(built.handle, GL_UNIFORM, i, GL_LOCATION);
        const auto type = static_cast<GLenum>(property(built.handle, GL_UNIFORM, i, GL_TYPE));
        if (location >= 0) built.uniforms.push_back({name, location, type_name(type)});
    });
    for_each_resource(built.handle, GL_SHADER_STORAGE_BLOCK, [&](const std::string& name, GLuint i) {
        built.buffers.push_back({name, static_cast<std::uint32_t>(property(
                                           built.handle, GL_SHADER_STORAGE_BLOCK, i, GL_BUFFER_BINDING))});
    });
    return built;
}

void gl_set(Handle program, int location, const UniformValue& value) {
    struct Setter {
        Handle program;
        int location;
        void operator()(std::uint32_t v) const { glProgramUniform1ui(program, location, v); }
        void operator()(std::int32_t v) const { glProgramUniform1i(program, location, v); }
        void operator()(float v) const { glProgramUniform1f(program, location, v); }
        void operator()(glm::uvec2 v) const { glProgramUniform2uiv(program, location, 1, glm::value_ptr(v)); }
        void operator()(glm::uvec3 v) const { glProgramUniform3uiv(program, location, 1, glm::value_ptr(v)); }
        void operator()(glm::vec2 v) const { glProgramUniform2fv(program, location, 1, glm::value_ptr(v)); }
        void operator()(glm::vec4 v) const { glProgramUniform4fv(program, location, 1, glm::value_ptr(v)); }
        void operator()(const glm::mat4& v) const {
            glProgramUniformMatrix4fv(program, location, 1, GL_FALSE, glm::value_ptr(v));
        }
    };
    std::visit(Setter{program, location}, value);
}

}  // namespace pbp
