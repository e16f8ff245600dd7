// SPDX-License-Identifier: MIT
#include "common/report/failure_images.hpp"

#include <algorithm>
#include <cstdlib>

#include "common/check/pixels.hpp"
#include "common/device/image.hpp"
#include "common/picture/diagram/gallery.hpp"

namespace pbp {

namespace {

constexpr std::uint32_t most_pixels_across = 48, most_pixels_down = 32;

/// The start of a window of at most `most` positions, centred on `at` as far as the ends allow.
std::uint32_t begin_of(std::uint32_t size, std::uint32_t most, std::uint32_t at) {
    return size <= most ? 0 : std::min(at - std::min(at, most / 2), size - most);
}

/// The channel with the largest difference.
int difference(const Pixel& expected, const Pixel& got) {
    int most = 0;
    for (int channel = 0; channel < 4; ++channel)
        most = std::max(most, std::abs(int{expected[channel]} - int{got[channel]}));
    return most;
}

}  // namespace

std::vector<std::string> save_failure_images(const std::filesystem::path& folder, const std::string& version,
                                             const record::Pass& wrong) {
    const auto all = wrong.image;
    const auto allowed = static_cast<int>(wrong.tolerance);
    const auto made = wrong.values.pixels(), twin = wrong.expected.pixels();
    const auto first = first_pixel_mismatch(twin, made, all.x, allowed).value_or(PixelMismatch{});
    const glm::uvec2 begin{begin_of(all.x, most_pixels_across, first.x),
                           begin_of(all.y, most_pixels_down, first.y)},
        size{std::min(all.x, most_pixels_across), std::min(all.y, most_pixels_down)};
    picture::Exhibit got{
        all == size ? fmt::format("{} x {} pixels", size.x, size.y)
                    : fmt::format("{} x {} pixels, of which columns {} to {} and "
                                  "rows {} to {}",
                                  all.x, all.y, begin.x, begin.x + size.x - 1, begin.y, begin.y + size.y - 1),
        {static_cast<int>(size.x), static_cast<int>(size.y), {}},
        begin.x,
        begin.y,
        {}};
    auto expected = got;
    std::vector<int> apart;
    picture::ValueScale scale;
    scale.add(0);
    const auto color = [](const Pixel& pixel) { return picture::Color{pixel.r, pixel.g, pixel.b, pixel.a}; };
    for (std::uint32_t y = 0; y < size.y; ++y)
        for (std::uint32_t x = 0; x < size.x; ++x) {
            const auto i = std::size_t{begin.y + y} * all.x + begin.x + x;
            got.bitmap.pixels.push_back(color(made[i]));
            expected.bitmap.pixels.push_back(color(twin[i]));
            apart.push_back(difference(twin[i], made[i]));
            scale.add(apart.back());
            if (apart.back() > allowed) got.wrong.push_back({static_cast<int>(x), static_cast<int>(y)});
        }
    auto differences = got;
    std::ranges::transform(apart, differences.bitmap.pixels.begin(), [&](int by) { return scale.color(by); });

    std::vector<std::string> files;
    const auto save = [&](const std::string& name, picture::Gallery gallery) {
        const auto file = folder / (version + "." + name + ".png");
        picture::draw(gallery).save(file);
        files.push_back(file.string());
    };
    save("expected", {version + ": expected after " + wrong.name,
                      "The image that the CPU twin computes.",
                      {expected},
                      "",
                      {}});
    save("got", {version + ": the shader's result after " + wrong.name,
                 "Framed: the first wrong one, " + first.in_words() + ".",
                 {got},
                 "",
                 {}});
    save("difference",
         {version + ": difference after " + wrong.name,
          fmt::format(
              "A pixel above {} is wrong by that amount in the channel that differs most, in steps of 1/255.",
              allowed),
          {differences},
          "difference",
          scale});
    return files;
}

}  // namespace pbp
