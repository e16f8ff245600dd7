// SPDX-License-Identifier: MIT
// The shaders that all lessons share, as text: what is pasted, what is left out. Their results are tested on
// a device.
#include "common/glsl/declared.hpp"
#include "tests/glsl/folder.hpp"

using namespace pbp::glsl;
using namespace pbp::glsl::test;

namespace {
const fs::path common = fs::path(PBP_SOURCE_DIR) / "shaders/common";

Source with_common(const std::string& includes, std::vector<Define> defines) {
    const Folder folder;
    const auto file =
        folder.write("main.comp", "#version 450 core\n" + includes +
                                      "layout(local_size_x = 64) in;\nvoid main() { TRACE(0, 1, 2u); }\n");
    return preprocess(file, {common, std::move(defines), true});
}
}  // namespace

TEST_SUITE_BEGIN("cpu");

TEST_CASE("trace declares its buffer and uniforms only when it is on, and adds no barrier") {
    const auto off = declared(with_common("#include \"trace.glsl\"\n", {}).text);
    CHECK(off.buffers.empty());
    CHECK(off.uniforms.empty());

    const auto source = with_common("#include \"trace.glsl\"\n", {{"PBP_TRACE", "1"}});
    const auto on = declared(source.text);
    REQUIRE(on.buffers.size() == 1);
    CHECK(on.buffers[0].name == "PbpTrace");
    CHECK(on.buffers[0].binding == 7);
    REQUIRE(on.uniforms.size() == 2);
    CHECK(on.uniforms[0].name == "pbp_trace_cells");
    CHECK(on.uniforms[1].name == "pbp_trace_passes");
    CHECK_FALSE(contains(source.text, "barrier()"));
    CHECK(source.reversed);
}

TEST_CASE("subgroup.glsl holds three back ends with the same functions, and is never reversed") {
    const auto source = with_common("#include \"subgroup.glsl\"\n#include \"trace.glsl\"\n",
                                    {{"SG_BACKEND", "SG_SHARED"}, {"LOCAL_SIZE", "64"}});
    CHECK_FALSE(source.reversed);
    CHECK(source.includes("subgroup.glsl"));
    for (const std::string mark :
         {"SG_IS_KHR", "SG_IS_BALLOT", "SG_IS_SHARED", "sg_size()", "sg_lane()", "sg_id()", "sg_count()",
          "sg_min(uint", "sg_max(uint", "sg_ballot(bool", "sg_any(bool", "sg_all(bool", "sg_elect()",
          "sg_inclusive_min", "sg_inclusive_max"}) {
        CAPTURE(mark);
        CHECK(count(source.text, mark) >= (mark.starts_with("SG_IS") ? 1u : 3u));
    }
    check_every_line_leads_back(source);
}

TEST_CASE("hash.glsl is named with its source") {
    const auto source = with_common("#include \"hash.glsl\"\n#include \"trace.glsl\"\n", {});
    CHECK(contains(source.text, "uint hash(uint counter)"));
    CHECK(contains(source.text, "Jarzynski"));
}
TEST_SUITE_END();
