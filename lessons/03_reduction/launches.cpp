// SPDX-License-Identifier: MIT
#include "common/device/probe.hpp"
#include "common/lesson/version_names.hpp"
#include "lessons/03_reduction/reduction.hpp"

namespace reduction {

namespace {

constexpr Index small_n = 1024;          // up to here workgroups are small, so that a strip shows several
constexpr Index most_workgroups = 1024;  // of a grid-stride loop: enough to fill a large GPU
constexpr Index full_gpu = 256 * 1024;   // invocations from v8 on; an H200 holds 132 * 2048 at a time
constexpr Index most_counted = 1024;     // workgroups of v10, which counts them in 11 bits

std::uint64_t parts_of(std::uint64_t n, std::uint64_t size) {
    return (n + size - 1) / size;
}

std::string sums_name(Index workgroups) {
    return workgroups == 1 ? "the sum" : fmt::format("{} partial sums", workgroups);
}

/// The passes inside a workgroup that leave its sum in its first cell (or cells, one per subgroup).
void add_tree(std::vector<Pass>& passes, const Launch& launch, const std::string& before, Index workgroups,
              bool gathered) {
    if (launch.tree == Tree::subgroups) {
        passes.push_back({Kind::subgroups, before + "sum per subgroup", 0, workgroups, gathered, false});
        return;
    }
    const bool grows = launch.tree != Tree::sequential;
    for (Index stride = grows ? 1 : launch.local_size / 2; stride > 0 && stride < launch.local_size;
         grows ? stride *= 2 : stride /= 2)
        passes.push_back(
            {Kind::fold, before + fmt::format("stride {}", stride), stride, workgroups, gathered, false});
}

Launch launch_of(const std::string& version, const Shape& shape, Index n, Index subgroup_size,
                 const std::string& before, const pbp::Limits& limits) {
    Launch launch;
    launch.version = version;
    launch.n = n;
    launch.local_size = shape.local_size;
    launch.workgroups = static_cast<Index>(parts_of(n, std::uint64_t{shape.local_size} * shape.each));
    launch.subgroup_size = subgroup_size;
    launch.load = shape.load;
    launch.tree = shape.tree;
    launch.grid = pbp::groups_for(launch.cells(), launch.local_size, limits);
    const char* load = shape.load == Load::one   ? "load"
                       : shape.load == Load::two ? "load and add 2"
                                                 : "load and add fours";
    launch.passes.push_back({Kind::load, before + load, 0, launch.workgroups, false, false});
    add_tree(launch.passes, launch, before, launch.workgroups, false);
    return launch;
}

/// The version that actually does the work of this run's version.
std::string serving(pbp::Run& run) {
    const bool floats = run.options.type == pbp::ValueType::float32;
    const auto by = pbp::operator_of(run.options);
    const int number = pbp::version_number(run.version());
    if (number < 9) return run.version();
    if (!floats && by != pbp::Operator::product) {
        if (number == 9 || by == pbp::Operator::sum) return run.version();
        run.gave_up(
            fmt::format("only a sum has parts that are added apart, {} has none: v9 runs instead of v10",
                        pbp::to_string(by)));
        return "v9_memory_adds";
    }
    run.gave_up(fmt::format("core GLSL has no atomic {}: v8 runs instead of v{}",
                            by == pbp::Operator::sum ? "addition of floats"
                            : floats                 ? fmt::format("{} of floats", pbp::to_string(by))
                                                     : "multiplication",
                            number));
    return "v8_loads_in_flight";
}

/// The number of lanes per subgroup in this run; 1 if no twin needs to know.
Index subgroup_size(pbp::Run& run) {
    if (!run.checking() || pbp::version_number(run.version()) < 6) return 1;
    return pbp::lanes_of(run.gpu);
}

}  // namespace

Shape shape_of(const std::string& version, Index n, const pbp::Limits& limits, Index local_size) {
    const int number = pbp::version_number(version);
    const bool small = n <= small_n;
    const Index full = std::min(256u, limits.workgroup_invocations), tree = small ? 16 : full;
    const auto own = [&](Index size) { return local_size > 0 ? local_size : size; };
    if (version == "v1_interleaved") return {own(tree), 1, Load::one, Tree::interleaved};
    if (version == "v2_strided") return {own(tree), 1, Load::one, Tree::strided};
    if (version == "v3_sequential") return {own(tree), 1, Load::one, Tree::sequential};
    if (version == "v4_first_add") return {own(tree), 2, Load::two, Tree::sequential};
    Shape shape{own(small ? 16 : full), small ? 4u : 32u, Load::fours, Tree::subgroups};
    if (version == "v5_grid_stride")
        shape = {own(small ? 4 : full), small ? 8u : 32u, Load::fours, Tree::sequential};
    if (version == "v7_one_dispatch") shape.local_size = own(small ? 8 : full);
    if (number >= 8) {
        const Index larger = std::min(1024u, limits.workgroup_invocations);
        const auto most = std::uint64_t{most_counted} * own(larger);
        const auto invocations = number < 10 ? full_gpu : std::min<std::uint64_t>(full_gpu, most);
        const auto fours = static_cast<Index>(parts_of(n, 4 * invocations));
        if (small && number >= 9) return {own(4), 4, Load::chunks, Tree::subgroups};
        return {own(small ? 2 : larger), 4 * std::max(small ? 7u : 2u, fours), Load::chunks, Tree::subgroups};
    }
    const auto fours = parts_of(n, std::uint64_t{4} * most_workgroups * shape.local_size);
    shape.each = std::max(shape.each, static_cast<Index>(4 * fours));
    return shape;
}

pbp::Knobs knobs(const std::string& version) {
    const int number = pbp::version_number(version);
    using pbp::LocalSizes;
    if (number < 4) return {LocalSizes::powers_of_two, {}, "an invocation loads one element"};
    if (number < 5) return {LocalSizes::powers_of_two, {}, "an invocation loads two elements"};
    if (number < 8)
        return {number < 6 ? LocalSizes::powers_of_two : LocalSizes::any, {4, 8, 16, 32, 64, 128}};
    return {LocalSizes::any, {8, 16, 32, 64, 128, 256}};
}

std::vector<Launch> launches(const std::string& version, Index n, Index subgroup_size,
                             const pbp::Limits& limits) {
    return launches(version, shape_of(version, n, limits), n, subgroup_size, limits);
}

std::vector<Launch> launches(const std::string& version, const Shape& shape, Index n, Index subgroup_size,
                             const pbp::Limits& limits) {
    const int number = pbp::version_number(version);
    const auto workgroups = parts_of(n, std::uint64_t{shape.local_size} * shape.each);
    if (shape.load >= Load::fours && workgroups > limits.workgroup_count.x)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "{} needs all its workgroups in one row, but {} exceed this driver's {}; give a larger "
                  "--local-size or --per-invocation.",
                  version, workgroups, limits.workgroup_count.x);
    if (number >= 10 && workgroups > most_counted)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "{} counts at most {} workgroups, but there would be {}; give a larger --local-size or "
                  "--per-invocation.",
                  version, most_counted, workgroups);
    if (number >= 7) {
        Launch one = launch_of(version, shape, n, subgroup_size, "", limits);
        const bool memory = number >= 9;
        one.passes.push_back({Kind::sums, memory ? "adds to the total" : sums_name(one.workgroups), 0,
                              one.workgroups, false, false});
        if (memory) {
            one.passes.push_back({Kind::memory, "the sum", 0, 1, false, true});
            return {one};
        }
        one.passes.push_back({Kind::gather, "last workgroup, load", 0, 1, true, false});
        add_tree(one.passes, one, "last workgroup, ", 1, true);
        one.passes.push_back({Kind::sums, "last workgroup, the sum", 0, 1, true, true});
        return {one};
    }
    std::vector<Launch> all;
    do {
        const auto before = fmt::format("dispatch {}, ", all.size() + 1);
        Launch launch = launch_of(version, shape, n, subgroup_size, before, limits);
        launch.passes.push_back(
            {Kind::sums, before + sums_name(launch.workgroups), 0, launch.workgroups, false, true});
        n = launch.workgroups;
        all.push_back(std::move(launch));
    } while (n > 1);
    return all;
}

std::vector<Launch> plan(pbp::Run& run) {
    const auto& limits = run.gpu.limits();
    const auto version = serving(run);
    Shape own = shape_of(version, run.n, limits);
    // A few cores instead of a GPU: an invocation costs them more than a load, and a workgroup gains nothing
    // from more than 512 of them.
    const bool few_cores = own.load == Load::chunks && run.gpu.info().software && run.n > small_n;
    if (few_cores) own.local_size = std::min(own.local_size, 512u);
    Shape shape = shape_of(version, run.n, limits, run.local_size(own.local_size));
    if (few_cores) shape.each = std::max(shape.each, 64u);
    shape.each = run.per_invocation(shape.each);
    auto all = launches(version, shape, run.n, subgroup_size(run), limits);
    for (auto& launch : all) {
        launch.by = pbp::operator_of(run.options);
        for (auto& pass : launch.passes) pass.name = pbp::in_words_of(launch.by, pass.name);
    }
    run.plan(pbp::passes_in(all), run.n);
    return all;
}

void check_type(pbp::Options& options, const pbp::Limits&) {
    const auto by = pbp::operator_of(options);
    if (options.type != pbp::ValueType::float32) return;
    if (by == pbp::Operator::exclusive_or)
        pbp::fail(pbp::ExitCode::wrong_usage, "--operator xor works on bits: choose --type uint or int.");
    if (by == pbp::Operator::product)
        pbp::fail(pbp::ExitCode::wrong_usage,
                  "--operator product: whether a product of floats overflows on the way depends on the "
                  "order; choose --type uint or int.");
}

std::vector<pbp::glsl::Define> defines(const Launch& launch, pbp::ValueType type) {
    const char* vector = type == pbp::ValueType::uint32  ? "uvec4"
                         : type == pbp::ValueType::int32 ? "ivec4"
                                                         : "vec4";
    return {{"LOCAL_SIZE", std::to_string(launch.local_size)}, {"T", pbp::to_string(type)}, {"T4", vector}};
}

pbp::Program& sized(pbp::Program& program, const Launch& launch) {
    program.set("n", launch.n);
    const bool asks = std::ranges::any_of(program.declared_uniforms(),
                                          [](const auto& uniform) { return uniform.name == "rounds"; });
    return asks ? program.set("rounds", launch.rounds()) : program;
}

pbp::Program& ready(pbp::Run& run, const Launch& launch) {
    return sized(run.program(launch.shader(), defines(launch, run.options.type)), launch);
}

}  // namespace reduction
