// SPDX-License-Identifier: MIT
#include "lessons/02_memory_access/pictures.hpp"

#include <fmt/ranges.h>

#include "common/lesson/version_names.hpp"
#include "common/picture/diagram/gallery.hpp"
#include "common/picture/diagram/grid.hpp"

namespace memory {

namespace {

using namespace pbp::picture;

std::string title(const pbp::Run& run, const std::string& what) {
    return fmt::format("02 memory access, {}: {}", run.version(), what);
}

Bitmap bitmap_of(const Picture& picture) {
    Bitmap made{static_cast<int>(picture.size.x), static_cast<int>(picture.size.y), {}};
    made.pixels.reserve(picture.pixels.size());
    for (const auto& pixel : picture.pixels) made.pixels.push_back({pixel.r, pixel.g, pixel.b, pixel.a});
    return made;
}

Canvas before_and_after(const pbp::Run& run, const Picture& before, const Picture& after) {
    const auto caption = [](const char* name, const Picture& picture) {
        return fmt::format("{}: {} x {} pixels", name, picture.size.x, picture.size.y);
    };
    const bool grey = pbp::version_number(run.version()) < 3, copy = run.is("v3");
    Gallery gallery;
    gallery.title = title(run, grey   ? "a picture turns grey"
                               : copy ? "a picture is copied"
                                      : "rows of a picture become columns");
    gallery.how_to_read =
        grey   ? "Left: what the shader sampled. Right: what it stored. Each pixel was compared with its CPU "
                 "twin and may differ by one step of 255."
        : copy ? "Left: what the shader read. Right: what it wrote with the last stride. Every stride must "
                 "give the same picture; pixels that no invocation copies would stay grey-violet."
               : "Left: what the shader read. Right: what it wrote. The pixel in column x and row y is now "
                 "in column y and row x: the picture is mirrored along its diagonal, not rotated.";
    gallery.exhibits = {{caption("from", before), bitmap_of(before), 0, 0, {}},
                        {caption("to", after), bitmap_of(after), 0, 0, {}}};
    return pbp::picture::draw(gallery);
}

/// Which pixel each invocation of the first workgroup owns.
Canvas owners(const pbp::Run& run, const Maps& maps, uvec2 size) {
    const auto count = lanes(run.options);
    const bool rows = run.is("v1");
    const uvec2 field = rows ? maps.group : uvec2(maps.group.y, maps.group.x);
    Panel panel{"workgroup (0, 0): each cell is a pixel and shows the lane that owns it",
                static_cast<int>(field.x),
                static_cast<int>(field.y),
                0,
                0,
                {}};
    panel.cells.resize(maps.pixels.size(), {0, "", true, false});
    for (std::uint32_t item = 0; item < maps.pixels.size(); ++item) {
        const uvec2 local{item % maps.group.x, item / maps.group.x},
            own = rows ? local : uvec2(local.y, local.x);
        if (own.x >= size.x || own.y >= size.y) continue;  // owns no pixel
        const uvec2 at{maps.pixels[item] % size.x, maps.pixels[item] / size.x};
        panel.cells[at.y * field.x + at.x] = {static_cast<double>(item / count), std::to_string(item % count),
                                              false, false};
    }
    Grid grid{title(run, "which lane owns which pixel"),
              fmt::format("x runs along the top and y down the side, as in the picture. Each colour is a "
                          "subgroup of {} lanes. Follow the numbers 0, 1, 2: {}.",
                          count,
                          rows ? "they run along a row, as memory does"
                               : "they run down a column, so each step skips a whole row of memory"),
              "subgroup",
              true,
              {panel},
              "outside the picture",
              1,
              "x",
              "y"};
    return pbp::picture::draw(grid);
}

Canvas sector_map(const pbp::Run& run, const Maps& maps) {
    LaneMap map;
    const auto count = lanes(run.options);
    map.title = title(run, fmt::format("memory that {} lanes touch at once", count));
    map.how_to_read = fmt::format(
        "Above, the {} lanes of a subgroup; below, the sectors that they touch, each 32 bytes that memory "
        "moves as a whole: eight 4-byte words, with the address of the first byte. A line leads from a lane "
        "to its words.{} The shader recorded this in the first subgroup of workgroup (0, 0).",
        count,
        pbp::version_number(run.version()) < 3 ? " Addresses assume pixels stored row by row, 4 bytes each; "
                                                 "a GPU may store a picture in small squares instead."
                                               : "");
    for (const auto& panel : maps.sectors) {  // larger strides cost as much as the first that costs most
        const bool again = run.is("v3") && !map.panels.empty() &&
                           map.panels.back().total.substr(0, panel.total.size()) == panel.total;
        const auto stride = panel.title.substr(0, panel.title.find(':'));
        if (again)
            map.panels.back().total +=
                (map.panels.back().total == panel.total ? "; the same at " : ", ") + stride;
        else
            map.panels.push_back(panel);
    }
    return pbp::picture::draw(map);
}

Canvas bank_map(const pbp::Run& run, const Maps& maps) {
    LaneMap map;
    map.title = title(run, "banks of shared memory");
    map.touched_name =
        run.is("v7") ? "a word of the lane is in this bank" : "the lane's word is in this bank";
    map.waits_name = "so are other lanes' words: the bank serves one per cycle";
    map.how_to_read =
        (run.is("v7")
             ? fmt::format(
                   "Each row is a lane, with the four words of the tile that it touches at once: a "
                   "four. The fours of eight lanes are 32 words, as many as there are banks, so "
                   "eight lanes are served together; the next eight follow. A row of the tile has "
                   "{0} words: row r begins at word {0} r, and position p in it is words {0} r + 4 p "
                   "to {0} r + 4 p + 3. place_of() chooses the position: that is the swizzle. Each lane "
                   "transposes a block of 4 x 4, so neighbours write to rows 4 apart. Each ",
                   maps.group.y)
             : "Each row is a lane, with the word of the tile that it touches; each ") +
        "column is one of 32 banks. Word w is in bank w mod 32, and a bank serves one word per cycle. The "
        "numbers below count the lanes that need each bank: the largest is the number of cycles.";
    map.panels = maps.banks;
    return pbp::picture::draw(map);
}

/// The tile as it is in shared memory: each word with its bank, and the words that the lanes read together.
Canvas tile_words(const pbp::Run& run, std::uint32_t pitch) {
    Panel panel{fmt::format("tile: 32 rows, {} words apart", pitch), static_cast<int>(pitch), 32, 0, 0, {}};
    for (std::uint32_t word = 0; word < 32 * pitch; ++word)
        panel.cells.push_back({static_cast<double>(word % bank_count), std::to_string(word % bank_count),
                               false, word % pitch == 0});
    Grid grid{title(run, "the bank of each word"),
              "Each cell is a word of the tile; its number and colour show its bank. Ringed: the column that "
              "32 lanes read together" +
                  std::string(pitch % bank_count == 0 ? ". All its words are in bank 0."
                                                      : ". Its words are in 32 different banks. The last "
                                                        "word of each row is padding and never touched."),
              "bank",
              false,
              {panel}};
    grid.column_name = "word", grid.row_name = "row";
    return pbp::picture::draw(grid);
}

/// The upper rows of v7's tile, in fours, without its swizzle and with it.
Canvas tile_fours(const pbp::Run& run, std::uint32_t fours) {
    const auto panel = [=](std::string name, auto place_of) {
        const std::uint32_t rows = std::min(4 * fours, 32u);
        Panel made{std::move(name), static_cast<int>(fours), static_cast<int>(rows), 8, 4, {}};
        made.cells.resize(std::size_t{fours} * rows);
        for (std::uint32_t row = 0; row < rows; ++row)
            for (std::uint32_t four = 0; four < fours; ++four)
                made.cells[row * fours + place_of(row, four)] = {
                    static_cast<double>(four), std::to_string(four), false, four == 0 && row % 4 == 0};
        return made;
    };
    Grid grid{
        title(run, "where the fours of a row are"),
        "Each cell is 16 bytes of the tile: a four, that is four elements, with its number in its row. The "
        "eight cells between two lines cover the 32 banks once. Ringed: what lanes 0 to 7 write together, "
        "four 0 of every fourth row. In one column they need the same four banks eight times; on the "
        "diagonal, every bank once.",
        "four of its row",
        false,
        {panel("plain: four y of row r at place y", [](std::uint32_t, std::uint32_t four) { return four; }),
         panel("v7: at place y ^ (r / 4)",
               [=](std::uint32_t row, std::uint32_t four) { return four ^ (row / 4 % fours); })}};
    grid.across = 2;
    grid.column_name = "place", grid.row_name = "row";
    return pbp::picture::draw(grid);
}

}  // namespace

pbp::Program& program(pbp::Run& run, const Launch& launch) {
    auto& made = run.program(launch.defines);
    for (const auto& [name, value] : launch.uniforms) made.set(name, value);
    return made;
}

void draw(pbp::Run& run, const Picture& before, const Picture& after, const Maps& maps) {
    if (!run.drawing()) return;
    run.picture("", before_and_after(run, before, after));
    run.picture("output", bitmap_of(after));
    if (!maps.pixels.empty()) run.picture("lanes", owners(run, maps, before.size));
    if (!maps.sectors.empty()) run.picture("addresses", sector_map(run, maps));
    if (!maps.banks.empty()) {
        run.picture("banks", bank_map(run, maps));
        run.picture("tile", run.is("v7") ? tile_fours(run, maps.group.y / 4)
                                         : tile_words(run, run.is("v5") ? 32 : 33));
    }
    for (const auto& count : maps.counts) run.note(count);
    if (maps.counts.empty()) run.note("no address map: this run recorded no addresses");
}

}  // namespace memory
