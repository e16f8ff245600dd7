// SPDX-License-Identifier: MIT
// Maps the text of a preprocessed shader back to the files it came from.
#include <algorithm>
#include <string_view>

#include "common/glsl/preprocess.hpp"
#include "common/glsl/scan.hpp"
#include "common/glsl/text_file.hpp"

namespace pbp::glsl {
namespace {

struct Place {
    int string, line;
};

// Takes the offset lines_a_string * S out of a line, and S from the offset if the driver lost it.
Place decode(const Source& source, int string, int line) {
    const auto own = [&] {  // the lines of the shader itself
        return source.originals.empty() ? 0 : std::ranges::count(source.originals[0], '\n');
    };
    if (string == 0 && line > lines_a_string && line > own()) {
        const int meant = (line - 1) / lines_a_string;
        if (meant == injected_string || meant < static_cast<int>(source.files.size())) string = meant;
    }
    const int offset = string * lines_a_string;
    return {string, line > offset ? line - offset : line};
}

}  // namespace

bool Source::has_local_size() const {
    return std::ranges::any_of(tokens(text),
                               [](const Token& word) { return word.text.starts_with("local_size_"); });
}

bool Source::includes(const std::string& file_name) const {
    return std::any_of(files.begin() + (files.empty() ? 0 : 1), files.end(),
                       [&](const auto& file) { return file.filename() == file_name; });
}

Location Source::locate(int string, int line) const {
    const auto place = decode(*this, string, line);
    std::string name = "string " + std::to_string(place.string);
    if (place.string == injected_string) name = "defines given by the program";
    if (place.string >= 0 && place.string < static_cast<int>(files.size()))
        name = shown(files[static_cast<std::size_t>(place.string)]);
    return {name, place.line, place.string};
}

// Reports and recordings ask for thousands of lines, so nothing is copied but the one.
std::string Source::line_text(int string, int line) const {
    const auto place = decode(*this, string, line);
    const bool known = place.string >= 0 && place.string < static_cast<int>(originals.size());
    std::string_view text;
    if (place.string == injected_string)
        text = injected;
    else if (known)
        text = originals[static_cast<std::size_t>(place.string)];
    for (int i = 1; i < place.line; ++i) {
        const auto end = text.find('\n');
        if (end == text.npos) return {};
        text.remove_prefix(end + 1);
    }
    return place.line > 0 ? std::string(text.substr(0, text.find('\n'))) : std::string();
}

}  // namespace pbp::glsl
