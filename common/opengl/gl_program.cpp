// SPDX-License-Identifier: MIT
#include "common/opengl/gl_program.hpp"

#include <glad/gl.h>

#include <algorithm>
#include <glm/gtc/type_ptr.hpp>
#include <initializer_list>
#include <map>

#include "common/base/error.hpp"
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
    static const std::map<GLenum, const char*> known{{GL_UNSIGNED_INT, "uint"},
                                                     {GL_UNSIGNED_INT_VEC2, "uvec2"},
                                                     {GL_UNSIGNED_INT_VEC3, "uvec3"},
                                                     {GL_UNSIGNED_INT_VEC4, "uvec4"},
                                                     {GL_INT, "int"},
                                                     {GL_INT_VEC2, "ivec2"},
                                                     {GL_INT_VEC3, "ivec3"},
                                                     {GL_INT_VEC4, "ivec4"},
                                                     {GL_FLOAT, "float"},
                                                     {GL_FLOAT_VEC2, "vec2"},
                                                     {GL_FLOAT_VEC3, "vec3"},
                                                     {GL_FLOAT_VEC4, "vec4"},
                                                     {GL_BOOL, "bool"},
                                                     {GL_FLOAT_MAT4, "mat4"},
                                                     {GL_SAMPLER_2D, "sampler2D"},
                                                     {GL_IMAGE_2D, "image2D"}};
    const auto found = known.find(type);
    return found == known.end() ? "of another type" : found->second;
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

/// A compiled shader, deleted at the end of its scope: a linked program keeps what it needs.
class Shader {
  public:
    /// Throws Error(shader_does_not_build).
    Shader(GLenum stage, const glsl::Source& source) : name_(glCreateShader(stage)) {
        const char* text = source.text.c_str();
        glShaderSource(name_, 1, &text, nullptr);
        glCompileShader(name_);
        GLint ok = GL_FALSE;
        glGetShaderiv(name_, GL_COMPILE_STATUS, &ok);
        if (ok == GL_TRUE) return;
        const auto page = glsl::explain(source, log_of(name_, glGetShaderiv, glGetShaderInfoLog));
        glDeleteShader(name_);
        throw Error(ExitCode::shader_does_not_build, page);
    }
    ~Shader() { glDeleteShader(name_); }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;
    GLuint name() const { return name_; }

  private:
    GLuint name_;
};

/// Links shaders into a program and reads back which names it kept; `source` is used to explain errors.
Built link(std::initializer_list<const Shader*> shaders, const glsl::Source& source) {
    Built built;
    built.handle = glCreateProgram();
    for (const auto* shader : shaders) glAttachShader(built.handle, shader->name());
    glLinkProgram(built.handle);
    GLint ok = GL_FALSE;
    glGetProgramiv(built.handle, GL_LINK_STATUS, &ok);
    if (ok == GL_FALSE) {
        const auto page = glsl::explain(source, log_of(built.handle, glGetProgramiv, glGetProgramInfoLog));
        glDeleteProgram(built.handle);
        throw Error(ExitCode::shader_does_not_build, page);
    }
    for_each_resource(built.handle, GL_UNIFORM, [&](const std::string& name, GLuint i) {
        const GLint location = property(built.handle, GL_UNIFORM, i, GL_LOCATION);
        const auto type = static_cast<GLenum>(property(built.handle, GL_UNIFORM, i, GL_TYPE));
        if (location >= 0) built.uniforms.push_back({name, location, type_name(type)});
    });
    for_each_resource(built.handle, GL_SHADER_STORAGE_BLOCK, [&](const std::string& name, GLuint i) {
        built.buffers.push_back({name, static_cast<std::uint32_t>(property(
                                           built.handle, GL_SHADER_STORAGE_BLOCK, i, GL_BUFFER_BINDING))});
    });
    for_each_resource(built.handle, GL_BUFFER_VARIABLE, [&](const std::string& name, GLuint i) {
        const auto number = [&](GLenum what) {
            return static_cast<std::uint32_t>(property(built.handle, GL_BUFFER_VARIABLE, i, what));
        };
        // OpenGL uses different properties for an array of structures and one of numbers.
        const auto of_structures = number(GL_TOP_LEVEL_ARRAY_STRIDE), of_numbers = number(GL_ARRAY_STRIDE);
        built.variables.push_back({name, type_name(number(GL_TYPE)), number(GL_OFFSET),
                                   of_structures > 0 ? of_structures : of_numbers});
    });
    std::ranges::stable_sort(built.variables, {}, &Built::Variable::offset);
    return built;
}

}  // namespace

Built gl_build(const glsl::Source& source) {
    const Shader shader(GL_COMPUTE_SHADER, source);
    Built built = link({&shader}, source);
    glm::ivec3 local{1};
    glGetProgramiv(built.handle, GL_COMPUTE_WORK_GROUP_SIZE, glm::value_ptr(local));
    built.local_size = local;
    return built;
}

Built gl_build(const glsl::Source& vertex, const glsl::Source& fragment) {
    const Shader first(GL_VERTEX_SHADER, vertex), second(GL_FRAGMENT_SHADER, fragment);
    return link({&first, &second}, vertex);
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
        void operator()(glm::vec3 v) const { glProgramUniform3fv(program, location, 1, glm::value_ptr(v)); }
        void operator()(glm::uvec4 v) const { glProgramUniform4uiv(program, location, 1, glm::value_ptr(v)); }
        void operator()(glm::ivec2 v) const { glProgramUniform2iv(program, location, 1, glm::value_ptr(v)); }
        void operator()(glm::ivec3 v) const { glProgramUniform3iv(program, location, 1, glm::value_ptr(v)); }
        void operator()(glm::ivec4 v) const { glProgramUniform4iv(program, location, 1, glm::value_ptr(v)); }
        void operator()(const glm::mat4& v) const {
            glProgramUniformMatrix4fv(program, location, 1, GL_FALSE, glm::value_ptr(v));
        }
    };
    std::visit(Setter{program, location}, value);
}

}  // namespace pbp
