// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/compiled.hpp"

#include <cstring>
#include <fstream>

#include "common/base/error.hpp"
#include "common/check/input_file.hpp"
#include "common/sim/spirv/module.hpp"
#include "common/sim/spirv/spirv.hpp"
#include "common/sim/validate/validate.hpp"

namespace pbp::run_shader {

bool is_compiled(const std::filesystem::path& file) {
    if (file.extension() == ".spv") return true;
    std::uint32_t first = 0;
    std::ifstream in(file, std::ios::binary);
    return in.read(reinterpret_cast<char*>(&first), sizeof first) && first == spv::MagicNumber;
}

glsl::Source read_compiled(const std::filesystem::path& file) {
    const auto bytes = read_bytes(file);
    glsl::Source source;
    source.spirv.resize(bytes.size() / 4);
    std::memcpy(source.spirv.data(), bytes.data(), source.spirv.size() * 4);
    if (source.spirv.empty() || bytes.size() % 4 != 0 || source.spirv[0] != spv::MagicNumber)
        fail(ExitCode::shader_does_not_build,
             "{}: it is not SPIR-V, which begins with the number {:#x}; give the compiler's output, or GLSL.",
             file.string(), spv::MagicNumber + 0u);
    try {
        sim::validate(source.spirv);
    } catch (const Error& problem) {
        fail(ExitCode::shader_does_not_build, "{}: {}", file.string(), problem.what());
    }
    source.files = {file};
    source.originals = {std::string()};
    try {
        const auto module = sim::read_module(source.spirv);
        if (!module.source_file.empty())
            source.files = {std::filesystem::path(module.source_file).filename()};
        source.originals = {module.source_text};
    } catch (const sim::Unsupported& unknown) {
        sim::refuse(unknown, source);
    }
    return source;
}

}  // namespace pbp::run_shader
