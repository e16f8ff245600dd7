// SPDX-License-Identifier: MIT
#include "common/program/watch/difference_picture.hpp"

#include <algorithm>
#include <cmath>

#include "common/check/mismatch.hpp"
#include "common/picture/diagram/gallery.hpp"
#include "common/picture/strip/strip.hpp"

namespace pbp::watch {

namespace {

constexpr std::size_t most_columns = 48, most_rows = 16, most_images = 4;

/// A channel of a pixel as passes keep it.
int channel(double pixel, int number) {
    return static_cast<int>(static_cast<std::uint32_t>(pixel) >> (8 * number) & 255u);
}

picture::Strip strip_of(const std::vector<Difference>& differences, const Passes& before, const Passes& now) {
    // The columns around the first cell that changed; a pass may be shorter.
    const auto changed = [&](std::size_t pass, std::size_t cell) {
        const auto &was = before.passes[pass].values, &is = now.passes[pass].values;
        return cell >= was.size() || cell >= is.size() || !same(was[cell], is[cell], 0);
    };
    const auto size_of = [&](std::size_t pass) {
        return std::max(before.passes[pass].values.size(), now.passes[pass].values.size());
    };
    std::size_t at = 0, size = 0;
    while (!changed(differences.front().pass, at)) ++at;
    for (const auto& difference : differences) size = std::max(size, size_of(difference.pass));
    const std::size_t first =
        size <= most_columns ? 0 : std::min(at - std::min(at, most_columns / 2), size - most_columns);

    picture::Strip strip;
    strip.first = static_cast<std::uint32_t>(first);
    for (const auto& [pass, cells] : differences) {
        if (strip.rows.size() == most_rows) break;
        record::Pass row{.name = now.passes[pass].name};
        std::vector<double> changes;
        for (std::size_t cell = first; cell < std::min(size_of(pass), first + most_columns); ++cell) {
            const auto &was = before.passes[pass].values, &is = now.passes[pass].values;
            const bool differs = changed(pass, cell), both = cell < was.size() && cell < is.size();
            changes.push_back(!differs ? 0 : both ? is[cell] - was[cell] : std::nan(""));
            row.marks.push_back(differs ? CellMark::wrong : CellMark::plain);
        }
        row.values = std::move(changes);
        strip.rows.push_back(std::move(row));
    }
    return strip;
}

/// An image whose pixels are as bright as the channel that changed most.
picture::Exhibit exhibit_of(const record::Pass& was, const record::Pass& is, picture::ValueScale& scale,
                            std::vector<int>& apart) {
    const auto width = is.image.x, height = static_cast<std::uint32_t>(is.values.size()) / width;
    picture::Exhibit exhibit{is.name, {static_cast<int>(width), static_cast<int>(height), {}}, 0, 0, {}};
    for (std::size_t i = 0; i < std::size_t{width} * height; ++i) {
        int most = 0;
        for (int number = 0; number < 4; ++number)
            most = std::max(most, std::abs(channel(was.values[i], number) - channel(is.values[i], number)));
        apart.push_back(most);
        scale.add(most);
        if (most > 0) exhibit.wrong.push_back({static_cast<int>(i % width), static_cast<int>(i / width)});
    }
    return exhibit;
}

picture::Gallery gallery_of(const std::vector<Difference>& differences, const Passes& before,
                            const Passes& now) {
    picture::Gallery gallery;
    picture::ValueScale scale;
    scale.add(0);
    std::vector<std::vector<int>> apart;
    for (const auto& [pass, cells] : differences) {
        const auto &was = before.passes[pass], &is = now.passes[pass];
        if (gallery.exhibits.size() == most_images || !is.is_image() ||
            was.values.size() != is.values.size() || is.values.size() % is.image.x != 0)
            continue;
        gallery.exhibits.push_back(exhibit_of(was, is, scale, apart.emplace_back()));
    }
    for (std::size_t i = 0; i < apart.size(); ++i)
        std::ranges::transform(apart[i], std::back_inserter(gallery.exhibits[i].bitmap.pixels),
                               [&](int by) { return scale.color(by); });
    gallery.scale = scale;
    return gallery;
}

}  // namespace

bool save_differences(const std::filesystem::path& file, const std::string& version,
                      const std::vector<Difference>& differences, const Passes& before, const Passes& now) {
    if (differences.empty()) return false;
    const auto title = version + ": what changed since the last round";
    if (now.passes[differences.front().pass].is_image()) {
        auto gallery = gallery_of(differences, before, now);
        if (gallery.exhibits.empty()) return false;
        gallery.title = title;
        gallery.value_name = "change";
        gallery.wrong_means = "changed since the last round";
        gallery.how_to_read =
            "A pixel that is more than 0 changed by that much, in the channel that changed most, in steps of "
            "1/255. The first that changed is framed.";
        picture::draw(gallery).save(file);
        return true;
    }
    auto strip = strip_of(differences, before, now);
    strip.title = title;
    strip.value_name = "now minus before";
    strip.wrong_means = "changed since the last round";
    strip.how_to_read =
        "Each row is a pass that came out differently: what its cells hold now, minus what they held before.";
    if (differences.size() > most_rows)
        strip.how_to_read += fmt::format(" Shown are the first {} of {}.", most_rows, differences.size());
    picture::draw(strip).save(file);
    return true;
}

}  // namespace pbp::watch
