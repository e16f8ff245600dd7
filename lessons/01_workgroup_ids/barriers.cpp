// SPDX-License-Identifier: MIT
#include "lessons/01_workgroup_ids/barriers.hpp"

#include "lessons/01_workgroup_ids/stories.hpp"

using namespace pbp;
using namespace ids;

void ids::barriers(Run& run) {
    auto& program = run.program(size_of(run));
    const auto d = dispatch(run.version(), run.n, program.local_size(), run.gpu.limits());

    auto clock = run.gpu.buffer(Words(1, 0));  // data
    auto ended = run.gpu.buffer(Words(3, 0));
    Moments moments;

    program.set("n", d.n);
    for (const std::uint32_t number : {1u, 2u}) {  // passes: the same dispatch twice
        auto arrived = run.gpu.buffer(Words(d.groups.x, 0));
        auto seen = run.gpu.buffer<std::uint32_t>(d.n), before = run.gpu.buffer<std::uint32_t>(d.n);
        auto moments_of = run.gpu.buffer<std::uint32_t>(2 * d.n);
        program.set("number", number);
        run.dispatch(program, d.groups,  // run
                     {inout(0, clock), inout(1, arrived), inout(2, ended), out(3, seen), out(4, before),
                      out(5, moments_of)});
        if (number == 2) run.outcome(before, [&] { return Words(d.n, d.n); });
        if (!run.checking()) continue;
        const auto in = fmt::format("in dispatch {}", number);
        run.check("who had ended before it began, " + in, before,
                  Words(d.n, number == 1 ? 0 : d.n));  // check
        run.check("who had arrived when it left, " + in, seen, arrived_twin(d));
        moments[number - 1] = run.gpu.read(moments_of);
        run.result("every moment exactly once, " + in, moments_of,
                   each_once(moments[number - 1], 2 * d.n * (number - 1)));
    }
    if (run.drawing()) run.picture("", draw_barriers(d, moments, run.gpu.info().renderer));  // draw
}
