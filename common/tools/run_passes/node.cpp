// SPDX-License-Identifier: MIT
#include "common/tools/run_passes/node.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/base/error.hpp"
#include "common/base/files.hpp"
#include "common/base/readable.hpp"
#include "common/check/inputs.hpp"

namespace pbp::run_passes {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{1} << 20, most_depth = 32;

/// Walks the text for nlohmann's reader, which copies iterators: all copies move one cursor.
struct Cursor {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;
    const char* const* end;
    const char** at;
    bool is_end = false;
    reference operator*() const { return **at; }
    Cursor& operator++() {
        ++*at;
        return *this;
    }
    bool operator==(const Cursor& other) const {
        return (is_end || *at == *end) == (other.is_end || *other.at == *other.end);
    }
    bool operator!=(const Cursor& other) const { return !(*this == other); }
};

/// Builds the tree, event by event.
class Builder : public nlohmann::json_sax<nlohmann::json> {
  public:
    Builder(const std::string& text, const char* const* at, std::string file)
        : text_(text), at_(at), file_(std::move(file)) {}
    Node take() { return std::move(root_); }

    bool null() override { return add({}); }
    bool boolean(bool truth) override { return add({.kind = Node::Kind::boolean, .truth = truth}); }
    bool number_integer(number_integer_t value) override { return add_whole(value); }
    bool number_unsigned(number_unsigned_t value) override {
        if (value > static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max()))
            return add({.kind = Node::Kind::number, .text = std::to_string(value)});
        return add_whole(static_cast<std::int64_t>(value));
    }
    bool number_float(number_float_t, const string_t& text) override {
        return add({.kind = Node::Kind::number, .text = text});
    }
    bool string(string_t& text) override {
        refuse_nul(text);
        return add({.kind = Node::Kind::string, .text = text});
    }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Node::Kind::object); }
    bool start_array(std::size_t) override { return open(Node::Kind::array); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        if (open_.back()->find(name) != nullptr)
            fail(ExitCode::wrong_usage, "{}:{}: \"{}\" occurs twice in one object; keep one of the two.",
                 file_, line(), in_message(name));
        refuse_nul(name);
        name_ = name;
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& problem) override {
        // "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error while ..."
        const std::string words = problem.what();
        const auto what = words.find(words.find(": ") == words.npos ? "] " : ": ");
        const auto newline = text_.rfind('\n', offset() == 0 ? 0 : offset() - 1);
        const auto before = offset() < 2 ? text_.npos : text_.find_last_not_of(" \t\r\n", offset() - 2);
        const bool closes = offset() > 0 && (text_[offset() - 1] == ']' || text_[offset() - 1] == '}');
        const auto* const advice = closes && before != text_.npos && text_[before] == ','
                                       ? "delete the comma before it"
                                       : "correct it there or just before";
        fail(ExitCode::wrong_usage, "{}:{}:{}: this is not JSON: {}; {}.", file_, line(),
             newline == std::string::npos ? offset() + 1 : std::max<std::size_t>(offset() - newline, 2) - 1,
             in_message(what == std::string::npos ? words : words.substr(what + 2)), advice);
    }

  private:
    std::size_t offset() const { return static_cast<std::size_t>(*at_ - text_.data()); }
    /// The reader may have looked at one character more than the last token.
    int line() const {
        const auto read = offset() == 0 ? 0 : offset() - 1;
        return 1 + static_cast<int>(
                       std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(read), '\n'));
    }
    /// It would end a file's name, and JSON's own reader takes it for the end of the text.
    void refuse_nul(std::string_view text) const {
        if (text.find('\0') != text.npos)
            fail(ExitCode::wrong_usage, "{}:{}: a name or text holds the character NUL; delete it.", file_,
                 line());
    }
    bool add_whole(std::int64_t value) {
        return add({.kind = Node::Kind::number, .text = std::to_string(value), .whole = value});
    }
    Node& put(Node node) {
        node.line = line();
        if (open_.empty()) return root_ = std::move(node);
        Node& into = *open_.back();
        const auto* dot = into.path.empty() ? "" : ".";
        if (into.kind == Node::Kind::array) {
            node.path = fmt::format("{}[{}]", into.path, into.items.size());
            return into.items.emplace_back(std::move(node));
        }
        node.path = into.path + dot + in_message(name_);
        return into.members.emplace_back(name_, std::move(node)).second;
    }
    bool add(Node node) {
        put(std::move(node));
        return true;
    }
    bool open(Node::Kind kind) {
        if (open_.size() == most_depth)
            fail(ExitCode::wrong_usage,
                 "{}:{}: objects and arrays are nested deeper than {}; use fewer levels.", file_, line(),
                 most_depth);
        open_.push_back(&put({.kind = kind}));  // stays where it is: only the innermost one grows
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    const std::string& text_;
    const char* const* at_;
    std::string file_, name_;
    Node root_;
    std::vector<Node*> open_;
};

}  // namespace

const Node* Node::find(const std::string& name) const {
    const auto found = std::ranges::find(members, name, &std::pair<std::string, Node>::first);
    return found == members.end() ? nullptr : &found->second;
}

void Document::refuse_text(const Node& node, const std::string& sentence) const {
    throw Error(ExitCode::wrong_usage,
                fmt::format("{}:{}: {}{}{}", in_message(shown(file)), node.line, in_message(node.path),
                            node.path.empty() ? "" : ": ", sentence));
}

Document document_from(const std::string& text, const fs::path& file) {
    const auto name = in_message(shown(file));
    if (text.size() > most_bytes)
        fail(ExitCode::wrong_usage,
             "{}: it holds {} bytes, but a description may hold at most {}; put data into files.", name,
             text.size(), most_bytes);
    if (const auto nul = text.find('\0'); nul != text.npos)
        fail(ExitCode::wrong_usage, "{}:{}: it holds the character NUL; save it as text.", name,
             1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(nul), '\n'));
    const char *at = text.data(), *const end = text.data() + text.size();
    Builder builder(text, &at, name);
    nlohmann::json::sax_parse(Cursor{&end, &at}, Cursor{&end, &at, true}, &builder,
                              nlohmann::json::input_format_t::json, true, true);
    Document document{file, std::make_shared<const Node>(builder.take())};
    if (document.root().kind != Node::Kind::object)
        fail(ExitCode::wrong_usage,
             "{}: a description is an object: {{ \"buffers\": ..., \"passes\": ... }}.", name);
    return document;
}

Document read_document(const fs::path& file) {
    if (const auto why = why_no_file(file); !why.empty())
        fail(ExitCode::wrong_usage, "{}: {}.", in_message(shown(file)), why);
    std::error_code unknown;
    if (const auto bytes = fs::file_size(file, unknown); !unknown && bytes > most_bytes)
        fail(ExitCode::wrong_usage,
             "{}: it holds {} bytes, but a description may hold at most {}; put data into files.",
             in_message(shown(file)), bytes, most_bytes);
    return document_from(read_bytes(file), file);
}

}  // namespace pbp::run_passes
