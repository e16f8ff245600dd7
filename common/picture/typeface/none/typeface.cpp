// SPDX-License-Identifier: MIT
// Replaces the typefaces in a build without them, -DPBP_TYPEFACES=OFF: its programs leave pages, and no
// pictures.
#include "common/picture/canvas/typeface.hpp"

#include "common/base/error.hpp"

namespace pbp::picture {

namespace {

[[noreturn]] void refuse() {
    fail(ExitCode::machine_lacks,
         "This build has no typefaces (-DPBP_TYPEFACES=OFF), so it draws no pictures; add --no-pictures.");
}

}  // namespace

const Glyph& glyph(Face, float, char32_t, int) {
    refuse();
}

float kerning(Face, float, char32_t, char32_t) {
    refuse();
}

}  // namespace pbp::picture
