// SPDX-License-Identifier: MIT
#include "common/sim/run/snapshot.hpp"

#include <algorithm>

namespace pbp::sim {

Snapshot::Snapshot(const Dispatch& dispatch, std::size_t most_words) {
    std::size_t words = 0;
    for (const Memory* memory : dispatch.buffers) words += memory == nullptr ? 0 : memory->words.size();
    for (const ImageMemory* image : dispatch.images)
        words += image == nullptr ? 0 : image->memory.words.size();
    kept_ = words <= most_words;
    if (!kept_) return;
    for (const Memory* memory : dispatch.buffers)
        buffers_.push_back(memory == nullptr ? std::vector<std::uint32_t>() : memory->words);
    for (const ImageMemory* image : dispatch.images)
        images_.push_back(image == nullptr ? std::vector<std::uint32_t>() : image->memory.words);
}

std::unique_ptr<Again> Snapshot::again(const Dispatch& dispatch) const {
    auto made = std::make_unique<Again>(dispatch);
    Dispatch& again = made->dispatch;
    again.uniforms = dispatch.uniforms;
    again.crowds = &made->crowds;
    again.deadline = dispatch.deadline;
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
        const auto first = static_cast<std::size_t>(std::ranges::find(dispatch.buffers, dispatch.buffers[b]) -
                                                    dispatch.buffers.begin());
        if (dispatch.buffers[b] == nullptr || first < b) {  // nothing, or bound twice
            again.buffers.push_back(dispatch.buffers[b] == nullptr ? nullptr : again.buffers[first]);
            continue;
        }
        auto& memory = *made->memories.emplace_back(std::make_unique<Memory>());
        memory.bytes = dispatch.buffers[b]->bytes;
        memory.words = buffers_[b];
        again.buffers.push_back(&memory);
    }
    for (std::size_t i = 0; i < images_.size(); ++i) {
        again.images.push_back(nullptr);
        if (dispatch.images[i] == nullptr) continue;
        auto& image = *made->pictures.emplace_back(std::make_unique<ImageMemory>());
        image.size = dispatch.images[i]->size;
        image.number = dispatch.images[i]->number;
        image.format = dispatch.images[i]->format;
        image.memory.words = images_[i];
        image.memory.bytes = dispatch.images[i]->memory.bytes;
        again.images.back() = &image;
    }
    return made;
}

std::vector<const Memory*> changed_by(const Dispatch& dispatch) {
    std::vector<const Memory*> found;
    for (const Instruction& in : dispatch.code.instructions) {
        const bool to_buffer = in.op == Op::store_buffer || in.op == Op::atomic_buffer;
        const Memory* memory = to_buffer ? dispatch.buffers[in.y] : nullptr;
        if ((in.op == Op::store_image || in.op == Op::atomic_image) && dispatch.images[in.y] != nullptr)
            memory = &dispatch.images[in.y]->memory;
        if (memory != nullptr) found.push_back(memory);
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

}  // namespace pbp::sim
