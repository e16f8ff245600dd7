// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/run.hpp"
#include "common/tools/run_shader/contents.hpp"
#include "common/tools/run_shader/interface.hpp"
#include "common/tools/run_shader/wishes.hpp"

namespace pbp::run_shader {

/// True where a word of the command line means this name or this binding.
template <typename Slot>
bool means(const std::string& word, const Slot& slot) {
    return word == slot.name || word == std::to_string(slot.binding);
}
/// A number alone means a storage block: uniform blocks are numbered on their own.
inline bool means(const std::string& word, const Block& block) {
    return word == block.name || (!block.uniform && word == std::to_string(block.binding));
}

/// What was wished for a buffer or an image; null: nothing.
template <typename Wish, typename Slot>
const Wish* wish_for(const std::vector<Wish>& wishes, const Slot& slot) {
    for (const auto& wish : wishes)
        if (means(wish.which, slot)) return &wish;
    return nullptr;
}

/// A buffer of the shader, on a device.
struct BoundBuffer {
    Block block;
    Held began;
    Buffer<std::uint32_t> buffer;
};

/// An image or a sampler of the shader, on a device.
struct BoundImage {
    ImageSlot slot;
    std::vector<Texel> began;
    ImageShape shape;
    std::string in_words;
    Image image;
};

/// A shader with all that it wants from outside, ready to be dispatched by a run. Every sentence about a wish
/// that does not fit is an Error(wrong_usage); what nobody wished for becomes a note.
class Session {
  public:
    Session(Run& run, const Wishes& wishes);

    void dispatch(Traced traced);
    std::vector<std::uint32_t> read(const BoundBuffer& buffer) { return run_.gpu.read(buffer.buffer); }
    std::vector<Texel> read(const BoundImage& image) {
        std::vector<Texel> texels(image.shape.texels());
        run_.gpu.backend().read_texels(image.image.handle(), texels);
        return texels;
    }

    const std::vector<BoundBuffer>& buffers() const { return buffers_; }
    const std::vector<BoundImage>& images() const { return images_; }
    Groups groups() const { return groups_; }
    const glsl::Source& source() const { return program_.source(); }
    glm::uvec3 local_size() const { return program_.local_size(); }

  private:
    Program& program_for(const Wishes& wishes);
    void set_uniforms(const Interface& interface, const Wishes& wishes);
    Held contents_for(const Block& block, const Wishes& wishes);
    void bind_buffers(const Interface& interface, const Wishes& wishes);
    void bind_images(const Interface& interface, const Wishes& wishes);
    void choose_groups(const Wishes& wishes);
    void note(const std::string& sentence) { run_.note(sentence); }

    Run& run_;
    Interface interface_;
    Program& program_;
    std::vector<BoundBuffer> buffers_;
    std::vector<BoundImage> images_;
    Groups groups_{1};
};

}  // namespace pbp::run_shader
