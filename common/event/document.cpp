// SPDX-License-Identifier: MIT
#include "common/event/document.hpp"

#include "common/event/reports_json.hpp"

namespace pbp {

std::string to_string(VersionReport::Status status) {
    return nlohmann::json(status).get<std::string>();
}

std::string to_json(const RunReport& run, const std::vector<VersionReport>& versions,
                    const std::vector<TuningReport>& tunings, int exit_code, const std::string& problem) {
    nlohmann::json document;
    document["run"] = run;
    document["versions"] = versions;
    for (std::size_t i = 0; i < versions.size(); ++i)
        if (versions[i].contents.empty()) document["versions"][i].erase("contents");
    document["tuning"] = tunings;
    document["exit_code"] = exit_code;
    document["error"] = problem;
    return document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace pbp
