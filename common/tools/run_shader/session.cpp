// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/session.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "common/base/error.hpp"
#include "common/device/group_count.hpp"
#include "common/picture/canvas/bitmap.hpp"
#include "common/tools/run_shader/compiled.hpp"
#include "common/tools/run_shader/uniforms.hpp"

namespace pbp::run_shader {

namespace {

constexpr std::uint32_t most_bindings = 64;
constexpr std::uint32_t most_uniform_bindings = 84;  // GL_MAX_UNIFORM_BUFFER_BINDINGS is at least that

bool means_a_member(const std::string& word, const Interface& interface) {
    return std::ranges::any_of(interface.blocks, [&](const Block& block) {
        return std::ranges::any_of(block.members,
                                   [&](const Member& one) { return means_member(word, block, one); });
    });
}

/// A wish that fits nothing: says what there is, and the nearest name.
template <typename Slot>
void refuse_strangers(const char* flag, const char* what, const auto& wishes,
                      const std::vector<Slot>& slots) {
    for (const auto& wish : wishes) {
        const auto hits =
            std::ranges::count_if(slots, [&](const auto& slot) { return means(wish.which, slot); });
        if (hits == 1) continue;
        if (hits > 1)
            fail(ExitCode::wrong_usage, "{} {}: several share this binding; give the name.", flag,
                 wish.which);
        std::vector<std::string> names, known;
        for (const auto& slot : slots) {
            names.push_back(slot.name);
            known.push_back(fmt::format("{} (binding {})", slot.name, slot.binding));
        }
        const auto meant = glsl::nearest(wish.which, names);
        fail(ExitCode::wrong_usage, "{} {}: the shader has no such {}{}", flag, wish.which, what,
             !meant.empty()  ? fmt::format("; did you mean '{}'?", meant)
             : names.empty() ? "; it has none."
                             : fmt::format("; it has {}.", fmt::join(known, ", ")));
    }
    for (const auto& slot : slots)
        if (std::ranges::count_if(wishes, [&](const auto& wish) { return means(wish.which, slot); }) > 1)
            fail(ExitCode::wrong_usage,
                 "{}: {} '{}' is given twice, by its name and by its binding; give it once.", flag, what,
                 slot.name);
}

/// A picture as the texels of an image that has colours from 0 to 1.
std::vector<Texel> load(const std::filesystem::path& file, ImageShape& shape) {
    const auto bitmap = picture::load_bitmap(file);
    shape.size = {static_cast<std::uint32_t>(bitmap.width), static_cast<std::uint32_t>(bitmap.height), 1};
    const auto channel = [](std::uint8_t value) {
        return std::bit_cast<std::uint32_t>(static_cast<float>(value) / 255.0f);
    };
    std::vector<Texel> texels;
    for (const auto& color : bitmap.pixels)
        texels.push_back({channel(color.r), channel(color.g), channel(color.b), channel(color.a)});
    return texels;
}

std::string size_in_words(const ImageShape& shape) {
    std::string words = fmt::format("{}", shape.size.x);
    for (int axis = 1; axis < shape.dimensions + (shape.arrayed ? 1 : 0); ++axis)
        words += fmt::format(" x {}", shape.size[axis]);
    return words;
}

/// What an image begins with; its size is then in `shape`.
std::vector<Texel> texels_of(const ImageSlot& slot, const ImageWish* wish, ImageShape& shape) {
    const auto& format = *find_texel_format(shape.format);
    const int axes = shape.dimensions + (shape.arrayed ? 1 : 0);
    if (wish != nullptr && !wish->file.empty()) {
        if (axes != 2 || shape.arrayed || format.is_integer())
            fail(ExitCode::wrong_usage, "--image {}: a picture fits no {} of format {}; give a size.",
                 wish->which, slot.type, format.name);
        return load(wish->file, shape);
    }
    constexpr glm::uvec3 one{64, 1, 1}, two{64, 64, 1}, three{16, 16, 16};
    shape.size = shape.dimensions == 3 ? three : axes == 1 ? one : two;
    if (shape.arrayed) shape.size[axes - 1] = 4;
    if (wish != nullptr) {
        for (int axis = 0; axis < 3; ++axis)
            if ((wish->size[axis] > 0) != (axis < axes))
                fail(ExitCode::wrong_usage, "--image {}: a {} has {} size{}, as in {}.", wish->which,
                     slot.type, axes, axes == 1 ? "" : "s",
                     axes == 1   ? "64"
                     : axes == 2 ? (shape.arrayed ? "64x4" : "64x64")
                                 : "16x16x4");
        shape.size = glm::max(wish->size, glm::uvec3(1));
    }
    if (std::uint64_t{shape.size.x} * shape.size.y > (std::uint64_t{1} << 28) / shape.size.z)
        fail(ExitCode::wrong_usage, "--image {}: {} x {} x {} texels are too many.", slot.name, shape.size.x,
             shape.size.y, shape.size.z);
    const bool picture = axes == 2 && !format.is_integer();
    return std::vector<Texel>(shape.texels(),
                              Texel{0, 0, 0, picture ? std::bit_cast<std::uint32_t>(1.0f) : 0u});
}

}  // namespace

Session::Session(Run& run, const Wishes& wishes) : run_(run), program_(program_for(wishes)) {
    const auto& interface = interface_;
    refuse_strangers("--buffer", "buffer", wishes.buffers, interface.blocks);
    refuse_strangers("--image", "image", wishes.images, interface.images);
    set_uniforms(interface, wishes);
    bind_buffers(interface, wishes);
    bind_images(interface, wishes);
    choose_groups(wishes);
}

/// The shader, built for the run; what it declares is then in interface_.
Program& Session::program_for(const Wishes& wishes) {
    const bool compiled = is_compiled(wishes.shader), simulated = !run_.gpu.can_draw();
    if (compiled && !wishes.defines.empty())
        fail(ExitCode::wrong_usage, "--define: {} is compiled; give the value to its compiler.",
             wishes.shader.string());
    if (compiled && !simulated)
        fail(ExitCode::wrong_usage, "{} is SPIR-V, which only the simulator runs; add --sim.",
             wishes.shader.string());
    const auto file = std::filesystem::absolute(wishes.shader).string();
    const auto text = [&](const BuildOptions& options) {
        return compiled ? read_compiled(wishes.shader) : run_.gpu.source(file, options);
    };
    auto source = text({.defines = wishes.defines});
    if (compiled && source.files.front() == wishes.shader)
        note("the module has no line numbers; most compilers add them with -g");
    interface_ = interface_of(wishes.shader.string(), source, run_.gpu.observer());
    for (const auto& wish : wishes.constants) {
        const auto known = std::ranges::find_if(interface_.constants, [&](const ConstantSlot& slot) {
            return wish.which == slot.name || wish.which == std::to_string(slot.id);
        });
        if (known == interface_.constants.end()) {
            std::vector<std::string> names;
            for (const auto& slot : interface_.constants) names.push_back(name_of(slot));
            fail(ExitCode::wrong_usage, "--constant {}: the shader has no such specialization constant{}",
                 wish.which, glsl::instead_of(wish.which, names));
        }
        source.constants.push_back({known->id, constant_bits(known->type, wish)});
    }
    if (!source.constants.empty())
        interface_ = interface_of(wishes.shader.string(), source,
                                  run_.gpu.observer());  // an array may have another size now
    if (!simulated && !interface_.only_simulated.empty())
        fail(ExitCode::wrong_usage, "{} has {}, which OpenGL does not know; add --sim.",
             wishes.shader.string(), interface_.only_simulated);
    for (const auto& sentence : interface_.notes) note(sentence);
    std::vector<std::string> kept;
    for (const auto& slot : interface_.constants)
        if (std::ranges::find(source.constants, slot.id, &glsl::ConstantValue::id) == source.constants.end())
            kept.push_back(fmt::format("{}={}", name_of(slot), value_of(slot)));
    if (!kept.empty())
        note(fmt::format("constants as in the shader: {}; --constant {}", fmt::join(kept, ", "),
                         kept.front()));
    return run_.program(wishes.shader.string(), wishes.defines, [&](const BuildOptions& options) {
        auto made = text(options);
        made.constants = source.constants;
        return made;
    });
}

void Session::set_uniforms(const Interface& interface, const Wishes& wishes) {
    std::vector<std::string> names;
    for (const auto& uniform : interface.uniforms) names.push_back(uniform.name);
    for (const auto& block : interface.blocks)
        for (const auto& member : block.members)
            if (block.uniform) names.push_back(member.name);
    for (const auto& wish : wishes.uniforms) {
        const auto known = std::ranges::find(interface.uniforms, wish.name, &UniformSlot::name);
        if (known == interface.uniforms.end() && means_a_member(wish.name, interface)) continue;
        if (known == interface.uniforms.end())
            fail(ExitCode::wrong_usage, "--uniform {}: the shader has no such uniform{}", wish.name,
                 glsl::instead_of(wish.name, names));
        program_.set(wish.name, value_of(known->type, wish));
    }
    for (const auto& sentence : program_.take_notes()) note(sentence);
    for (const auto& uniform : interface.uniforms)
        if (!uniform.initialized && !uniform.name.starts_with("pbp_") &&
            std::ranges::find(wishes.uniforms, uniform.name, &UniformWish::name) == wishes.uniforms.end())
            note(fmt::format(
                "uniform {} {} was not set: it is 0{}", uniform.type, uniform.name,
                can_set(uniform.type) ? fmt::format("; --uniform {}=...", uniform.name) : std::string()));
}

Held Session::contents_for(const Block& block, const Wishes& wishes) {
    const auto* wish = wish_for(wishes.buffers, block);
    auto contents = contents_of(block, wish, wishes);
    if (wishes.bits != nullptr && wish == nullptr && block.input &&
        contents.words.size() == wishes.bits->size())
        contents.words = *wishes.bits;
    std::vector<std::string> set;
    for (const auto& member : block.members)
        for (const auto& one : wishes.uniforms)
            if (means_member(one.name, block, member)) {
                set_member(block, member, one, contents.words);
                set.push_back(fmt::format("{}={}", member.name, fmt::join(one.values, ",")));
            }
    if (!set.empty())
        contents.in_words = fmt::format("{}; {}", contents.in_words, fmt::join(set, "; "));
    else if (wish == nullptr && block.uniform)
        note(fmt::format("uniform block '{}' was not set: zeros; --uniform {}=...", block.name,
                         block.members.front().name));
    else if (wish == nullptr) {
        const auto* array = block.elements();
        note(fmt::format(
            "buffer '{}' was not given: {}; --buffer {}=...", block.name,
            fmt::format("{}{}",
                        array != nullptr && array->open ? fmt::format("{} elements of ", contents.count) : "",
                        !block.input                      ? "zeros"
                        : wishes.kind == InputKind::small ? "small values, 0 to 9"
                                                          : contents.in_words),
            block.name));
    }
    return contents;
}

void Session::bind_buffers(const Interface& interface, const Wishes& wishes) {
    for (std::size_t i = 0; i < interface.blocks.size(); ++i) {
        // Blocks of one binding are views of one buffer: it is the one that was named, or else the first.
        const auto shares = [&](const Block& other) {
            return other.binding == interface.blocks[i].binding &&
                   other.uniform == interface.blocks[i].uniform;
        };
        if (std::ranges::any_of(buffers_, shares, &BoundBuffer::block)) continue;
        const auto named = std::ranges::find_if(interface.blocks, [&](const Block& other) {
            return shares(other) &&
                   std::ranges::find(wishes.buffers, other.name, &BufferWish::which) != wishes.buffers.end();
        });
        const auto& block = named == interface.blocks.end() ? interface.blocks[i] : *named;
        if (!block.uniform && !program_.uses_binding(block.binding)) {
            note(fmt::format("buffer '{}' is declared but never used", block.name));
            continue;
        }
        const auto end = block.uniform ? most_uniform_bindings : most_bindings;
        if (block.binding >= end)
            fail(ExitCode::wrong_usage, "{} '{}' is at binding {}, but the last one is {}.",
                 block.uniform ? "Uniform block" : "Buffer", block.name, block.binding, end - 1);
        auto began = contents_for(block, wishes);
        if (block.uniform)
            began.words.resize((began.words.size() + 3) / 4 * 4);  // whole vec4s, as std140 has it
        for (const auto& other : interface.blocks)
            if (&other != &block && shares(other)) {
                note(fmt::format("buffer '{}' is another view of '{}'", other.name, block.name));
                began.words.resize(std::max<std::size_t>(began.words.size(), (other.bytes(0) + 3) / 4));
            }
        auto buffer = run_.gpu.buffer(began.words, bytes_in(block, began));
        buffers_.push_back({block, std::move(began), std::move(buffer)});
    }
}

void Session::bind_images(const Interface& interface, const Wishes& wishes) {
    for (const auto& slot : interface.images) {
        if (!slot.problem.empty()) fail(ExitCode::wrong_usage, "Image '{}' {}.", slot.name, slot.problem);
        if (slot.binding >= most_bindings)
            fail(ExitCode::wrong_usage, "Image '{}' is at binding {}, but the last one is {}.", slot.name,
                 slot.binding, most_bindings - 1);
        const auto* wish = wish_for(wishes.images, slot);
        auto shape = slot.shape;
        auto texels = texels_of(slot, wish, shape);
        const std::string in_words = wish != nullptr && !wish->file.empty()    ? "from " + wish->file.string()
                                     : shape.dimensions == 2 && !shape.arrayed ? "black"
                                                                               : "zeros";
        if (wish == nullptr)
            note(fmt::format("image '{}' was not given: {} {}; --image {}=...", slot.name,
                             size_in_words(shape), in_words == "black" ? "black pixels" : "texels of zeros",
                             slot.name));
        auto image = run_.gpu.image(shape, texels);
        images_.push_back({slot, std::move(texels), shape, in_words, std::move(image)});
    }
}

void Session::choose_groups(const Wishes& wishes) {
    const auto local = local_size();
    if (wishes.groups) {
        groups_ = *wishes.groups;
    } else {
        glm::uvec3 pixels{0};
        std::uint64_t elements = 1;
        const auto all = [](glm::uvec3 size) { return std::uint64_t{size.x} * size.y * size.z; };
        for (const auto& bound : images_)
            if (bound.shape.texels() > all(pixels)) pixels = bound.shape.size;
        for (const auto& bound : buffers_) elements = std::max<std::uint64_t>(elements, bound.began.count);
        if (local.y > 1 && pixels.x > 0)
            groups_ = (pixels + local - 1u) / local;
        else
            groups_ =
                groups_for(std::max(elements, all(pixels)), local.x * local.y * local.z, run_.gpu.limits());
        note(fmt::format("--groups {},{},{}, to cover the largest {}", groups_.x, groups_.y, groups_.z,
                         all(pixels) > elements ? "image" : "buffer"));
    }
    const char axes[] = {'x', 'y', 'z'};
    for (int axis = 0; axis < 3; ++axis)
        if (groups_[axis] > run_.gpu.limits().workgroup_count[axis])
            fail(ExitCode::wrong_usage, "--groups: {} workgroups in {} exceed this device's limit of {}.",
                 groups_[axis], axes[axis], run_.gpu.limits().workgroup_count[axis]);
    if (product(groups_.x, groups_.y, groups_.z) > most_workgroups)
        fail(ExitCode::wrong_usage,
             "--groups: {} x {} x {} workgroups are too many; a dispatch can have at most {} in all.",
             groups_.x, groups_.y, groups_.z, most_workgroups);
}

void Session::dispatch(Traced traced) {
    std::vector<Handle> buffers, textures, images, blocks;
    const auto put = [](std::vector<Handle>& at, std::uint32_t binding, Handle handle) {
        if (at.size() <= binding) at.resize(binding + 1);
        at[binding] = handle;
    };
    for (const auto& bound : buffers_)
        put(bound.block.uniform ? blocks : buffers, bound.block.binding, bound.buffer.handle());
    for (const auto& bound : images_)
        put(bound.slot.sampled ? textures : images, bound.slot.binding, bound.image.handle());
    run_.launch(program_, groups_, {buffers, textures, images, {}, blocks}, traced);
}

}  // namespace pbp::run_shader
