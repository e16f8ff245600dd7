// SPDX-License-Identifier: MIT
#include "common/report/page.hpp"

#include <fmt/format.h>

#include <map>

#include "common/base/heading.hpp"
#include "common/report/model_json.hpp"
#include "common/report/text.hpp"

extern "C" {
extern const char pbp_page_skeleton[], pbp_page_overview[], pbp_page_style[], pbp_page_script[],
    pbp_page_style_sha256[], pbp_page_script_sha256[];
}

namespace pbp::page {

using nlohmann::json;

namespace {

std::string text_of(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string in_html(const json& value) {
    return json_in_html(text_of(value));
}

/// Each file once, however many versions include it; a version that ran with a different text under the same
/// name keeps its own.
class Files {
  public:
    std::size_t number_of(const SourceFile& file) {
        const auto [at, added] = numbers_.try_emplace({file.name, file.text}, all_.size());
        if (added) all_.push_back(file);
        return at->second;
    }
    const std::vector<SourceFile>& all() const { return all_; }

  private:
    std::map<std::pair<std::string, std::string>, std::size_t> numbers_;
    std::vector<SourceFile> all_;
};

json json_of(const Version& version, Files& files) {
    const auto& recorded = version.recorded;
    auto programs = json::array();
    for (const auto& program : recorded.programs) {
        auto numbers = json::array();
        for (const auto& file : program.files) numbers.push_back(files.number_of(file));
        programs.push_back({{"name", program.name}, {"files", numbers}});
    }
    return {{"name", version.name},
            {"idea", version.idea},
            {"status", version.status},
            {"message", version.message},
            {"passes", version.passes},
            {"passes_checked", version.passes_checked},
            {"orders", version.orders},
            {"time", version.time},
            {"notes", version.notes},
            {"cause", version.cause},
            {"calls", version.calls},
            {"predicted", version.predicted},
            {"rows", packed(text_of(heads_of(recorded.rows)))},
            {"film", recorded.film.empty() ? "" : packed(recorded.film)},
            {"stepping", recorded.stepping.empty() ? "" : packed(recorded.stepping)},
            {"dispatches", recorded.dispatches},
            {"programs", programs},
            {"line_notes", recorded.line_notes},
            {"line_counts", recorded.line_counts},
            {"caption", recorded.caption.empty() ? Caption{} : recorded.caption.back()}};
}

/// By version: the first one whose rows have the same numbers, itself if no other does.
std::vector<std::size_t> owners_of(const Report& report) {
    std::vector<std::size_t> owners;
    const auto& all = report.versions;
    for (std::size_t v = 0; v < all.size(); ++v) {
        std::size_t same = 0;
        while (same < v && all[same].recorded.bytes != all[v].recorded.bytes) ++same;
        owners.push_back(same);
    }
    return owners;
}

std::string strips_of(const Report& report) {
    std::string out;
    for (const auto& version : report.versions)
        if (!version.pictures.empty())
            out += fmt::format(
                "<figure><img src=\"{0}\" alt=\"All passes of {1}\"><figcaption>{1}: {2}"
                "</figcaption></figure>\n",
                html_text(version.pictures.front()), html_text(version.name), html_text(version.idea));
    return out;
}

}  // namespace

std::string packed(const std::string& bytes) {
    return base64(deflated(bytes));
}

std::string policy_source(std::string_view sha256_hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < sha256_hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(sha256_hex.substr(i, 2)), nullptr, 16));
    return "'sha256-" + base64(bytes) + "'";
}

PageParts page_parts() {
    return {pbp_page_skeleton, pbp_page_overview,     pbp_page_style,
            pbp_page_script,   pbp_page_style_sha256, pbp_page_script_sha256};
}

std::string summary_of(const Report& report) {
    auto versions = json::array();
    for (const auto& version : report.versions)
        versions.push_back({{"name", version.name},
                            {"idea", version.idea},
                            {"status", version.status},
                            {"picture", version.pictures.empty() ? "" : version.pictures.front()}});
    return in_html({{"lesson", report.lesson},
                    {"title", report.title},
                    {"about", report.about},
                    {"data", report.data},
                    {"began", report.began},
                    {"seconds", report.seconds},
                    {"problem", report.problem},
                    {"versions", versions}});
}

std::string run_of(const Report& report) {
    Files files;
    auto versions = json::array();
    const auto owners = owners_of(report);
    for (std::size_t v = 0; v < report.versions.size(); ++v) {
        const auto& version = report.versions[v];
        auto& added = versions.emplace_back(json_of(version, files));
        if (owners[v] != v)
            added["numbers_of"] = owners[v];
        else
            added["numbers"] = version.packed.empty() ? packed(version.recorded.bytes) : version.packed;
    }
    return in_html({{"lesson", report.lesson},
                    {"title", report.title},
                    {"element", report.element},
                    {"data", report.data},
                    {"renderer", report.renderer},
                    {"subgroups", report.subgroups},
                    {"began", report.began},
                    {"seconds", report.seconds},
                    {"problem", report.problem},
                    {"versions", versions},
                    {"files", files.all()}});
}

std::string page_of(const Report& report) {
    const auto parts = page_parts();
    return filled(parts.skeleton, [&](std::string_view name) -> std::string {
        if (name == "title") return html_text(heading(report.lesson, report.title));
        if (name == "script source") return policy_source(parts.script_sha256);
        if (name == "style source") return policy_source(parts.style_sha256);
        if (name == "style") return std::string(parts.style);
        if (name == "script") return std::string(parts.script);
        if (name == "summary") return summary_of(report);
        if (name == "run") return run_of(report);
        return name == "strips" ? strips_of(report) : "";
    });
}

}  // namespace pbp::page
