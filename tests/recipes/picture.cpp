// SPDX-License-Identifier: MIT
// A recipe: a picture that a shader has drawn becomes a PNG.
#include <cmath>

#include "tests/recipes/recipe.hpp"

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>
// [include]
#define STB_IMAGE_WRITE_IMPLEMENTATION  // in one source file
#include <stb_image_write.h>            // Debian: libstb-dev, in /usr/include/stb
// [/include]

using namespace recipes;

TEST_SUITE("gpu") {
    TEST_CASE_FIXTURE(Recipe, "recipe: a PNG of one's own") {
        if (!*this) return;
        const pbp::test::Folder folder;
        const auto file = (folder.path() / "rings.png").string();
        const GLuint program = build("rings");
        // [png]
        constexpr int width = 200, height = 120;
        GLuint picture = 0;
        glCreateTextures(GL_TEXTURE_2D, 1, &picture);
        glTextureStorage2D(picture, 1, GL_RGBA8, width, height);
        glUseProgram(program);
        glBindImageTexture(0, picture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
        glDispatchCompute((width + 7) / 8, (height + 7) / 8, 1);

        glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);  // the next use: glGetTextureImage
        std::vector<unsigned char> pixels(4 * width * height);
        glGetTextureImage(picture, 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(pixels.size()),
                          pixels.data());
        const int written = stbi_write_png(file.c_str(), width, height, 4, pixels.data(), 4 * width);
        // [/png]
        REQUIRE(written != 0);
        int columns = 0, rows = 0, channels = 0;
        unsigned char* const again = stbi_load(file.c_str(), &columns, &rows, &channels, 4);
        REQUIRE(again != nullptr);
        CHECK(columns == width);
        CHECK(rows == height);
        CHECK(std::vector<unsigned char>(again, again + pixels.size()) == pixels);
        stbi_image_free(again);
        const auto at = [&](int x, int y) { return &pixels[4 * static_cast<std::size_t>(y * width + x)]; };
        CHECK(at(100, 60)[0] == 0);                   // the middle
        CHECK(std::abs(at(104, 60)[0] - 127.5) < 1);  // 0.5 of 255: a GPU rounds it as it likes
        CHECK(at(104, 60)[2] == 102);
        CHECK(at(0, 0)[3] == 255);
    }
}
