// The least that a kernel under study needs: an OpenGL 4.5 context without a window, programs from a file and
// defines, parts of buffers, GPU times, and CUB in a process of its own that answers questions.
#pragma once
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using Word = std::uint32_t;

[[noreturn]] inline void stop(const std::string& why) {
    std::printf("%s\n", why.c_str());
    std::exit(1);
}

inline void make_context() {
    auto display_of = (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    EGLDisplay display = display_of(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (!eglInitialize(display, nullptr, nullptr)) stop("EGL does not start");
    eglBindAPI(EGL_OPENGL_API);
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                             EGL_NONE};
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                              4,
                              EGL_CONTEXT_MINOR_VERSION,
                              5,
                              EGL_CONTEXT_OPENGL_PROFILE_MASK,
                              EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                              EGL_NONE};
    EGLConfig config = nullptr;
    EGLint found = 0;
    eglChooseConfig(display, wanted, &config, 1, &found);
    EGLContext context = eglCreateContext(display, found ? config : EGLConfig{}, nullptr, version);
    if (!eglMakeCurrent(display, nullptr, nullptr, context)) stop("no OpenGL 4.5 context");
    std::printf("%s, %s\n", (const char*)glGetString(GL_RENDERER), (const char*)glGetString(GL_VERSION));
    if (auto threads = (void (*)(GLuint))eglGetProcAddress("glMaxShaderCompilerThreadsKHR")) threads(16);
}

// ---- programs

inline std::string text_of(const std::string& file) {
    std::ifstream in(file);
    if (!in) stop("cannot read " + file);
    std::string line, all;
    while (std::getline(in, line)) {
        if (line.rfind("#include \"", 0) == 0) {
            const auto slash = file.rfind('/');
            all += text_of((slash == std::string::npos ? "" : file.substr(0, slash + 1)) +
                           line.substr(10, line.find('"', 10) - 10));
        } else if (line.rfind("#version", 0) != 0) {
            all += line + "\n";
        }
    }
    return all;
}

struct Program {
    GLuint shader = 0, id = 0;
    std::string name;
    void set(const char* uniform, Word value) const {
        if (const GLint at = glGetUniformLocation(id, uniform); at >= 0) glProgramUniform1ui(id, at, value);
    }
};

/// Starts to compile. `defines` is "NAME=VALUE NAME ...". The driver compiles several at once until ready()
/// asks.
inline Program compile(const std::string& file, const std::string& defines) {
    std::string source = "#version 450 core\n", word;
    std::stringstream words(defines);
    while (words >> word) {
        const auto at = word.find('=');
        source += "#define " + word.substr(0, at) + " " +
                  (at == std::string::npos ? "1" : word.substr(at + 1)) + "\n";
    }
    source += text_of(file);
    const char* text = source.c_str();
    Program p{glCreateShader(GL_COMPUTE_SHADER), glCreateProgram(), file + " " + defines};
    glShaderSource(p.shader, 1, &text, nullptr);
    glCompileShader(p.shader);
    glAttachShader(p.id, p.shader);
    glLinkProgram(p.id);
    return p;
}

inline bool ready(const Program& p) {
    GLint ok = 0;
    glGetProgramiv(p.id, GL_LINK_STATUS, &ok);
    if (!ok) {
        char log[3000] = "";
        glGetShaderInfoLog(p.shader, sizeof log, nullptr, log);
        std::printf("%s does not build:\n%s\n", p.name.c_str(), log);
        glGetProgramInfoLog(p.id, sizeof log, nullptr, log);
        std::printf("%s\n", log);
    }
    return ok;
}

// ---- memory

struct Part {
    GLuint buffer = 0;
    std::size_t offset = 0, bytes = 0;
};
inline GLuint storage(std::size_t bytes, const void* data = nullptr, GLbitfield flags = 0) {
    GLuint buffer = 0;
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, GLsizeiptr(bytes), data, flags);
    return buffer;
}
inline Part part(std::size_t bytes) {
    return {storage(bytes), 0, bytes};
}
inline void fill(Part p, Word word) {
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    glClearNamedBufferSubData(p.buffer, GL_R32UI, GLintptr(p.offset), GLsizeiptr(p.bytes), GL_RED_INTEGER,
                              GL_UNSIGNED_INT, &word);
}
inline void bind(GLuint binding, Part p) {
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, p.buffer, GLintptr(p.offset), GLsizeiptr(p.bytes));
}
inline std::vector<Word> words_of(Part p, std::size_t count) {
    std::vector<Word> words(count);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    const GLuint seen = storage(count * 4, nullptr, GL_MAP_READ_BIT | GL_CLIENT_STORAGE_BIT);
    glCopyNamedBufferSubData(p.buffer, seen, GLintptr(p.offset), 0, GLsizeiptr(count * 4));
    glFinish();
    std::memcpy(words.data(), glMapNamedBufferRange(seen, 0, GLsizeiptr(count * 4), GL_MAP_READ_BIT),
                count * 4);
    glUnmapNamedBuffer(seen);
    glDeleteBuffers(1, &seen);
    return words;
}
inline void dispatch(const Program& p, Word groups) {
    glUseProgram(p.id);
    glDispatchCompute(groups, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

// ---- time

inline double median(std::vector<double> all) {
    if (all.empty()) return 0;
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}
/// Microseconds per operation, of `count` operations back to back; one more goes ahead.
inline double time_us(int count, const std::function<void(int)>& operation) {
    static GLuint query = 0;
    if (!query) glGenQueries(1, &query);
    operation(0);
    glBeginQuery(GL_TIME_ELAPSED, query);
    for (int i = 1; i <= count; ++i) operation(i);
    glEndQuery(GL_TIME_ELAPSED);
    GLuint64 ns = 0;
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &ns);
    return double(ns) * 1e-3 / count;
}
inline void warm_up(double ms, const std::function<void(int)>& operation) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double, std::milli>(ms);
    int i = 0;
    while (std::chrono::steady_clock::now() < end) {
        for (int k = 0; k < 4; ++k) operation(i++);
        glFinish();
    }
}

// ---- CUB

/// cub.cu's program, if it is there: a question is one line, the answer another.
class Cub {
  public:
    explicit Cub(const char* program) {
        if (!program || access(program, X_OK) != 0) return;
        int to[2], from[2];
        if (pipe(to) || pipe(from)) return;
        if (fork() == 0) {
            dup2(to[0], 0), dup2(from[1], 1);
            close(to[1]), close(from[0]);
            execl(program, program, (char*)nullptr);
            _exit(127);
        }
        close(to[0]), close(from[1]);
        in_ = fdopen(from[0], "r"), out_ = fdopen(to[1], "w");
        std::printf("%s", ask("version").c_str());
    }
    bool there() const { return in_; }
    std::string ask(const std::string& question) {
        std::fprintf(out_, "%s\n", question.c_str());
        std::fflush(out_);
        char line[500] = "";
        if (!std::fgets(line, sizeof line, in_)) in_ = nullptr;
        return line;
    }
    /// What to do, 2^lg or n keys, buffers in turn, kind of keys, bits to sort, operations back to back,
    /// runs: microseconds
    std::vector<double> times_us(const std::string& what, Word n, int sets, int kind, int bits, int count,
                                 int runs) {
        std::stringstream answer(ask(what + " " + std::to_string(n) + " " + std::to_string(sets) + " " +
                                     std::to_string(kind) + " " + std::to_string(bits) + " " +
                                     std::to_string(count) + " " + std::to_string(runs)));
        std::vector<double> all;
        for (double us; answer >> us;) all.push_back(us);
        return all;
    }

  private:
    FILE *in_ = nullptr, *out_ = nullptr;
};
