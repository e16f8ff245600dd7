// SPDX-License-Identifier: MIT
// A separate library, so that what executes shaders does not link SPIRV-Tools.
#include "common/sim/validate/validate.hpp"

#include <spirv-tools/libspirv.h>

#include <memory>
#include <string_view>

#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

void validate(std::span<const std::uint32_t> words) {
    // The rules of SPIR-V 1.3 itself: the rules for OpenGL 4.5 stop at version 1.0.
    const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(
        spvContextCreate(SPV_ENV_UNIVERSAL_1_3), spvContextDestroy);
    spv_diagnostic found = nullptr;
    const auto result = spvValidateBinary(context.get(), words.data(), words.size(), &found);
    const std::unique_ptr<spv_diagnostic_t, decltype(&spvDiagnosticDestroy)> diagnostic(found,
                                                                                        spvDiagnosticDestroy);
    if (result == SPV_SUCCESS) return;
    std::string_view sentence = diagnostic != nullptr ? diagnostic->error : "SPIRV-Tools rejects it";
    sentence = sentence.substr(0, sentence.find('\n'));
    malformed("{}", sentence.substr(0, sentence.find_last_not_of(".: ") + 1));
}

}  // namespace pbp::sim
