// SPDX-License-Identifier: MIT
#include "common/glsl/active.hpp"

#include <algorithm>
#include <span>

#include "common/glsl/scan.hpp"

namespace pbp::glsl {
namespace {

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

}  // namespace

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

std::string_view resolve(std::string_view word, const Macros& macros) {
    for (int hops = 0; hops < 8; ++hops) {
        const auto macro = macros.find(word);
        if (macro == macros.end() || macro->second.empty()) return word;
        word = macro->second;
    }
    return word;
}

}  // namespace pbp::glsl
