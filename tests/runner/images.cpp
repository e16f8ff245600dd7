// SPDX-License-Identifier: MIT
// A lesson about an image, run on a device without a GPU: how a wrong pixel is reported and drawn.
#include <doctest/doctest.h>

#include "common/lesson/lesson.hpp"
#include "common/modes/check.hpp"
#include "common/report/failure_pictures.hpp"
#include "tests/support/fake_backend.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/notebook.hpp"

namespace images_test {

using namespace pbp;
using namespace pbp::test;

namespace {

constexpr glm::uvec2 size{20, 15};

/// The task: copy an image; a channel may be off by one in the image, but not in the buffer.
void copying(Run& run) {
    std::vector<Pixel> pixels;
    for (std::uint32_t i = 0; i < size.x * size.y; ++i) pixels.emplace_back(i, 2 * i, 3 * i, 255);
    auto& program = run.program();
    if (run.is("v1")) {
        auto from = run.gpu.image(size, pixels), to = run.gpu.image(size);
        run.dispatch(program, {1, 1, 1}, {sampled(0, from), out(0, to)});
        run.check_image("copy", to, pixels, 1);
    } else {
        auto from = run.gpu.buffer(pixels), to = run.gpu.buffer<Pixel>(pixels.size());
        run.dispatch(program, {1, 1, 1}, {in(0, from), out(1, to)});
        run.check_image("copy", to, size, pixels);
    }
    if (run.drawing()) run.picture("output", picture::Bitmap{1, 1, {{1, 2, 3, 4}}});
}

const Lesson lesson{
    .id = "98_copying",
    .title = "copying",
    .about = "",
    .n = 1,
    .data = InputKind::sorted,
    .types = {ValueType::uint32},
    .versions = {{.name = "v1_image", .idea = "an image"}, {.name = "v2_buffer", .idea = "a buffer"}},
    .complete =
        [](Options& options, const Limits&) {
            options.n = size.x * size.y;
            options.described = "20 x 15 pixels";
        },
    .story = copying};

/// Runs both versions; `fault` changes what was copied.
struct Session {
    Folder folder;
    Notebook sink;
    Options options;

    Session() {
        options.out = folder.path();
        fs::create_directories(folder.path() / lesson.id);
        const std::string head =
            "#version 450 core\n// fake: copy\nlayout(local_size_x = 8) in;\nvoid main() {}\n";
        folder.write("shaders/98_copying/v1_image.comp",
                     head +
                         "layout(binding = 0) uniform sampler2D from;\n"
                         "layout(binding = 0, rgba8) writeonly uniform image2D to;\n");
        folder.write("shaders/98_copying/v2_buffer.comp",
                     head +
                         "layout(std430, binding = 0) readonly buffer From { uint from[]; };\n"
                         "layout(std430, binding = 1) writeonly buffer To { uint to[]; };\n");
    }
    int run(std::function<void(FakeBackend::Words&)> fault) {
        auto backend = std::make_unique<FakeBackend>(std::map<std::string, FakeBackend::Kernel>{
            {"copy", [fault](const FakeBackend::Call& call) {
                 auto& to = call.images.empty() ? *call.buffers[1] : *call.images[0];
                 to = call.images.empty() ? *call.buffers[0] : *call.textures[0];
                 fault(to);
             }}});
        Device device(std::move(backend), {folder.path() / "shaders", {}, {}}, &sink);
        sink.versions.clear();
        return run_versions(device, lesson, options, sink);
    }
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE_FIXTURE(Session, "a right image is one pass; the report describes the data") {
        CHECK(run([](auto&) {}) == 0);
        for (const auto& report : sink.versions) {
            CAPTURE(report.message);
            CHECK(report.status == VersionReport::Status::right);
            CHECK(report.passes_checked == 1);
        }
        CHECK(sink.run.data == "20 x 15 pixels");
        const auto drawn = picture::load_bitmap(folder.path() / lesson.id / "v1_image_output.png");
        CHECK(drawn.pixels == std::vector<picture::Color>{{1, 2, 3, 4}});
    }

    TEST_CASE_FIXTURE(Session, "a wrong pixel is named, and drawn three times") {
        CHECK(run([](auto& words) { words[20 * 7 + 3] ^= 0x40u << 8; }) == 1);
        for (const auto& report : sink.versions) {
            CHECK(report.status == VersionReport::Status::wrong);
            CHECK(contains(report.message, "wrong after copy (invocations in natural order"));
            CHECK(contains(report.message, "pixel (3, 7), green is 94, expected 30; 1 of 300 pixels differ"));
            REQUIRE(report.pictures.size() == 3);
            for (const auto& picture : report.pictures) CHECK(fs::exists(picture));
        }
    }

    TEST_CASE_FIXTURE(Session, "one step of 255 is allowed if the lesson allows it") {
        CHECK(run([](auto& words) { words[5] ^= 1; }) == 1);
        CHECK(sink.versions[0].status == VersionReport::Status::right);
        CHECK(sink.versions[1].status == VersionReport::Status::wrong);
    }

    TEST_CASE_FIXTURE(Session, "tables hold pixels as packed words") {
        options.export_file = folder.path() / "pixels.csv";
        CHECK(run([](auto&) {}) == 0);
        CHECK(contains(read_text(options.export_file), "v2_buffer,0,\"copy\",1,4278387201\n"));
    }

    TEST_CASE("only the part of a large image around the first wrong pixel is drawn") {
        const Folder folder;
        const glm::uvec2 large{500, 400};
        const std::vector<Pixel> got(large.x * large.y, Pixel(200));
        for (const auto at : {glm::uvec2(0, 0), glm::uvec2(499, 399), glm::uvec2(250, 399)}) {
            auto expected = got;
            expected[at.y * large.x + at.x].r = 10;
            const auto files = save_failure_images(
                folder.path(), "v1", {.name = "copy", .values = got, .expected = expected, .image = large});
            REQUIRE(files.size() == 3);
            for (const auto& file : files) CHECK(picture::load_bitmap(file).width <= 1600);
        }
    }
}

}  // namespace images_test
