// SPDX-License-Identifier: MIT
// The face of glad 2 on a loader that glad 1 made (Ubuntu 22.04 ships glad 0.1.30).
// That glad knows OpenGL 4.5 and GL_ARB_shader_ballot, but not GL_KHR_shader_subgroup, which is added here.
#pragma once

#include <glad/glad.h>

#include <string_view>

#define GLAD_MAKE_VERSION(major, minor) ((major) * 10000 + (minor))
#define GLAD_VERSION_MAJOR(version) ((version) / 10000)
#define GLAD_VERSION_MINOR(version) ((version) % 10000)

#define GL_SUBGROUP_SIZE_KHR 0x9532
#define GL_SUBGROUP_SUPPORTED_STAGES_KHR 0x9533
#define GL_SUBGROUP_SUPPORTED_FEATURES_KHR 0x9534
#define GL_SUBGROUP_QUAD_ALL_STAGES_KHR 0x9535
#define GL_SUBGROUP_FEATURE_BASIC_BIT_KHR 0x00000001
#define GL_SUBGROUP_FEATURE_VOTE_BIT_KHR 0x00000002
#define GL_SUBGROUP_FEATURE_ARITHMETIC_BIT_KHR 0x00000004
#define GL_SUBGROUP_FEATURE_BALLOT_BIT_KHR 0x00000008
#define GL_SUBGROUP_FEATURE_SHUFFLE_BIT_KHR 0x00000010
#define GL_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT_KHR 0x00000020
#define GL_SUBGROUP_FEATURE_CLUSTERED_BIT_KHR 0x00000040
#define GL_SUBGROUP_FEATURE_QUAD_BIT_KHR 0x00000080

typedef void (*GLADapiproc)(void);
typedef GLADapiproc (*GLADloadfunc)(const char* name);

inline int GLAD_GL_KHR_shader_subgroup = 0;

// Loads every function and returns the version, 0 on failure. glad 1 declares a gladLoadGL() of no arguments;
// this one differs by its argument.
inline int gladLoadGL(GLADloadfunc load) {
    if (gladLoadGLLoader(reinterpret_cast<GLADloadproc>(load)) == 0) return 0;
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; ++i) {
        const auto* name = reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)));
        if (name != nullptr && std::string_view(name) == "GL_KHR_shader_subgroup") GLAD_GL_KHR_shader_subgroup = 1;
    }
    return GLAD_MAKE_VERSION(GLVersion.major, GLVersion.minor);
}
