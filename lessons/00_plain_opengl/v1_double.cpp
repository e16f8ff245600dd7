// SPDX-License-Identifier: MIT
// v1 double: the least that works, from no context to a checked result; every call of OpenGL is in this file.
//   glad --reproducible --api gl:core=4.5 --out-path glad c
//   g++ -std=c++17 v1_double.cpp glad/src/gl.c -Iglad/include -lglfw -lEGL -o v1_double
#include <glad/gl.h>  // the functions of OpenGL; goes before GLFW

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "context_egl.hpp"

const char* const doubling = R"(#version 450 core
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
uniform uint n;

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= n) return;  // the last workgroup may reach past the end
    data[i] *= 2u;
}
)";

// Makes a core context of at least this version current, of any version for 0.0: with a hidden window where
// there is a display, else with EGL. Returns what finds its functions, or a null pointer.
GLADloadfunc create_context(int major, int minor) {
    if (glfwInit() == GLFW_TRUE) {
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
        glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, GLFW_TRUE);  // OpenGL explains its errors
        if (major > 0) {
            glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, major);
            glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, minor);
            glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        }
        GLFWwindow* const window = glfwCreateWindow(64, 64, "compute", nullptr, nullptr);
        glfwMakeContextCurrent(window);
        if (window != nullptr) return glfwGetProcAddress;
    }
    return create_context_egl(major, minor);
}

// OpenGL calls this with each message of its own.
void GLAPIENTRY on_message(GLenum, GLenum, GLuint, GLenum, GLsizei, const GLchar* text, const void*) {
    std::printf("note OpenGL: %s\n", text);
}

// Starts OpenGL 4.5, or says which version this machine has.
bool start() {
    GLADloadfunc load = create_context(4, 5);
    if (load == nullptr || gladLoadGL(load) == 0) {
        load = create_context(0, 0);
        const bool any = load != nullptr && gladLoadGL(load) != 0;
        std::fprintf(stderr, "This program needs OpenGL 4.5, and this machine has %s.\n",
                     any ? reinterpret_cast<const char*>(glGetString(GL_VERSION)) : "no OpenGL at all");
        return false;
    }
    std::printf("device %s\n", reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);  // a message comes before the call that caused it returns
    glDebugMessageCallback(on_message, nullptr);
    glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DEBUG_SEVERITY_NOTIFICATION, 0, nullptr, GL_FALSE);
    return true;
}

// Compiles and links a compute shader; ends the program with the driver's messages if it does not build.
GLuint build(const char* text) {
    const GLuint shader = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glLinkProgram(program);
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked == GL_FALSE) {  // also where it did not compile
        char log[4096] = "";
        glGetShaderInfoLog(shader, sizeof log, nullptr, log);
        std::fprintf(stderr, "%s", log);
        glGetProgramInfoLog(program, sizeof log, nullptr, log);
        std::fprintf(stderr, "%s", log);
        std::exit(3);
    }
    glDeleteShader(shader);  // the program keeps what it needs
    return program;
}

void print(const char* what, const std::vector<GLuint>& values) {
    std::printf("%s:", what);
    for (const GLuint value : values) std::printf(" %u", value);
    std::printf("\n");
}

int main(int argc, char** argv) {
    const GLuint n = argc > 1 ? static_cast<GLuint>(std::atoi(argv[1])) : 24;
    if (!start()) return 4;

    std::vector<GLuint> input(n), expected(n), result(n);
    for (GLuint i = 0; i < n; ++i) input[i] = i, expected[i] = 2 * i;
    print("pass input", input);

    const GLuint program = build(doubling);
    GLuint buffer = 0, query = 0;
    glCreateQueries(GL_TIME_ELAPSED, 1, &query);
    // [core]
    const auto bytes = static_cast<GLsizeiptr>(n * sizeof(GLuint));
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, bytes, input.data(), 0);  // 0: only the GPU writes it from now on

    glUseProgram(program);
    glUniform1ui(glGetUniformLocation(program, "n"), n);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);  // the shader's binding = 0
    glBeginQuery(GL_TIME_ELAPSED, query);
    glDispatchCompute((n + 7) / 8, 1, 1);  // workgroups of 8, rounded up
    glEndQuery(GL_TIME_ELAPSED);

    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);  // names the next use: a read by the CPU
    glGetNamedBufferSubData(buffer, 0, bytes, result.data());
    // [/core]
    GLuint64 nanoseconds = 0;
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &nanoseconds);  // waits for it

    print("pass doubled", result);
    print("expected", expected);
    std::printf("time query: %.1f\n", static_cast<double>(nanoseconds) / 1000);
    std::printf("caption Each row is the buffer: what went in, and what came back after one dispatch.\n");

    glDeleteQueries(1, &query);
    glDeleteBuffers(1, &buffer);
    glDeleteProgram(program);
    end_context_egl();
    glfwTerminate();
    return result == expected ? 0 : 1;
}
