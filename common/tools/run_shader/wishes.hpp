// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/check/inputs.hpp"
#include "common/device/device.hpp"
#include "common/opengl/context.hpp"
#include "common/process/time_limits.hpp"
#include "common/sim/run/settings.hpp"

namespace pbp::run_shader {

/// What a buffer begins with.
struct BufferWish {
    std::string which;                   ///< name or binding
    std::optional<std::uint32_t> count;  ///< elements
    std::optional<InputKind> kind;       ///< none: zeros
    std::string kind_word;               ///< as it was typed
    std::filesystem::path file;          ///< in place of count and kind; empty: none
    std::string bytes = {};              ///< of `file`, once they are read
};

struct ImageWish {
    std::string which;           ///< name or binding
    glm::uvec3 size{0};          ///< of what it has; 0: not given
    std::filesystem::path file;  ///< instead of the size; empty: none
};

struct UniformWish {
    std::string name;
    std::vector<std::string> values;
};

struct ConstantWish {
    std::string which;  ///< name or constant_id
    std::string value;
};

/// What ./learn run was asked for.
struct Wishes {
    std::filesystem::path shader;
    std::optional<Groups> groups;
    std::vector<BufferWish> buffers;
    std::vector<ImageWish> images;
    std::vector<UniformWish> uniforms;
    std::vector<ConstantWish> constants;
    std::vector<glsl::Define> defines;
    std::string expect;  ///< what the last dispatch must leave: [BUFFER=]WHAT; empty: nothing is expected
    std::uint32_t repeat = 1;
    std::uint32_t show = 64;  ///< elements printed of each buffer
    std::uint64_t seed = 1;
    std::filesystem::path shaders;
    std::optional<SubgroupBackend> subgroup;
    ContextOptions context;
    TimeLimits limits;
    bool in_process = false;                 ///< no worker: for a debugger
    std::optional<sim::Settings> simulated;  ///< on the simulator, not on OpenGL
    bool swept = false;                      ///< there, on several subgroup sizes and orders
    std::filesystem::path dump;              ///< the description to write instead of a run; empty: none
    std::filesystem::path out;               ///< pictures go to out/run
    bool pictures = true, quiet = false, json = false;
    std::vector<std::string> words;  ///< as they were typed
};

/// Reads the files of the buffers, each once: it may be a pipe, and a sweep fills its buffers many times.
void read_files(Wishes& wishes);

/// Reads the command line. Gives an exit code instead where there is nothing more to do: 0 after --help,
/// 2 for wrong usage, which is said in one sentence on stderr.
std::optional<int> parse(int argc, const char* const* argv, Wishes& wishes);

}  // namespace pbp::run_shader
