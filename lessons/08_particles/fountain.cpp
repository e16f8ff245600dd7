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
          words_for(layout, std::size_t{groups.x} * groups.y * program.local_size().x, run.gpu.limits())))),
      seen_(0) {
    check_places(run.version(), program);
    program.set("n", n).set("seed", seed);
    run.tolerance(tolerance);
}

std::vector<pbp::Part> Fountain::parts(pbp::Device& gpu) {
    const auto words = gpu.read(buffer);
    seen_ = unpacked(words, layout, n);
    behind_ = behind(words, layout);
    untouched_.assign(behind_.size(), untouched);
    std::vector<pbp::Part> all;
    for (std::size_t m = 0; m < member_count; ++m)
        all.push_back({member_names[m], seen_.members[m], twin.members[m]});
    if (!behind_.empty()) all.push_back({"the memory behind the particles", behind_, untouched_, "word"});
    return all;
}

}  // namespace particles
