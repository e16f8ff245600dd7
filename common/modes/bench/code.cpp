// SPDX-License-Identifier: MIT
#include "common/modes/bench/code.hpp"

#include <fmt/format.h>

#include "common/base/fnv.hpp"
#include "common/glsl/preprocess.hpp"
#include "common/glsl/scan.hpp"

namespace pbp::bench {

std::string code_of(const std::filesystem::path& shader, const std::filesystem::path& common_dir) {
    auto sum = fnv1a(std::string_view());
    const auto source = glsl::preprocess(shader, {.common_dir = common_dir, .defines = {}});
    for (std::size_t i = 0; i < source.originals.size(); ++i) {
        const auto name = source.files[i].filename();
        if (name == "trace.glsl" || name == "debug.glsl") continue;  // nothing of them is in what is timed
        for (const auto& token : glsl::tokens(source.originals[i])) sum = fnv1a(" ", fnv1a(token.text, sum));
    }
    return fmt::format("{:016x}", sum);
}

}  // namespace pbp::bench
