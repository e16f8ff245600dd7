// SPDX-License-Identifier: MIT
#include "common/terminal/contents.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace pbp {

namespace {

using Paint = std::string (*)(const std::string&);
constexpr std::size_t line_width = 100;

std::string right(const std::string& text, std::size_t width, bool changed, Paint bold) {
    const std::string padding(width - std::min(width, text.size()), ' ');
    return padding + (changed ? bold(text) : text);
}

std::size_t widest(const std::vector<std::string>& texts, std::size_t least) {
    for (const auto& text : texts) least = std::max(least, text.size());
    return least;
}

/// An array of numbers: as many a line as fit, a power of two of them, each line with its first place.
std::string as_rows(const ShownColumn& column, Paint bold, const std::vector<std::uint32_t>& size = {}) {
    const auto place = [&](std::size_t i) {
        std::vector<std::size_t> at;
        for (const auto length : size) {
            at.push_back(i % length);
            i /= length;
        }
        return at.empty() ? fmt::format("[{}]", i) : fmt::format("({})", fmt::join(at, ", "));
    };
    const auto width = widest(column.after, 1) + 2;
    std::size_t across = 1;
    while (across * 2 * width <= line_width - 10 && across < 32) across *= 2;
    std::string text;
    for (std::size_t i = 0; i < column.after.size(); ++i) {
        if (i % across == 0) text += fmt::format("{}    {:>8}", i == 0 ? "" : "\n", place(i));
        text += right(column.after[i], width, column.after[i] != column.before[i], bold);
    }
    return text + "\n";
}

/// An array of structures: one a line, a column a member.
std::string as_table(const std::vector<ShownColumn>& columns, Paint bold) {
    std::string text = fmt::format("    {:>8}", "");
    std::vector<std::size_t> widths;
    for (const auto& column : columns) {
        const auto head = column.type + " " + column.name;
        widths.push_back(widest(column.after, head.size()) + 2);
        text += right(head, widths.back(), false, bold);
    }
    text += "\n";
    for (std::size_t i = 0; i < columns.front().after.size(); ++i) {
        text += fmt::format("    {:>8}", fmt::format("[{}]", i));
        for (std::size_t c = 0; c < columns.size(); ++c)
            text += right(columns[c].after[i], widths[c], columns[c].after[i] != columns[c].before[i], bold);
        text += "\n";
    }
    return text;
}

std::string once(const ShownMember& member, Paint bold) {
    std::string text;
    for (const auto& column : member.columns) {
        const bool changed = column.before != column.after;
        text +=
            fmt::format("    {} {}{}{} = {}{}\n", column.type, member.name, column.name.empty() ? "" : ".",
                        column.name, changed ? bold(column.after.front()) : column.after.front(),
                        changed ? fmt::format(", was {}", column.before.front()) : "");
    }
    return text;
}

std::string array(const ShownMember& member, bool alone, Paint bold) {
    std::string text = alone ? "" : fmt::format("    {} {}[{}]", member.type, member.name, member.count);
    if (!alone) text += member.changed == 0 ? ", unchanged\n" : fmt::format(", {} changed\n", member.changed);
    if (member.changed == 0) return text;
    text += member.columns.size() == 1 && member.columns.front().name.empty()
                ? as_rows(member.columns.front(), bold)
                : as_table(member.columns, bold);
    const auto shown = member.columns.front().after.size();
    if (shown < member.count)
        text += fmt::format("    {:>8}  and {} more{}\n", "...", member.count - shown,
                            member.first_changed >= shown
                                ? fmt::format("; the first change is at [{}]", member.first_changed)
                                : "");
    return text;
}

std::string in_words(const ShownBuffer& buffer, Paint bold) {
    const bool alone = buffer.members.size() == 1 && buffer.members.front().array;
    std::string text = fmt::format("  {} {}", buffer.binding, bold(buffer.name));
    if (alone) text += fmt::format("  {}[{}]", buffer.members.front().type, buffer.members.front().count);
    text += "  " + buffer.began;
    if (buffer.uniform) return text + ", a uniform block\n";
    if (!buffer.writes) return text + ", only read\n";
    if (buffer.changed() == 0) return text + ", unchanged\n";
    if (alone) text += fmt::format(", {} changed", buffer.members.front().changed);
    text += "\n";
    for (const auto& member : buffer.members)
        text += member.array ? array(member, alone, bold) : once(member, bold);
    return text;
}

std::string in_words(const ShownImage& image, Paint bold) {
    auto text =
        fmt::format("  {} {}  {}{} of {} {}  {}", image.binding, bold(image.name),
                    image.format == "rgba8" ? "" : image.format + " ", image.sampled ? "sampler" : "image",
                    fmt::join(image.size, " x "), image.size.size() == 2 ? "pixels" : "texels", image.began);
    if (image.sampled) return text + "\n";
    text += image.changed == 0 ? ", unchanged\n" : fmt::format(", {} changed\n", image.changed);
    if (image.changed > 0 && !image.texels.after.empty()) text += as_rows(image.texels, bold, image.size);
    return text;
}

/// As what else is said of a version.
std::string shifted(const std::string& text) {
    std::string all;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) all += "    " + line + "\n";
    return all;
}

}  // namespace

std::string in_words(const Contents& contents, Paint bold) {
    std::string text = fmt::format("  {} workgroups of {} invocations", fmt::join(contents.groups, " x "),
                                   fmt::join(contents.local, " x "));
    if (contents.repeat > 1) text += fmt::format(", {} dispatches", contents.repeat);
    text += "\n";
    for (const auto& buffer : contents.buffers) text += in_words(buffer, bold);
    for (const auto& image : contents.images) text += in_words(image, bold);
    return shifted(text);
}

}  // namespace pbp
