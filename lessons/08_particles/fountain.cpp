// SPDX-License-Identifier: MIT
#include "lessons/08_particles/fountain.hpp"

namespace particles {

Fountain::Fountain(pbp::Run& run, Twin at_start)
    : n(run.n),
      seed(folded(run.options.seed)),
      program(run.program({{"LOCAL_SIZE", std::to_string(run.local_size(256))}})),
      groups(pbp::groups_for(n, program.local_size().x, run.gpu.limits())),
      layout(particles::layout(run.version(), n)),
      twin(std::move(at_start)),
      buffer(run.gpu.buffer(packed(
          twin, layout,
          words_for(layout, std::size_t{groups.x} * groups.y * program.local_size().x, run.gpu.limits())))) {
    check_places(run.version(), program);
    program.set("n", n).set("seed", seed);
    run.tolerance(tolerance);
}

Words Fountain::after(std::uint32_t steps) const {
    auto state = born(n, seed);
    for (std::uint32_t number = 1; number <= steps; ++number) step(state, number, seed);
    return packed(state, layout, buffer.size());
}

std::vector<pbp::record::Pass> Fountain::parts(pbp::Device& gpu) const {
    const auto words = gpu.read(buffer);
    const auto seen = unpacked(words, layout, n);
    const auto rest = after_the_last(words, layout);
    std::vector<pbp::record::Pass> all;
    for (std::size_t m = 0; m < member_count; ++m)
        all.push_back({.values = seen.members[m], .expected = twin.members[m], .part = member_names[m]});
    if (!rest.empty())
        all.push_back({.values = rest,
                       .expected = Words(rest.size(), untouched),
                       .part = "the memory after the particles",
                       .element = "word"});
    return all;
}

}  // namespace particles
