// SPDX-License-Identifier: MIT
#include "common/program/watch/sources.hpp"

#include <algorithm>

#include "common/glsl/included.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_shaders.hpp"

namespace pbp::watch {

namespace fs = std::filesystem;

std::vector<std::string> Sources::versions() const {
    std::vector<std::string> names;
    for (const auto& version : lesson_.versions)
        if (chosen(version, options_)) names.push_back(version.name);
    return names;
}

void Sources::update(Rounds& rounds) {
    std::set<fs::path> all;
    for (const auto& version : lesson_.versions) {
        if (!chosen(version, options_)) continue;
        auto shaders = shaders_of(lesson_, version, options_);
        for (const auto& name : rounds.built(version.name))
            if (name != options_.shader.string()) shaders.push_back(options_.shaders / name);
        auto& files = files_[version.name];
        files.clear();
        if (!lesson_.file.empty()) files.insert(lesson_.file);
        for (const auto& shader : shaders)
            for (auto& file : glsl::files_of(shader, options_.shaders / "common"))
                files.insert(std::move(file));
        all.insert(files.begin(), files.end());
    }
    changes.watch(all);
}

std::vector<std::string> Sources::affected_by(const std::vector<Change>& changed) const {
    std::vector<std::string> names;
    for (const auto& name : versions())
        if (const auto files = files_.find(name);
            files != files_.end() && std::ranges::any_of(changed, [&](const Change& change) {
                return files->second.contains(change.file);
            }))
            names.push_back(name);
    return names;
}

}  // namespace pbp::watch
