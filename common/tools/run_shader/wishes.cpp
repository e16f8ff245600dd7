// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/wishes.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "common/base/readable.hpp"
#include "common/check/inputs.hpp"
#include "common/options/lesson_options.hpp"
#include "common/options/words.hpp"
#include "common/tools/run_shader/expectations.hpp"

namespace pbp::run_shader {

namespace {

namespace fs = std::filesystem;

bool is_number(const std::string& word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
}

/// What comes before the first '=' and what after it.
std::pair<std::string, std::string> halves(const std::string& flag, const std::string& word,
                                           const char* form) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == word.size())
        fail(ExitCode::wrong_usage, "{}: write {}, not '{}'.", flag, form, word);
    return {word.substr(0, equals), word.substr(equals + 1)};
}

ImageWish image_from(const std::string& word) {
    ImageWish wish;
    std::string what;
    std::tie(wish.which, what) = halves("--image", word, "BINDING=FILE.png or BINDING=WIDTHxHEIGHT");
    std::vector<std::string> parts;
    for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
        end = what.find('x', at);
        parts.push_back(what.substr(at, end == std::string::npos ? end : end - at));
    }
    if (parts.size() <= 3 && std::ranges::all_of(parts, is_number))
        for (std::size_t axis = 0; axis < parts.size(); ++axis)
            wish.size[static_cast<int>(axis)] = count_from("--image " + wish.which, parts[axis]);
    else if (const auto why = why_no_file(what); why.empty())
        wish.file = what;
    else
        fail(ExitCode::wrong_usage, "--image {}: '{}' is neither a size, such as 256x256, nor a file: {}.",
             wish.which, in_message(what), why);
    return wish;
}

UniformWish uniform_from(const std::string& word) {
    const auto [name, values] = halves("--uniform", word, "NAME=VALUE[,VALUE...]");
    return {name, parts_of("--uniform " + name, values)};
}

ConstantWish constant_from(const std::string& word) {
    const auto [which, value] = halves("--constant", word, "NAME=VALUE or ID=VALUE");
    return {which, value};
}

glsl::Define define_from(const std::string& word) {
    const auto equals = word.find('=');
    return {word.substr(0, equals), equals == std::string::npos ? "1" : word.substr(equals + 1)};
}

/// What each word of an option that repeats says. Throws for what is named twice.
template <typename Wish, typename Name>
std::vector<Wish> all_of(const char* flag, const std::string& value, Wish (*from)(const std::string&),
                         Name Wish::*name) {
    std::vector<Wish> wishes;
    std::set<Name> seen;
    for (const auto& word : lines_of(value)) wishes.push_back(from(word));
    for (const auto& wish : wishes)
        if (!seen.insert(wish.*name).second)
            fail(ExitCode::wrong_usage, "{}: {} is given twice; give it once.", flag, wish.*name);
    return wishes;
}

std::vector<BufferWish> buffers_of(const std::string& value) {
    return all_of("--buffer", value, buffer_from, &BufferWish::which);
}
std::vector<ImageWish> images_of(const std::string& value) {
    return all_of("--image", value, image_from, &ImageWish::which);
}
std::vector<UniformWish> uniforms_of(const std::string& value) {
    return all_of("--uniform", value, uniform_from, &UniformWish::name);
}
std::vector<ConstantWish> constants_of(const std::string& value) {
    return all_of("--constant", value, constant_from, &ConstantWish::which);
}
std::vector<glsl::Define> defines_of(const std::string& value) {
    return all_of("--define", value, define_from, &glsl::Define::name);
}

}  // namespace

BufferWish buffer_from(const std::string& word) {
    BufferWish wish;
    std::string what;
    std::tie(wish.which, what) = halves("--buffer", word, "NAME=COUNT[:KIND] or NAME=FILE");
    const auto colon = what.find(':');
    const auto count = what.substr(0, colon);
    if (is_number(count)) {
        wish.count = count_from("--buffer " + wish.which, count);
        if (colon != std::string::npos) {
            wish.kind_word = what.substr(colon + 1);
            wish.kind = choice_from("--buffer " + wish.which, wish.kind_word, data_kinds());
        }
    } else if (const auto kind = data_kinds().find(what); kind != data_kinds().end()) {
        wish.kind_word = what;
        wish.kind = kind->second;
    } else if (const auto why = why_no_file(what); why.empty() || is_stream(what)) {
        wish.file = what;
    } else {
        fail(ExitCode::wrong_usage, "--buffer {}: '{}' is neither a count, nor one of {}, nor a file: {}.",
             wish.which, in_message(what), listed(data_kinds()), why);
    }
    return wish;
}

std::string word_of(const BufferWish& wish) {
    const auto count = wish.count ? fmt::format("{}", *wish.count) : std::string();
    const auto kind = wish.kind_word.empty() ? "" : (count.empty() ? "" : ":") + wish.kind_word;
    return fmt::format("{}={}", wish.which, wish.file.empty() ? count + kind : wish.file.string());
}

Groups groups_from(const std::string& word) {
    const auto parts = parts_of("--groups", word);
    if (parts.size() > 3) fail(ExitCode::wrong_usage, "--groups: takes X, X,Y or X,Y,Z, not '{}'.", word);
    Groups groups{1};
    for (std::size_t axis = 0; axis < parts.size(); ++axis)
        groups[static_cast<int>(axis)] = count_from("--groups", parts[axis]);
    return groups;
}

std::string ReadOnce::bytes(const fs::path& file) {
    if (!is_stream(file)) return read_bytes(file);
    const std::lock_guard lock(mutex_);
    if (!read_.contains(file)) read_[file] = read_bytes(file);
    return read_.at(file);
}

std::vector<LessonOption> own_options() {
    std::vector<LessonOption> all;
    const auto add = [&](const char* flag, const char* value, const std::string& help, auto check) {
        auto& made = all.emplace_back(LessonOption{flag, value, help, ""});
        made.check = [check](const std::string& word) { check(word); };
        return &made;
    };
    add("--groups", "X[,Y[,Z]]", "Workgroups per dispatch [enough for the largest buffer or image]",
        groups_from);
    add("--repeat", "COUNT", "Number of dispatches, one after the other [1]",
        [](const auto& word) { return count_from("--repeat", word); });
    add("--define", "NAME[=VALUE]", "Add a #define to the shader", defines_of)->repeats = true;
    add("--uniform", "NAME=VALUE[,VALUE...]", "Set a uniform [0]", uniforms_of)->repeats = true;
    add("--constant", "NAME|ID=VALUE", "Set a specialization constant [as in the shader]", constants_of)
        ->repeats = true;
    add("--buffer", "WHICH=COUNT[:KIND]",
        fmt::format(
            "A buffer, by name or binding: its number of elements and their kind ({}) [--n zeros]; or "
            "WHICH=FILE, one number per line, or its bytes in a .raw file",
            listed(data_kinds())),
        buffers_of)
        ->repeats = true;
    add("--image", "WHICH=FILE.png|WxH[xD]",
        "An image or a sampler, by name or binding: a PNG or JPEG, or zeros, of an array with its layers "
        "last "
        "[64x64, 16x16x16, 64x64x4]",
        images_of)
        ->repeats = true;
    add("--expect", "[BUFFER=]WHAT",
        fmt::format("What the last dispatch must leave: a file of numbers, or one of {}",
                    fmt::join(expectation_names(), ", ")),
        check_expected);
    add("--show", "COUNT", "Number of elements of each buffer to print [64]", [](const auto& word) {
        return count_from("--show", word);
    })->plain = true;
    add("--dump-passes", "NAME.pass.json",
        "Run nothing: write a description of this run, to add dispatches to (docs/your_own.md)",
        [](const auto&) {})
        ->plain = true;
    return all;
}

Wishes wishes_of(const fs::path& shader, const Options& options, ReadOnce& files) {
    const auto value = [&](const char* flag) { return options.extra.at(flag); };
    Wishes made{.shader = shader,
                .groups = {},
                .buffers = buffers_of(value("--buffer")),
                .images = images_of(value("--image")),
                .uniforms = uniforms_of(value("--uniform")),
                .constants = constants_of(value("--constant")),
                .defines = defines_of(value("--define")),
                .expect = value("--expect"),
                .kind = options.data,
                .seed = options.seed,
                .bits = options.bits,
                .dump = value("--dump-passes")};
    if (const auto word = value("--groups"); !word.empty()) made.groups = groups_from(word);
    if (const auto word = value("--repeat"); !word.empty()) made.repeat = count_from("--repeat", word);
    if (const auto word = value("--show"); !word.empty()) made.show = count_from("--show", word);
    if (options.n) made.count = *options.n;
    for (auto& wish : made.buffers)
        if (!wish.file.empty()) wish.bytes = files.bytes(wish.file);
    return made;
}

}  // namespace pbp::run_shader
