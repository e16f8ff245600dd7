// SPDX-License-Identifier: MIT
// A separate library, so that what executes shaders does not link SPIRV-Tools.
#include "common/sim/validate/validate.hpp"

#include <spirv-tools/libspirv.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string_view>
#include <vector>

#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

constexpr std::uint32_t with_forward_references =
    4433;  // OpExtInstWithForwardRefsKHR, younger than the headers

/// What the simulator reads: without instructions that only describe the shader, and without the number of
/// the language that it was written in. A validator may be older than both.
std::vector<std::uint32_t> without_comments(std::span<const std::uint32_t> words) {
    constexpr std::size_t header = 5;
    std::vector<std::uint32_t> kept(
        words.begin(), words.begin() + static_cast<std::ptrdiff_t>(std::min(words.size(), header)));
    std::set<std::uint32_t> comments;  // instruction sets
    for (std::size_t at = header; at < words.size();) {
        const std::uint32_t length = words[at] >> 16, opcode = words[at] & 0xFFFFu;
        if (length == 0 || length > words.size() - at)
            return {words.begin(), words.end()};  // no module at all
        const auto one = words.subspan(at, length);
        at += length;
        const auto text = [&](std::size_t first) {
            const auto bytes = std::as_bytes(one.subspan(std::min<std::size_t>(first, length)));
            std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            return all.substr(0, all.find('\0'));
        };
        if (opcode == spv::OpExtInstImport && text(2).starts_with("NonSemantic.")) comments.insert(one[1]);
        if (opcode == spv::OpExtension && text(1) == "SPV_KHR_relaxed_extended_instruction") continue;
        const bool extended = opcode == spv::OpExtInst || opcode == with_forward_references;
        if (extended && length > 3 && comments.contains(one[3])) continue;
        kept.insert(kept.end(), one.begin(), one.end());
        if (opcode == spv::OpSource && length > 1)
            kept[kept.size() - length + 1] = spv::SourceLanguageUnknown;
    }
    return kept;
}

}  // namespace

void validate(std::span<const std::uint32_t> words) {
    // The rules of SPIR-V itself, of its own version: the rules for OpenGL 4.5 stop at version 1.0. How a
    // block is laid out is up to the shader: the simulator reads the offsets.
    const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(
        spvContextCreate(SPV_ENV_UNIVERSAL_1_6), spvContextDestroy);
    const std::unique_ptr<spv_validator_options_t, decltype(&spvValidatorOptionsDestroy)> options(
        spvValidatorOptionsCreate(), spvValidatorOptionsDestroy);
    spvValidatorOptionsSetScalarBlockLayout(options.get(), true);
    spvValidatorOptionsSetRelaxBlockLayout(options.get(), true);
    spvValidatorOptionsSetAllowLocalSizeId(options.get(), true);
    spv_diagnostic found = nullptr;
    const auto read = without_comments(words);
    spv_const_binary_t binary{read.data(), read.size()};
    const auto result = spvValidateWithOptions(context.get(), options.get(), &binary, &found);
    const std::unique_ptr<spv_diagnostic_t, decltype(&spvDiagnosticDestroy)> diagnostic(found,
                                                                                        spvDiagnosticDestroy);
    if (result == SPV_SUCCESS) return;
    std::string_view sentence = diagnostic != nullptr ? diagnostic->error : "it gives no reason";
    sentence = sentence.substr(0, sentence.find('\n'));
    fail(ExitCode::shader_does_not_build, "SPIRV-Tools rejects the shader: {}.",
         sentence.substr(0, sentence.find_last_not_of(".: ") + 1));
}

}  // namespace pbp::sim
