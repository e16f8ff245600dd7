// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>
#include <zlib.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/base64.hpp"

namespace pbp::test {

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
