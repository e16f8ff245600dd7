// SPDX-License-Identifier: MIT
// The first process of a bench: who the device is, and what it can do at most.
#include <nlohmann/json.hpp>

#include "common/event/bench_row_json.hpp"
#include "common/opengl/opengl.hpp"
#include "common/tools/bench/bounds.hpp"
#include "common/tools/bench/sitting.hpp"

namespace pbp::bench {

using nlohmann::json;

int tell_limits(const ContextOptions& context, const std::filesystem::path& shaders,
                std::vector<std::uint64_t> sizes, Sink& sink) {
    auto recording = std::make_unique<RecordingBackend>(open_gl(context));
    auto& backend = *recording;
    Device device(std::move(recording), {shaders, {}, {}}, &sink);
    const auto& info = device.info();
    if (sizes.empty()) sizes = default_sizes(info.limits.buffer_bytes, info.software);
    sink.result(json{
        {"limits", measure(device, backend, sizes)},
        {"device", info.renderer},
        {"driver", info.version},
        {"software", info.software},
        {"sizes",
         sizes}}.dump(-1, ' ', false, json::error_handler_t::replace));
    return 0;
}

void Sitting::keep_limits(const std::string& result) {
    const auto report = json::parse(result);
    report.at("limits").get_to(report_.bounds);
    report.at("device").get_to(report_.device);
    report.at("driver").get_to(report_.driver);
    report.at("software").get_to(report_.software);
    report.at("sizes").get_to(sizes_);
}

}  // namespace pbp::bench
