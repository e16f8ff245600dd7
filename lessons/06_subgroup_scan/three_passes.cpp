// SPDX-License-Identifier: MIT
#include "lessons/06_subgroup_scan/hierarchy.hpp"
#include "lessons/06_subgroup_scan/stories.hpp"

using namespace pbp;

void scan::three_passes(Run& run) {
    Twin twin(run.input<std::uint32_t>());  // data
    const auto lanes = probed(run).subgroup_size;
    const auto block = run.local_size(part_for(run.n, 4, most_for(run.gpu.info(), lanes)));
    const auto launches = three_passes(run.n, kind_of(run.options), block, run.gpu.limits());
    std::vector<Buffer<std::uint32_t>> levels;
    levels.push_back(run.gpu.buffer(twin.elements()));
    run.initial("input", twin.elements());

    std::size_t passes = 0;  // passes
    for (const auto& launch : launches) {
        passes += launch.passes.size();
        if (launch.level + 1 == levels.size())
            levels.push_back(run.gpu.buffer<std::uint32_t>(
                std::size_t{parts_of(static_cast<std::uint32_t>(levels.back().size()), block)}));
    }
    run.plan(passes, run.n);
    for (const auto& launch : launches) {
        auto& program = run.program(launch.shader, launch.defines);  // run
        for (const auto& [name, value] : launch.uniforms) program.set(name, value);
        run.dispatch(program, launch.groups, {inout(levels[launch.level]), inout(levels[launch.level + 1])});
        if (!run.checking()) continue;
        for (const auto& pass : launch.passes) {
            twin.step(pass, run.links());  // the CPU twin of the same pass
            run.check(pass.name, levels[pass.level], twin.level(pass.level));  // check
        }
    }
    run.result("the last pass", levels.front(), twin.elements());
    run.draw(how_to_read("v4"), block);  // draw
    if (run.drawing()) run.picture("hierarchy", draw_hierarchy(run, block, lanes));
}
