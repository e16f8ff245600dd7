// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pbp::run_passes {

/// A value of a JSON document that knows where it is: each message about it begins with file and line.
struct Node {
    enum class Kind : std::uint8_t { null, boolean, number, string, array, object };
    Kind kind = Kind::null;
    int line = 0;                            ///< of its last character, counted from 1
    std::string path = {};                   ///< how a message names it, e.g. "passes[2].uniforms.stride"
    std::string text = {};                   ///< of a string, or of a number as it was typed
    std::optional<std::int64_t> whole = {};  ///< of a number without a fraction
    bool truth = false;
    std::vector<Node> items = {};                            ///< of an array
    std::vector<std::pair<std::string, Node>> members = {};  ///< of an object, in the order of the file

    const Node* find(const std::string& name) const;
};

/// What a description is called in messages, and the error about one of its values:
/// "sort.pass.json:12: passes[0].shader: ...".
struct Document {
    std::filesystem::path file;
    std::shared_ptr<const Node> tree;  ///< copies of a description point into it, too

    const Node& root() const { return *tree; }

    template <typename... Args>
    [[noreturn]] void refuse(const Node& node, fmt::format_string<Args...> sentence, Args&&... args) const {
        refuse_text(node, fmt::format(sentence, std::forward<Args>(args)...));
    }
    [[noreturn]] void refuse_text(const Node& node, const std::string& sentence) const;
};

/// Reads JSON with comments. Throws Error(wrong_usage) with line and column for text that is not JSON,
/// nesting deeper than 32, more than 1 MiB, a name that occurs twice in an object, and a root that is no
/// object.
Document read_document(const std::filesystem::path& file);
/// The same of text that is at hand; `file` is its name in messages.
Document document_from(const std::string& text, const std::filesystem::path& file);

}  // namespace pbp::run_passes
