// SPDX-License-Identifier: MIT
#include "lessons/01_workgroup_ids/pictures.hpp"
#include "lessons/01_workgroup_ids/stories.hpp"

using namespace pbp;
using namespace pbp::picture;
using namespace ids;

namespace {

Canvas draw_ragged_edge(const Dispatch& d, const Words& with, const Words& without) {
    // About twenty elements on either side of the end, starting at a workgroup.
    const bool whole_groups = d.local.x <= 16;
    std::uint32_t first = d.n <= 24 ? 0 : d.n - 20;
    if (whole_groups) first = first / d.local.x * d.local.x;
    Strip strip;
    strip.first = first;
    strip.group = whole_groups ? d.local.x : 0;
    strip.group_name = "";  // nobody's memory comes after the last one
    strip.value_name = "invocations that wrote the element";
    strip.title =
        fmt::format("01 workgroup ids, {}: {} elements, {} invocations", d.version, d.n, d.invocations().x);
    const auto row = [&](const std::string& label, const Words& owners) {
        record::Pass made{.name = label};
        std::vector<double> values;
        for (std::uint32_t i = first; i < std::min(d.cells, d.n + 20); ++i) {
            values.push_back(owners[i]);
            const auto after = owners[i] == 0 ? CellMark::padded : CellMark::wrong;
            made.marks.push_back(i < d.n ? CellMark::plain : after);
        }
        made.values = std::move(values);
        strip.rows.push_back(std::move(made));
    };
    row("before", Words(d.cells, 0));
    row("with the check", with);
    row("without it", without);
    strip.how_to_read = fmt::format(
        "Element {} is our last. The hatched memory after it is not ours: no invocation may write there. "
        "Lines separate workgroups. Ringed: what invocations without a bounds check overwrote.",
        d.n - 1);
    return draw(strip);
}

}  // namespace

void ids::ragged_edge(Run& run) {
    const auto size = size_of(run);
    auto& guarded = run.program("01_workgroup_ids/v1_linear.comp", size);
    auto& unguarded = run.program(size);
    auto d = dispatch(run.version(), run.n, unguarded.local_size(), run.gpu.limits());
    const auto at = followed(d, run.options.extra.at("--at"));
    d.cells += d.local.x;  // the fence is longer than any overrun: its end stays untouched

    auto workgroup = run.gpu.buffer<std::uint32_t>(d.cells);  // data
    auto local_index = run.gpu.buffer<std::uint32_t>(d.cells);
    auto with = run.gpu.buffer(Words(d.cells, 0)), without = run.gpu.buffer(Words(d.cells, 0));

    guarded.set("n", d.n);
    const auto groups = Groups(ceil_div(d.n, guarded.local_size().x), 1, 1);
    run.dispatch(guarded, groups, {out(0, workgroup), out(1, local_index), inout(2, with)});  // run
    run.dispatch(unguarded, d.groups, {out(0, workgroup), out(1, local_index), inout(2, without)});
    run.outcome(workgroup, [&] { return workgroups(d); });
    if (!run.checking()) return;

    const auto twin = ids::twin(d);
    run.check("owners, with the check", with, twin.owners);  // check
    // Without the check only our n elements must be right; what is written after them is the spectacle.
    run.check("its workgroup", workgroup, twin.workgroup, fence(d));
    run.check("its local index", local_index, twin.local_index, fence(d));
    run.check("owners, without the check", without, twin.owners, fence(d));

    run.note(formula(d, at));  // draw
    run.note(
        d.invocations().x == d.n
            ? fmt::format("{} invocations for {} elements: none is left over that could write past the end",
                          d.n, d.n)
            : fmt::format("{} invocations for {} elements, without a bounds check: how many of them write "
                          "past the end? The last row shows it",
                          d.invocations().x, d.n));
    if (run.drawing()) run.picture("", draw_ragged_edge(d, run.gpu.read(with), run.gpu.read(without)));
}
