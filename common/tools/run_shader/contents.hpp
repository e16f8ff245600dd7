// SPDX-License-Identifier: MIT
#pragma once

#include "common/event/contents.hpp"
#include "common/tools/run_shader/interface.hpp"
#include "common/tools/run_shader/wishes.hpp"

namespace pbp::run_shader {

/// What a buffer holds, word by word, and in a few words what that is.
struct Held {
    std::vector<std::uint32_t> words;
    std::uint32_t count = 0;  ///< elements of block.elements()
    std::string in_words;
};

/// What a block begins with; `wish`, the one of `wishes` that is about it, may be null. A kind fills each
/// member of its elements on its own, scalar by scalar; whatever precedes them begins as zeros. Throws
/// Error(wrong_usage).
Held contents_of(const Block& block, const BufferWish* wish, const Wishes& wishes);

/// The bytes of a buffer with them: its last word may be there in part.
std::size_t bytes_in(const Block& block, const Held& contents);

/// The first scalar of a block that another run left otherwise, as the shader would name it, with both
/// values; empty: none. `count`: of an open array.
std::string first_difference(const Block& block, std::uint32_t count, const std::vector<std::uint32_t>& now,
                             const std::vector<std::uint32_t>& first);
/// The same of the texels of an image.
std::string first_difference(const ImageSlot& slot, const ImageShape& shape, const std::vector<Texel>& now,
                             const std::vector<Texel>& first);

/// The scalar at byte `at`, as text that reads back as the same number.
std::string text_of(const std::vector<std::uint32_t>& words, const Scalar& scalar, std::uint64_t at);
/// The channels that a texel of the image has; of 8-bit ones, what is kept.
std::string text_of(const Texel& texel, const ImageShape& shape);
double number_of(const std::vector<std::uint32_t>& words, const Scalar& scalar, std::uint64_t at);

/// A member before and after a run, with its first `show` elements.
ShownMember compare(const Member& member, std::uint32_t count, const std::vector<std::uint32_t>& before,
                    const std::vector<std::uint32_t>& after, std::uint32_t show);

}  // namespace pbp::run_shader
