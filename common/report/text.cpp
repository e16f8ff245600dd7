// SPDX-License-Identifier: MIT
#include "common/report/text.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>

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

/// The text with each of some parts of it replaced by another.
std::string escaped(std::string_view text,
                    std::initializer_list<std::pair<std::string_view, std::string_view>> escapes) {
    std::string out;
    while (!text.empty()) {
        const auto* found =
            std::ranges::find_if(escapes, [&](const auto& escape) { return text.starts_with(escape.first); });
        const bool stays = found == escapes.end();
        out += stays ? text.substr(0, 1) : found->second;
        text.remove_prefix(stays ? 1 : found->first.size());
    }
    return out;
}

}  // namespace

std::string html_text(std::string_view text) {
    return escaped(valid(text),
                   {{"<", "&lt;"}, {">", "&gt;"}, {"&", "&amp;"}, {"\"", "&quot;"}, {"'", "&#39;"}});
}

std::string json_in_html(std::string_view json) {
    return escaped(
        json,
        {{"<", "\\u003c"}, {">", "\\u003e"}, {"&", "\\u0026"}, {"\u2028", "\\u2028"}, {"\u2029", "\\u2029"}});
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
