// SPDX-License-Identifier: MIT
// The only file that uses glslang.
#include "common/sim/spirv/compile.hpp"

#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <pthread.h>

#include <exception>
#include <mutex>
#include <optional>
#include <unordered_map>
#if __has_include(<glslang/MachineIndependent/localintermediate.h>)
#include <glslang/Include/intermediate.h>
#include <glslang/MachineIndependent/localintermediate.h>
#define PBP_HAS_TREE
#endif

#include "common/base/error.hpp"
#include "common/glsl/diagnostics.hpp"

namespace pbp::sim {

namespace {

/// The library, initialised once. Never finalised: finalising takes a mutex that stays locked if memory ran
/// out inside the library, and the program would hang.
void initialise() {
    static const bool initialised = glslang::InitializeProcess();
    (void)initialised;
}

/// The limits for a shader: more than any lesson needs. The Device checks actual limits.
TBuiltInResource limits_of_the_language() {
    TBuiltInResource limits{};
    limits.maxComputeWorkGroupCountX = limits.maxComputeWorkGroupCountY = limits.maxComputeWorkGroupCountZ =
        65535;
    limits.maxComputeWorkGroupSizeX = limits.maxComputeWorkGroupSizeY = 1024;
    limits.maxComputeWorkGroupSizeZ = 64;
    limits.maxComputeUniformComponents = limits.maxCombinedTextureImageUnits = 1024;
    limits.maxComputeTextureImageUnits = limits.maxComputeImageUniforms = limits.maxImageUnits = 16;
    limits.maxComputeAtomicCounters = limits.maxCombinedAtomicCounters = 8;
    limits.maxComputeAtomicCounterBuffers = limits.maxAtomicCounterBindings = 8;
    limits.maxAtomicCounterBufferSize = 16384;
    limits.minProgramTexelOffset = -8;
    limits.maxProgramTexelOffset = 7;
    limits.maxDrawBuffers = limits.maxCombinedShaderOutputResources = 8;
    limits.limits.nonInductiveForLoops = limits.limits.whileLoops = limits.limits.doWhileLoops = true;
    limits.limits.generalUniformIndexing = limits.limits.generalVariableIndexing = true;
    limits.limits.generalSamplerIndexing = limits.limits.generalConstantMatrixVectorIndexing = true;
    limits.limits.generalAttributeMatrixVectorIndexing = limits.limits.generalVaryingIndexing = true;
    return limits;
}

enum class Dialect : std::uint8_t { opengl, vulkan };

/// SPIR-V, or else what glslang says against the text.
struct Compiled {
    std::vector<std::uint32_t> words = {};
    std::string log = {};

    /// The line of the shader itself at which the text stops making sense, or that includes it; 0: unknown.
    int first_line(const glsl::Source& source) const {
        for (const auto line : glsl::log_lines(log)) {
            const auto found = glsl::parse_log_line(line);
            if (!found || !found->error) continue;
            auto at = source.locate(found->string, found->line);
            while (at.string > 0 && at.string < static_cast<int>(source.included_from.size()))
                at = source.included_from[static_cast<std::size_t>(at.string)];
            return at.line;
        }
        return 0;
    }
};

#ifdef PBP_HAS_TREE
/// glslang 12 writes no line for a condition that is a plain variable, so that it would be found at the
/// statement before. A conversion to the type that it has already gets a line, and becomes no instruction.
/// Later versions need no help, and may hide their tree.
class LinesOfConditions : public glslang::TIntermTraverser {
    using Typed = glslang::TIntermTyped;

    // Their conditions cannot be set otherwise.
    struct Switch : glslang::TIntermSwitch {
        static Typed*& condition_of(TIntermSwitch& one) { return one.*&Switch::condition; }
    };
    struct Loop : glslang::TIntermLoop {
        static Typed*& test_of(TIntermLoop& one) { return one.*&Loop::test; }
    };

    static Typed* with_line(Typed* condition) {
        if (condition == nullptr || condition->getAsSymbolNode() == nullptr) return condition;
        const auto type = condition->getBasicType();
        if (type != glslang::EbtBool && type != glslang::EbtInt && type != glslang::EbtUint) return condition;
        auto* const made =
            new glslang::TIntermAggregate(type == glslang::EbtBool  ? glslang::EOpConstructBool
                                          : type == glslang::EbtInt ? glslang::EOpConstructInt
                                                                    : glslang::EOpConstructUint);
        made->setType(glslang::TType(type, glslang::EvqTemporary));
        made->setLoc(condition->getLoc());
        made->getSequence().push_back(condition);
        return made;
    }

    bool visitSelection(glslang::TVisit, glslang::TIntermSelection* one) override {
        one->setCondition(with_line(one->getCondition()));
        return true;
    }
    bool visitSwitch(glslang::TVisit, glslang::TIntermSwitch* one) override {
        Switch::condition_of(*one) = with_line(Switch::condition_of(*one));
        return true;
    }
    bool visitLoop(glslang::TVisit, glslang::TIntermLoop* one) override {
        Loop::test_of(*one) = with_line(Loop::test_of(*one));
        return true;
    }
};
#endif

Compiled compiled(const glsl::Source& source, Dialect dialect) {
    initialise();
    const bool vulkan = dialect == Dialect::vulkan;
    const auto messages =
        static_cast<EShMessages>(int{EShMsgSpvRules} | (vulkan ? int{EShMsgVulkanRules} : 0));
    glslang::TShader shader(EShLangCompute);
    const char* text = source.text.c_str();
    shader.setStrings(&text, 1);
    const auto client = vulkan ? glslang::EShClientVulkan : glslang::EShClientOpenGL;
    shader.setEnvInput(glslang::EShSourceGlsl, EShLangCompute, client, 100);
    shader.setEnvClient(client, vulkan ? glslang::EShTargetVulkan_1_2 : glslang::EShTargetOpenGL_450);
    shader.setEnvTarget(glslang::EShTargetSpv,
                        vulkan ? glslang::EShTargetSpv_1_5 : glslang::EShTargetSpv_1_3);
    shader.setAutoMapLocations(true);
    shader.setAutoMapBindings(true);
    glslang::TProgram program;
    program.addShader(&shader);
    const TBuiltInResource resources = limits_of_the_language();
    if (!shader.parse(&resources, 450, false, messages)) return {.log = shader.getInfoLog()};
    if (!program.link(messages) || !program.mapIO()) return {.log = program.getInfoLog()};
    Compiled made;
    glslang::SpvOptions options;
    options.generateDebugInfo = true;
    options.disableOptimizer = true;
    spv::SpvBuildLogger logger;
    const auto& tree = *program.getIntermediate(EShLangCompute);
#ifdef PBP_HAS_TREE
    LinesOfConditions lines;
    tree.getTreeRoot()->traverse(&lines);
#endif
    glslang::GlslangToSpv(tree, made.words, &logger, &options);
    if (made.words.empty()) made.log = logger.getAllMessages();
    return made;
}

/// A text that does not build for OpenGL may be one for Vulkan. If it is neither, the one that was meant
/// has words that only Vulkan knows, or is the dialect in which more of the text makes sense.
std::vector<std::uint32_t> compiled(const glsl::Source& source) {
    auto opengl = compiled(source, Dialect::opengl);
    if (!opengl.words.empty()) return std::move(opengl.words);
    auto vulkan = compiled(source, Dialect::vulkan);
    if (!vulkan.words.empty()) return std::move(vulkan.words);
    const bool is_vulkan = opengl.log.find("using GLSL for Vulkan") != std::string::npos;
    const auto& meant = is_vulkan || vulkan.first_line(source) > opengl.first_line(source) ? vulkan : opengl;
    throw Error(ExitCode::shader_does_not_build, glsl::explain(source, meant.log));
}

// glslang parses expressions recursively, without a limit: `a + a + ...` with tens of thousands of terms
// needs more stack than a program has. So it runs on a stack of its own, which costs nothing until it is
// used.
constexpr std::size_t most_characters = 1u << 20, stack_bytes = std::size_t{1} << 29;

struct Job {
    const glsl::Source& source;
    std::vector<std::uint32_t> words = {};
    std::exception_ptr failure = nullptr;

    static void* run(void* given) {
        auto& job = *static_cast<Job*>(given);
        try {
            job.words = compiled(job.source);
        } catch (...) {
            job.failure = std::current_exception();
        }
        return nullptr;
    }
};

/// What was compiled lately, by its text: sweeps and judges run the same shaders many times over.
class CompiledLately {
  public:
    std::optional<std::vector<std::uint32_t>> find(const std::string& text) {
        const std::scoped_lock lock(mutex_);
        const auto found = all_.find(text);
        return found == all_.end() ? std::nullopt : std::optional(found->second);
    }
    void keep(const std::string& text, const std::vector<std::uint32_t>& words) {
        constexpr std::size_t most = 256;
        const std::scoped_lock lock(mutex_);
        if (all_.size() == most) all_.clear();
        all_.emplace(text, words);
    }

  private:
    std::mutex mutex_;
    std::unordered_map<std::string, std::vector<std::uint32_t>> all_;
};

}  // namespace

std::vector<std::uint32_t> compile(const glsl::Source& source) {
    if (source.text.size() > most_characters)
        fail(ExitCode::shader_does_not_build,
             "The shader has {} characters with all that it includes; the simulator takes no more than {}.",
             source.text.size(), most_characters);
    static CompiledLately lately;
    if (auto words = lately.find(source.text)) return *std::move(words);
    Job job{source};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_t thread{};
    const bool started = pthread_attr_setstacksize(&attributes, stack_bytes) == 0 &&
                         pthread_create(&thread, &attributes, &Job::run, &job) == 0;
    pthread_attr_destroy(&attributes);
    if (!started) {  // no room for such a stack: an ordinary one suffices for ordinary shaders
        Job::run(&job);
    } else {
        pthread_join(thread, nullptr);
    }
    if (job.failure) std::rethrow_exception(job.failure);
    lately.keep(source.text, job.words);
    return std::move(job.words);
}

}  // namespace pbp::sim
