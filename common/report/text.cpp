// SPDX-License-Identifier: MIT
#include "common/report/text.hpp"

#include <zlib.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "common/base/error.hpp"

namespace pbp::page {

namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text with every invalid UTF-8 byte replaced.
std::string valid(std::string_view text) {
    const auto quoted =
        nlohmann::json(std::string(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return nlohmann::json::parse(quoted).get<std::string>();
}

}  // namespace

std::string html_text(std::string_view text) {
    std::string out;
    for (const char c : valid(text)) {
        switch (c) {
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '&':
                out += "&amp;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string json_in_html(std::string_view json) {
    std::string out;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const auto rest = json.substr(i, 3);
        if (rest == "\u2028" || rest == "\u2029") {
            out += rest == "\u2028" ? "\\u2028" : "\\u2029";
            i += 2;
            continue;
        }
        switch (json[i]) {
            case '<':
                out += "\\u003c";
                break;
            case '>':
                out += "\\u003e";
                break;
            case '&':
                out += "\\u0026";
                break;
            default:
                out += json[i];
        }
    }
    return out;
}

std::string base64(std::string_view bytes) {
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 3; ++k)
            three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            out += i + k > bytes.size() ? '=' : digits[three >> (18 - 6 * k) & 63U];
    }
    return out;
}

std::string deflated(const std::string& bytes) {
    auto room = compressBound(static_cast<uLong>(bytes.size()));
    std::string packed(room, '\0');
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &room,
                  reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()), 6) != Z_OK)
        fail(ExitCode::machine_lacks, "Out of memory while packing the report.");
    packed.resize(room);
    return packed;
}

}  // namespace pbp::page
