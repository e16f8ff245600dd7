// SPDX-License-Identifier: MIT
#include "common/report/model_json.hpp"
#include "common/report/text.hpp"

namespace pbp::page {

void to_json(nlohmann::json& json, const Piece& piece) {
    json = {
        {"version", piece.version},       {"restart", piece.restart},   {"rows", piece.rows},
        {"bytes", base64(piece.bytes)},   {"programs", piece.programs}, {"dispatches", piece.dispatches},
        {"line_notes", piece.line_notes}, {"caption", piece.caption},   {"line_counts", piece.line_counts}};
}

void from_json(const nlohmann::json& json, Piece& piece) {
    json.at("version").get_to(piece.version);
    json.at("restart").get_to(piece.restart);
    json.at("rows").get_to(piece.rows);
    piece.bytes = from_base64(json.at("bytes").get_ref<const std::string&>());
    json.at("programs").get_to(piece.programs);
    json.at("dispatches").get_to(piece.dispatches);
    json.at("line_notes").get_to(piece.line_notes);
    json.at("line_counts").get_to(piece.line_counts);
    json.at("caption").get_to(piece.caption);
}

}  // namespace pbp::page
