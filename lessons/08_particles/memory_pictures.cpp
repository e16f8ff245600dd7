// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <set>

#include "common/lesson/version_names.hpp"
#include "common/picture/canvas/legend.hpp"
#include "common/picture/canvas/palette.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "common/picture/canvas/style.hpp"
#include "lessons/08_particles/film.hpp"

using namespace pbp::picture;

namespace particles {

namespace {

enum Kind : std::uint8_t { position, velocity, life, padding };
constexpr const char* kind_names[] = {"position", "velocity", "lifetime", "padding"};
constexpr const char* axis_names[] = {"x", "y", "z", "vx", "vy", "vz", "t"};

Kind kind_of(std::size_t member) {
    return member < 3 ? position : member < 6 ? velocity : life;
}

Color color_of(Kind kind) {
    return kind == padding ? mix(style::faint, style::paper, 0.5) : mix(category(kind), style::paper, 0.35);
}

LegendItem sample(Kind kind, const std::string& text) {
    return {18, 18,
            [kind](Canvas& canvas, Point at) {
                canvas.fill({at.x, at.y, 18, 18}, color_of(kind));
            },
            text};
}

std::vector<LegendItem> kinds_legend(bool holes) {
    std::vector<LegendItem> items{sample(position, "position x, y, z"),
                                  sample(velocity, "velocity vx, vy, vz"), sample(life, "lifetime t")};
    if (holes) items.push_back(sample(padding, kind_names[padding]));
    return items;
}

/// Which member of which particle a word is; none: it belongs to no particle.
struct Owner {
    std::size_t member, particle;
};
std::optional<Owner> owner_of(std::size_t word, const Layout& layout, std::size_t n) {
    for (std::size_t m = 0; m < member_count; ++m) {
        const auto first = layout.first[m];
        if (word >= first && (word - first) % layout.apart == 0 && (word - first) / layout.apart < n)
            return Owner{m, (word - first) / layout.apart};
    }
    return {};
}

/// A row of bytes: the members of a struct as blocks, one after another.
struct Block {
    std::size_t from, bytes;
    Kind kind;
    std::string name;
};

constexpr float byte_width = 14;

void draw_blocks(Canvas& canvas, Point at, const std::vector<Block>& blocks, std::size_t bytes) {
    for (std::size_t b = 0; b < bytes; ++b)
        canvas.fill({at.x + static_cast<float>(b) * byte_width, at.y, byte_width - 1, 40}, color_of(padding));
    for (const auto& block : blocks) {
        const auto end = std::min(block.from + block.bytes, bytes);
        if (block.from >= end) continue;
        for (std::size_t b = block.from; b < end; ++b)
            canvas.fill({at.x + static_cast<float>(b) * byte_width, at.y, byte_width - 1, 40},
                        color_of(block.kind));
        const float left = at.x + static_cast<float>(block.from) * byte_width,
                    width = static_cast<float>(end - block.from) * byte_width - 1;
        canvas.frame({left, at.y, width, 40}, mix(color_of(block.kind), style::ink, 0.55), 1.5F);
        const auto words = wrapped(block.name, width - 4, style::label_size);
        for (std::size_t line = 0; line < words.size(); ++line)
            canvas.text(
                {left + width / 2,
                 at.y + 24 + (static_cast<float>(line) - static_cast<float>(words.size() - 1) / 2) * 14},
                words[line], style::label_size, style::ink, Align::center);
    }
}

void draw_byte_ruler(Canvas& canvas, Point at, std::size_t bytes) {
    for (std::size_t b = 0; b <= bytes; b += 4) {
        const float x = at.x + static_cast<float>(b) * byte_width;
        canvas.line({x, at.y + 4}, {x, at.y + 10}, style::secondary, 1);
        canvas.text({x, at.y}, std::to_string(b), style::ruler_size, style::secondary, Align::center);
    }
}

/// The words of the careless upload that the shader reads as one vector or number of a particle.
std::string misread(const Layout& careless, const Layout& read, std::size_t first, std::size_t count,
                    std::size_t particle) {
    std::string text;
    for (std::size_t m = first; m < first + count; ++m) {
        const auto [member, of] = *owner_of(read.word(static_cast<Member>(m), particle), careless, 4);
        text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", member_names[member], of);
    }
    return text;
}

}  // namespace

Canvas draw_bytes(const pbp::Program& program) {
    constexpr std::size_t bytes = 64;
    std::vector<Block> shader, cpp;
    for (std::size_t particle = 0; particle < 3; ++particle) {
        for (const auto& variable : program.variables()) {
            const auto member = variable.name.substr(variable.name.find('.') + 1);
            const auto kind = static_cast<Kind>(std::ranges::find(kind_names, member) - kind_names);
            shader.push_back(
                {variable.offset + particle * variable.element_bytes,
                 variable.type == "vec3" ? sizeof(glm::vec3) : sizeof(float), kind,
                 fmt::format("{} of {}{}", member, variable.type == "vec3" ? "particle " : "", particle)});
        }
        const auto begin = particle * sizeof(Careless);
        cpp.push_back({begin + offsetof(Careless, position), sizeof(glm::vec3), position,
                       fmt::format("position of particle {}", particle)});
        cpp.push_back({begin + offsetof(Careless, velocity), sizeof(glm::vec3), velocity,
                       fmt::format("velocity of particle {}", particle)});
        cpp.push_back({begin + offsetof(Careless, lifetime), sizeof(float), life,
                       fmt::format("lifetime of {}", particle)});
    }

    const float left = style::margin, width = bytes * byte_width + 2 * style::margin + 8,
                room = width - 2 * style::margin;
    Canvas canvas(static_cast<int>(width), 472, style::paper);
    float y = draw_title(canvas, "08 particles, v1_aos_vec3: one struct, two layouts", width);
    y = draw_legend(canvas, {left, y + 6}, width - style::margin, kinds_legend(true)) + 30;
    draw_byte_ruler(canvas, {left, y - 12}, bytes);
    canvas.text({left, y + 16}, "What the shader reads (std430; the driver's own offsets)", style::body_size,
                style::ink, Align::left, Face::bold);
    draw_blocks(canvas, {left, y + 24}, shader, bytes);
    y += 90;
    canvas.text({left, y + 16},
                fmt::format("What C++ has: struct {{ glm::vec3 position; glm::vec3 velocity; float lifetime; "
                            "}}, {} bytes",
                            sizeof(Careless)),
                style::body_size, style::ink, Align::left, Face::bold);
    draw_blocks(canvas, {left, y + 24}, cpp, bytes);
    y += 84;

    const auto careless = layout("careless", 4), read = layout("v1", 4);
    canvas.text({left, y + 12}, "If the C++ structs are copied into the buffer unchanged, the shader reads",
                style::body_size, style::ink, Align::left, Face::bold);
    y += 34;
    const auto line = [&](const std::string& wanted, std::size_t first, std::size_t count, std::size_t i) {
        canvas.text({left + 20, y}, fmt::format("as the {} of particle {}:", wanted, i), style::body_size,
                    style::ink);
        canvas.text({left + 230, y}, misread(careless, read, first, count, i), style::body_size, style::ink);
        y += 20;
    };
    line("velocity", velocity_x, 3, 0);
    line("lifetime", lifetime, 1, 0);
    line("position", x, 3, 1);
    line("velocity", velocity_x, 3, 1);
    line("lifetime", lifetime, 1, 1);
    paragraph(
        canvas, {left, y - 2},
        "Each cell is one byte. Look straight down from a block of the shader to see what C++ has there. In "
        "a buffer, a vec3 begins at a multiple of 16 bytes, and so does a struct that contains one; C++ has "
        "no such rule. alignas(16) before both glm::vec3 makes the two rows the same.",
        room, style::body_size, style::secondary);
    return canvas;
}

namespace {

constexpr float label_width = 150, word_width = 78, word_height = 30;

/// The sectors that hold the first particles, numbered from 0.
std::set<std::size_t> sectors_of(const Layout& layout, std::size_t lanes) {
    std::set<std::size_t> rows;
    for (std::size_t m = 0; m < member_count; ++m)
        for (std::size_t i = 0; i < lanes; ++i) rows.insert(layout.word(static_cast<Member>(m), i) / 8);
    return rows;
}

/// One row per sector; returns the position below them.
float draw_sectors(Canvas& canvas, const Layout& layout, std::size_t n, std::size_t lanes, float y) {
    for (const auto row : sectors_of(layout, lanes)) {
        canvas.text({style::margin, y + 20}, fmt::format("byte {} to {}", 32 * row, 32 * row + 31),
                    style::label_size, style::secondary);
        for (std::size_t k = 0; k < 8; ++k) {
            const Rect cell{style::margin + label_width + static_cast<float>(k) * word_width, y,
                            word_width - 2, word_height};
            const auto owner = owner_of(8 * row + k, layout, n);
            const bool asks = owner && owner->particle < lanes;
            const Color color = color_of(owner ? kind_of(owner->member) : padding);
            canvas.fill(cell, owner && !asks ? mix(color, style::paper, 0.6) : color);
            if (!owner) continue;
            canvas.text({cell.x + cell.width / 2, cell.y + 20},
                        fmt::format("{} of {}", axis_names[owner->member], owner->particle),
                        style::label_size, style::ink, Align::center);
            if (asks && owner->member == Member::y) canvas.frame(cell, style::ink, 2.5F);
        }
        y += word_height + 4;
    }
    return y;
}

}  // namespace

std::vector<Layout> compared(const Layout& own, std::size_t n) {
    if (pbp::version_number(own.version) != 3) return {own};
    return {layout("v2_aos", n), own};
}

Canvas draw_memory(const std::vector<Layout>& layouts) {
    const auto& own = layouts.back();
    const std::size_t n = own.words / (own.apart > 1 ? own.apart : member_count);
    const std::size_t lanes = std::min<std::size_t>(8, n);
    const float left = style::margin, width = 2 * style::margin + label_width + 8 * word_width,
                room = width - 2 * style::margin;
    bool holes = false;
    std::string cost, names;
    for (const auto& layout : layouts) {
        names += (names.empty() ? "" : " and ") + layout.version;
        for (const auto row : sectors_of(layout, lanes))
            for (std::size_t word = 8 * row; word < 8 * row + 8; ++word) holes |= !owner_of(word, layout, n);
        const auto moved = sectors(layout, {Member::y}, lanes);
        cost +=
            fmt::format("{}{} sector{}, {} bytes{}", cost.empty() ? "" : "; ", moved, moved == 1 ? "" : "s",
                        32 * moved, layouts.size() > 1 ? " in " + layout.version : "");
    }
    const auto sentence = fmt::format(
        "Each row is a sector: 32 bytes, the least that a GPU's memory moves. Each cell is a 4-byte number, "
        "labelled with its particle. Ringed: what {} neighbouring lanes request at once when each reads its "
        "particle's height. For these {} bytes, memory moves {}.",
        lanes, 4 * lanes, cost);
    const auto draw_on = [&](Canvas& canvas) {
        float y = draw_title(
            canvas, fmt::format("08 particles, {}: where the first {} particles are", names, lanes), width);
        y = draw_legend(canvas, {left, y + 6}, width - style::margin, kinds_legend(holes)) + 14;
        for (const auto& layout : layouts) {
            if (layouts.size() > 1) {
                const char* kind = layout.apart > 1 ? "array of structures" : "structure of arrays";
                canvas.text({left, y + 13}, fmt::format("{}: {}", layout.version, kind), style::body_size,
                            style::ink, Align::left, Face::bold);
                y += 24;
            }
            y = draw_sectors(canvas, layout, n, lanes, y) + 6;
        }
        return paragraph(canvas, {left, y + 4}, sentence, room, style::body_size, style::secondary) + 16;
    };
    Canvas measure(1, 1, style::paper);
    Canvas canvas(static_cast<int>(width), static_cast<int>(draw_on(measure)), style::paper);
    draw_on(canvas);
    return canvas;
}

}  // namespace particles
