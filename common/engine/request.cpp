// SPDX-License-Identifier: MIT
#include "common/engine/request.hpp"

#include <nlohmann/json.hpp>

#include "common/base/error.hpp"

namespace pbp::engine {

using nlohmann::json;

Request read_request(const std::string& text) try {
    const auto request = json::parse(text);
    Request read;
    request.at("words").get_to(read.words);
    if (request.contains("files")) request.at("files").get_to(read.files);
    read.page = request.value("page", read.page);
    read.repairs = request.value("repairs", read.repairs);
    read.shrink_ms = request.value("shrink_ms", read.shrink_ms);
    if (read.words.empty()) fail(ExitCode::wrong_usage, "The request has no words; give those of ./learn.");
    return read;
} catch (const json::exception& problem) {
    fail(ExitCode::wrong_usage,
         "The request is not of the form {{\"words\": [...], \"files\": {{...}}}}: {}.", problem.what());
}

std::string to_json(const Response& response) {
    const auto quoted = [](const std::string& words) {
        return json(words).dump(-1, ' ', false, json::error_handler_t::replace);
    };
    return fmt::format(
        R"({{"exit_code": {}, "report": {}, "page": {}, "output": {}, "milliseconds": {:.3f}}})",
        response.exit_code, response.report.empty() ? "null" : response.report,
        response.page ? quoted(*response.page) : "null", quoted(response.output), response.milliseconds);
}

}  // namespace pbp::engine
