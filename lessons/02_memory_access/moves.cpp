// SPDX-License-Identifier: MIT
#include "common/lesson/version_names.hpp"
#include "lessons/02_memory_access/pictures.hpp"

namespace memory {

void move(pbp::Run& run) {
    const auto& before = picture(run.options);  // data
    const auto from = run.gpu.buffer(before.pixels);
    Picture after{size_after(run.version(), before.size), {}};
    Maps maps;

    const auto all =  // passes
        launches(run.version(), before.size, strides(run.options), chosen(run), run.gpu.limits());
    run.plan(all.size() * all.front().passes(), run.n);
    for (const auto& launch : all) {
        auto to = run.gpu.buffer<pbp::Pixel>(before.pixels.size());  // a new one: unwritten pixels show
        run.dispatch(program(run, launch), launch.groups, {pbp::in(0, from), pbp::out(1, to)},  // run
                     pbp::passes_in_shared(launch.passes(), launch.items));
        const auto expected = [&] { return twin(run.version(), before.pixels, before.size); };
        if (&launch == &all.back())
            run.outcome(to, expected,
                        {.what = pbp::version_number(run.version()) < 4 ? "copy" : "transpose"});
        if (!run.checking()) continue;
        check_addresses(run, launch, maps);  // the CPU twin of each address
        run.check_image(launch.name, to, after.size,
                        twin(run.version(), before.pixels, before.size));  // check
        if (run.drawing()) after.pixels = run.gpu.read(to);
    }
    draw(run, before, after, maps);  // draw
}

}  // namespace memory
