// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "common/base/shrink.hpp"
#include "common/modes/shrink/smallest.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/reported/words.hpp"
#include "common/sim/run/simulator.hpp"
#include "common/tools/run_shader/run.hpp"
#include "common/tools/run_shader/session.hpp"

namespace pbp::run_shader {

namespace {

using Order = sim::Settings::Order;
using Clock = std::chrono::steady_clock;

/// The simulator's errors, each in a line.
std::set<std::string> errors_with(const Wishes& wishes) {
    std::set<std::string> all;
    SilentSink nobody;
    auto backend = std::make_unique<sim::Simulator>(*wishes.simulated);
    auto& simulator = *backend;
    Device device(std::move(backend), {wishes.shaders, wishes.shader, wishes.shader.string()}, &nobody);
    try {
        if (wishes.subgroup) device.use_subgroups(*wishes.subgroup);
        Session session(device, wishes);
        for (std::uint32_t i = 0; i < wishes.repeat; ++i) session.dispatch();
    } catch (const Error&) {  // a wish that does not fit, or no time: what was found counts
    }
    for (const auto& account : simulator.take_accounts())
        for (const auto& finding : sim::report(account, wishes.simulated->subgroup_size).findings)
            if (!finding.note) all.insert(in_a_line(finding));
    return all;
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

std::vector<Wishes> smaller_buffers(const Wishes& now) {
    std::vector<Wishes> all;
    for (std::size_t b = 0; b < now.buffers.size(); ++b) {
        if (!now.buffers[b].file.empty()) continue;
        for (const auto count : below(now.buffers[b].count.value_or(1))) {
            all.push_back(now);
            all.back().buffers[b].count = count;
        }
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

std::string smallest_command(const Wishes& asked, const Session& session) {
    const auto until = Clock::now() + shrinking_time();
    Wishes failing = asked;
    failing.groups = session.groups();
    for (const auto& bound : session.buffers()) {
        const auto is_it = [&](const BufferWish& wish) {
            return wish.which == bound.block.name || wish.which == std::to_string(bound.block.binding);
        };
        const auto wish = std::ranges::find_if(failing.buffers, is_it);
        if (wish != failing.buffers.end() && wish->file.empty() && !wish->count)
            wish->count = bound.began.count;
        if (wish == failing.buffers.end() && !bound.block.uniform)
            failing.buffers.push_back({bound.block.name, bound.began.count, {}, {}, {}, {}});
    }
    auto& machine = *failing.simulated;
    const bool one_order = machine.search == sim::Settings::Search::one_order;
    machine.search = sim::Settings::Search::one_order;
    for (const auto order : {machine.order, Order::reverse, Order::random}) {
        machine.order = order;
        const auto wanted = Clock::now() < until ? errors_with(failing) : std::set<std::string>();
        const auto fails = [&](Wishes one) {
            const std::chrono::duration<double> left = until - Clock::now();
            one.simulated->limit_s = std::max(0.01, left.count());
            const auto all = errors_with(one);
            return !all.empty() && std::ranges::includes(wanted, all);  // and no fault of its own
        };
        if (!wanted.empty())
            return command_of(
                shrunk<Wishes>(failing, {fewer_groups, smaller_buffers, plainer_machines}, fails, until));
        if (one_order) break;
    }
    return {};
}

}  // namespace pbp::run_shader
