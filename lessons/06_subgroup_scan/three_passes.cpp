// SPDX-License-Identifier: MIT
#include <numeric>

#include "lessons/06_subgroup_scan/stories.hpp"

using namespace pbp;

namespace scan {

void scan_levels(Run& run, const std::vector<Launch>& launches, Buffer<std::uint32_t>& values, Twin& twin,
                 const std::function<void(const Pass&, const Buffer<std::uint32_t>&)>& seen) {
    std::vector<Buffer<std::uint32_t>> totals;  // of level k + 1
    const auto level = [&](std::size_t k) -> Buffer<std::uint32_t>& {
        return k == 0 ? values : totals[k - 1];
    };
    for (const auto& launch : launches) {
        auto& program = ready(run, launch);
        if (launch.level == totals.size()) {  // one per block; a grid that folds has workgroups to spare
            const std::uint32_t count = launch.uniforms.front().second;
            totals.push_back(run.gpu.buffer<std::uint32_t>(parts_of(count, program.local_size().x)));
        }  // run
        run.dispatch(program, launch.groups, {inout(0, level(launch.level)), inout(1, totals[launch.level])});
        if (!run.checking()) continue;
        for (const auto& pass : launch.passes) {
            twin.step(pass, run);                                             // the CPU twin of the same pass
            run.check(pass.name, level(pass.level), twin.level(pass.level));  // check
            if (seen) seen(pass, level(pass.level));
        }
    }
}

Words sums(const Run& run) {
    const auto values = run.input<std::uint32_t>();
    const auto by = operator_of(run.options);
    const auto both = [by](std::uint32_t a, std::uint32_t b) { return combined(by, a, b); };
    Words all(values.size());
    if (kind_of(run.options) == Kind::exclusive)
        std::exclusive_scan(values.begin(), values.end(), all.begin(), identity<std::uint32_t>(by), both);
    else
        std::inclusive_scan(values.begin(), values.end(), all.begin(), both);
    return all;
}

void outcome(Run& run, const Buffer<std::uint32_t>& buffer) {
    auto promise = promise_of(operator_of(run.options), sim::Promise::Makes::scan, run.options.type);
    promise.exclusive = kind_of(run.options) == Kind::exclusive;
    run.outcome(buffer, [&run] { return sums(run); }, {.promise = promise});
}

void three_passes(Run& run) {
    const auto by = operator_of(run.options);
    Twin twin(run.input<std::uint32_t>(), 0, by);  // data
    const auto lanes = probed(run).subgroup_size;
    const auto block = run.local_size(part_for(run.n, 4, most_for(run.gpu.info(), lanes)));
    auto launches = three_passes(run.n, kind_of(run.options), block, run.gpu.limits());
    for (auto& launch : launches) launch = in_words_of(by, std::move(launch));
    auto data = run.gpu.buffer(twin.elements());
    run.initial("input", twin.elements());

    run.plan(passes_in(launches), run.n);  // passes
    scan_levels(run, launches, data, twin);
    outcome(run, data);
    run.result("the last pass", data, twin.elements());
    run.draw(how_to_read(by, "v4"), {.group = block});  // draw
    if (run.drawing()) run.picture("hierarchy", draw_hierarchy(run, block, lanes));
}

}  // namespace scan
