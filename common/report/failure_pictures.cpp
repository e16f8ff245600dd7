// SPDX-License-Identifier: MIT
#include "common/report/failure_pictures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "common/check/pixels.hpp"
#include "common/device/buffer.hpp"
#include "common/picture/diagram/gallery.hpp"
#include "common/picture/strip/strip.hpp"

namespace pbp {

namespace {

constexpr std::size_t most_columns = 48;
constexpr std::size_t most_rows = 16;

/// A row cropped to [first, last), with its links if the row above is drawn.
record::Pass columns(const record::Pass& row, std::size_t first, std::size_t last, bool linked) {
    auto shown = record::cut(row, first, last - first);
    shown.marks.resize(shown.values.size(), CellMark::plain);
    for (const auto links : record::all_links)
        std::erase_if(shown.*links, [&](const auto& link) { return !linked || link.from >= last - first; });
    return shown;
}

constexpr std::uint32_t most_pixels_across = 48, most_pixels_down = 32;

/// The start of a window of at most `most` positions, centred on `at` as far as the ends allow.
template <typename Size>
Size begin_of(Size size, Size most, Size at) {
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

std::vector<std::string> save_failure_strips(const std::filesystem::path& folder, const std::string& version,
                                             const Recorder& recorder) {
    if (!recorder.wrong()) return {};
    const auto& wrong = *recorder.wrong();
    if (wrong.is_image()) return save_failure_images(folder, version, wrong);
    const auto& rows = recorder.passes();
    const std::size_t size = std::max(wrong.values.size(), wrong.expected.size());
    const std::size_t first = begin_of<std::size_t>(size, most_columns, recorder.wrong_index());
    const std::size_t last = std::min(size, first + most_columns);

    picture::Strip got, expected, difference;
    const auto share = recorder.wrong_share();
    for (auto* strip : {&got, &expected, &difference}) strip->group = share > 1 && share < size ? share : 0;
    got.first = expected.first = difference.first = static_cast<std::uint32_t>(first);
    bool above_drawn = false;
    for (std::size_t r = rows.size() - std::min(rows.size(), most_rows); r + 1 < rows.size(); ++r) {
        const bool drawn = rows[r].values.size() >= last;  // otherwise the kept part is too short
        if (drawn) got.rows.push_back(columns(rows[r], first, last, above_drawn));
        above_drawn = drawn;
    }
    expected.rows = got.rows;
    got.rows.push_back(columns(wrong, first, last, above_drawn));
    auto twin = wrong;
    twin.values = wrong.expected;
    expected.rows.push_back(columns(twin, first, last, false));
    auto apart = got.rows.back();
    const auto& right = expected.rows.back().values;
    std::vector<double> by;
    for (std::size_t i = 0; i < apart.values.size(); ++i)
        // Two NaNs, or two equal infinities, have no difference.
        by.push_back(apart.marks[i] != CellMark::wrong ? 0
                     : i < right.size()                ? apart.values[i] - right[i]
                                                       : std::nan(""));
    apart.values = std::move(by);
    difference.rows.push_back(std::move(apart));

    std::vector<std::string> files;
    const auto save = [&](picture::Strip& strip, const std::string& name, const std::string& title,
                          const std::string& how_to_read) {
        strip.title = version + ": " + title;
        strip.how_to_read = how_to_read;
        const auto file = folder / (version + "." + name + ".png");
        picture::draw(strip).save(file);
        files.push_back(file.string());
    };
    save(expected, "expected", "expected, up to the first wrong pass",
         recorder.skipped() == 0 ? "The last row is what the CPU twin makes of the row above it; cells that "
                                   "the shader got wrong are ringed."
                                 : "Passes between the last two rows were not checked; cells that the shader "
                                   "got wrong are ringed.");
    const bool linked = !got.rows.back().links.empty() || !got.rows.back().missing.empty();
    save(got, "got", "the shader's result, up to the first wrong pass",
         "The last row is the first that differs from its CPU twin; wrong cells are ringed." +
             std::string(linked ? " Lines show what the shader did, as the simulator saw it." : "") +
             std::string(got.group > 0 ? " Lines separate workgroups." : ""));
    difference.value_name = "got minus expected";
    save(difference, "difference", "got minus expected, in the first wrong pass",
         "A cell that is not 0 is wrong by that amount.");
    return files;
}

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
