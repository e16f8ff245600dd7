// SPDX-License-Identifier: MIT
#include "common/report/model_json.hpp"

namespace pbp::page {

namespace {

/// Calls `f` with each member of a RowHead and its name.
template <typename Head, typename F>
void each_member(Head& head, F f) {
    f("label", head.label);
    f("part", head.part);
    f("pass", head.pass);
    f("again", head.again);
    f("input", head.input);
    f("unchecked", head.unchecked);
    f("frame", head.frame);
    f("type", head.type);
    f("cells", head.cells);
    f("width", head.width);
    f("height", head.height);
    f("every", head.every);
    f("links", head.links);
    f("missing", head.missing);
    f("extra", head.extra);
    f("placed", head.placed);
    f("wrong", head.wrong);
    f("marks", head.marks);
    f("expected", head.expected);
    f("written", head.written);
    f("over_before", head.over_before);
    f("array", head.array);
    f("own", head.own);
    f("span", head.span);
    f("undivided", head.undivided);
    f("first", head.first);
    f("total", head.total);
    f("dispatch", head.dispatch);
    f("lines", head.lines);
}

}  // namespace

void to_json(nlohmann::json& json, const RowHead& head) {
    const auto usual = [](const auto& value) { return value == std::remove_cvref_t<decltype(value)>{}; };
    json = nlohmann::json::object();
    each_member(head, [&](const char* name, const auto& value) {
        if (!usual(value)) json[name] = value;
    });
    if (head.again < 0)
        json.erase("again");
    else
        json["again"] = head.again;
    if (head.dispatch < 0)
        json.erase("dispatch");
    else
        json["dispatch"] = head.dispatch;
    if (head.every == 1) json.erase("every");
    if (head.span == 1) json.erase("span");
}

void from_json(const nlohmann::json& json, RowHead& head) {
    each_member(head, [&](const char* name, auto& value) {
        if (const auto found = json.find(name); found != json.end()) found->get_to(value);
    });
}

void to_json(nlohmann::json& json, const Piece& piece) {
    json = {{"version", piece.version},
            {"restart", piece.restart},
            {"rows", piece.rows},
            {"bytes", nlohmann::json::binary({piece.bytes.begin(), piece.bytes.end()})},
            {"programs", piece.programs},
            {"dispatches", piece.dispatches},
            {"line_notes", piece.line_notes},
            {"caption", piece.caption},
            {"line_counts", piece.line_counts},
            {"film", piece.film},
            {"stepping", piece.stepping}};
}

void from_json(const nlohmann::json& json, Piece& piece) {
    json.at("version").get_to(piece.version);
    json.at("restart").get_to(piece.restart);
    json.at("rows").get_to(piece.rows);
    const auto& bytes = json.at("bytes").get_binary();
    piece.bytes.assign(bytes.begin(), bytes.end());
    json.at("film").get_to(piece.film);
    json.at("stepping").get_to(piece.stepping);
    json.at("programs").get_to(piece.programs);
    json.at("dispatches").get_to(piece.dispatches);
    json.at("line_notes").get_to(piece.line_notes);
    json.at("line_counts").get_to(piece.line_counts);
    json.at("caption").get_to(piece.caption);
}

}  // namespace pbp::page
