// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "common/report/model.hpp"

namespace pbp {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Cause, name, what, meaning, hints)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HostCall, name, arguments, result, times)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HostGroup, title, dispatch, calls)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HostFunction, name, reference, sentence)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HostCalls, groups, functions, left_out)

}  // namespace pbp

namespace pbp::sim {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PredictedTime, card, us, off, limit, fails, measured_us, words, occupancy)

}  // namespace pbp::sim

namespace pbp::page {

NLOHMANN_JSON_SERIALIZE_ENUM(CellType, {{CellType::uint32, "uint"},
                                        {CellType::int32, "int"},
                                        {CellType::float32, "float"},
                                        {CellType::float64, "double"},
                                        {CellType::pixel, "pixel"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Dispatch, program, groups, local_size, subgroup_size)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SourceFile, name, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Program, name, files)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LineNote, file, line, kind, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LineCount, file, line, what, value)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Caption, title, how_to_read, value_name, group, shape, n, ungrouped,
                                   group_name)

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(RowHead, label, part, pass, again, input, unchecked, frame,
                                                type, cells, width, height, every, links, missing, extra,
                                                placed, wrong, marks, expected, written, over_before, array,
                                                own, span, undivided, first, total, dispatch, lines)

/// Heads without what is as usual, since there may be thousands.
nlohmann::json heads_of(const std::vector<RowHead>& rows);
/// The raw bytes: for CBOR.
void to_json(nlohmann::json& json, const Piece& piece);
void from_json(const nlohmann::json& json, Piece& piece);

}  // namespace pbp::page
