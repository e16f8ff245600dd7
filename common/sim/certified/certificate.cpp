// SPDX-License-Identifier: MIT
#include "common/sim/certified/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/sim/beside/beside.hpp"
#include "common/sim/certified/network.hpp"
#include "common/sim/certified/stages.hpp"
#include "common/sim/certified/sums.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/reported/words.hpp"

namespace pbp::sim {

namespace {

using Node = Provenance::Node;

constexpr std::size_t most_formulas = std::size_t{1} << 21;

Certificate refused(const std::string& why) {
    return {Certificate::Verdict::unknown, "no certificate: " + why};
}
Certificate wrong(const std::string& how) {
    return {Certificate::Verdict::wrong, "wrong for " + how};
}
Certificate right(std::uint32_t n, const std::string& because) {
    return {Certificate::Verdict::right, fmt::format("right for every input of n = {} ({})", n, because)};
}

/// The formulas of a work's result, run after run, in one graph: the same formula is the same node.
class Runs {
  public:
    explicit Runs(const CertifiedWork& work) : work_(work) {}
    /// One more, with an input; returns why there can be no certificate.
    std::string run(const Settings& settings, const ShaderTree& shaders, double limit_s, Observer& observer,
                    std::size_t input);
    /// What it says about all inputs, if what it did depends on none.
    Certificate certificate();
    const std::vector<Node>& cells() const { return cells_; }
    /// How far each pass is, as one more run shows, which records them; see RowFormulas.
    std::string stages(const Settings& settings, const ShaderTree& shaders, double limit_s,
                       Observer& observer);

  private:
    Certificate of_network();
    Certificate of_sums();
    std::string strange(Node node, const std::string& usual) const;
    std::string in_words(const Provenance::Decision& decision) const;
    std::string line_at(std::uint32_t dispatch, std::uint32_t site) const;
    const CertifiedWork& work_;
    std::shared_ptr<Provenance> graph_ =
        std::make_shared<Provenance>(most_formulas, Provenance::Keeps::formulas);
    std::vector<Simulator::Ran> ran_;  ///< by dispatch of the graph
    Promise promise_;
    std::vector<Node> cells_;   ///< of the result; what the data have no part in, as a constant
    std::vector<Node> proven_;  ///< those that are known to be right
};

std::string Runs::line_at(std::uint32_t dispatch, std::uint32_t site) const {
    const auto& ran = ran_.at(dispatch - 1);
    const auto place = ran.source->locate(0, static_cast<int>(ran.code->sites.at(site).line));
    return fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
}

std::string Runs::in_words(const Provenance::Decision& decision) const {
    using enum Provenance::Decides;
    if (decision.what == host) return "between two dispatches, the CPU reads what depends on the data";
    const auto line = line_at(decision.dispatch, decision.site);
    switch (decision.what) {
        case branch:
            return fmt::format("the condition in {} depends on the data", line);
        case address:
            return fmt::format("{} picks its address by the data", line);
        case exchange:
            return fmt::format("whether {} exchanges depends on the data", line);
        default:
            return fmt::format("{} makes 64-bit numbers, parts of words or votes of the data", line);
    }
}

/// Why a formula is not one of those that a certificate covers.
std::string Runs::strange(Node node, const std::string& usual) const {
    const auto& step = graph_->step(node);
    if (step.kind == Provenance::Kind::constant)
        return fmt::format("{} is part of the result whatever the data are", step.a);
    return fmt::format("{} does more with the data than {}", line_at(graph_->dispatch_of(node), step.site),
                       usual);
}

Certificate Runs::of_sums() {
    if (work_.n > Sums::most_elements)
        return refused(fmt::format("too many elements ({} at most)", Sums::most_elements));
    Sums sums(*graph_, work_.n);
    if (sums.are_too_many(cells_.size())) return refused("the run has too many steps to follow");
    for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
        const auto sum = sums.of(cells_[cell]);
        if (sum.stranger != Provenance::none) return refused(strange(sum.stranger, "add them up"));
        for (std::uint32_t i = 0; i < work_.n; ++i) {
            const bool comes_in = promise_.makes == Promise::Makes::total || i < cell + !promise_.exclusive;
            const std::uint32_t wanted = comes_in ? 1 : 0;
            if (sum.times[i] != wanted)
                return wrong(fmt::format("some inputs: element {} counts {} times in sum {}, not {}", i,
                                         static_cast<std::int32_t>(sum.times[i]), cell, wanted));
        }
        if (sum.besides != 0)
            return wrong(fmt::format("every input: sum {} is off by {}", cell,
                                     static_cast<std::int32_t>(sum.besides)));
    }
    return right(work_.n, "each sum has each of its elements once");
}

Certificate Runs::of_network() {
    const auto n = work_.n;
    if (n > Network::most_elements)
        return refused(fmt::format("too many elements ({} at most)", Network::most_elements));
    Network network(*graph_, cells_);
    if (network.stranger() != Provenance::none)
        return refused(strange(network.stranger(), "compare and move them as unsigned numbers"));
    const auto result = network.run(n, promise_.descending);
    if (result == Network::Result::too_long)
        return refused("there are too many comparisons to try all inputs of zeros and ones");
    if (result == Network::Result::wrong) return wrong(fmt::format("the keys {}", network.counterexample()));
    return right(n, fmt::format("{} patterns of 0 and 1", std::uint64_t{1} << n));
}

std::string Runs::run(const Settings& settings, const ShaderTree& shaders, double limit_s, Observer& observer,
                      std::size_t input) {
    Beside beside(settings, shaders, limit_s, observer);
    auto& simulator = beside.simulator();
    simulator.follow(graph_);
    graph_->expect(work_.inputs.at(input));
    bool has_ended = false;
    std::optional<Provenance::Decision> decision;
    const auto ended = [&](Handle result, const Promise& promise) {
        has_ended = true;
        promise_ = promise;
        decision = graph_->decision();
        const auto& memory = simulator.buffers().at(result);
        cells_ = graph_->nodes_of(memory);
        cells_.resize(
            std::min<std::size_t>(cells_.size(), promise.makes == Promise::Makes::total ? 1 : work_.n));
        for (std::size_t cell = 0; cell < cells_.size(); ++cell)
            if (cells_[cell] == Provenance::none) cells_[cell] = graph_->constant(memory.words[cell]);
    };
    const auto late = beside.run([&](Device& device) { work_.run(device, input, ended); });
    std::ranges::copy(simulator.ran(), std::back_inserter(ran_));
    if (!late.empty()) return "the simulator did not reach the end in time";
    for (const auto& program : take_reports(simulator))
        for (const auto& finding : program.findings)
            if (!finding.note) return in_a_line(finding);
    if (!has_ended) return "the run does not come to a result";
    if (decision) return in_words(*decision);
    if (graph_->is_full()) return "the run has too many steps to follow";
    return {};
}

/// Its result has a certificate, so nothing that it does depends on the data; what reads rows does not count.
std::string Runs::stages(const Settings& settings, const ShaderTree& shaders, double limit_s,
                         Observer& observer) {
    Beside beside(settings, shaders, limit_s, observer);
    RowFormulas rows(beside.simulator(), graph_);
    graph_->expect(work_.inputs.front());
    if (!beside.run([&](Device& device) { work_.record(device, rows); }).empty()) return {};
    return rows.stages(work_.n, promise_);
}

Certificate Runs::certificate() {
    if (promise_.makes == Promise::Makes::nothing) return refused(promise_.why_nothing);
    if (!graph_->has_input()) return refused("no buffer begins with the input as it is");
    if (cells_.size() < (promise_.makes == Promise::Makes::total ? 1 : work_.n))
        return refused("the result has too few elements");
    if (cells_ == proven_) return {Certificate::Verdict::right, {}};
    auto made = promise_.makes == Promise::Makes::order ? of_network() : of_sums();
    if (made.is_given()) proven_ = cells_;
    return made;
}

}  // namespace

Certificate certified(const Settings& machine, const ShaderTree& shaders, double limit_s, Observer& observer,
                      const CertifiedWork& work) {
    using Order = Settings::Order;
    auto settings = machine;
    settings.search = Settings::Search::one_order;
    settings.order = Order::in_order;
    Runs runs(work);
    const auto why_not = [&](std::size_t input) {
        return runs.run(settings, shaders, limit_s, observer, input);
    };
    if (const auto why = why_not(0); !why.empty()) return refused(why);
    const auto cells = runs.cells();
    if (const auto why = why_not(1); !why.empty()) return refused(why);
    if (runs.cells() != cells) return refused("what the CPU prepares depends on the data");
    auto made = runs.certificate();
    const auto again = [&](const std::string& machine_in_words) {
        const auto why = why_not(0);
        auto other = why.empty() ? runs.certificate() : refused(why);
        other.sentence += fmt::format(" (with {})", machine_in_words);
        return other;
    };
    constexpr std::uint64_t random_orders = 3;
    for (std::uint64_t seed = 0; seed <= random_orders && made.is_given(); ++seed) {
        settings.order = seed == 0 ? Order::reverse : Order::random;
        settings.seed = seed;
        if (auto other = again("--sim-schedule " + schedule_of(settings)); !other.is_given()) return other;
    }
    settings.order = Order::in_order;
    if (made.is_given() && work.record) made.stages = runs.stages(settings, shaders, limit_s, observer);
    constexpr std::uint32_t small = 1;
    if (!made.is_given() || machine.subgroup_size <= small) return made;
    settings.subgroup_size = small;
    auto other = again(fmt::format("--sim-subgroup {}", small));
    if (other.is_given()) return made;
    return other.verdict == Certificate::Verdict::wrong ? refused(other.sentence) : other;
}

}  // namespace pbp::sim
