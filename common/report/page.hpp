// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/report/model.hpp"

namespace pbp::page {

/// The bytes of rows as stored in the page: zlib format in base64.
std::string packed(const std::string& bytes);

/// A run as its page holds it: JSON that is safe inside HTML.
std::string run_of(const Report& report);

/// The page of a run: one HTML document that needs no other file and no network. Files listed in
/// Version::pictures are shown if the browser runs no scripts.
std::string page_of(const Report& report);

/// The parts of the page that are the same in every run, put together from common/report/page/ by CMake.
struct PageParts {
    std::string_view skeleton, overview, style, script;
    std::string_view style_sha256, script_sha256;  ///< in hexadecimal digits
};
PageParts page_parts();

/// `text` with each {{name}} replaced by value(name); inserted text is not scanned again.
template <typename Value>
std::string filled(std::string_view text, Value value) {
    std::string out;
    for (;;) {
        const auto open = text.find("{{");
        const auto close = text.find("}}", open);
        if (open == text.npos || close == text.npos) break;
        out += text.substr(0, open);
        out += value(text.substr(open + 2, close - open - 2));
        text.remove_prefix(close + 2);
    }
    return out += text;
}

/// The Content-Security-Policy source that allows only this text to run: 'sha256-...'.
std::string policy_source(std::string_view sha256_hex);

/// What the overview of all runs needs from this one, in the head of its page.
std::string summary_of(const Report& report);

}  // namespace pbp::page
