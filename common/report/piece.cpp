// SPDX-License-Identifier: MIT
#include "common/report/model_json.hpp"

namespace pbp::page {

namespace {

/// Calls `f` with the name and the value of each member of a Piece but its rows and their bytes.
template <typename AnyPiece, typename F>
void each_member(AnyPiece& piece, F f) {
    f("version", piece.version);
    f("restart", piece.restart);
    f("programs", piece.programs);
    f("dispatches", piece.dispatches);
    f("line_notes", piece.line_notes);
    f("caption", piece.caption);
    f("line_counts", piece.line_counts);
    f("film", piece.film);
    f("stepping", piece.stepping);
}

}  // namespace

nlohmann::json heads_of(const std::vector<RowHead>& rows) {
    static const nlohmann::json usual = RowHead{};
    auto heads = nlohmann::json::array();
    for (const nlohmann::json row : rows) {
        auto& head = heads.emplace_back(nlohmann::json::object());
        for (const auto& [name, value] : row.items())
            if (value != usual[name]) head[name] = value;
    }
    return heads;
}

void to_json(nlohmann::json& json, const Piece& piece) {
    each_member(piece, [&](const char* name, const auto& value) { json[name] = value; });
    json["rows"] = heads_of(piece.rows);
    json["bytes"] = nlohmann::json::binary({piece.bytes.begin(), piece.bytes.end()});
}

void from_json(const nlohmann::json& json, Piece& piece) {
    each_member(piece, [&](const char* name, auto& value) { json.at(name).get_to(value); });
    json.at("rows").get_to(piece.rows);
    const auto& bytes = json.at("bytes").get_binary();
    piece.bytes.assign(bytes.begin(), bytes.end());
}

}  // namespace pbp::page
