// SPDX-License-Identifier: MIT
#include "common/glsl/paste.hpp"

#include <algorithm>
#include <string_view>

#include "common/base/readable.hpp"
#include "common/glsl/included.hpp"
#include "common/glsl/scan.hpp"

namespace fs = std::filesystem;

namespace pbp::glsl {

std::string line_directive(int line, int string) {
    return fmt::format("#line {} {}\n", string * lines_a_string + line, string);
}

namespace {

// Pastes files into each other, and keeps their list in `source`.
class Paster {
  public:
    Paster(Source& source, const PreprocessOptions& options)
        : source_(source),
          common_dir_(options.common_dir),
          texts_(options.texts),
          path_(source.files.front(), common_dir_) {}

    // Reads a file and returns its string number.
    int open(const fs::path& file, const Location& included_from) {
        source_.originals.push_back(read_text(file, texts_));
        source_.files.push_back(file);
        source_.included_from.push_back(included_from);
        return static_cast<int>(source_.files.size()) - 1;
    }

    // Appends the file's lines from an offset on to the source's text.
    void paste(int string, std::size_t from = 0) {
        open_.push_back(string);
        const std::string text = source_.originals[static_cast<std::size_t>(string)];
        const std::string bare = without_comments(text);
        int number =
            1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(from), '\n'));
        source_.text += line_directive(number, string);
        bool pasted = false;
        for (std::size_t at = from; at < text.size(); at = text.find('\n', at) + 1, ++number) {
            const auto line = line_at(text, at), code = line_at(bare, at);
            if (directive(code) == "include") {
                include(line, code, source_.locate(string, number), string);
                pasted = true;
                continue;
            }
            if (asks_for_dot_products(code)) {
                dot_products_ = true;
                source_.text += "\n";
                continue;
            }
            // After all #extension lines, which must come before anything else.
            if (dot_products_ && directive(code).empty() && code.find_first_not_of(" \t") != code.npos) {
                dot_products_ = false;
                paste_once(dot_products_file(), source_.locate(string, number));
                source_.text += line_directive(number, string);
                pasted = true;
            }
            if (directive(code) == "version")
                fail(ExitCode::shader_does_not_build,
                     "{}:{}: #version belongs at the top of the shader itself, once", shown(file(string)),
                     number);
            source_.text.append(line).append("\n");
            // The compiler may skip a branch that includes a file, and the file's #line with it.
            if (pasted &&
                (directive(code) == "else" || directive(code) == "elif" || directive(code) == "endif"))
                source_.text += line_directive(number + 1, string);
        }
        open_.pop_back();
    }

  private:
    /// No compiler here knows that extension: a file of common_dir has its functions.
    bool asks_for_dot_products(std::string_view code) const {
        if (directive(code) != "extension") return false;
        const auto words = tokens(code);  // # extension NAME : require
        return words.size() == 5 && words[2].text == "GL_EXT_integer_dot_product" &&
               words[4].text != "disable" && fs::exists(dot_products_file());
    }
    fs::path dot_products_file() const { return common_dir_ / "integer_dot_product.glsl"; }

    const fs::path& file(int string) const { return source_.files[static_cast<std::size_t>(string)]; }

    void include(std::string_view line, std::string_view code, const Location& here, int string) {
        const auto hash = code.find('#'), quote = code.find('"'), rest = code.rfind('"') + 1;
        const auto blank = [](std::string_view part) { return part.find_first_not_of(" \t") == part.npos; };
        if (quote == code.npos || rest < quote + 3 || !blank(code.substr(rest)) ||
            !blank(code.substr(code.find("include") + 7, quote - code.find("include") - 7)))
            fail(ExitCode::shader_does_not_build, "{}:{}: an include must read #include \"file.glsl\"",
                 here.file, here.line);
        const fs::path found = find(std::string(code.substr(quote + 1, rest - quote - 2)), here, string);

        if (open_.size() == deepest)
            fail(ExitCode::shader_does_not_build,
                 "{}:{}: includes are nested more than {} files deep; include the last ones from the shader "
                 "itself",
                 here.file, here.line, deepest);

        // A comment may end before the directive on its line, and another begin after it: both parts stay.
        if (!blank(line.substr(0, hash))) source_.text.append(line.substr(0, hash)).append("\n");
        paste_once(found, here);
        source_.text.append(line_directive(here.line, string)).append(line.substr(rest)).append("\n");
    }

    void paste_once(const fs::path& found, const Location& here) {
        if (!met(found, here)) paste(open(found, here));
    }

    fs::path find(const std::string& name, const Location& here, int string) const {
        const auto beside = file(string).parent_path();
        std::error_code ignored;
        for (const fs::path& place : path_.places(file(string), name)) {
            if (!fs::exists(place, ignored)) continue;
            if (!path_.holds(place))
                fail(
                    ExitCode::shader_does_not_build,
                    "{}:{}: \"{}\" is outside the shader's own folder and the --shaders folder; copy it into "
                    "one of them",
                    here.file, here.line, name);
            const auto why = why_no_file(place);
            if (why.empty()) return place;
            fail(ExitCode::shader_does_not_build, "{}:{}: \"{}\" cannot be included: {}", here.file,
                 here.line, name, why);
        }
        fail(ExitCode::shader_does_not_build, "{}:{}: there is no file \"{}\" to include in {} or in {}",
             here.file, here.line, name, beside.empty() ? "." : shown(beside), shown(common_dir_));
    }

    // True for a file that is already pasted; a file still being pasted is an include cycle.
    bool met(const fs::path& found, const Location& here) const {
        std::error_code ignored;
        const auto same = [&](const fs::path& other) { return fs::equivalent(found, other, ignored); };
        const auto open = std::find_if(open_.begin(), open_.end(), [&](int s) { return same(file(s)); });
        if (open == open_.end()) return std::any_of(source_.files.begin(), source_.files.end(), same);
        std::string chain;
        for (auto s = open; s != open_.end(); ++s) chain += shown(file(*s)) + " -> ";
        fail(ExitCode::shader_does_not_build, "{}:{}: the includes form a cycle, {}{}; remove one of them",
             here.file, here.line, chain, shown(found));
    }

    static constexpr std::size_t deepest = 100;

    Source& source_;
    const fs::path& common_dir_;
    const Texts& texts_;
    const IncludePath path_;
    std::vector<int> open_;      // string numbers, the outermost file first
    bool dot_products_ = false;  // asked for, not pasted yet
};

}  // namespace

void paste(Source& source, std::size_t from, const PreprocessOptions& options) {
    Paster(source, options).paste(0, from);
}

}  // namespace pbp::glsl
