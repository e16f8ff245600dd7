// SPDX-License-Identifier: MIT
#include "common/tools/run_passes/state.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <glm/common.hpp>

#include "common/base/files.hpp"
#include "common/base/readable.hpp"
#include "common/check/inputs.hpp"
#include "common/check/mismatch.hpp"
#include "common/glsl/declared.hpp"
#include "common/picture/canvas/bitmap.hpp"
#include "common/tools/run_shader/uniforms.hpp"

namespace pbp::run_passes {

namespace {

/// The 32 bits of a number as it was typed; nothing for another type's number.
std::optional<std::uint32_t> bits_of(const std::string& word, ValueType type) {
    const auto read = [&]<typename T>(T value) -> std::optional<std::uint32_t> {
        const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (problem != std::errc{} || end != word.data() + word.size()) return std::nullopt;
        return std::bit_cast<std::uint32_t>(value);
    };
    switch (type) {
        case ValueType::int32:
            return read(std::int32_t{});
        case ValueType::float32:
            return read(float{});
        case ValueType::uint32:
            break;
    }
    return read(std::uint32_t{});
}

bool same_letters(const std::string& one, const std::string& other) {
    return std::ranges::equal(
        one, other, [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

/// A sentence of the command line's about a uniform, without the option that a description does not have.
std::string without_option(const std::string& sentence) {
    const auto end = sentence.starts_with("--uniform ") ? sentence.find(": ") : std::string::npos;
    return end == std::string::npos ? sentence : sentence.substr(end + 2);
}

const char* word_for(Reach reach) {
    return reach == Reach::buffer ? "buffer" : reach == Reach::sampled ? "sampler" : "image";
}

}  // namespace

std::vector<std::uint32_t> numbers_of(const Description& description, const Data& data, ValueType type) {
    if (!data.file.empty()) return values_in(read_bytes(data.file), data.file, type);
    std::vector<std::uint32_t> made;
    for (const auto& word : data.numbers) {
        const auto bits = bits_of(word, type);
        if (!bits)
            description.document.refuse(*data.node,
                                        "{} is not a number of type {}; give another, or another \"type\".",
                                        word, to_string(type));
        made.push_back(*bits);
    }
    return made;
}

State::State(Device& device, const Description& description, std::uint32_t n, const Beginning& beginning)
    : device_(device), description_(description) {
    const auto names = names_of(description, n);
    std::uint64_t seed = beginning.seed;
    for (const auto& one : description.buffers) {
        add_buffer(one, seed, names, beginning);
        seed += 100;  // buffers of one kind differ
    }
    for (const auto& one : description.images) add_image(one, names);
}

void State::add_buffer(const BufferDescription& one, std::uint64_t seed, const Names& names,
                       const Beginning& beginning) {
    const auto& document = description_.document;
    const auto most = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(device_.limits().buffer_bytes / 4, std::uint64_t{1} << 30));
    const bool main = one.name == beginning.main;
    std::optional<std::uint32_t> count;
    if (one.count) count = value_between(description_, *one.count, names, 1, most);
    std::vector<std::uint32_t> words;
    if (main && !beginning.input.empty())
        words = beginning.input;
    else if (one.data.kind)
        words =
            generate(main ? beginning.kind : *one.data.kind, one.type, *count, main ? beginning.seed : seed);
    else if (one.data.node != nullptr && !one.data.every &&
             (!one.data.numbers.empty() || !one.data.file.empty()))
        words = numbers_of(description_, one.data, one.type);
    else
        words.assign(*count, one.data.every ? numbers_of(description_, one.data, one.type).front() : 0);
    if (words.empty())
        document.refuse(*one.data.node, "the file holds no number; a buffer needs at least one.");
    if (count && words.size() > *count)
        document.refuse(*one.count->node, "\"{}\" is {}, but its data are {} numbers; make it larger.",
                        in_message(one.count->text), *count, words.size());
    if (count) words.resize(*count);  // zeros after the last number
    if (words.size() > most)
        document.refuse(*one.node, "{} numbers are above this device's limit of {}.", words.size(), most);
    buffers_.emplace(one.name, device_.buffer(words));
}

void State::add_image(const ImageDescription& one, const Names& names) {
    if (!one.file.empty()) {
        const auto bitmap = picture::load_bitmap(one.file);
        std::vector<Pixel> pixels;
        for (const auto& color : bitmap.pixels) pixels.emplace_back(color.r, color.g, color.b, color.a);
        images_.emplace(one.name, device_.image({bitmap.width, bitmap.height}, pixels));
        return;
    }
    const auto most = device_.limits().image_size;
    const glm::uvec2 size{value_between(description_, one.size[0], names, 1, most),
                          value_between(description_, one.size[1], names, 1, most)};
    if (std::uint64_t{size.x} * size.y > std::uint64_t{1} << 28)
        description_.document.refuse(*one.node, "{} x {} pixels are too many; make it smaller.", size.x,
                                     size.y);
    images_.emplace(
        one.name, device_.image(size, std::vector<Pixel>(std::size_t{size.x} * size.y, Pixel(0, 0, 0, 255))));
}

Left State::left(const std::string& buffer) {
    const auto words = this->words(buffer);
    return {
        words, [buffer, type = description_.buffer(buffer)->type, words](const auto& first) {
            const auto i = static_cast<std::size_t>(std::ranges::mismatch(words, first).in1 - words.begin());
            return fmt::format("{}[{}] is {}, not {}", buffer, i, in_digits(pbp::value_of(words[i], type)),
                               in_digits(pbp::value_of(first[i], type)));
        }};
}

void State::fill(const std::string& buffer, std::int64_t value) {
    const auto type = description_.buffer(buffer)->type;
    device_.fill(buffers_.at(buffer), type == ValueType::float32
                                          ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                                          : static_cast<std::uint32_t>(value));
}

void State::swap(const std::string& one, const std::string& other) {
    if (is_image(one))
        std::swap(images_.at(one), images_.at(other));
    else
        std::swap(buffers_.at(one), buffers_.at(other));
}

bool State::is_set(const std::string& flag) {
    std::uint32_t word = 0;
    device_.backend().read(buffers_.at(flag).handle(), 0, std::as_writable_bytes(std::span(&word, 1)));
    return word != 0;
}

void State::take(const std::string& name, State& from) {
    if (is_image(name)) {
        const auto pixels = from.pixels(name);
        device_.backend().write_image(image(name).handle(), image(name).size(),
                                      std::as_bytes(std::span(pixels)));
    } else {
        device_.write(buffer(name), from.words(name));
    }
}

std::string State::name_for(const Program::Slot& slot, Reach reach, const Launch& launch) const {
    const auto known = [&](const std::string& name) {
        return reach == Reach::buffer ? buffers_.contains(name) : images_.contains(name);
    };
    for (const auto& [word, name] : launch.step->bindings)
        if (word == slot.name || word == std::to_string(slot.binding)) {
            if (!known(name)) {
                const auto& node = *launch.step->node->find("bind")->find(word);
                description_.document.refuse(node, "'{}' is a{}, but {} {} takes a{}.", name,
                                             reach == Reach::buffer ? "n image" : " buffer", word_for(reach),
                                             slot.name, reach == Reach::buffer ? " buffer" : "n image");
            }
            return name;
        }
    const auto look = [&](const auto& all) -> std::string {
        for (const auto& one : all)
            if (same_letters(one.name, slot.name)) return one.name;
        return {};
    };
    return reach == Reach::buffer ? look(description_.buffers) : look(description_.images);
}

std::vector<State::Bound> State::bound(const Program& program, const Launch& launch, bool reference) const {
    std::vector<Bound> all;
    for (const auto reach : {Reach::buffer, Reach::sampled, Reach::image})
        for (const auto& slot : program.slots(reach)) {
            all.push_back({slot, reach, name_for(slot, reach, launch)});
            if (!all.back().name.empty() || !slot.used) continue;
            description_.document.refuse(
                *launch.step->node,
                "{} uses {} '{}', and nothing has that name; add \"bind\": {{\"{}\": ...}}.",
                shown(program.name()), word_for(reach), slot.name, slot.name);
        }
    if (!reference) refuse_strangers(all, program, launch);
    return all;
}

/// Throws for a word in "bind" that no binding of the shader is called.
void State::refuse_strangers(const std::vector<Bound>& all, const Program& program,
                             const Launch& launch) const {
    for (const auto& [word, name] : launch.step->bindings) {
        std::vector<std::string> names;
        bool found = false;
        for (const auto& one : all) {
            names.push_back(one.slot.name);
            found |= word == one.slot.name || word == std::to_string(one.slot.binding);
        }
        if (found) continue;
        description_.document.refuse(*launch.step->node->find("bind")->find(word), "{} has no '{}'{}",
                                     shown(program.name()), in_message(word), glsl::instead_of(word, names));
    }
}

std::vector<Argument> State::arguments(const Program& program, const Launch& launch, bool reference) {
    std::vector<Argument> made;
    for (const auto& [slot, reach, name] : bound(program, launch, reference)) {
        if (name.empty() || slot.binding < 0) continue;
        const auto handle = reach == Reach::buffer ? buffers_.at(name).handle() : images_.at(name).handle();
        made.push_back({static_cast<std::uint32_t>(slot.binding), handle,
                        slot.writes ? Access::inout : Access::in, reach});
    }
    return made;
}

std::vector<std::string> State::written(const Program& program, const Launch& launch, bool reference) {
    std::vector<std::string> names;
    for (const auto& [slot, reach, name] : bound(program, launch, reference))
        if (slot.used && slot.writes && !name.empty() && std::ranges::find(names, name) == names.end())
            names.push_back(name);
    return names;
}

std::vector<std::string> State::bound_names(const Program& program, const Launch& launch) const {
    std::vector<std::string> names;
    for (const auto& one : bound(program, launch, false))
        if (one.slot.used && !one.name.empty()) names.push_back(one.name);
    return names;
}

void State::set_uniforms(Program& program, const Launch& launch, bool reference) const {
    const auto& uniforms = program.declared_uniforms();
    for (const auto& wish : launch.uniforms) {
        const auto declared = std::ranges::find(uniforms, wish.name, &glsl::Declared::Uniform::name);
        const auto* node = launch.step->node->find("uniforms")->find(wish.name);
        try {
            if (declared != uniforms.end())
                program.set(wish.name, run_shader::value_of(declared->type, wish));
            else if (!reference)
                program.set(wish.name, 0u);  // throws, with the nearest name
        } catch (const Error& problem) {
            description_.document.refuse_text(*node, without_option(problem.what()));
        }
    }
    for (const auto& uniform : uniforms)
        if (const auto known = launch.names.find(uniform.name);
            known != launch.names.end() && run_shader::can_set(uniform.type) &&
            std::ranges::find(launch.uniforms, uniform.name, &run_shader::UniformWish::name) ==
                launch.uniforms.end())
            try {
                program.set(uniform.name, run_shader::value_of(
                                              uniform.type, {uniform.name, {std::to_string(known->second)}}));
            } catch (const Error& problem) {
                description_.document.refuse_text(*launch.step->node, without_option(problem.what()));
            }
    for (const auto& name : program.unset_uniforms())
        description_.document.refuse(*launch.step->node,
                                     "{} uses uniform '{}'; add \"uniforms\": {{\"{}\": ...}}.",
                                     shown(program.name()), name, name);
}

Groups State::groups(const Program& program, const Launch& launch) const {
    if (!launch.invocations) return launch.count;
    const auto local = program.local_size();
    if (launch.flat) return groups_for(launch.count.x, local.x * local.y * local.z, device_.limits());
    return launch.count / local + glm::min(launch.count % local, Groups(1));
}

}  // namespace pbp::run_passes
