// SPDX-License-Identifier: MIT
#include "common/tools/run_passes/rows.hpp"

#include <algorithm>

namespace pbp::run_passes {

std::optional<std::string> start_of_chain(const Description& description,
                                          const std::vector<std::string>& shown,
                                          const std::vector<std::vector<std::string>>& written) {
    std::optional<std::string> first;
    if (shown.size() < 2) return first;
    for (const auto& name : shown) {
        const auto *const buffer = description.buffer(name), *const other = description.buffer(shown.front());
        if (buffer == nullptr || other == nullptr || buffer->type != other->type) return std::nullopt;
        const auto& data = buffer->data;
        if (!data.kind && data.file.empty() && (data.numbers.empty() || data.every)) continue;
        if (first) return std::nullopt;
        first = name;
    }
    const auto is_shown = [&](const auto& name) { return std::ranges::find(shown, name) != shown.end(); };
    for (const auto& names : written)
        if (std::ranges::count_if(names, is_shown) != 1) return std::nullopt;
    return first;
}

void Images::add(const std::string& label, const record::Pass& pass) {
    constexpr std::size_t most = 6;
    if (!pass.is_image()) return;
    picture::Bitmap bitmap{static_cast<int>(pass.image.x), static_cast<int>(pass.image.y), {}};
    for (const auto& pixel : pass.values.pixels())
        bitmap.pixels.push_back({pixel.r, pixel.g, pixel.b, pixel.a});
    const auto caption = pass.part.empty() ? label : label + ", " + pass.part;
    if (gallery_.exhibits.size() == most) gallery_.exhibits.erase(gallery_.exhibits.begin() + most / 2);
    gallery_.exhibits.push_back({caption, std::move(bitmap), 0, 0, {}});
}

void Images::draw(Run& run, const std::string& title, const std::string& name) {
    if (gallery_.exhibits.empty()) return;
    gallery_.title = title.empty() ? run.version() : title;
    gallery_.how_to_read = "An image before the first pass, and after each that wrote it.";
    run.picture(name, picture::draw(gallery_));
}

}  // namespace pbp::run_passes
