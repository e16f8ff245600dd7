// SPDX-License-Identifier: MIT
#include "common/process/committed.hpp"

#include <optional>

#include "common/base/error.hpp"
#include "common/process/captured.hpp"

namespace pbp {

namespace {

/// What git says in a folder; none where it says no.
std::optional<std::string> git(const std::filesystem::path& folder, std::vector<std::string> words) {
    constexpr CaptureLimits limits{.seconds = 2, .bytes = 1 << 20};
    words.insert(words.begin(), {"git", "-C", folder.string()});
    const auto said = captured(words, {"GIT_OPTIONAL_LOCKS=0"}, limits);
    if (said.code() != 0 || said.out_of_time || said.too_much) return std::nullopt;
    return said.output;
}

}  // namespace

glsl::Texts committed_texts(const std::filesystem::path& folder) {
    glsl::Texts texts;
    try {
        const auto names = git(folder, {"diff", "--name-only", "-z", "--relative", "HEAD", "--", "."});
        for (std::size_t at = 0; names && at < names->size(); at = names->find('\0', at) + 1) {
            const std::string name = names->c_str() + at;
            if (auto text = git(folder, {"show", "HEAD:./" + name}))
                texts.emplace((folder / name).lexically_normal(), std::move(*text));
        }
    } catch (const Error& problem) {
        if (problem.code() != ExitCode::machine_lacks) throw;
    }
    return texts;
}

}  // namespace pbp
