// SPDX-License-Identifier: MIT
#include "common/glsl/declared.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "common/glsl/scan.hpp"

namespace pbp::glsl {

namespace {

/// Object-like macros that expand to a single word; any other macro is known by name, with an empty word.
using Macros = std::map<std::string_view, std::string_view>;

/// The words that a compiler would see after preprocessing, without directives; they point into the text.
struct Active {
    std::vector<std::string_view> words;
    Macros macros;
};

enum class Branch { taken, skipped, unknown };

bool drivers_own(std::string_view name) {
    return name.starts_with("GL_") || name.starts_with("__");
}

// Tracks nested conditionals and macros, one directive at a time.
class Directives {
  public:
    explicit Directives(Macros& macros) : macros_(macros) {}

    bool skips() const {
        return std::find(branches_.begin(), branches_.end(), Branch::skipped) != branches_.end();
    }

    // `line` holds the tokens after the #.
    void read(std::span<const Token> line) {
        if (line.empty()) return;
        const auto name = line[0].text;
        const auto word = line.size() > 1 ? line[1].text : std::string_view();
        if (name == "if") branches_.push_back(Branch::unknown);
        if (name == "ifdef") branches_.push_back(test(word, true));
        if (name == "ifndef") branches_.push_back(test(word, false));
        if (name == "elif" && !branches_.empty()) turn(Branch::unknown);
        if (name == "else" && !branches_.empty()) turn(Branch::taken);
        if (name == "endif" && !branches_.empty()) branches_.pop_back();
        if (skips() || word.empty()) return;
        if (name == "define") macros_[word] = line.size() == 3 ? line[2].text : std::string_view();
        if (name == "undef") macros_.erase(word);
    }

  private:
    Branch test(std::string_view name, bool wanted) const {
        if (drivers_own(name)) return Branch::unknown;
        return macros_.contains(name) == wanted ? Branch::taken : Branch::skipped;
    }
    // After a branch that is taken, all others are skipped; after an unknown one, all remain unknown.
    void turn(Branch next) {
        auto& now = branches_.back();
        now = now == Branch::taken ? Branch::skipped : now == Branch::unknown ? Branch::unknown : next;
    }

    Macros& macros_;
    std::vector<Branch> branches_;
};

/// Evaluates #define, #undef, #ifdef, #ifndef, #else and #endif; keeps both branches of an #if with an
/// expression, and of a test for a name that only the driver knows (GL_…, __…).
Active active_words(std::string_view text) {
    Active active;
    Directives directives(active.macros);
    const auto all = tokens(text);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].starts_line && all[i].text == "#") {
            auto end = i + 1;
            while (end < all.size() && !all[end].starts_line) ++end;
            directives.read(std::span(all).subspan(i + 1, end - i - 1));
            i = end - 1;
        } else if (!directives.skips()) {
            active.words.push_back(all[i].text);
        }
    }
    return active;
}

/// The word that a macro finally expands to, or the word itself.
std::string_view resolve(std::string_view word, const Macros& macros) {
    for (int hops = 0; hops < 8; ++hops) {
        const auto macro = macros.find(word);
        if (macro == macros.end() || macro->second.empty()) return word;
        word = macro->second;
    }
    return word;
}

using Words = std::span<const std::string_view>;

bool has(Words words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

// The index after the bracket that closes the one at `open`.
std::size_t after_bracket(Words words, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < words.size(); ++i) {
        if (words[i] == "(" || words[i] == "[" || words[i] == "{") ++depth;
        if (words[i] == ")" || words[i] == "]" || words[i] == "}") --depth;
        if (depth == 0) return i + 1;
    }
    return words.size();
}

int to_binding(std::string_view word, const Macros& macros) {
    const std::string digits(resolve(word, macros));
    char* end = nullptr;
    const long value = std::strtol(digits.c_str(), &end, 0);
    const bool whole = end != digits.c_str() &&
                       (*end == '\0' || std::string_view(end) == "u" || std::string_view(end) == "U");
    return whole && value >= 0 && value <= 1'000'000 ? static_cast<int>(value) : -2;
}

// A parsed declaration: the binding in its layouts, and its words without layouts and qualifiers.
struct Declaration {
    int binding = -1;
    std::vector<std::string_view> words;
};

Declaration take_apart(Words words, const Macros& macros) {
    constexpr std::array<std::string_view, 13> qualifiers{
        "uniform",  "buffer",  "const", "readonly", "writeonly", "coherent", "volatile",
        "restrict", "precise", "highp", "mediump",  "lowp",      "invariant"};
    Declaration apart;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "layout" && i + 1 < words.size()) {
            const auto end = after_bracket(words, i + 1);
            for (auto k = i; k + 3 < end; ++k)  // an expression is followed by neither , nor )
                if (words[k] == "binding" && words[k + 1] == "=")
                    apart.binding =
                        words[k + 3] == "," || words[k + 3] == ")" ? to_binding(words[k + 2], macros) : -2;
            i = end - 1;
        } else if (!has(qualifiers, words[i])) {
            apart.words.push_back(words[i]);
        }
    }
    return apart;
}

// uniform uint a, b[4] = ...;
void add_uniforms(Declared& out, Words words, const Macros& macros) {
    const auto [binding, left] = take_apart(words, macros);
    bool name_next = true;
    for (std::size_t i = 1; i < left.size(); ++i) {
        if (left[i] == "[" || left[i] == "(" || left[i] == "{") {
            i = after_bracket(left, i) - 1;
        } else if (left[i] == ",") {
            name_next = true;
        } else if (name_next) {
            out.uniforms.push_back({std::string(resolve(left[0], macros)), std::string(left[i]), binding,
                                    !has(words, "readonly")});
            name_next = false;
        }
    }
}

// layout(binding = 0) readonly buffer Name { members } instance;
void add_block(Declared& out, Words head, Words members, const Macros& macros) {
    const auto [binding, left] = take_apart(head, macros);
    if (left.empty()) return;
    bool writes = false, readonly = has(head, "readonly");
    for (std::size_t i = 0; i < members.size() && !readonly;) {
        const auto end = static_cast<std::size_t>(
            std::find(members.begin() + static_cast<long>(i), members.end(), ";") - members.begin());
        writes = writes || !has(members.subspan(i, end - i), "readonly");
        i = end + 1;
    }
    // Calls of a macro may come before it, as at the end of subgroup_shared.glsl.
    out.buffers.push_back({std::string(left.back()), binding, writes});
}

// layout(std140, binding = 0) uniform Name { members } instance;
void add_uniform_block(Declared& out, Words head, const Macros& macros) {
    const auto left = take_apart(head, macros).words;
    if (!left.empty()) out.uniform_blocks.emplace_back(left.back());
}

}  // namespace

Declared declared(std::string_view text) {
    const Active active = active_words(text);
    const Words words = active.words;
    Declared out;
    for (std::size_t begin = 0, i = 0; i < words.size();) {
        const auto head = words.subspan(begin, i - begin);
        if (words[i] == "{") {
            const auto end = after_bracket(words, i);
            const bool buffer = has(head, "buffer"), uniform = has(head, "uniform");
            if (buffer)
                add_block(out, head, words.subspan(i + 1, end - i - 2), active.macros);
            else if (uniform)
                add_uniform_block(out, head, active.macros);
            i = begin = end;
            if (buffer || uniform)  // an instance name may follow
                while (i < words.size() && words[i] != ";") ++i;
        } else if (words[i] == ";") {
            if (has(head, "uniform")) add_uniforms(out, head, active.macros);
            begin = ++i;
        } else {
            i = words[i] == "(" ? after_bracket(words, i) : i + 1;
        }
    }
    return out;
}

std::uint32_t typed_local_size(std::string_view text) {
    std::uint64_t product = 1;
    bool any = false;
    const auto words = tokens(text);
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
        const auto name = words[i].text;
        if (name != "local_size_x" && name != "local_size_y" && name != "local_size_z") continue;
        if (words[i + 1].text != "=" || words[i + 2].kind != Token::Kind::number) return 0;
        product *= std::strtoul(std::string(words[i + 2].text).c_str(), nullptr, 0);
        if (product > 0xFFFFFFFFu) return 0;
        any = true;
    }
    return any ? static_cast<std::uint32_t>(product) : 0;
}

}  // namespace pbp::glsl
