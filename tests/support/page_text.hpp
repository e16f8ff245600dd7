// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace pbp::test {

/// The inverse of page::base64(); stops at the first character that is not base64.
inline std::string from_base64(std::string_view text) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::array<std::int8_t, 256> value{};
    value.fill(-1);
    for (std::size_t i = 0; i < digits.size(); ++i)
        value[static_cast<unsigned char>(digits[i])] = static_cast<std::int8_t>(i);
    std::string out;
    out.reserve(text.size() / 4 * 3);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        const auto six = value[static_cast<unsigned char>(c)];
        if (six < 0) break;
        bits = bits << 6 | static_cast<std::uint32_t>(six);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        out += static_cast<char>(bits >> count & 0xFFU);
    }
    return out;
}

/// The text of the script element with this id.
inline std::string element(const std::string& page, const std::string& id) {
    const auto open = page.find(" id=\"" + id + "\">");
    REQUIRE(open != std::string::npos);
    const auto begin = page.find('>', open) + 1;
    return page.substr(begin, page.find("</script>", begin) - begin);
}

/// The inverse of page::packed().
inline std::string unpacked(const std::string& text) {
    const auto packed = from_base64(text);
    std::string bytes;
    z_stream stream{};
    REQUIRE(inflateInit(&stream) == Z_OK);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    for (int status = Z_OK; status == Z_OK;) {
        char chunk[65536];
        stream.next_out = reinterpret_cast<Bytef*>(chunk);
        stream.avail_out = sizeof(chunk);
        status = inflate(&stream, Z_NO_FLUSH);
        REQUIRE((status == Z_OK || status == Z_STREAM_END));
        bytes.append(chunk, sizeof(chunk) - stream.avail_out);
    }
    inflateEnd(&stream);
    return bytes;
}

/// What the page says of each row of a version, from the text of its element `run`.
inline nlohmann::json heads_of(const nlohmann::json& version) {
    return nlohmann::json::parse(unpacked(version["rows"].get<std::string>()));
}

}  // namespace pbp::test
