// SPDX-License-Identifier: MIT
// A separate library, so that what executes shaders does not link SPIRV-Tools.
#include "common/sim/validate/validate.hpp"

#include <spirv-tools/libspirv.h>

#include <memory>
#include <string_view>

#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

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
    spv_const_binary_t binary{words.data(), words.size()};
    const auto result = spvValidateWithOptions(context.get(), options.get(), &binary, &found);
    const std::unique_ptr<spv_diagnostic_t, decltype(&spvDiagnosticDestroy)> diagnostic(found,
                                                                                        spvDiagnosticDestroy);
    if (result == SPV_SUCCESS) return;
    std::string_view sentence = diagnostic != nullptr ? diagnostic->error : "SPIRV-Tools rejects it";
    sentence = sentence.substr(0, sentence.find('\n'));
    malformed("{}", sentence.substr(0, sentence.find_last_not_of(".: ") + 1));
}

}  // namespace pbp::sim
