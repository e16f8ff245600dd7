// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/picture/canvas/legend.hpp"
#include "common/picture/canvas/scale.hpp"
#include "common/picture/strip/columns.hpp"
#include "common/picture/strip/strip.hpp"

namespace pbp::picture {

/// The size at which the numbers of the rows, or texts, fit into cells, a little smaller where some must be
/// shortened; 0: they do not fit.
float fit_numbers(const std::vector<const record::Pass*>& rows, std::uint32_t elements, float width,
                  float height);
float fit_texts(const std::vector<std::vector<std::string>>& texts, std::uint32_t elements, float width,
                float height);

/// Which cells of a row its pass wrote, as far as its links, its writers and the row above tell; empty: all.
std::vector<bool> written_cells(const record::Pass& row, const record::Pass& above);

/// Draws one cell of a strip with its value's colour, its mark, and its value, or what is printed instead, at
/// `number_size` (0: nothing). A
/// cell that its pass left alone is an outline in its colour.
void draw_cell(Canvas& canvas, const Rect& cell, double value, CellMark mark, const ValueScale& scale,
               float number_size, bool written = true, const std::string& printed = {});

/// Draws who wrote each cell of a row with these columns: the ids of invocations in a thin row at `top`. A
/// cell that nobody wrote has the id of its own invocation in grey where each wrote its own cell, else a grey
/// field.
void draw_writers(Canvas& canvas, const record::Pass& row, const Columns& columns, std::uint32_t elements,
                  float top);
inline constexpr float writers_height = 17;  ///< of that row, and of the space below it

/// True if each id of the row's writers fits above a cell of that width.
bool writers_fit(const record::Pass& row, std::uint32_t elements, float width);

/// Draws one ring around a run of wrong cells, after all cells, since it reaches over their neighbours.
void draw_wrong(Canvas& canvas, const Rect& first, const Rect& last);

/// True if a cell above which ids are drawn has that of an idle invocation.
bool rests(const record::Pass& row, std::size_t cell);

/// What else a strip says of its cells: which are left alone, written by an invocation, or of an idle one.
struct CellNotes {
    bool kept = false, works = false, rests = false;
};

/// A sample of each mark in the rows, and of each note.
std::vector<LegendItem> cell_legend(const std::vector<const record::Pass*>& rows, std::uint32_t elements,
                                    const std::string& wrong_means, const CellNotes& notes);

}  // namespace pbp::picture
