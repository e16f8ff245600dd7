// SPDX-License-Identifier: MIT
// Addresses, twins and pictures of lesson 02, without a context.
#include <doctest/doctest.h>

#include <map>

#include "common/lesson/version_names.hpp"
#include "common/picture/canvas/bitmap.hpp"
#include "lessons/02_memory_access/pictures.hpp"
#include "tests/support/folder.hpp"

namespace memory_access_test {

using namespace memory;
using namespace pbp::test;
using pbp::Pixel;

namespace {

const pbp::Limits limits{1024, {1024, 1024, 64}, {65535, 65535, 65535}, 32768, 1 << 27, 8, 16384};
const std::vector<std::string> versions{"v1_grey_rows",       "v2_grey_columns", "v3_strided_copy",
                                        "v4_naive_transpose", "v5_tile",         "v6_padded_tile",
                                        "v7_wide_tile"};
const std::vector<std::uint32_t> all_strides{1, 2, 3, 4, 8, 16, 31, 32, 64};
const std::vector<uvec2> sizes{{1, 1},   {2, 1},   {1, 3},    {15, 16},  {16, 17}, {31, 33},
                               {32, 32}, {33, 64}, {100, 7},  {1, 300},  {300, 1}, {200, 120},
                               {64, 64}, {68, 60}, {66, 128}, {2200, 5}, {4, 2100}};

/// The words that all items touch, with the number of times each one is touched.
std::map<std::uint32_t, std::size_t> touched(const Launch& launch, const Access& access) {
    std::map<std::uint32_t, std::size_t> words;
    for (std::uint32_t item = 0; item < launch.items; ++item)
        if (const auto word = access.word(item))
            for (std::uint32_t k = 0; k < access.words(item); ++k) ++words[*word + k];
    return words;
}

const Access& named(const Launch& launch, const std::string& beginning) {
    for (const auto& access : launch.accesses)
        if (access.name.starts_with(beginning)) return access;
    FAIL("no access ", beginning);
    return launch.accesses.front();
}

/// The words that the first 32 lanes of a version's first workgroup touch together.
Words request(const std::string& version, const std::string& access, uvec2 size = {200, 120},
              std::uint32_t stride = 1) {
    const auto launch = launches(version, size, {stride}, own_choice(version), limits).front();
    Words words;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        if (const auto word = named(launch, access).word(lane))
            for (std::uint32_t k = 0; k < named(launch, access).words(lane); ++k) words.push_back(*word + k);
    return words;
}

pbp::Options options_with(const std::string& image = "drawn") {
    pbp::Options options;
    options.extra = {{"--image", image}, {"--stride", "all"}, {"--lanes", "32"}};
    return options;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("grey is the weighted sum of red, green and blue, and leaves alpha alone") {
        CHECK(grey({255, 0, 0, 9}) == Pixel(76, 76, 76, 9));
        CHECK(grey({0, 255, 0, 9}) == Pixel(150, 150, 150, 9));
        CHECK(grey({0, 0, 255, 0}) == Pixel(29, 29, 29, 0));
        for (int v = 0; v < 256; ++v) CHECK(grey(Pixel(v)) == Pixel(v));
    }

    TEST_CASE("every element is read once and written once, whatever the size and the stride") {
        for (const auto& version : versions)
            for (const auto size : sizes)
                for (const auto& launch : launches(version, size, all_strides, own_choice(version), limits)) {
                    CAPTURE(launch.name);
                    CAPTURE(size.x);
                    CAPTURE(size.y);
                    for (const auto& access : launch.accesses) {
                        if (access.shared) continue;
                        const auto words = touched(launch, access);
                        REQUIRE(words.size() == size.x * size.y);
                        CHECK(words.rbegin()->first == size.x * size.y - 1);
                        for (const auto& [word, times] : words) CHECK(times == 1);
                    }
                }
    }

    TEST_CASE("following the addresses gives the twin's result") {
        for (const auto& version : versions) {
            if (pbp::version_number(version) < 4 || pbp::version_number(version) >= 7)
                continue;  // v7 transposes part of it between the addresses
            for (const auto size : sizes) {
                CAPTURE(version);
                CAPTURE(size.x);
                CAPTURE(size.y);
                const auto launch = launches(version, size, {}, own_choice(version), limits).front();
                Pixels from, to(size.x * size.y);
                for (std::uint32_t i = 0; i < size.x * size.y; ++i) from.emplace_back(i, i >> 8, i >> 16, 0);
                const auto &read = named(launch, "addresses read"),
                           &written = named(launch, "addresses written");
                const std::uint32_t in_group = launch.group.x * launch.group.y;
                std::map<std::pair<std::uint32_t, std::uint32_t>, Pixel> tiles;
                if (pbp::version_number(version) >= 5)
                    for (std::uint32_t item = 0; item < launch.items; ++item)
                        if (const auto word = named(launch, "tile words written").word(item))
                            tiles[{item / in_group, *word}] = from[*read.word(item)];
                for (std::uint32_t item = 0; item < launch.items; ++item) {
                    const auto word = written.word(item);
                    if (!word) continue;
                    if (pbp::version_number(version) < 5)
                        to[*word] = from[*read.word(item)];
                    else
                        to[*word] = tiles.at({item / in_group, *named(launch, "tile words read").word(item)});
                }
                CHECK(to == twin(version, from, size));
            }
        }
    }

    TEST_CASE("following v7's fours through registers and tile gives the twin's result, for every shape") {
        std::vector<std::pair<uvec2, bool>> shapes;
        for (const auto size : sizes) shapes.emplace_back(size, false);
        for (const uvec2 size : {uvec2(33, 64), uvec2(200, 120)}) shapes.emplace_back(size, true);
        for (const auto& choice : pbp::combinations(knobs("v7_wide_tile"), {}, limits))
            for (const auto& [size, flat] : shapes) {
                CAPTURE(flat);
                CAPTURE(pbp::in_words(choice));
                CAPTURE(size.x);
                CAPTURE(size.y);
                const std::uint32_t elements = choice.local_size * choice.per_invocation;
                if (elements > 8192) {
                    CHECK_THROWS_WITH_AS(wide_tile(size, choice), doctest::Contains("at most 8192 elements"),
                                         pbp::Error);
                    continue;
                }
                const uvec2 own = wide_tile(size, choice),
                            tile_size = flat ? uvec2(2 * own.x, own.y / 2) : own;
                const auto launch = wide_transpose(size, choice.local_size, tile_size, limits);
                const std::uint32_t in_group = launch.group.x * launch.group.y, blocks = in_group / 4;
                CHECK(4 * in_group == elements);
                const auto &read = named(launch, "addresses read"),
                           &put = named(launch, "tile words written"),
                           &take = named(launch, "tile words read"),
                           &written = named(launch, "addresses written");
                Pixels from, to(size.x * size.y);
                for (std::uint32_t i = 0; i < size.x * size.y; ++i) from.emplace_back(i, i >> 8, i >> 16, 0);
                for (std::uint32_t first = 0; first < launch.items; first += in_group) {
                    Pixels tile(4 * in_group, Pixel(1, 2, 3, 4));
                    // The four at k that a block writes to the tile: element k of each four that it loaded.
                    for (std::uint32_t item = 0; item < in_group; ++item)
                        for (std::uint32_t j = 0; j < 4; ++j) {
                            const auto loaded = first + item % blocks + j * blocks;
                            const std::uint32_t k = item / blocks;
                            if (read.word(loaded) && k < read.words(loaded))
                                tile.at(*put.word(first + item) + j) = from.at(*read.word(loaded) + k);
                        }
                    for (std::uint32_t item = first; item < first + in_group; ++item)
                        if (written.word(item))
                            for (std::uint32_t k = 0; k < written.words(item); ++k)
                                to.at(*written.word(item) + k) = tile.at(*take.word(item) + k);
                }
                CHECK(to == twin("v7_wide_tile", from, size));
            }
    }

    TEST_CASE(
        "eight neighbouring lanes of v7 use eight groups of four banks, in every tile of 32 rows or more") {
        for (const pbp::Choice choice :
             {pbp::Choice{256, 16}, {64, 64}, {64, 16}, {16, 64}, {512, 16}, {128, 16}}) {
            for (const bool flat : {false, true}) {
                const uvec2 own = wide_tile({256, 256}, choice);
                if (flat && own.y < 64) continue;
                const auto launch = wide_transpose({256, 256}, choice.local_size,
                                                   flat ? uvec2(2 * own.x, own.y / 2) : own, limits);
                for (const char* access : {"tile words written", "tile words read"})
                    for (std::uint32_t item = 0; item < launch.items; item += 8) {
                        Words words;
                        for (std::uint32_t lane = 0; lane < 8; ++lane)
                            for (std::uint32_t k = 0; k < 4; ++k)
                                words.push_back(*named(launch, access).word(item + lane) + k);
                        REQUIRE(bank_cycles(words) == 1);
                    }
            }
        }
        // Without the swizzle, eight rows 4 * x of 16 fours fall into one bank group; with padding to 17,
        // into two.
        Words plain, padded;
        for (std::uint32_t x = 0; x < 8; ++x)
            for (std::uint32_t k = 0; k < 4; ++k) {
                plain.push_back(4 * (4 * x * 16) + k);
                padded.push_back(4 * (4 * x * 17) + k);
            }
        CHECK(bank_cycles(plain) == 8);
        CHECK(bank_cycles(padded) == 4);
    }

    TEST_CASE("v7's workgroups follow each other down the input, so that they write along the result") {
        const auto launch = wide_transpose({64 * 5, 64 * 3}, 256, {64, 64}, limits);
        CHECK(launch.groups == pbp::Groups{3, 5, 1});
        CHECK(wide_tile({4096, 4096}, {256, 16}) == uvec2(64, 64));
        CHECK(wide_tile({4096, 4096}, {512, 16}) == uvec2(128, 64));
        CHECK(wide_tile({8192, 8192}, {256, 16}) == uvec2(128, 32));
        const auto first = [&](const char* access, std::uint32_t workgroup) {
            return *named(launch, access).word(workgroup * 1024);
        };
        CHECK(first("addresses read", 1) == 64 * 64 * 5);
        CHECK(first("addresses written", 1) == 64);
        CHECK(first("addresses read", 3) == 64);
        CHECK(first("addresses written", 3) == 64 * 64 * 3);
    }

    TEST_CASE("a transpose of a transpose is the matrix itself") {
        Pixels pixels;
        for (int i = 0; i < 6; ++i) pixels.emplace_back(i);
        const auto turned = twin("v4_naive_transpose", pixels, {3, 2});
        CHECK(turned[1] == Pixel(3));  // column 0, row 1
        CHECK(twin("v5_tile", turned, {2, 3}) == pixels);
        CHECK(size_after("v4_naive_transpose", {3, 2}) == uvec2(2, 3));
        CHECK(size_after("v3_strided_copy", {3, 2}) == uvec2(3, 2));
        CHECK(twin("v3_strided_copy", pixels, {3, 2}) == pixels);
    }

    TEST_CASE("sectors are counted once each, and cycles are the words of the busiest bank") {
        CHECK(sectors({}) == 0);
        CHECK(sectors({0, 1, 7}) == 1);
        CHECK(sectors({7, 8}) == 2);
        CHECK(sectors({0, 8, 16, 9}) == 3);
        CHECK(bank_cycles({}) == 0);
        CHECK(bank_cycles({0, 1, 31}) == 1);
        CHECK(bank_cycles({0, 32}) == 2);
        CHECK(bank_cycles({5, 5, 5}) == 1);  // one word for all
        CHECK(bank_cycles({0, 32, 64, 1, 33}) == 3);
    }

    TEST_CASE("the counts of the page") {
        CHECK(sectors(request("v1_grey_rows", "pixels")) == 4);
        CHECK(sectors(request("v2_grey_columns", "pixels")) == 16);
        CHECK(sectors(request("v1_grey_rows", "pixels", {301, 203})) == 5);  // rows start within a sector
        const std::map<std::uint32_t, std::size_t> by_stride{{1, 4},   {2, 8},   {4, 16}, {8, 32},
                                                             {16, 32}, {32, 32}, {64, 32}};
        for (const auto& [stride, count] : by_stride)
            CHECK(sectors(request("v3_strided_copy", "elements", {200, 120}, stride)) == count);
        CHECK(sectors(request("v4_naive_transpose", "addresses read")) == 4);
        CHECK(sectors(request("v4_naive_transpose", "addresses written")) == 32);
        for (const char* version : {"v5_tile", "v6_padded_tile"}) {
            CHECK(sectors(request(version, "addresses read")) == 4);
            CHECK(sectors(request(version, "addresses written")) == 4);
            CHECK(bank_cycles(request(version, "tile words written")) == 1);
        }
        CHECK(bank_cycles(request("v5_tile", "tile words read")) == 32);
        CHECK(bank_cycles(request("v6_padded_tile", "tile words read")) == 1);
        for (const char* access : {"addresses read", "addresses written"})
            CHECK(sectors(request("v7_wide_tile", access)) == 16);  // 32 lanes, 16 bytes each: none unused
        for (const char* access : {"tile words read", "tile words written"})
            CHECK(bank_cycles(request("v7_wide_tile", access)) ==
                  4);  // 128 words of 32 banks cannot take fewer
    }

    TEST_CASE("the panels of the pictures show what was counted") {
        const auto launch = launches("v5_tile", {200, 120}, {}, own_choice("v5_tile"), limits).front();
        Words row(launch.items, 0);
        for (const auto& access : launch.accesses) {
            access.step(row);
            const auto panel = access.shared ? bank_panel(access, row, 32) : sector_panel(access, row, 32);
            CHECK(panel.lanes.size() == 32);
            CHECK(panel.touches.size() == 32);
            if (access.shared) {
                CHECK(panel.columns.size() == 32);
                CHECK(panel.touches[1].waits == (access.name == "tile words read"));
            } else {
                CHECK(panel.columns.size() == 4);
                CHECK(panel.total == "4 sectors = 128 bytes, 100 % used");
            }
        }
        const auto wide =
            launches("v7_wide_tile", {200, 120}, {}, own_choice("v7_wide_tile"), limits).front();
        Words fours(wide.items, 0);
        for (const auto& access : wide.accesses) {
            access.step(fours);
            const auto panel =
                access.shared ? bank_panel(access, fours, 32) : sector_panel(access, fours, 32);
            CHECK(panel.lanes.size() == (access.shared ? 8 : 32));  // that one cycle serves
            CHECK(panel.touches.size() == 4 * panel.lanes.size());
            CHECK(panel.total ==
                  (access.shared ? "32 of 32 banks, 1 cycle" : "16 sectors = 512 bytes, 100 % used"));
        }
        const auto few = launches("v1_grey_rows", {3, 1}, {}, own_choice("v1_grey_rows"), limits).front();
        Words three(few.items, 0);
        few.accesses[0].step(three);
        CHECK(sector_panel(few.accesses[0], three, 32).touches.size() == 3);  // lanes without a pixel: none
    }

    TEST_CASE("no dispatch exceeds the driver's limits, up to its largest buffer") {
        for (const auto& version : versions)
            for (const auto& launch :
                 launches(version, shape(1u << 25), {1, 8, 64}, own_choice(version), limits)) {
                CHECK(launch.groups.x <= limits.workgroup_count.x);
                CHECK(launch.groups.y <= limits.workgroup_count.y);
                CHECK(launch.groups.z <= limits.workgroup_count.z);
            }
    }

    TEST_CASE("a drawn picture has at most n pixels, and nearly n") {
        for (const std::uint32_t n : {1u, 2u, 3u, 7u, 64u, 1000u, 5000u, 24000u, 70000u, 1u << 25, ~0u}) {
            CAPTURE(n);
            const auto size = shape(n);
            CHECK(std::uint64_t{size.x} * size.y <= n);
            CHECK(std::uint64_t{size.x} * size.y >= n / 2);
            CHECK((size.x < 64 || size.x % 8 == 0));
            CHECK((size.y < 64 || size.y % 8 == 0));
        }
        CHECK(shape(24000) == uvec2(200, 120));
    }

    TEST_CASE("a drawn picture is the same for the same seed, and neighbours differ") {
        const auto one = drawn({200, 120}, 1), again = drawn({200, 120}, 1), two = drawn({200, 120}, 2);
        CHECK(one.pixels == again.pixels);
        CHECK(one.pixels != two.pixels);
        std::size_t alike = 0;
        for (std::size_t i = 1; i < one.pixels.size(); ++i) alike += one.pixels[i] == one.pixels[i - 1];
        CHECK(alike < one.pixels.size() / 20);
        CHECK(drawn({1, 1}, 1).pixels.size() == 1);
        CHECK(drawn({3, 700}, 1).pixels.size() == 2100);
    }

    TEST_CASE("n becomes the number of pixels") {
        auto options = options_with();
        complete(options, limits);
        CHECK(contains(options.described, "200 x 120 pixels, drawn by the lesson"));
        CHECK(options.n == 24000);
        options.n = 1000;
        complete(options, limits);
        CHECK(options.n == 40 * 24);
        for (std::uint32_t n = 1; n < 3000; n += 13) {
            options.n = n;
            complete(options, limits);
            CHECK(*options.n <= n);
            CHECK(*options.n >= n / 2);
            CHECK(picture(options).pixels.size() == *options.n);
        }
        options.data = pbp::InputKind::random;
        options.given.insert("--data");
        complete(options, limits);
        CHECK(contains(options.described, "random uint"));
        CHECK(picture(options).pixels.size() == *options.n);
        options.n = ~0u;
        complete(options, limits);
        CHECK(options.n == ~0u);  // left for the runner to reject
    }

    TEST_CASE("a picture from a file is read pixel by pixel, with its alpha") {
        const Folder folder;
        const auto file = (folder.path() / "a.png").string();
        pbp::picture::save({3, 2, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 1, 1, 7}, {2, 2, 2}, {3, 3, 3}}},
                           file);
        auto options = options_with(file);
        check_image(file);
        complete(options, limits);
        CHECK(contains(options.described, "the 3 x 2 pixels of"));
        CHECK(options.n == 6);
        CHECK(picture(options).size == uvec2(3, 2));
        CHECK(picture(options).pixels[3] == Pixel(1, 1, 1, 7));
    }

    TEST_CASE("impossible pictures, and options that exclude each other, are rejected with a message") {
        const Folder folder;
        const auto refused = [&](pbp::Options options, const pbp::Limits& driver) {
            return sentence_of(pbp::ExitCode::wrong_usage, [&] { complete(options, driver); });
        };
        const auto file = (folder.path() / "a.png").string();
        pbp::picture::save({20, 3, std::vector<pbp::picture::Color>(60)}, file);
        auto narrow = limits;
        narrow.image_size = 19;
        CHECK(contains(refused(options_with(file), narrow),
                       "20 x 3 pixels are above this driver's limit of 19 x 19"));
        narrow = limits;
        narrow.buffer_bytes = 4 * 59;
        CHECK(contains(refused(options_with(file), narrow), "more than the 59"));
        auto options = options_with(file);
        options.n = 60;
        CHECK(contains(refused(options, limits), "leave out --n and --data"));
        options = options_with(file);
        options.given.insert("--data");
        CHECK(contains(refused(options, limits), "leave out --n and --data"));
        CHECK(contains(refused(options_with((folder.path() / "missing.png").string()), limits),
                       "no such file"));
        const auto cut = folder.write("cut.png", read_text(file).substr(0, 50));
        CHECK(contains(refused(options_with(cut.string()), limits), "cannot be read"));

        for (const char* word : {"0", "65", "-1", "x", ""}) {
            CHECK(error_of([&] { check_stride(word); }).first == pbp::ExitCode::wrong_usage);
            CHECK(error_of([&] { check_lanes(word); }).first == pbp::ExitCode::wrong_usage);
        }
        CHECK(error_of([&] { check_image("missing.jpg"); }).first == pbp::ExitCode::wrong_usage);
        check_stride("all");
        check_stride("64");
        check_lanes("1");
        check_image("drawn");
        CHECK(strides(options_with()).size() == 7);
    }
}

}  // namespace memory_access_test
