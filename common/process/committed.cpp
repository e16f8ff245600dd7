// SPDX-License-Identifier: MIT
#include "common/process/committed.hpp"

#include <optional>

#include "common/base/error.hpp"
#include "common/glsl/text_file.hpp"
#include "common/process/captured.hpp"

namespace pbp {

namespace fs = std::filesystem;

namespace {

/// The texts of a copy of all files of `folder`, where they differ from those or those are gone.
glsl::Texts kept_texts(const fs::path& folder, const fs::path& copy) {
    glsl::Texts texts;
    for (const auto& entry : fs::recursive_directory_iterator(copy)) {
        if (!entry.is_regular_file()) continue;
        const auto file = (folder / entry.path().lexically_relative(copy)).lexically_normal();
        auto text = glsl::read_text(entry.path());
        std::error_code gone;
        if (!fs::is_regular_file(file, gone) || glsl::read_text(file) != text)
            texts.emplace(file, std::move(text));
    }
    return texts;
}

/// What git says in a folder; none where it says no.
std::optional<std::string> git(const fs::path& folder, std::vector<std::string> words) {
    constexpr CaptureLimits limits{.seconds = 2, .bytes = 1 << 20};
    words.insert(words.begin(), {"git", "-C", folder.string()});
    const auto said = captured(words, {"GIT_OPTIONAL_LOCKS=0"}, limits);
    if (said.code() != 0 || said.out_of_time || said.too_much) return std::nullopt;
    return said.output;
}

}  // namespace

glsl::Texts committed_texts(const fs::path& folder) {
    if (const auto copy = folder.parent_path() / "original_shaders"; fs::is_directory(copy))
        return kept_texts(folder, copy);
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
