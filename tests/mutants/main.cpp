// The mutation test: small faults put into every shader, each of which the checks or the simulator must find.
// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <random>
#include <thread>

#include "common/base/files.hpp"
#include "common/lesson/version_names.hpp"
#include "common/options/option_group.hpp"
#include "common/options/read_words.hpp"
#include "common/options/words.hpp"
#include "common/process/guarded.hpp"
#include "common/process/interrupt.hpp"
#include "common/program/all_lessons.hpp"
#include "tests/mutants/study.hpp"
#include "tests/mutants/survivors.hpp"

using namespace pbp;
using namespace pbp::mutants;

namespace {

constexpr double goal = 0.98;

struct Asked {
    std::vector<std::string> only;
    std::vector<Kind> kinds;
    std::size_t sample = 0;
    std::uint64_t seed = 1;
    std::optional<std::uint64_t> schedules;
    bool json = false, originals = false, barriers = false, caught = false;
    std::filesystem::path survivors = project_root() / "tests/mutants/survivors.txt";
    Study study;
};

bool is_meant(const std::filesystem::path& file, const std::vector<std::string>& only) {
    return only.empty() || std::ranges::any_of(only, [&](const std::string& word) {
               if (file.generic_string().starts_with(word.size() == 1 ? "0" + word : word)) return true;
               return std::any_of(std::next(file.begin()), file.end(),
                                  [&](const auto& part) { return means_version(word, part.string()); });
           });
}

void keep_sample(std::vector<Mutant>& all, std::size_t count, std::uint64_t seed) {
    if (count == 0 || count >= all.size()) return;
    std::vector<Mutant> some;
    std::mt19937_64 random(seed);
    std::ranges::sample(all, std::back_inserter(some), static_cast<std::ptrdiff_t>(count), random);
    all = std::move(some);
}

/// Keeps the mutants that are asked for by kind and by number; an error if no barrier, or no fault, is left.
void keep_asked(std::vector<Mutant>& all, const Asked& asked) {
    const auto is_barrier = [](const Mutant& one) { return one.mutation.kind == Kind::barrier; };
    std::vector<Mutant> barriers;
    if (asked.barriers) std::ranges::copy_if(all, std::back_inserter(barriers), is_barrier);
    if (asked.barriers && asked.sample == 0) all.clear();
    if (asked.barriers) std::erase_if(all, is_barrier);
    if (!asked.kinds.empty())
        std::erase_if(all, [&](const Mutant& one) {
            return std::ranges::find(asked.kinds, one.mutation.kind) == asked.kinds.end();
        });
    if (asked.barriers ? barriers.empty() : all.empty())
        fail(ExitCode::wrong_usage, "there is no such fault in {}; choose other kinds, or other shaders.",
             asked.only.empty() ? "any shader" : fmt::format("{}", fmt::join(asked.only, ",")));
    keep_sample(all, asked.sample, asked.seed);
    std::ranges::move(barriers, std::back_inserter(all));
    std::ranges::stable_sort(all, {}, &Mutant::subject);  // a row of the table for each shader
}

void show_progress(std::size_t done, std::size_t all) {
    if (isatty(2) != 0 && (done % 8 == 0 || done == all))
        fmt::print(stderr, "\r{} of {}{}", done, all, done == all ? "\n" : "");
}

/// Every subgroup size, with this number of schedules each: if that is one, it differs from size to size.
void every_machine(std::vector<Subject>& subjects, std::uint64_t schedules) {
    for (auto& subject : subjects)
        for (auto& host : subject.hosts) {
            if (host.trials.empty()) continue;
            std::vector<Trial> all;
            for (std::uint32_t size = 1; size <= 128; size *= 2)
                for (std::uint64_t k = 0; k < schedules; ++k) {
                    // Each trial's arguments are used with every size and every schedule in turn.
                    auto one = host.trials[(k * 7 + size) % host.trials.size()];
                    using Order = sim::Settings::Order;
                    const auto schedule = k + (schedules == 1 ? std::bit_width(size) : 0u);
                    one.settings.subgroup_size = size;
                    one.settings.order = schedule == 0   ? Order::in_order
                                         : schedule == 1 ? Order::reverse
                                                         : Order::random;
                    one.settings.seed = schedule;
                    all.push_back(one);
                }
            host.trials = std::move(all);
        }
}

int run_originals(std::vector<Subject>& subjects, const Asked& asked) {
    const auto problems = try_originals(subjects, asked.study);
    if (!problems.empty()) fmt::print("These shaders fail as they are, so no fault was tried:\n");
    for (const auto& problem : problems) fmt::print("{}\n", problem);
    return problems.empty() ? 0 : static_cast<int>(ExitCode::check_failed);
}

int run(int argc, const char* const* argv) {
    Asked asked;
    asked.study.shaders = std::filesystem::canonical(project_root() / "shaders");
    asked.study.jobs = std::max(1u, std::thread::hardware_concurrency());
    const auto app = make_app(
        "Puts small faults into every shader, one at a time, and runs its lesson on the simulator: the "
        "checks or the\n"
        "simulator must catch each. docs/simulator.md explains the table.\n",
        "mutants");
    OptionGroup options(*app);
    const auto number = [&](const char* flag, const char* help, auto& target, std::uint64_t least) {
        options.word(flag, "COUNT", help, [flag, &target, least](const std::string& word) {
            target = whole_from(flag, word, least, std::numeric_limits<std::uint32_t>::max());
        });
    };
    options.list("--only", "LESSON", "Lessons or files, e.g. --only 05 or --only 03,e4_last,common",
                 asked.only);
    Words<Kind> named;
    for (const auto kind : kinds) named[to_string(kind)] = kind;
    options.words("--kind", "KIND", "Only faults of these kinds: " + listed(named),
                  [&](const std::string& list) {
                      for (const auto& word : parts_of("--kind", list))
                          asked.kinds.push_back(choice_from("--kind", word, named));
                  });
    number("--sample", "Only this many, chosen at random [all]", asked.sample, 1);
    options.word("--seed", "NUMBER", "Seed of that choice [1]",
                 [&](const std::string& word) { asked.seed = seed_from("--seed", word); });
    number("--jobs", "How many at a time [one per processor]", asked.study.jobs, 1);
    options.value("--survivors", "FILE", "The list of mutants that need not be caught", asked.survivors);
    options.flag("--json", "Print one JSON document instead of text", asked.json);
    options.flag("--caught", "List what was caught, too, and how", asked.caught);
    options.flag("--shrink",
                 "Make the case that catches each as small as possible: --caught and --json show it",
                 asked.study.shrinks);
    options.flag(
        "--originals",
        "Run the shaders as they are, at every subgroup size and in many schedules: nothing may be found",
        asked.originals);
    options.word("--schedules", "COUNT",
                 "Number of schedules per subgroup size: in order, reverse, and random ones [20]. Without "
                 "--originals, the faults follow",
                 [&](const std::string& word) {
                     asked.schedules =
                         whole_from("--schedules", word, 1, std::numeric_limits<std::uint32_t>::max());
                 });
    options.flag("--barriers",
                 "Delete each barrier: the simulator must name two lines, a wrong pass is not enough. With "
                 "--sample, that many other faults as well",
                 asked.barriers);
    options.flag("--certificates", "Ask for certificates of each with few elements: no input may refute one",
                 asked.study.certifies);
    if (!parsed(*app, argc, argv)) return 0;
    for (const char* flag :
         {"--sample", "--seed", "--kind", "--barriers", "--survivors", "--shrink", "--caught", "--json"})
        if (asked.originals && app->count(flag) > 0)
            fail(ExitCode::wrong_usage,
                 "{} has no effect with --originals, which makes no faults; leave it out.", flag);
    catch_signals();
    if (!asked.json) asked.study.progress = show_progress;
    asked.study.wants_findings = asked.barriers;

    auto files = subjects(all_lessons(), asked.study.shaders);
    std::erase_if(files, [&](const Subject& one) { return !is_meant(one.file, asked.only); });
    if (files.empty())
        fail(ExitCode::wrong_usage, "--only {} matches no shader.", fmt::join(asked.only, ","));
    if (asked.originals || asked.schedules) {
        keep_served(files, asked.study);
        if (asked.originals)
            if (const int code = run_originals(files, asked); code != 0) return code;
        auto on_machines = files;
        every_machine(on_machines, asked.schedules.value_or(20));
        if (const int code = run_originals(on_machines, asked); code != 0 || asked.originals) return code;
    }

    auto all = mutants_of(files, asked.study.shaders);
    const auto known = known_survivors(asked.survivors);
    demand_existing(known, all, [&](const auto& file) { return is_meant(file, asked.only); });
    keep_asked(all, asked);
    for (auto& file : files)  // no mutants are tried in files that have none
        if (std::ranges::find(all, &file, &Mutant::subject) == all.end()) file.hosts.clear();
    if (asked.study.certifies) {
        try_mutants(all, asked.study);
        return print_certificates(all, asked.caught) == 0 ? 0 : static_cast<int>(ExitCode::check_failed);
    }
    if (asked.sample == 0)  // a few mutants need few of the trials: those that catch them are tried alone
        if (const int code = run_originals(files, asked); code != 0) return code;
    try_mutants(all, asked.study);
    bool fails = false;
    for (const auto& one : all)
        if (fails |= one.fate == Mutant::Fate::original_fails; one.fate == Mutant::Fate::original_fails)
            fmt::print("{}: {}\n", one.trial, one.sentence);
    if (fails) return static_cast<int>(ExitCode::check_failed);

    if (asked.barriers)  // what no finding named has survived
        for (auto& one : all)
            if (one.mutation.kind == Kind::barrier && one.fate == Mutant::Fate::caught && !one.named)
                one.fate = Mutant::Fate::survived;
    Tally total;
    for (const auto& one : all) total.add(one, find(known, one));
    if (asked.json) {
        print_json(all, known, total);
    } else {
        if (asked.caught) print_caught(all);
        print_table(all, known, total);
        print_survivors(all, known, total);
    }
    return total.unknown == 0 && total.score() >= goal ? 0 : static_cast<int>(ExitCode::check_failed);
}

}  // namespace

int main(int argc, char** argv) {
    return guarded("mutants", [&] { return run(argc, argv); });
}
