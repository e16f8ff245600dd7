// SPDX-License-Identifier: MIT
#include "tests/mutants/subject.hpp"

#include <algorithm>
#include <set>

#include "common/glsl/preprocess.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/modes/judge/simulated.hpp"

namespace pbp::mutants {

namespace fs = std::filesystem;

namespace {

using Order = sim::Settings::Order;

Trial trial(std::string words, std::uint32_t subgroup_size, Order order = Order::in_order,
            std::uint64_t seed = 1) {
    Trial made{std::move(words), {}};
    made.settings.subgroup_size = subgroup_size;
    made.settings.order = order;
    made.settings.seed = seed;
    made.settings.most_rounds = 20'000;
    return made;
}

/// On a device with at most three workgroups in x: grids fold as those of millions of elements do.
Trial folded(Trial one) {
    one.settings.most_workgroups = 3;
    return one;
}

/// A small n, awkward ones, and several workgroups; data, types, options and back ends that a lesson may not
/// have: trials that a version rejects are left out.
const std::vector<Trial>& trials_of_versions() {
    static const std::vector<Trial> all{
        trial("", 8),
        trial("--n 37 --data random", 32, Order::reverse),
        trial("--n 300 --data random --seed 3", 16, Order::random),
        trial("--n 1 --data random", 4),
        trial("--n 100 --data reversed --local-size 32", 8, Order::random, 2),
        trial("--n 20 --data random --local-size 1", 4),
        trial("--n 7 --data reversed", 1),
        trial("--n 2 --data random --local-size 1", 8),
        folded(trial("--n 512 --data random --local-size 8", 8)),
        folded(trial("--n 3000 --data random --seed 6", 32)),
        trial("--n 500 --data random --local-size 8 --seed 7", 4, Order::random, 4),
        trial("--n 500 --data small --local-size 16 --seed 8", 2, Order::random, 5),
        folded(trial("--n 512 --data random --local-size 8 --per-invocation 4", 4, Order::random, 6)),
        trial("--n 500 --data small --local-size 8 --per-invocation 4", 2, Order::random, 7),
        trial("--n 900 --data small --local-size 32 --per-invocation 4 --subgroup shared", 8, Order::random,
              8),
        trial("--n 200 --data random --local-size 8 --per-invocation 12 --seed 10", 8, Order::random, 9),
        trial("--n 1000 --data extremes", 32),
        trial("--n 65 --data equal", 64, Order::reverse),
        trial("--n 200 --data random --type float", 8),
        trial("--n 100 --data sorted --threshold 50", 8),
        trial("--n 1001 --data random --threshold 0", 8),
        trial("--n 500 --data small --threshold 4 --local-size 8 --per-invocation 4", 4, Order::random, 18),
        trial("--n 90 --data small --threshold 4 --local-size 2 --per-invocation 4", 2, Order::random, 19),
        trial("--n 300 --data random --kind exclusive --local-size 32", 8, Order::reverse),
        trial("--n 31 --data random --kind exclusive", 8),
        trial("--n 300 --data random --seed 4 --local-size 32 --subgroup shared", 8, Order::reverse),
        trial("--n 300 --data random --seed 5 --local-size 32 --subgroup ballot", 16),
        trial("--n 900 --data random --seed 9 --local-size 128 --subgroup shared", 128),
        trial("--n 1500 --data random --local-size 64", 32, Order::random, 3),
        trial("--n 1500 --data random --local-size 128", 128, Order::reverse),
        trial("--n 6005 --data random", 32),
        trial("--n 6005 --data random --local-size 64 --per-invocation 64", 32),
        trial("--n 24 --data small --local-size 2", 1, Order::random, 11),
        trial("--n 24 --data small --local-size 2", 2, Order::random, 12),
        trial("--n 24 --data small --local-size 2", 1, Order::random, 13),
        trial("--n 24 --data small --local-size 2", 2, Order::random, 14),
        trial("--n 90 --data small --local-size 2 --per-invocation 4", 1, Order::random, 15),
        trial("--n 90 --data small --local-size 2 --per-invocation 4", 2, Order::random, 16),
        trial("--n 90 --data small --local-size 4 --per-invocation 4", 2, Order::random, 17),
        trial("--kind inclusive --n 4000 --local-size 32 --per-invocation 4 --subgroup shared", 8),
        trial("--kind inclusive --n 102000 --local-size 128 --per-invocation 4", 128),
        trial("--n 500 --data small --local-size 64", 64),  // half of the four words of a ballot
        trial("--n 300 --data small --local-size 32", 64),  // subgroups with lanes that the workgroup lacks
    };
    return all;
}

/// What the judge of exercises runs on the simulator.
std::vector<Trial> trials_of(const exercises::Card& card) {
    std::vector<Trial> all;
    for (auto& one : exercises::simulated_cases(card)) all.push_back({std::move(one.words), one.settings});
    return all;
}

/// False for a back end of sg_* calls that a trial does not ask for.
bool compiles(const fs::path& file, const Trial& trial) {
    const auto asks = [&](const char* name) { return trial.words.find(name) != trial.words.npos; };
    const bool shared = asks("--subgroup shared"), ballot = asks("--subgroup ballot");
    const auto name = file.filename().string();
    return name == "subgroup_shared.glsl"   ? shared
           : name == "subgroup_ballot.glsl" ? ballot
           : name == "subgroup_khr.glsl"    ? !shared && !ballot
                                            : true;
}

bool is_plumbing(const fs::path& file) {
    static const std::set<std::string> names{"trace.glsl", "debug.glsl"};
    return names.contains(file.filename().string());
}

}  // namespace

std::vector<Subject> subjects(const std::vector<const Lesson*>& lessons, const fs::path& shaders) {
    std::vector<Subject> all;
    const auto add = [&](const fs::path& file, const Host& host) {
        const auto name = fs::relative(file, shaders);
        auto found = std::ranges::find(all, name, &Subject::file);
        if (found == all.end()) found = all.insert(all.end(), {name, {}});
        found->hosts.push_back(host);
    };
    for (const auto* lesson : lessons)
        for (const auto& version : lesson->versions) {
            if (!version.benched) continue;
            const Host host{lesson, version.name, {}, trials_of_versions()};
            Options options;
            options.shaders = shaders;
            std::set<fs::path> seen;
            for (const auto& shader : shaders_of(*lesson, version, options)) {
                const bool own = seen.empty() || std::ranges::find(lesson->versions, shader.stem().string(),
                                                                   &Version::name) == lesson->versions.end();
                for (const auto& file : glsl::preprocess(shader, {shaders / "common", {}}).files)
                    if ((own || file != shader) && !is_plumbing(file) &&
                        seen.insert(fs::canonical(file)).second)
                        add(fs::canonical(file), host);
            }
        }
    for (const auto& exercise : exercises::all(shaders)) {
        const auto lesson = std::ranges::find(lessons, exercise.lesson, &Lesson::id);
        if (lesson == lessons.end()) continue;
        const auto card = exercises::read_card(exercise.card);
        const Host host{*lesson, card.version, fs::relative(exercise.file, shaders), trials_of(card)};
        // Besides its own text: back ends of sg_* calls, some of which no version uses.
        for (const auto& file : glsl::preprocess(exercise.file, {shaders / "common", {}}).files)
            if (file == exercise.file || file.filename().string().starts_with("subgroup"))
                add(fs::canonical(file), host);
    }
    // Other trials compile only their own back end of sg_* calls.
    for (auto& subject : all)
        for (auto& host : subject.hosts)
            std::erase_if(host.trials, [&](const Trial& one) { return !compiles(subject.file, one); });
    return all;
}

}  // namespace pbp::mutants
