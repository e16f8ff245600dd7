// SPDX-License-Identifier: MIT
#include "common/opengl/calls/recorded_program.hpp"

#include <cstdio>
#include <cstdlib>

#include "common/opengl/calls/call_log.hpp"

#undef gladLoadGL

namespace {

const char* error_name() {
    switch (glad_glGetError()) {
        case GL_NO_ERROR:
            return "";
        case GL_INVALID_ENUM:
            return "GL_INVALID_ENUM";
        case GL_INVALID_VALUE:
            return "GL_INVALID_VALUE";
        case GL_INVALID_OPERATION:
            return "GL_INVALID_OPERATION";
        case GL_OUT_OF_MEMORY:
            return "GL_OUT_OF_MEMORY";
        default:
            return "an error";
    }
}

}  // namespace

int load_and_record(GLADloadfunc load) {
    const int version = gladLoadGL(load);
    const char* name = std::getenv("PBP_CALLS");
    if (version == 0 || name == nullptr) return version;
    static std::FILE* const file = std::fopen(name, "w");
    if (file == nullptr) return version;
    pbp::calls::record([](const pbp::calls::Call& call) {
        std::fprintf(file, "%.1f\t%.1f\t%s\t%s", call.begin_us, call.end_us, std::string(call.name).c_str(),
                     error_name());
        for (const auto& argument : call.arguments) std::fprintf(file, "\t%s", argument.c_str());
        std::fputc('\n', file);
        std::fflush(file);
    });
    return version;
}
