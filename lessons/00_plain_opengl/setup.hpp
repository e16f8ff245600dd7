// SPDX-License-Identifier: MIT
// What every program needs: a context, the functions of OpenGL, its messages, and a shader that is built.
#pragma once

#include <glad/gl.h>  // the functions of OpenGL; goes before GLFW

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "context_egl.hpp"

// Makes a core context of at least this version current, of any version for 0.0: with a hidden window where
// there is a display, else with EGL. Returns what finds its functions, or a null pointer.
inline GLADloadfunc create_context(int major, int minor) {
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
inline void GLAPIENTRY on_message(GLenum, GLenum, GLuint, GLenum, GLsizei, const GLchar* text, const void*) {
    std::printf("note OpenGL: %s\n", text);
}

// Starts OpenGL 4.5, or says which version this machine has.
inline bool start() {
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
inline GLuint build(const char* text) {
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

inline void print(const char* what, const std::vector<GLuint>& values) {
    std::printf("%s:", what);
    for (const GLuint value : values) std::printf(" %u", value);
    std::printf("\n");
}

inline void end() {
    end_context_egl();
    glfwTerminate();
}
