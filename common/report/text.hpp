// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

/// Escapes text for a page, so that it remains text there.
namespace pbp::page {

/// For the text between two tags, or an attribute's value in quotes. Invalid UTF-8 becomes U+FFFD.
std::string html_text(std::string_view text);

/// JSON for a script element: characters that HTML or an old JavaScript might interpret are \uXXXX.
std::string json_in_html(std::string_view json);

/// Base64 as in RFC 4648, with padding.
std::string base64(std::string_view bytes);

/// Bytes packed as zlib's format (RFC 1950), which a browser's DecompressionStream calls "deflate".
std::string deflated(const std::string& bytes);

}  // namespace pbp::page
