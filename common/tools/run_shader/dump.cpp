// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/story.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/readable.hpp"
#include "common/tools/run_shader/session.hpp"
#include "common/tools/run_shader/uniforms.hpp"

namespace pbp::run_shader {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// A file as the description names it: from its own folder.
std::string named(const fs::path& file, const fs::path& folder) {
    const auto name = fs::weakly_canonical(file).lexically_relative(fs::weakly_canonical(folder));
    if (name.empty() || *name.begin() == "..")
        fail(ExitCode::wrong_usage,
             "--dump-passes: {} is not below the folder {}; write the description next to the shader.",
             in_message(file), in_message(fs::weakly_canonical(folder)));
    return name.string();
}

const char* word_for(ValueType type) {
    return type == ValueType::float32 ? "float" : type == ValueType::int32 ? "int" : "uint";
}

/// A buffer as an array of 32-bit numbers: those of its first type.
Json buffer_of(const Block& block, const Wishes& wishes, const fs::path& folder) {
    const auto* wish = wish_for(wishes.buffers, block);
    Json made;
    const auto& member = block.elements() != nullptr ? *block.elements() : block.members.front();
    made["type"] = word_for(member.columns.front().scalars.front().type);
    if (wish != nullptr && !wish->file.empty()) {
        made["data"] = {{"file", named(wish->file, folder)}};
        return made;
    }
    made["count"] = contents_of(block, wish, wishes).words.size();
    if (wish != nullptr && !wish->kind_word.empty()) made["data"] = wish->kind_word;
    if (wish == nullptr && block.input) made["data"] = "small";
    return made;
}

Json uniform_of(const UniformSlot& slot, const Wishes& wishes) {
    std::vector<std::string> words;
    for (const auto& wish : wishes.uniforms)
        if (wish.name == slot.name) words = wish.values;
    if (words.empty()) {
        const auto digits = slot.type.find_first_of("234");
        const auto count = slot.type == "mat4"           ? 16
                           : digits == std::string::npos ? 1
                                                         : slot.type[digits] - '0';
        words.assign(static_cast<std::size_t>(count), "0");
    }
    Json values = Json::array();
    for (const auto& word : words) values.push_back(Json::accept(word) ? Json::parse(word) : Json(word));
    return values.size() == 1 ? values.front() : values;
}

}  // namespace

void dump_passes(const Wishes& wishes, Device& device) {
    const auto& file = wishes.dump;
    if (!file.string().ends_with(".pass.json"))
        fail(ExitCode::wrong_usage, "--dump-passes {}: name it like {}.pass.json.", in_message(file),
             wishes.shader.stem().string());
    std::error_code ignored;
    if (fs::exists(file, ignored))
        fail(ExitCode::wrong_usage, "--dump-passes {}: it exists; remove it, or choose another name.",
             in_message(file));
    const auto folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    const auto interface = interface_of(
        wishes.shader.string(),
        device.source(fs::absolute(wishes.shader).string(), {.defines = wishes.defines}), device.observer());
    Json pass{{"shader", named(wishes.shader, folder)}}, buffers = Json::object(), images = Json::object();
    std::uint64_t largest = 1;
    for (const auto& block : interface.blocks) {
        if (block.uniform)
            fail(ExitCode::wrong_usage,
                 "--dump-passes: {} has a uniform block, '{}', which a description cannot fill; "
                 "make its members plain uniforms.",
                 in_message(wishes.shader), block.name);
        buffers[block.name] = buffer_of(block, wishes, folder);
        if (buffers[block.name].contains("count"))
            largest = std::max(largest, buffers[block.name]["count"].get<std::uint64_t>());
    }
    for (auto& [name, buffer] : buffers.items())
        if (buffer.contains("count") && buffer["count"] == largest) buffer["count"] = "n";
    for (const auto& slot : interface.images) {
        const auto* wish = wish_for(wishes.images, slot);
        if (wish != nullptr && !wish->file.empty())
            images[slot.name] = {{"file", named(wish->file, folder)}};
        else
            images[slot.name] = {
                {"size", {wish == nullptr ? 64 : wish->size.x, wish == nullptr ? 64 : wish->size.y}}};
    }
    for (const auto& define : wishes.defines) pass["defines"][define.name] = define.value;
    for (const auto& slot : interface.uniforms)
        if (can_set(slot.type) && !slot.initialized && !slot.name.starts_with("pbp_"))
            pass["uniforms"][slot.name] = uniform_of(slot, wishes);
    if (wishes.groups)
        pass["groups"] = {wishes.groups->x, wishes.groups->y, wishes.groups->z};
    else
        pass["invocations"] = "n";
    if (wishes.repeat > 1) pass["repeat"] = wishes.repeat;
    Json made{{"n", largest}, {"buffers", buffers}};
    if (!images.empty()) made["images"] = images;
    made["passes"] = Json::array({pass});
    write_file(file, made.dump(2) + "\n");
}

}  // namespace pbp::run_shader
