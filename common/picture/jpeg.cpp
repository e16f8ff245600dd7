// SPDX-License-Identifier: MIT
#include "common/picture/jpeg.hpp"

namespace pbp::picture {

bool is_jpeg(std::span<const std::uint8_t> bytes) {
    return bytes.size() >= 3 && bytes[0] == 0xFF && bytes[1] == 0xD8 && bytes[2] == 0xFF;
}

bool jpeg_is_whole(std::span<const std::uint8_t> bytes) {
    // Markers are 0xFF and a byte; segments, which may hold a small JPEG of their own, say how long they are;
    // compressed data writes a 0xFF of its own as 0xFF 0x00.
    for (std::size_t at = 2; at + 1 < bytes.size();) {
        const auto marker = bytes[at + 1];
        if (bytes[at] != 0xFF || marker == 0xFF) {
            at += 1;
        } else if (marker == 0xD9) {
            return true;
        } else if (marker <= 0x01 || (marker >= 0xD0 && marker <= 0xD8)) {
            at += 2;  // stands alone
        } else {
            if (at + 3 >= bytes.size()) return false;
            at += 2 + (std::size_t{bytes[at + 2]} << 8 | bytes[at + 3]);
        }
    }
    return false;
}

}  // namespace pbp::picture
