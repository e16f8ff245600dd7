// SPDX-License-Identifier: MIT
#include "common/picture/canvas/jpeg.hpp"

#include <numeric>

namespace pbp::picture {
namespace {

/// Consecutive Huffman tables: a byte, the numbers of symbols with 1 to 16 bits, and the symbols.
bool tables_fit(std::span<const std::uint8_t> segment) {
    while (!segment.empty()) {
        if (segment.size() < 17) return false;
        const auto counts = segment.subspan(1, 16);
        const auto symbols = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
        if (symbols > 256 || 17 + symbols > segment.size()) return false;
        segment = segment.subspan(17 + symbols);
    }
    return true;
}

}  // namespace

bool is_jpeg(std::span<const std::uint8_t> bytes) {
    return bytes.size() >= 3 && bytes[0] == 0xFF && bytes[1] == 0xD8 && bytes[2] == 0xFF;
}

const char* jpeg_fault(std::span<const std::uint8_t> bytes) {
    constexpr auto cut_off = "it is truncated";
    // Markers are 0xFF and a byte; segments, which may contain a small JPEG, have a length; compressed data
    // encodes 0xFF as 0xFF 0x00.
    for (std::size_t at = 2; at + 1 < bytes.size();) {
        const auto marker = bytes[at + 1];
        if (bytes[at] != 0xFF || marker == 0xFF) {
            at += 1;
        } else if (marker == 0xD9) {
            return nullptr;
        } else if (marker <= 0x01 || (marker >= 0xD0 && marker <= 0xD8)) {
            at += 2;  // a marker without a segment
        } else {
            if (at + 3 >= bytes.size()) return cut_off;
            const std::size_t length = std::size_t{bytes[at + 2]} << 8 | bytes[at + 3];
            if (at + 2 + length > bytes.size()) return cut_off;
            if (length < 2) return "its segments are damaged";
            if (marker == 0xC4 && !tables_fit(bytes.subspan(at + 4, length - 2)))
                return "its tables are damaged";
            at += 2 + length;
        }
    }
    return cut_off;
}

}  // namespace pbp::picture
