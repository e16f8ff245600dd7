// NAME: a compute shader paints a texture, and a window shows it. Saving picture.comp while this runs builds
// it again.
#include <glad/gl.h>  // the functions of OpenGL; goes before GLFW

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace fs = std::filesystem;

// OpenGL calls this with each message of its own.
void GLAPIENTRY on_message(GLenum, GLenum, GLuint, GLenum, GLsizei, const GLchar* text, const void*) {
    std::fprintf(stderr, "OpenGL: %s\n", text);
}

// A window with a current context of OpenGL 4.5. Ends the program with a sentence if there can be none.
GLFWwindow* open_window(int width, int height) {
    const auto give_up = [](const char* what) {
        const char* why = nullptr;
        glfwGetError(&why);
        std::fprintf(stderr, "%s: %s\n", what, why != nullptr ? why : "the driver does not say why");
        std::exit(4);
    };
    if (glfwInit() != GLFW_TRUE) give_up("No window system was found");
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_RESIZABLE, GLFW_FALSE);            // the texture keeps its size
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, GLFW_TRUE);  // OpenGL explains its errors; costs some speed
    GLFWwindow* window = glfwCreateWindow(width, height, "NAME", nullptr, nullptr);
    if (window == nullptr) give_up("OpenGL 4.5 is not available");
    glfwMakeContextCurrent(window);
    if (gladLoadGL(glfwGetProcAddress) == 0) give_up("The functions of OpenGL were not found");
    glfwSwapInterval(1);                    // wait for the screen
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);  // a message comes before the call that caused it returns
    glDebugMessageCallback(on_message, nullptr);
    glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DEBUG_SEVERITY_NOTIFICATION, 0, nullptr, GL_FALSE);
    glDebugMessageControl(GL_DEBUG_SOURCE_SHADER_COMPILER, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr,
                          GL_FALSE);  // Shader says that
    return window;
}

// A compute shader that is built again whenever its file is saved. One that does not build changes nothing.
class Shader {
  public:
    explicit Shader(fs::path file) : file_(std::move(file)) {}
    ~Shader() { glDeleteProgram(program_); }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;

    // [reload]
    // The program to use; 0 as long as nothing has built.
    GLuint program() {
        std::error_code gone;  // an editor may be replacing the file
        const auto saved = fs::last_write_time(file_, gone);
        if (gone || saved == saved_) return program_;
        saved_ = saved;
        if (const GLuint next = build()) {
            glDeleteProgram(program_);
            program_ = next;
            std::printf("%s: built\n", file_.filename().string().c_str());
            std::fflush(stdout);
        }
        return program_;
    }
    // [/reload]

  private:
    GLuint build() const {
        std::ifstream in(file_);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        const char* const source = text.c_str();
        const GLuint program = glCreateShaderProgramv(GL_COMPUTE_SHADER, 1, &source);
        GLint linked = GL_FALSE;
        glGetProgramiv(program, GL_LINK_STATUS, &linked);
        if (linked == GL_TRUE) return program;
        char log[4096] = "";
        glGetProgramInfoLog(program, sizeof log, nullptr, log);
        std::fprintf(stderr, "%s: %s\n", file_.filename().string().c_str(), log);
        glDeleteProgram(program);
        return 0;
    }

    fs::path file_;
    fs::file_time_type saved_{};
    GLuint program_ = 0;
};

// A texture that a compute shader writes, and a framebuffer to copy it from.
class Picture {
  public:
    Picture(int width, int height) : width(width), height(height) {
        glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
        glTextureStorage2D(texture_, 1, GL_RGBA8, width, height);
        glCreateFramebuffers(1, &framebuffer_);
        glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, texture_, 0);
    }
    ~Picture() {
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteTextures(1, &texture_);
    }
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;

    void bind(GLuint unit) const {
        glBindImageTexture(unit, texture_, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    }
    // [show]
    void show() const {
        glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT);  // the next use of what the shader wrote
        glBlitNamedFramebuffer(framebuffer_, 0, 0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT,
                               GL_NEAREST);
    }
    // [/show]
    const int width, height;

  private:
    GLuint texture_ = 0, framebuffer_ = 0;
};

void paint(GLuint program, const Picture& picture, GLFWwindow* window) {
    double x = 0, y = 0;
    glfwGetCursorPos(window, &x, &y);  // from the upper left
    glUseProgram(program);
    // A uniform that the shader does not use has the location -1, and setting it does nothing.
    glUniform1f(glGetUniformLocation(program, "seconds"), static_cast<float>(glfwGetTime()));
    glUniform2f(glGetUniformLocation(program, "pointer"), static_cast<float>(x),
                static_cast<float>(picture.height - y));
    picture.bind(0);
    GLint local[3] = {1, 1, 1};
    glGetProgramiv(program, GL_COMPUTE_WORK_GROUP_SIZE, local);
    glDispatchCompute(static_cast<GLuint>((picture.width + local[0] - 1) / local[0]),
                      static_cast<GLuint>((picture.height + local[1] - 1) / local[1]), 1);
}

int main(int argc, char** argv) {
    const int frames = argc > 1 ? std::atoi(argv[1]) : 0;  // then it ends; 0: when the window is closed
    GLFWwindow* const window = open_window(960, 540);
    {
        Shader shader(fs::path(SHADERS) / "picture.comp");
        int width = 0,
            height = 0;  // in pixels, of which a screen may have more than one per unit of a window
        glfwGetFramebufferSize(window, &width, &height);
        const Picture picture(width, height);
        for (int frame = 1; glfwWindowShouldClose(window) == GLFW_FALSE; ++frame) {
            if (const GLuint program = shader.program(); program != 0) paint(program, picture, window);
            picture.show();
            glfwSwapBuffers(window);
            glfwPollEvents();
            if (frame == frames || glfwGetKey(window, GLFW_KEY_ESCAPE) == GLFW_PRESS) break;
        }
    }
    glfwTerminate();
}
