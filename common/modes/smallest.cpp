// SPDX-License-Identifier: MIT
#include "common/modes/smallest.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <set>

#include "common/lesson/runner.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/modes/task.hpp"
#include "common/options/lesson_options.hpp"
#include "common/sim/reported/words.hpp"

namespace pbp {

namespace {

using Order = sim::Settings::Order;
using Search = sim::Settings::Search;
using Clock = std::chrono::steady_clock;

constexpr const char* wrong = "wrong";  ///< how a case fails whose result is
using Failures = std::map<std::string, std::uint64_t>;

/// From the plainest kind to the others.
constexpr InputKind kinds[] = {InputKind::equal,    InputKind::sorted, InputKind::reversed,
                               InputKind::small,    InputKind::flags,  InputKind::few,
                               InputKind::shuffled, InputKind::random, InputKind::extremes};

std::string exit_code_in_words(int code) {
    return fmt::format("exit code {}", code);
}

Case with(Case one, const std::string& flag, const std::string& value) {
    one.words[flag] = value;
    return one;
}

Case without(Case one, const std::string& flag) {
    one.words.erase(flag);
    return one;
}

/// Each of the lesson's options at its preset.
std::vector<Case> plainer_options(const Case& now) {
    std::vector<Case> all;
    for (const auto& [flag, value] : now.words)
        if (flag != "--n" && flag != "--input") all.push_back(without(now, flag));
    const auto data = now.words.find("--data");
    if (data == now.words.end()) return all;
    for (const auto kind : kinds) {
        if (to_string(kind) == data->second) break;
        all.push_back(with(now, "--data", to_string(kind)));
    }
    return all;
}

/// The presets of the machine, and what comes close to them.
std::vector<Case> plainer_machines(const Case& now) {
    std::vector<Case> all;
    const auto add = [&](auto change) {
        all.push_back(now);
        change(all.back().settings);
    };
    const auto& machine = now.settings;
    const sim::Settings plain;
    if (machine.most_workgroups != plain.most_workgroups)
        add([&](auto& other) { other.most_workgroups = plain.most_workgroups; });
    if (machine.order != Order::in_order) add([](auto& other) { other.order = Order::in_order; });
    if (machine.order == Order::random) {
        add([](auto& other) { other.order = Order::reverse; });
        for (std::uint64_t seed = 1; seed < std::min<std::uint64_t>(machine.seed, 5); ++seed)
            add([&](auto& other) { other.seed = seed; });
    }
    if (machine.subgroup_size == plain.subgroup_size) return all;
    add([&](auto& other) { other.subgroup_size = plain.subgroup_size; });
    for (std::uint32_t size = 1; size < machine.subgroup_size; size *= 2)
        add([&](auto& other) { other.subgroup_size = size; });
    return all;
}

/// Fewer elements, each number with the version's own local size and with small ones, so that few may still
/// be many workgroups.
std::vector<Case> fewer_elements(const Case& now, std::uint32_t n, bool chooses_local_size) {
    constexpr std::uint32_t few = 16;
    std::vector<Case> all;
    if (now.words.contains("--input")) return all;
    const auto in_some_orders = [&](Case one) {
        all.push_back(one);
        if (one.settings.order != Order::random) return;
        for (one.settings.seed = 1; one.settings.seed <= 4; ++one.settings.seed) all.push_back(one);
    };
    const auto add = [&](std::uint32_t count) {
        const auto smaller = with(now, "--n", std::to_string(count));
        in_some_orders(smaller);
        if (!chooses_local_size || count > few) return;
        for (const std::uint32_t size : {1u, 2u, 4u, 8u, 16u})
            if (size <= count) in_some_orders(with(smaller, "--local-size", std::to_string(size)));
    };
    std::vector<std::uint32_t> counts;
    for (std::uint32_t count = 1; count <= few; ++count) counts.push_back(count);
    for (std::uint32_t part = 64; part > 1; part /= 2) counts.push_back(n / part);
    counts.push_back(n - 1);
    std::uint32_t last = 0;
    for (const auto count : counts)
        if (count > last && count < n) add(last = count);
    return all;
}

std::set<std::string> ways_of(const Failures& failures) {
    std::set<std::string> ways;
    for (const auto& [way, times] : failures) ways.insert(way);
    return ways;
}

/// Makes a failing case smaller: each axis gives simpler cases than a given one, the simplest first, and the
/// first of them that still fails replaces it, until no axis has one or the time is up. Delta debugging
/// (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE TSE 28(2), 2002), with
/// axes in place of subsets. `fails` is asked for one case at a time.
Case shrunk(Case failing, const std::vector<std::function<std::vector<Case>(const Case&)>>& axes,
            const std::function<bool(const Case&)>& fails, Clock::time_point until) {
    for (bool again = true; again;) {
        again = false;
        for (const auto& simpler : axes)
            for (const Case& one : simpler(failing)) {
                if (Clock::now() > until) return failing;
                if (!fails(one)) continue;
                failing = one;
                again = true;
                break;
            }
    }
    return failing;
}

/// Fewer elements, then plainer machines and options, while `fails` holds and there is time.
Case shrunk_while(const Subject& of, const Case& failing, const Failures& wanted,
                  const std::function<bool(const Case&)>& fails, Clock::time_point until) {
    const auto smaller = [&](const Case& now) {
        std::vector<Case> all;
        for (auto& words : of.lesson.smaller(now.words, ways_of(wanted)))
            all.push_back({std::move(words), now.settings});
        return all;
    };
    if (of.lesson.smaller != nullptr) return shrunk(failing, {smaller, plainer_machines}, fails, until);
    const bool chooses = of.lesson.knobs_of(of.version).local_sizes != LocalSizes::fixed;
    const auto fewer = [&](const Case& now) {
        const auto given = now.words.find("--n");
        const auto n = given == now.words.end() ? of.lesson.n_of(of.version)
                                                : static_cast<std::uint32_t>(std::stoul(given->second));
        return fewer_elements(now, n, chooses);
    };
    return shrunk(failing, {fewer, plainer_machines, plainer_options}, fails, until);
}

}  // namespace

std::chrono::milliseconds shrinking_time() {
    const char* const asked = std::getenv("PBP_SHRINK_MS");
    return std::chrono::milliseconds(asked == nullptr ? 2000 : std::max(0, std::atoi(asked)));
}

namespace {

/// How a case fails, and how often: "wrong" where a pass is, the simulator's errors with their lines, other
/// exit codes. Empty where it does not, where the version does not take it, or where no size helps. `base`
/// says what is not in the case: the folder of shaders, --shader, --debug.
Failures failures_of(const Subject& of, const Case& one) {
    auto options = of.options;
    options.n.reset();
    options.choice = {};
    options.subgroup.reset();
    options.data = of.lesson.data;
    options.seed = 1;
    if (!of.lesson.types.empty()) options.type = of.lesson.types.front();
    options.given.clear();
    options.out.clear();
    options.pictures = false;
    SilentSink nobody;
    try {
        options = with_words(of.lesson, std::move(options), one.words);
        auto settings = one.settings;
        if (settings.search == Search::three_orders) settings.search = Search::one_order;
        Opened opened(settings, shader_tree(of.lesson, options), &nobody);
        const auto report = Runner(opened.device, of.lesson, options, nobody,
                                   {.timed = {.most = 0}, .simulator = opened.simulator})
                                .run(of.version);
        for (const auto code :
             {ExitCode::wrong_usage, ExitCode::machine_lacks, ExitCode::shader_does_not_build})
            if (report.exit_code == static_cast<int>(code)) return {};
        Failures all;
        for (const auto& error : sim::errors_of(report.simulation)) all[in_a_line(error)] += error.times;
        const bool found_alone = is_only_found(report.message);
        if (report.exit_code == 0) all.clear();
        if (report.status == VersionReport::Status::wrong && !found_alone) ++all[wrong];
        if (report.status == VersionReport::Status::failed)
            ++all[report.gave_up ? "gave up" : exit_code_in_words(report.exit_code)];
        return all;
    } catch (const Error& refused) {
        return {};
    }
}

/// True if no fault of its own came with a smaller case: none is new, and none is there more often.
bool has_no_other(const Failures& smaller, const Failures& larger) {
    return std::ranges::all_of(smaller, [&](const auto& one) {
        const auto found = larger.find(one.first);
        return found != larger.end() && one.second <= found->second;
    });
}

}  // namespace

std::optional<Case> smallest_case(const Subject& of, const Case& failing, std::chrono::milliseconds time) {
    const auto until = Clock::now() + time;
    if (time.count() == 0) return std::nullopt;
    const auto in_time = [&](Case one) {
        const double left = std::max(0.01, std::chrono::duration<double>(until - Clock::now()).count());
        if (one.settings.limit_s == 0 || one.settings.limit_s > left) one.settings.limit_s = left;
        return one;
    };
    const auto wanted = failures_of(of, failing);
    if (wanted.empty()) return std::nullopt;
    const auto has_finding = [](const Failures& ways) {
        return std::ranges::any_of(ways, [](const auto& way) { return way.first != wrong; });
    };
    const auto kind_of = [](const std::string& way) { return way.substr(0, way.find(" at ")); };
    const auto is_wanted_kind = [&](const auto& way) {
        return std::ranges::any_of(wanted,
                                   [&](const auto& one) { return kind_of(one.first) == kind_of(way.first); });
    };
    const auto fails_as_wanted = [&](const Case& one) {  // for a cause of the larger case, in no other way
        const auto all = failures_of(of, one);
        if (of.lesson.smaller != nullptr && !has_no_other(all, wanted)) return false;
        return has_finding(all) == has_finding(wanted) && std::ranges::all_of(all, is_wanted_kind) &&
               std::ranges::any_of(all, [&](const auto& way) { return wanted.contains(way.first); });
    };
    const auto fails = [&](Case one) {
        one = in_time(one);
        one.settings.most_rounds = std::min<std::uint64_t>(one.settings.most_rounds, 20'000);
        return fails_as_wanted(one);
    };
    const Case found = shrunk_while(of, failing, wanted, fails, until);
    return fails_as_wanted(found) ? found : failing;
}

std::string command_of_smallest(const Subject& of, const Case& failing) {
    const auto found = smallest_case(of, failing);
    return found ? command_of(of, *found) : std::string();
}

std::string command_of_smallest_endless(const Subject& of, const Case& failing) {
    constexpr double trial_s = 0.3;
    constexpr int limit_s = 2;  // what the case is repeated with
    if (shrinking_time().count() == 0) return {};
    const auto stopped = exit_code_in_words(static_cast<int>(ExitCode::time_limit));
    const auto fails_within = [&](Case one, double limit) {
        one.settings.limit_s = limit;
        return failures_of(of, one).contains(stopped);
    };
    const auto fails = [&](const Case& one) { return fails_within(one, trial_s); };
    const auto found = shrunk_while(of, failing, {{stopped, 1}}, fails, Clock::now() + shrinking_time());
    if (!fails_within(found, limit_s)) return {};  // it only takes long
    return command_of(of, found) + fmt::format(" --time-limit {}", limit_s);
}

std::string smallest_in_any_order(const Subject& of, Case failing) {
    std::string found;
    const auto try_in = [&](Order order, Search search) {
        if (!found.empty()) return;
        failing.settings.order = order;
        failing.settings.search = search;
        found = command_of_smallest(of, failing);
    };
    const auto asked = failing.settings.search;
    try_in(failing.settings.order, Search::one_order);
    if (asked == Search::three_orders) {
        try_in(Order::reverse, Search::one_order);
        try_in(Order::random, Search::one_order);
    }
    if (asked != Search::one_order) try_in(Order::in_order, Search::all_orders);
    return found;
}

}  // namespace pbp
