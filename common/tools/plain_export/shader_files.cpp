// SPDX-License-Identifier: MIT
#include "common/tools/plain_export/shader_files.hpp"

#include <algorithm>
#include <vector>

namespace pbp::plain_export {

namespace {

/// A shader's first line, the definitions that follow it, and the rest.
struct Parts {
    std::string version;
    std::vector<std::string> defines;
    std::string rest;
};

Parts parts_of(const std::string& text) {
    Parts parts;
    auto at = text.find('\n') + 1;
    parts.version = text.substr(0, at);
    while (text.compare(at, 8, "#define ") == 0) {
        const auto end = text.find('\n', at) + 1;
        parts.defines.push_back(text.substr(at, end - at));
        at = end;
    }
    parts.rest = text.substr(at);
    return parts;
}

}  // namespace

ShaderFiles shader_files(const Story& story) {
    std::map<std::string, std::vector<Handle>> alike;  // by all but the definitions
    std::map<Handle, Parts> parts;
    for (const auto& [handle, program] : story.programs) {
        parts[handle] = parts_of(program.text);
        alike[parts[handle].rest].push_back(handle);
    }
    ShaderFiles files;
    for (const auto& [rest, handles] : alike) {
        const auto& first = parts[handles.front()];
        const auto shared = [&](const std::string& define) {
            return std::ranges::all_of(handles, [&](Handle one) {
                return std::ranges::find(parts[one].defines, define) != parts[one].defines.end();
            });
        };
        const auto file = story.programs.at(handles.front()).name + ".comp";
        auto text = first.version;
        for (const auto& define : first.defines)
            if (shared(define)) text += define;
        for (const auto handle : handles) {
            auto& use = files.of[handle];
            use.file = file;
            for (const auto& define : parts[handle].defines)
                if (!shared(define)) use.defines += define;
        }
        if (handles.size() > 1)
            text += "// main.cpp adds above this line what its programs define differently.\n";
        files.texts[file] = text + rest;
    }
    return files;
}

}  // namespace pbp::plain_export
