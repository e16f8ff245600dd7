// SPDX-License-Identifier: MIT
#include "common/tools/experiments/experiments.hpp"

namespace pbp::experiments {

std::vector<Experiment> all() {
    return {{"size", "workgroup size", workgroup_size},
            {"access", "access pattern", access_pattern},
            {"wide", "wide loads", wide_loads},
            {"shared", "shared memory", shared_memory},
            {"banks", "bank conflicts", bank_conflicts},
            {"branches", "branches", branches},
            {"short", "short branches", short_branches},
            {"uniform", "uniform branch", uniform_branch},
            {"turns", "fewer turns of a loop", fewer_turns},
            {"barriers", "fewer barriers", barriers},
            {"bytes", "small data types", small_types},
            {"colours", "packed colours", packed_colours},
            {"algorithm", "algorithm", algorithm},
            {"unrolling", "unrolling", unrolling},
            {"constants", "constants", constants},
            {"remainder", "integer instructions", remainders},
            {"power", "float instructions", powers},
            {"root", "built-in functions", roots},
            {"transfers", "fewer transfers", transfers},
            {"mapped", "zero copy, read once", mapped_once},
            {"mapped_often", "zero copy, read often", mapped_often}};
}

}  // namespace pbp::experiments
