// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <set>

#include "common/base/shrink.hpp"
#include "common/modes/smallest.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/reported/words.hpp"
#include "common/tools/run_shader/expecting.hpp"
#include "common/tools/run_shader/run.hpp"
#include "common/tools/run_shader/session.hpp"

namespace pbp::run_shader {

namespace {

using Order = sim::Settings::Order;
using Clock = std::chrono::steady_clock;

/// How a run fails: the simulator's errors, each in a line, with how often each came; a buffer that is not as
/// --expect says; a dispatch that does not end.
struct Failure {
    std::map<std::string, std::uint64_t> times;
    std::string cause;  ///< the first of them
    void add(const std::string& way, std::uint64_t often) {
        if (times.empty()) cause = way;
        times[way] += often;
    }
};
constexpr const char *wrong_result = "not as expected", *no_end = "no end";

Failure failure_of(const Wishes& wishes) {
    Failure all;
    SilentSink nobody;
    auto [simulator, device] = opened_for(wishes, nobody);
    bool ended = true, right = true;
    try {
        Session session(device, wishes);
        session.dispatch(wishes.repeat);
        if (!wishes.expect.empty()) right = is_as_expected(wishes, session);
    } catch (const Error& error) {  // a wish that does not fit, or no time: what was found counts
        ended = error.code() != ExitCode::time_limit;
    }
    for (const auto& error : sim::errors_of(sim::take_reports(*simulator)))
        all.add(in_a_line(error), error.times);
    if (!right) all.add(wrong_result, 1);
    if (!ended) all.add(no_end, 1);
    return all;
}

/// True if a smaller run fails for the same cause as a larger one, and no fault of its own comes with it:
/// none is new, and none is there more often.
bool is_same(const Failure& smaller, const Failure& larger) {
    if (!smaller.times.contains(larger.cause)) return false;
    return std::ranges::all_of(smaller.times, [&](const auto& one) {
        const auto found = larger.times.find(one.first);
        return found != larger.times.end() && one.second <= found->second;
    });
}

bool has(const Failure& failure, std::string_view fault) {
    return std::ranges::any_of(failure.times, [&](const auto& one) { return one.first.starts_with(fault); });
}

/// Smaller numbers than this one, the smallest first.
std::vector<std::uint32_t> below(std::uint32_t number) {
    std::vector<std::uint32_t> all;
    for (const std::uint32_t small : {1u, 2u, 3u, 4u, 8u, 16u, 32u, number / 4, number / 2, number - 1})
        if (small > (all.empty() ? 0 : all.back()) && small < number) all.push_back(small);
    return all;
}

std::vector<Wishes> fewer_groups(const Wishes& now) {
    std::vector<Wishes> all;
    for (int axis = 0; axis < 3; ++axis)
        for (const auto count : below((*now.groups)[axis])) {
            all.push_back(now);
            (*all.back().groups)[axis] = count;
        }
    for (const auto count : below(now.repeat)) {
        all.push_back(now);
        all.back().repeat = count;
    }
    return all;
}

/// The whole numbers that a shader is given, such as how many elements there are.
std::set<std::uint32_t> given_numbers(const Wishes& wishes) {
    std::set<std::uint32_t> all;
    const auto add = [&](const std::string& word) {
        std::uint32_t number = 0;
        const auto end = std::from_chars(word.data(), word.data() + word.size(), number).ptr;
        if (end != word.data() && number > 1) all.insert(number);
    };
    for (const auto& one : wishes.uniforms) std::ranges::for_each(one.values, add);
    for (const auto& one : wishes.constants) add(one.value);
    for (const auto& one : wishes.defines) add(one.value);
    return all;
}

/// All buffers smaller by one factor, with or without the groups: their sizes belong together. None becomes
/// smaller than the invocations, or a number that the shader is given, if it was not before. `open`: those
/// whose size may be chosen.
std::vector<Wishes> smaller_buffers(const Wishes& now, const std::set<std::string>& open,
                                    std::uint32_t local_size, bool with_groups) {
    std::vector<Wishes> all;
    const auto given = given_numbers(now);
    const auto& groups = *now.groups;
    for (const std::uint32_t factor : {64u, 32u, 16u, 8u, 4u, 2u}) {
        if (with_groups && groups.x % factor != 0) continue;
        Wishes one = now;
        if (with_groups) one.groups->x /= factor;
        const std::uint64_t invocations = std::uint64_t{one.groups->x} * groups.y * groups.z * local_size;
        bool fits = true, any = false;
        for (auto& wish : one.buffers) {
            if (!open.contains(wish.which) || *wish.count == 1) continue;
            fits &= wish.file.empty();
            const auto count = *wish.count / factor;
            any = true;
            fits &= *wish.count % factor == 0 && std::ranges::none_of(given, [&](auto number) {
                return number <= *wish.count && number > count;
            });
            fits &= with_groups || count >= std::min<std::uint64_t>(*wish.count, invocations);
            wish.count = count;
        }
        if (fits && any) all.push_back(one);
    }
    return all;
}

/// Buffers of zeros.
std::vector<Wishes> plainer_buffers(const Wishes& now) {
    std::vector<Wishes> all;
    for (std::size_t b = 0; b < now.buffers.size(); ++b) {
        if (!now.buffers[b].kind) continue;
        all.push_back(now);
        all.back().buffers[b].kind.reset();
        all.back().buffers[b].kind_word.clear();
    }
    return all;
}

std::vector<Wishes> plainer_machines(const Wishes& now) {
    std::vector<Wishes> all;
    const auto add = [&](auto change) {
        all.push_back(now);
        change(*all.back().simulated);
    };
    if (now.simulated->order != Order::in_order) add([](auto& one) { one.order = Order::in_order; });
    if (now.simulated->order == Order::random) add([](auto& one) { one.order = Order::reverse; });
    if (const sim::Settings plain; now.simulated->subgroup_size != plain.subgroup_size)
        add([&](auto& one) { one.subgroup_size = plain.subgroup_size; });
    return all;
}

/// The words that were typed, but for those that a smaller run replaces.
std::string kept_words(const Wishes& wishes) {
    static const std::set<std::string> replaced{"--groups", "--repeat", "--buffer", "--sim-schedule",
                                                "--sim-subgroup"},
        left_out{"--sim", "--sim-sweep", "--json", "-q", "--quiet"};
    std::string all;
    for (std::size_t i = 0; i < wishes.words.size(); ++i) {
        const auto& word = wishes.words[i];
        const auto flag = word.substr(0, word.find('='));
        if (left_out.contains(word)) continue;
        if (!replaced.contains(flag))
            all += " " + quoted_word(word);
        else if (flag == word)
            ++i;  // and its value
    }
    return all;
}

std::string command_of(const Wishes& wishes) {
    const auto& groups = *wishes.groups;
    std::string text =
        fmt::format("./learn run{} --groups {},{},{}", kept_words(wishes), groups.x, groups.y, groups.z);
    if (wishes.repeat > 1) text += fmt::format(" --repeat {}", wishes.repeat);
    for (const auto& wish : wishes.buffers) {
        const auto count = wish.count ? fmt::format("{}", *wish.count) : std::string();
        const auto kind =
            wish.kind_word.empty() ? std::string() : (count.empty() ? "" : ":") + wish.kind_word;
        text +=
            " --buffer " + quoted_word(fmt::format("{}={}", wish.which,
                                                   wish.file.empty() ? count + kind : wish.file.string()));
    }
    if (const sim::Settings plain; wishes.simulated->subgroup_size != plain.subgroup_size)
        text += fmt::format(" --sim-subgroup {}", wishes.simulated->subgroup_size);
    return text + fmt::format(" --sim-schedule {}", sim::schedule_of(*wishes.simulated));
}

}  // namespace

std::string smallest_command(const Wishes& asked, const Session& session, bool ended) {
    const auto until = Clock::now() + shrinking_time();
    Wishes failing = asked;
    failing.groups = session.groups();
    std::set<std::string> open;
    for (const auto& bound : session.buffers()) {
        const auto wish = std::ranges::find_if(
            failing.buffers, [&](const BufferWish& one) { return means(one.which, bound.block); });
        const auto* array = bound.block.elements();
        const bool is_open = array != nullptr && array->open;
        if (wish != failing.buffers.end()) {
            wish->count = bound.began.count;
            if (is_open) open.insert(wish->which);
        } else if (is_open) {
            const auto kind = bound.block.input ? std::optional(InputKind::small) : std::nullopt;
            failing.buffers.push_back(
                {bound.block.name, bound.began.count, kind, kind ? "small" : "", {}, {}});
            open.insert(bound.block.name);
        }
    }
    auto& machine = *failing.simulated;
    const double limit_s = machine.limit_s;
    using Search = sim::Settings::Search;
    std::vector<std::pair<Order, Search>> ways{{machine.order, Search::one_order}};
    if (machine.search == Search::three_orders)
        ways.insert(ways.end(), {{Order::reverse, Search::one_order}, {Order::random, Search::one_order}});
    if (machine.search != Search::one_order) ways.emplace_back(Order::in_order, Search::all_orders);
    const auto left_s = [&] { return std::chrono::duration<double>(until - Clock::now()).count(); };
    const auto size_of = [](const Wishes& one) {
        return static_cast<double>(one.groups->x) * one.groups->y * one.groups->z * one.repeat;
    };
    for (const auto& [order, search] : ways) {
        machine.order = order;
        machine.search = search;
        if (left_s() <= 0) break;
        Failure wanted;
        if (ended) {
            machine.limit_s = limit_s == 0 ? left_s() : std::min(limit_s, left_s());
            wanted = failure_of(failing);
        } else {
            wanted.add(no_end, 1);
        }
        if (wanted.times.empty()) continue;
        const bool hangs = wanted.cause == no_end, is_wrong = wanted.cause == wrong_result,
                   sizes_matter = has(wanted, "out of bounds") || hangs;
        const auto fails = [&](Wishes one) {
            one.simulated->limit_s = std::max(0.01, left_s());
            if (hangs) {  // as much less work is done in as much less time, or never
                one.simulated->limit_s = 2 * limit_s * size_of(one) / size_of(failing);
                if (one.simulated->limit_s > left_s()) return false;
            }
            return is_same(failure_of(one), wanted);
        };
        const auto local = session.local_size();
        const auto together = [&](const Wishes& now) {
            return sizes_matter ? std::vector<Wishes>()
                                : smaller_buffers(now, open, local.x * local.y * local.z, is_wrong);
        };
        std::vector<std::function<std::vector<Wishes>(const Wishes&)>> axes{together};
        if (!is_wrong) axes.insert(axes.begin(), fewer_groups);
        if (!is_wrong && !hangs) axes.insert(axes.end(), {plainer_buffers, plainer_machines});
        return command_of(shrunk<Wishes>(failing, axes, fails, until));
    }
    return {};
}

}  // namespace pbp::run_shader
