// SPDX-License-Identifier: MIT
#include "common/tools/plain_export/story.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "common/base/text.hpp"
#include "common/glsl/declared.hpp"
#include "common/glsl/preprocess.hpp"

namespace pbp::plain_export {

namespace {

/// A shader that needs nothing else.
struct Cleaned {
    std::string text;
    std::string subgroups;  ///< the file of its sg_* calls; empty: it has none
};

bool part_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The place after the parenthesis that closes the one at `open`.
std::size_t after_closing(const std::string& text, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
        if (depth == 0) return at + 1;
    }
    return text.size();
}

/// Where the statement begins whose body begins at `body`: at the `if (...)`, `for (...)` or `else` before
/// it.
std::size_t begin_of_statement(const std::string& text, std::size_t body) {
    for (std::size_t begin = body;;) {
        auto end = begin;
        while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\n')) --end;
        if (end >= 4 && text.compare(end - 4, 4, "else") == 0) {
            begin = end - 4;
            continue;
        }
        if (end == 0 || text[end - 1] != ')') return begin;
        auto open = end - 1;
        for (int depth = 1; open > 0 && depth > 0;) {
            --open;
            depth += text[open] == ')' ? 1 : text[open] == '(' ? -1 : 0;
        }
        auto word = open;
        while (word > 0 && text[word - 1] == ' ') --word;
        const auto last = word;
        while (word > 0 && part_of_name(text[word - 1])) --word;
        const auto name = text.substr(word, last - word);
        if (name != "if" && name != "for") return begin;
        begin = word;
    }
}

/// Takes away each statement that only records, with the conditions and loops around it alone.
void remove_records(std::string& text) {
    for (const std::string name : {"TRACE(", "ASSERT(", "LOG("})
        for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
            const auto line = text.rfind('\n', at) + 1;
            const bool comment = text.substr(line, at - line).find("//") != std::string::npos;
            if (comment || (at > 0 && part_of_name(text[at - 1]))) {
                at += name.size();
                continue;
            }
            auto end = after_closing(text, at + name.size() - 1);
            if (end < text.size() && text[end] == ';') ++end;
            auto begin = begin_of_statement(text, at);
            const auto first = text.rfind('\n', begin) + 1;
            const bool alone = text.find_first_not_of(' ', first) == begin;
            const auto line_end = text.find('\n', end);
            const auto rest = text.substr(end, line_end - end);
            const auto other = rest.find_first_not_of(' ');
            if (alone && (other == std::string::npos || rest.compare(other, 2, "//") == 0))
                begin = first, end = line_end + 1;  // all of the line
            else
                while (begin > first && text[begin - 1] == ' ') --begin;
            text.erase(begin, end - begin);
            at = begin;
        }
}

/// The text of a built program as a person would keep it: includes pasted, only the back end of sg_* calls
/// that this machine has, no #line, and no TRACE, ASSERT or LOG.
Cleaned clean(const glsl::Source& source) {
    static const std::set<std::string> instruments{"trace.glsl", "debug.glsl"};
    static const std::regex place(R"(\s*#line\s+(\d+)(?:\s+(\d+))?.*)"),
        back_end(R"(#define SG_BACKEND (\d))");
    static const std::string back_ends[] = {"", "subgroup_khr.glsl", "subgroup_ballot.glsl",
                                            "subgroup_shared.glsl"};
    Cleaned cleaned;
    std::smatch found;
    std::string wanted;
    if (std::regex_search(source.injected, found, back_end)) wanted = back_ends[std::stoi(found[1]) % 4];
    std::istringstream lines(source.text);
    std::size_t string = 0;
    bool blank = false;
    for (std::string line; std::getline(lines, line);) {
        if (std::regex_match(line, found, place)) {
            string = found[2].matched ? std::stoul(found[2]) : string;
            continue;
        }
        const auto file = string < source.files.size() ? source.files[string].filename().string() : "";
        if (instruments.contains(file)) continue;
        if (file.starts_with("subgroup_") && file != wanted) continue;
        if (file == wanted && !wanted.empty()) cleaned.subgroups = file;
        if (line.starts_with("// SPDX")) continue;
        const bool empty = line.find_first_not_of(" \t") == std::string::npos;
        if (empty && blank) continue;
        blank = empty;
        cleaned.text += line + "\n";
    }
    remove_records(cleaned.text);
    return cleaned;
}

/// The name of a block as a variable's: RowCounts becomes row_counts, and Clock clock_buffer, as C has a
/// function clock.
std::string variable(const std::string& block) {
    const auto name = snake_case(block);
    static const std::set<std::string> taken{"clock", "index", "read", "time", "write"};
    return taken.contains(name) ? name + "_buffer" : name;
}

/// Numbers what has a name that came before: sums, sums_2, ...
template <typename Named>
void number_apart(std::map<Handle, Named>& all) {
    std::map<std::string, int> seen;
    for (auto& [handle, one] : all)
        if (const int count = ++seen[one.name]; count > 1) one.name += "_" + std::to_string(count);
}

}  // namespace

std::uint32_t Story::uniform(const std::string& name) const {
    std::uint32_t value = 0;
    for (const auto& step : steps)
        for (const auto& one : step.uniforms)
            if (one.name == name) value = one.values.front();
    return value;
}

Handle Teller::create_buffer(std::size_t bytes) {
    const Handle buffer = device_->create_buffer(bytes);
    story_.buffers[buffer].contents.resize(bytes / 4);
    return buffer;
}

Handle Teller::create_mapped_buffer(std::size_t, std::byte*&) {
    fail(ExitCode::wrong_usage, "It cannot be exported: it shares a mapped buffer with the CPU.");
}

Handle Teller::create_image(glm::uvec2 size) {
    const Handle image = device_->create_image(size);
    auto& known = story_.buffers[image];
    known.contents.resize(std::size_t{size.x} * size.y);
    known.size = size;
    return image;
}

Story::Buffer& Teller::upload(Handle buffer) {
    auto& known = story_.buffers[buffer];
    if (known.used && !story_.ended)
        fail(ExitCode::wrong_usage,
             "It cannot be exported: the CPU writes into a buffer between its dispatches.");
    known.filled = known.uploaded = true;
    return known;
}

void Teller::write_image(Handle image, glm::uvec2 size, std::span<const std::byte> rgba) {
    std::memcpy(upload(image).contents.data(), rgba.data(), rgba.size());
    device_->write_image(image, size, rgba);
}

void Teller::write(Handle buffer, std::size_t offset, std::span<const std::byte> bytes) {
    auto& known = upload(buffer);
    std::memcpy(reinterpret_cast<std::byte*>(known.contents.data()) + offset, bytes.data(), bytes.size());
    device_->write(buffer, offset, bytes);
}

void Teller::fill(Handle buffer, std::uint32_t word) {
    auto& known = story_.buffers[buffer];
    if (known.filled && !story_.ended) {
        Story::Step step;
        step.buffers = {{0, buffer}};
        step.word = word;
        story_.steps.push_back(step);
        use(buffer, false);
    } else {
        std::ranges::fill(known.contents, word);
        known.filled = true;
    }
    device_->fill(buffer, word);
}

Built Teller::build(const glsl::Source& source) {
    auto built = device_->build(source);
    auto& program = story_.programs[built.handle];
    program.name = source.files.front().stem().string();
    const auto cleaned = clean(source);
    program.text = cleaned.text;
    program.subgroups = cleaned.subgroups;
    program.local = built.local_size;
    built_[built.handle] = built;
    return built;
}

void Teller::set(Handle program, int location, const UniformValue& value) {
    uniforms_[program][location] = value;
    device_->set(program, location, value);
}

void Teller::use(Handle buffer, bool reads) {
    auto& known = story_.buffers[buffer];
    if (!known.used) known.read_first = reads;
    known.used = true;
}

void Teller::dispatch(Handle program, Groups groups, const Bindings& bindings) {
    if (wanted_ && !story_.ended) {
        const auto& built = built_.at(program);
        Story::Step step;
        step.program = program;
        step.groups = groups;
        for (std::uint32_t binding = 0; binding < bindings.buffers.size(); ++binding) {
            const Handle buffer = bindings.buffers[binding];
            const auto block = std::ranges::find(built.buffers, binding, &Built::Block::binding);
            if (buffer == 0 || block == built.buffers.end()) continue;
            auto& known = story_.buffers[buffer];
            use(buffer, binding >= bindings.accesses.size() || bindings.accesses[binding] != Access::out);
            if (known.name.empty()) known.name = variable(block->name);
            step.buffers.emplace_back(binding, buffer);
        }
        step.textures.assign(bindings.textures.begin(), bindings.textures.end());
        step.images.assign(bindings.images.begin(), bindings.images.end());
        name_images(step);
        for (const auto& uniform : built.uniforms) {
            const auto value = uniforms_[program].find(uniform.location);
            if (value == uniforms_[program].end()) continue;
            if (const auto* word = std::get_if<std::uint32_t>(&value->second))
                step.uniforms.push_back({uniform.name, {*word}});
            else if (const auto* pair = std::get_if<glm::uvec2>(&value->second))
                step.uniforms.push_back({uniform.name, {pair->x, pair->y}});
            else
                fail(ExitCode::wrong_usage, "It cannot be exported: its uniform {} is no uint or uvec2.",
                     uniform.name);
        }
        story_.steps.push_back(step);
    }
    device_->dispatch(program, groups, bindings);
}

void Teller::name_images(const Story::Step& step) {
    for (const auto& uniform : glsl::declared(story_.programs.at(step.program).text).uniforms) {
        const bool sampled = uniform.type.starts_with("sampler");
        const auto& units = sampled ? step.textures : step.images;
        if (uniform.binding < 0 || static_cast<std::size_t>(uniform.binding) >= units.size()) continue;
        const Handle image = units[static_cast<std::size_t>(uniform.binding)];
        use(image, sampled);
        if (auto& known = story_.buffers[image]; known.name.empty()) known.name = variable(uniform.name);
    }
}

void Teller::forget_unused() {
    std::erase_if(story_.buffers, [](const auto& one) { return !one.second.used; });
    std::erase_if(story_.programs, [&](const auto& one) {
        return std::ranges::none_of(story_.steps,
                                    [&](const auto& step) { return step.program == one.first; });
    });
}

void Teller::ended(const bench::Outcome& outcome) {
    story_.ended = true;
    story_.result = outcome.result;
    story_.comparison = outcome.comparison;
    story_.expected = outcome.expected();
    forget_unused();
    number_apart(story_.buffers);
    number_apart(story_.programs);
    for (auto& [handle, buffer] : story_.buffers) {
        if (story_.on_images() != (buffer.size.x > 0))
            fail(ExitCode::wrong_usage, "It cannot be exported: it works on images and on buffers.");
        if (story_.on_images()) continue;  // what is sampled is not written
        std::vector<std::uint32_t> now(buffer.contents.size());
        device_->read(handle, 0, std::as_writable_bytes(std::span(now)));
        buffer.restored = buffer.uploaded && buffer.read_first && !buffer.lasts && now != buffer.contents;
    }
}

}  // namespace pbp::plain_export
