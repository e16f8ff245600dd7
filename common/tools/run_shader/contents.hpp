// SPDX-License-Identifier: MIT
#pragma once

#include "common/tools/run_shader/interface.hpp"
#include "common/tools/run_shader/outcome.hpp"
#include "common/tools/run_shader/wishes.hpp"

namespace pbp::run_shader {

/// What a buffer holds, word by word, and in a few words what that is.
struct Contents {
    std::vector<std::uint32_t> words;
    std::uint32_t count = 0;  ///< elements of block.elements()
    std::string in_words;
};

/// What a block begins with; `wish` may be null. A kind fills each member of its elements on its own, scalar
/// by scalar; whatever precedes them begins as zeros. Throws Error(wrong_usage).
Contents contents_of(const Block& block, const BufferWish* wish, std::uint64_t seed);

/// The bytes of a buffer with them: its last word may be there in part.
std::size_t bytes_in(const Block& block, const Contents& contents);

/// The scalar at byte `at`, as text that reads back as the same number.
std::string text_of(const std::vector<std::uint32_t>& words, const Scalar& scalar, std::uint64_t at);
/// The channels that a texel of the image has; of 8-bit ones, what is kept.
std::string text_of(const Texel& texel, const ImageShape& shape);
double number_of(const std::vector<std::uint32_t>& words, const Scalar& scalar, std::uint64_t at);

/// A member before and after a run, with its first `show` elements.
ShownMember compare(const Member& member, std::uint32_t count, const std::vector<std::uint32_t>& before,
                    const std::vector<std::uint32_t>& after, std::uint32_t show);

}  // namespace pbp::run_shader
