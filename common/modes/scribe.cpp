// SPDX-License-Identifier: MIT
#include "common/modes/scribe.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "common/base/text.hpp"

namespace pbp {

namespace {

/// A buffer that holds data on their way between the CPU and another buffer.
constexpr const char* staging = "staging";

constexpr std::size_t most_groups = 512;  ///< more nobody reads

/// What an object is that a function takes as its argument number `at`.
std::string kind_of(std::string_view function, std::size_t at) {
    const auto has = [&](std::string_view word) { return function.find(word) != std::string_view::npos; };
    if (has("Program") || (has("AttachShader") && at == 0)) return "program";
    if (has("Shader")) return "shader";
    if (has("Texture")) return "texture";
    if (has("Quer")) return "query";
    return "buffer";
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

}  // namespace

void Scribe::begin() {
    *this = Scribe();
    objects_.emplace_back();
    groups_.push_back({.title = "before the first pass", .calls = {}});
    listens_ = true;
}

std::size_t Scribe::object(const std::string& kind, const std::string& number, bool created) {
    if (number == "0") return 0;
    auto& known = current_[{kind, number}];
    if (known == 0 || created) {
        known = objects_.size();
        objects_.push_back({kind, ""});
    }
    return known;
}

void Scribe::heard(const calls::Call& call) {
    if (!listens_) return;
    const std::string name(call.name);
    functions_[name] = {name, std::string(call.reference), std::string(call.sentence)};
    Noted noted{.name = name, .arguments = call.arguments, .objects = {}};
    noted.objects.resize(call.arguments.size());
    const bool creates = name.starts_with("glCreate");
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const auto& argument = call.arguments[i];
        if (call.parameters[i] == 'o') noted.objects[i] = {object(kind_of(name, i), argument, false)};
        if (call.parameters[i] == 'n') {
            std::istringstream numbers(argument.substr(1, argument.size() - 2));
            for (std::string number; numbers >> number;)
                noted.objects[i].push_back(object(kind_of(name, i), number, creates));
        }
    }
    if (!call.result.empty()) noted.result = object(kind_of(name, 0), call.result, true);
    if (name == "glNamedBufferStorage" && noted.arguments[3].find("GL_CLIENT_STORAGE") != std::string::npos)
        objects_[noted.objects[0].front()].name = staging;
    if (name.starts_with("glProgramUniform")) {
        const auto built = programs_.find(static_cast<Handle>(std::stoul(call.arguments[0])));
        if (built != programs_.end())
            for (const auto& uniform : built->second.uniforms)
                if (std::to_string(uniform.location) == call.arguments[1]) noted.arguments[1] = uniform.name;
    }
    groups_.back().calls.push_back(std::move(noted));
}

void Scribe::prepare(bool of_dispatch) {
    if (!listens_ || !(done_ || (of_dispatch && groups_.size() == 1))) return;
    done_ = false;
    if (groups_.size() < most_groups) {
        groups_.emplace_back();
        return;
    }
    ++left_out_;
    groups_.back().calls.clear();  // its number says which ones are missing
}

void Scribe::built(const Built& built, const std::string& name) {
    if (!listens_) return;
    programs_[built.handle] = built;
    objects_[object("program", std::to_string(built.handle), false)].name = name;
}

void Scribe::dispatching(Handle program, const Bindings& bindings) {
    if (!listens_) return;
    groups_.back().title = title_;
    groups_.back().dispatch = ++dispatches_;
    for (const auto& block : programs_[program].buffers) {
        const Handle buffer = block.binding < bindings.buffers.size() ? bindings.buffers[block.binding] : 0;
        if (buffer == 0) continue;
        auto& name = objects_[object("buffer", std::to_string(buffer), false)].name;
        if (name.empty()) name = snake_case(block.name);
    }
}

void Scribe::name_apart() {
    std::map<std::string, int> seen;
    for (auto& object : objects_) {
        if (object.name.empty()) object.name = object.kind;
        if (object.name == staging || object.kind == "shader") continue;  // each is deleted soon
        if (const int count = ++seen[object.name]; count > 1) object.name += "_" + std::to_string(count);
    }
}

HostGroup Scribe::rendered(const Group& group) const {
    HostGroup made{group.title, group.dispatch, {}};
    for (const auto& noted : group.calls) {
        auto arguments = noted.arguments;
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            if (noted.objects[i].empty()) continue;
            std::vector<std::string> names;
            for (const auto one : noted.objects[i]) names.push_back(one == 0 ? "0" : objects_[one].name);
            arguments[i] = arguments[i].starts_with('[') ? "[" + joined(names) + "]" : names.front();
        }
        HostCall call{noted.name, joined(arguments), noted.result == 0 ? "" : objects_[noted.result].name};
        auto& calls = made.calls;
        if (!calls.empty()) {
            call.times = calls.back().times;
            if (call == calls.back()) {
                ++calls.back().times;
                continue;
            }
            call.times = 1;
        }
        calls.push_back(std::move(call));
    }
    return made;
}

HostCalls Scribe::end() {
    listens_ = false;
    auto& last = groups_.back().calls;
    const auto ends = [&](const Noted& call) {
        return call.name.starts_with("glDelete") && (call.objects.size() < 2 || call.objects[1].empty() ||
                                                     objects_[call.objects[1].front()].name != staging);
    };
    const auto kept = std::find_if_not(last.rbegin(), last.rend(), ends).base();
    Group after{.title = "at the end", .calls = {kept, last.end()}};
    last.erase(kept, last.end());
    if (!after.calls.empty()) groups_.push_back(std::move(after));
    name_apart();
    HostCalls calls;
    for (const auto& group : groups_) calls.groups.push_back(rendered(group));
    for (auto& [name, function] : functions_) calls.functions.push_back(std::move(function));
    calls.left_out = left_out_;
    return calls;
}

}  // namespace pbp
