// SPDX-License-Identifier: MIT
#include "common/record/export.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/system.hpp"
#include "common/base/whole_file.hpp"

namespace pbp {

namespace {

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

std::string cell_text(const record::Pass& pass, std::size_t i) {
    const auto mark = pass.mark(i);
    return mark == CellMark::absent || mark == CellMark::padded ? "" : fmt::format("{}", pass.values[i]);
}

}  // namespace

void check_replaceable(const std::filesystem::path& file) {
    if (file.empty()) return;
    const auto target = target_of(std::filesystem::absolute(file));
    std::error_code unknown;
    const auto there = std::filesystem::status(target, unknown);
    if (std::filesystem::exists(there)) {
        if (!std::filesystem::is_regular_file(there))
            fail(ExitCode::wrong_usage, "--export {}: not a regular file; choose another.", file.string());
        using std::filesystem::perms;
        constexpr auto writers = perms::owner_write | perms::group_write | perms::others_write;
        if ((there.permissions() & writers) == perms::none || !is_writable(target))
            fail(ExitCode::machine_lacks,
                 "--export {}: the file is read-only; make it writable or choose another.", file.string());
    }
    make_room(target.parent_path(), "--export");
}

Export::Export(std::filesystem::path file) : file_(std::move(file)) {
    if (!file_.empty() && file_.extension() != ".csv" && file_.extension() != ".json")
        fail(ExitCode::wrong_usage, "--export {}: the extension must be .csv or .json.", file_.string());
}

void Export::add(const std::string& version, const std::vector<record::Pass>& passes) {
    if (!file_.empty()) tables_.push_back({version, passes});
}

void Export::save() const {
    if (file_.empty()) return;
    std::string text;
    if (file_.extension() == ".csv") {
        text = "version,row,pass,index,value\n";
        for (const auto& table : tables_)
            for (std::size_t r = 0; r < table.passes.size(); ++r)
                for (std::size_t i = 0; i < table.passes[r].values.size(); ++i)
                    text += fmt::format("{},{},{},{},{}\n", table.version, r, quoted(table.passes[r].label()),
                                        i, cell_text(table.passes[r], i));
    } else {
        auto versions = nlohmann::json::array();
        for (const auto& table : tables_) {
            auto rows = nlohmann::json::array();
            for (const auto& pass : table.passes) {
                auto cells = nlohmann::json::array();
                // JSON has no NaN or infinity: those become strings, and cells that hold nothing become null.
                for (std::size_t i = 0; i < pass.values.size(); ++i) {
                    const auto cell = cell_text(pass, i);
                    const double value = pass.values[i];
                    if (cell.empty())
                        cells.push_back(nullptr);
                    else if (value == std::floor(value) && std::abs(value) < 0x1p53)
                        cells.push_back(static_cast<std::int64_t>(value));
                    else if (std::isfinite(value))
                        cells.push_back(value);
                    else
                        cells.push_back(cell);
                }
                rows.push_back({{"pass", pass.label()}, {"values", std::move(cells)}});
            }
            versions.push_back({{"version", table.version}, {"rows", std::move(rows)}});
        }
        text = versions.dump(1) + "\n";
    }
    check_replaceable(file_);
    write_file(target_of(file_), text);
}

}  // namespace pbp
