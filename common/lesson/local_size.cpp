// SPDX-License-Identifier: MIT
// Local sizes that somebody typed into a shader as numbers.
#include <algorithm>

#include "common/glsl/declared.hpp"
#include "common/glsl/text_file.hpp"
#include "common/lesson/lesson.hpp"
#include "common/lesson/version_shaders.hpp"

namespace pbp {

std::uint32_t Run::local_size(std::uint32_t own) {
    auto& size = facts_.choice.local_size;
    size = options.choice.local_size > 0 ? options.choice.local_size : own;
    if (options.choice.local_size > 0) return size;
    std::error_code absent;
    const auto file = shaders_of(lesson_, version_, options).front();
    if (!std::filesystem::is_regular_file(file, absent)) return size;
    const auto typed = glsl::typed_local_size(glsl::read_text(file));
    if (typed == 0 || typed == own || typed > gpu.limits().workgroup_invocations ||
        !refusal(lesson_.knobs_of(version_), {typed}).empty())
        return size;
    note(
        fmt::format("your local_size is {0}, so this run starts {0} invocations per workgroup instead of {1}",
                    typed, own));
    return size = typed;
}

void Run::compare_local_size(const Program& program, const std::vector<glsl::Define>& defines, bool own) {
    const auto started = std::ranges::find(defines, "LOCAL_SIZE", &glsl::Define::name);
    const auto size = program.local_size();
    const auto typed = std::uint64_t{size.x} * size.y * size.z;
    if (started == defines.end() || started->value == std::to_string(typed)) return;
    const bool open = own && refusal(lesson_.knobs_of(version_), {static_cast<std::uint32_t>(typed)}).empty();
    note(fmt::format("{}your local_size is {}, this run starts {}: {}", own ? "" : program.name() + ": ",
                     typed, started->value,
                     open ? fmt::format("--local-size {}", typed) : "write local_size_x = LOCAL_SIZE"));
}

}  // namespace pbp
