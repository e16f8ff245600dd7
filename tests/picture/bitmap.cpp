// SPDX-License-Identifier: MIT
#include "common/picture/canvas/bitmap.hpp"

#include <doctest/doctest.h>

#include "common/base/error.hpp"
#include "tests/support/folder.hpp"

using namespace pbp;
using namespace pbp::picture;
using namespace pbp::test;

namespace {

std::string bytes(const std::string& hex) {
    std::string out;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        out += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return out;
}

// The smallest files of each kind, written by ImageMagick.
const std::string png_signature = bytes("89504e470d0a1a0a");
const std::string grey_png = bytes(  // 0 100 255
    "89504e470d0a1a0a0000000d49484452000000030000000108000000003e8b4b680000000c4944415408d7636048f90f00"
    "01cb0164802dcd5d0000000049454e44ae426082");
const std::string grey_alpha_png = bytes(  // 100 with alpha 128, 250
    "89504e470d0a1a0a0000000d49484452000000020000000108040000005e2bb7010000000d4944415408d7634869f8f51f00"
    "060802de1426f89c0000000049454e44ae426082");
const std::string palette_png = bytes(  // (200, 50, 20), (1, 2, 3)
    "89504e470d0a1a0a0000000d4948445200000002000000010103000000ceecedc900000006504c5445c83214010203f6bb57"
    "370000000a4944415408d7637000000042004183b9ecad0000000049454e44ae426082");
const std::string deep_png = bytes(  // 0xABCD, 0x1234, 0x5678 of 16 bits
    "89504e470d0a1a0a0000000d49484452000000020000000110020000002bd0349e000000154944415408d7635c7d56c824ac"
    "8281818181810100196d028e99c2ab570000000049454e44ae426082");
const std::string grey_jpeg = bytes(  // 8 x 8 pixels of 90
    "ffd8ffe000104a46494600010100000100010000ffdb0043000d090a0b0a080d0b0a0b0e0e0d0f13201513121213271c1e17"
    "202e2931302e292d2c333a4a3e333646372c2d405741464c4e525352323e5a615a50604a51524fffc0000b08000800080101"
    "1100ffc40014000100000000000000000000000000000005ffc40014100100000000000000000000000000000000ffda0008"
    "010100003f0021ffd9");
const std::string color_jpeg = bytes(  // 8 x 8 pixels of (200, 50, 20)
    "ffd8ffe000104a46494600010100000100010000ffdb0043000d090a0b0a080d0b0a0b0e0e0d0f13201513121213271c1e17"
    "202e2931302e292d2c333a4a3e333646372c2d405741464c4e525352323e5a615a50604a51524fffdb0043010e0e0e131113"
    "261515264f352d354f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f"
    "4f4f4f4f4f4f4f4f4f4f4f4fffc00011080008000803011100021101031101ffc40014000100000000000000000000000000"
    "000005ffc40014100100000000000000000000000000000000ffc4001501010100000000000000000000000000000506ffc4"
    "0014110100000000000000000000000000000000ffda000c03010002110311003f002042b1ffd9");

/// A PNG whose first chunk has other numbers.
std::string claiming(std::string png, unsigned width, unsigned height) {
    for (std::size_t i = 0; i < 4; ++i) {
        png[16 + i] = static_cast<char>(width >> (24 - 8 * i));
        png[20 + i] = static_cast<char>(height >> (24 - 8 * i));
    }
    return png;
}

std::string refused(const std::filesystem::path& file) {
    const auto sentence = sentence_of(ExitCode::wrong_usage, [&] { load_bitmap(file); });
    CHECK(contains(sentence, file.string()));
    return sentence;
}

}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("PNG of every kind becomes four channels of 8 bits") {
    const Folder folder;
    auto read = load_bitmap(folder.write("a.png", grey_png));
    CHECK(read.width == 3);
    CHECK(read.height == 1);
    CHECK(read.pixels == std::vector<Color>{{0, 0, 0}, {100, 100, 100}, {255, 255, 255}});
    CHECK(bitmap_size(folder.path() / "a.png").width == 3);
    read = load_bitmap(folder.write("b.png", grey_alpha_png));
    CHECK(read.pixels == std::vector<Color>{{100, 100, 100, 128}, {250, 250, 250, 255}});
    read = load_bitmap(folder.write("c.png", palette_png));
    CHECK(read.pixels == std::vector<Color>{{200, 50, 20}, {1, 2, 3}});
    read = load_bitmap(folder.write("d.png", deep_png));
    CHECK(read.pixels == std::vector<Color>(2, {0xAB, 0x12, 0x56}));
}

TEST_CASE("JPEG is read, grey or in colour") {
    const Folder folder;
    const auto grey = load_bitmap(folder.write("a.jpg", grey_jpeg));
    CHECK(grey.width == 8);
    CHECK(grey.pixels == std::vector<Color>(64, grey.at(0, 0)));
    CHECK(std::abs(grey.at(0, 0).r - 90) <= 3);
    CHECK(grey.at(7, 7).a == 255);
    const auto color = load_bitmap(folder.write("b.jpg", color_jpeg)).at(4, 4);
    CHECK(std::abs(color.r - 200) <= 6);
    CHECK(std::abs(color.g - 50) <= 6);
    CHECK(std::abs(color.b - 20) <= 6);
}

TEST_CASE("anything that is not a picture is rejected with a reason") {
    const Folder folder;
    CHECK(contains(refused(folder.path() / "missing.png"), "no such file"));
    CHECK(contains(refused(folder.path()), "it is a folder, not a file"));
    CHECK(contains(refused(folder.write("empty.png", "")), "empty"));
    CHECK(contains(refused(folder.write("text.png", "hello\n")), "not of any known type"));
    CHECK(contains(refused(folder.write("sign.png", png_signature)), "cannot be read"));
}

TEST_CASE("a truncated picture is rejected, wherever it ends") {
    const Folder folder;
    for (const auto& whole : {grey_png, palette_png, deep_png, grey_jpeg, color_jpeg})
        for (std::size_t size = 1; size < whole.size(); ++size) {
            CAPTURE(size);
            const bool end_chunk = whole.starts_with(png_signature) && size >= whole.size() - 12;
            if (end_chunk) continue;  // all pixels are there
            refused(folder.write("cut", whole.substr(0, size)));
        }
}

TEST_CASE("a header may claim anything: it is rejected before any memory is requested") {
    const Folder folder;
    CHECK(contains(refused(folder.write("a.png", claiming(grey_png, 60000, 60000))), "60000 x 60000"));
    CHECK(contains(refused(folder.write("b.png", claiming(grey_png, 0x7fffffff, 0x7fffffff))), "2147483647"));
    CHECK(contains(refused(folder.write("c.png", claiming(grey_png, 0, 1))), "0 x 1"));
    CHECK(contains(refused(folder.write("d.png", claiming(grey_png, 3000, 3000))), "3000 x 3000"));
    auto jpeg = grey_jpeg;
    const auto frame = jpeg.find(bytes("ffc0"));
    for (std::size_t i = 5; i < 9; ++i) jpeg[frame + i] = '\xff';
    CHECK(contains(refused(folder.write("e.jpg", jpeg)), "65535 x 65535"));
}

TEST_CASE("JPEG faults that stb does not detect") {
    const auto seen = [](const std::string& text) {
        return std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    };
    const auto fault = [&](const std::string& text) {
        const char* said = jpeg_fault(seen(text));
        return std::string(said == nullptr ? "" : said);
    };
    const auto thumbnail = bytes("ffd8ffe10006ffd9ffd8");  // an APP1 segment that holds an end marker
    CHECK(contains(fault(thumbnail), "truncated"));
    CHECK(fault(thumbnail + bytes("00ffd9")).empty());
    CHECK(is_jpeg(seen(grey_jpeg)));
    CHECK(fault(grey_jpeg).empty());
    CHECK(fault(grey_jpeg + "trailing words").empty());
    CHECK(contains(fault(bytes("ffd8ffe10001ffd9")), "segments are damaged"));
    // A table of far too many symbols: stb 2.27 would write past the end of its own.
    auto longer = grey_jpeg;
    const auto table = longer.find(bytes("ffc4"));
    longer[table + 10] = '\xff';
    CHECK(contains(fault(longer), "tables are damaged"));
    CHECK(!is_jpeg(seen(grey_png)));
}

TEST_CASE("what is saved is what is read, with and without alpha") {
    const Folder folder;
    Bitmap bitmap{3, 2, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}, {13, 14, 15}, {255, 0, 255}}};
    save(bitmap, folder.path() / "a.png");
    CHECK(load_bitmap(folder.path() / "a.png").pixels == bitmap.pixels);
    CHECK(read_text(folder.path() / "a.png")[25] == 2);  // RGB
    bitmap.pixels[4].a = 17;
    save(bitmap, folder.path() / "a.png");
    CHECK(load_bitmap(folder.path() / "a.png").pixels == bitmap.pixels);
    CHECK(read_text(folder.path() / "a.png")[25] == 6);  // RGBA
}

TEST_SUITE_END();
