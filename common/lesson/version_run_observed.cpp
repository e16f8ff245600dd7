// SPDX-License-Identifier: MIT
// What a run beside on a simulator shows: VersionRun's part with links, causes, and who made which number.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "common/check/keys.hpp"
#include "common/device/probe.hpp"
#include "common/lesson/version_run.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/sim/beside/beside.hpp"
#include "common/sim/beside/stepping.hpp"
#include "common/sim/beside/why.hpp"
#include "common/sim/certified/certificate.hpp"
#include "common/sim/report/report.hpp"

namespace pbp {

namespace {

constexpr std::size_t most_links = std::size_t{1} << 20;  // nodes for links
constexpr std::uint32_t most_cells = 64;                  // of rows whose film the page has
constexpr std::size_t most_steps = 4096;                  // of that film
constexpr std::uint32_t most_stepped = 1024;              // elements of a run whose page has each line
constexpr std::size_t most_bytes = std::size_t{1} << 20;  // of those lines

/// What is known of other orders, in sentences; nothing, unless that is known of each program.
std::vector<std::string> orders_of(sim::Simulator& simulator) {
    std::vector<std::string> all;
    for (auto& program : sim::take_reports(simulator)) {
        if (program.orders.empty()) return {};
        if (std::ranges::find(all, program.orders) == all.end()) all.push_back(std::move(program.orders));
    }
    return all;
}

/// Which cell of a row shows what was stored: the one that the same invocation traced, with that value.
class ShownCells {
  public:
    explicit ShownCells(const sim::History& history) : history_(history) {
        for (const auto& row : history.rows())
            for (std::uint32_t cell = 0; cell < row.nodes.size(); ++cell)
                if (const auto node = row.nodes[cell]; is_stored(node))
                    by_store_.try_emplace(key(node), cell);
    }
    std::optional<std::uint32_t> of(sim::Provenance::Node node) const {
        if (const auto* cell = history_.cell_of(node)) return cell->cell;
        if (!is_stored(node)) return std::nullopt;
        const auto found = by_store_.find(key(node));
        return found == by_store_.end() ? std::nullopt : std::optional(found->second);
    }

  private:
    using Key = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>;
    bool is_stored(sim::Provenance::Node node) const {
        return history_.graph().step(node).kind == sim::Provenance::Kind::stored;
    }
    Key key(sim::Provenance::Node node) const {
        return {history_.pass_of(node), history_.graph().step(node).invocation,
                history_.graph().event(node).value};
    }
    const sim::History& history_;
    std::map<Key, std::uint32_t> by_store_;
};

/// What page/film.js reads; empty: there is too much of it.
std::string film_of(const sim::History& history, const sim::Stepping& stepping) {
    using Node = sim::Provenance::Node;
    const sim::Film film(history);
    std::set<Node, std::greater<>> shown;
    for (const auto& row : history.rows())
        for (const auto node : row.nodes)
            if (node != sim::Provenance::none) shown.insert(node);
    auto slice = film.slice(shown);
    if (slice.empty() || slice.size() > most_steps) return {};
    std::ranges::reverse(slice);
    std::map<Node, std::size_t> numbers;
    std::vector<std::string> files;
    // Column by column: that packs best.
    constexpr std::array names{"pass",  "file", "line", "invocation", "workgroup",
                               "words", "back", "cell", "at"};
    std::array<nlohmann::json::array_t, names.size()> columns;
    nlohmann::json steps, rows = nlohmann::json::array();
    const ShownCells cells(history);
    for (const auto node : slice) {
        const auto number = numbers[node] = numbers.size() + 1;
        sim::FilmStep step;
        if (history.graph().step(node).kind == sim::Provenance::Kind::stored)
            step = film.step(node);
        else
            step.words = film.held(node);
        auto file = std::ranges::find(files, step.file);
        if (file == files.end()) file = files.insert(files.end(), step.file);
        std::vector<std::size_t> back;
        for (const auto from : step.from) back.push_back(number - numbers.at(from));
        const auto cell = cells.of(node);
        nlohmann::json one[names.size()] = {step.pass,
                                            file - files.begin(),
                                            step.line,
                                            step.invocation,
                                            step.workgroup,
                                            std::move(step.words),
                                            std::move(back),
                                            cell ? static_cast<int>(*cell) : -1,
                                            stepping.step_of(node)};
        for (std::size_t k = 0; k < names.size(); ++k) columns[k].push_back(std::move(one[k]));
    }
    for (const auto& row : history.rows()) {
        std::vector<std::size_t> ids;
        for (const auto node : row.nodes) ids.push_back(node == sim::Provenance::none ? 0 : numbers.at(node));
        rows.push_back({row.pass, row.part, ids, row.values.doubles()});
    }
    for (std::size_t k = 0; k < names.size(); ++k) steps[names[k]] = std::move(columns[k]);
    return nlohmann::json{{"files", files}, {"steps", std::move(steps)}, {"rows", std::move(rows)}}.dump();
}

/// Hears where the result of a story's work is, and what it promises.
class Promised final : public bench::Operation {
  public:
    explicit Promised(const sim::CertifiedWork::Ended& ended) : ended_(ended) {}
    void dispatching(bool) override {}
    void lasts(Handle) override {}
    void ended(const bench::Outcome& outcome) override { ended_(outcome.result, outcome.comparison.promise); }

  private:
    const sim::CertifiedWork::Ended& ended_;
};

}  // namespace

/// The simulator that repeats a run, to observe it.
sim::Settings VersionRun::beside() const {
    const bool simulated = settings_.simulator != nullptr;
    auto machine = simulated ? settings_.simulator->settings() : sim::settings_like(device_.info());
    machine.search = sim::Settings::Search::one_order;
    if (!simulated && device_.subgroups() == SubgroupBackend::ballot &&
        uses_subgroups(lesson_, version_, options_))
        machine.subgroup_size = lanes_of(device_);
    return machine;
}

/// The version's story on a machine beside, which builds its own programs.
RunFacts VersionRun::repeat_on(Device& simulated, const Options& options, const RunMode& mode, Sink& sink) {
    simulated.use_subgroups(device_.subgroups());
    ProgramCache own;
    Run run(simulated, own, lesson_, version_, options, mode, sink);
    lesson_.tell(version_, run);
    return run.facts();
}

/// A run on a simulator with the same data and order, for the arrows: it compares nothing.
VersionRun::Observed VersionRun::observed_with(ShaderTree shaders, const Options& options) {
    if (*options.n > sim::History::most_elements) return {};
    SilentSink silent;
    // The sink hears what builds and runs: its owner ends what goes on for ever. Half the limit: results
    // wait.
    sim::Beside beside(this->beside(), std::move(shaders), options.limit_s / 2, sink_);
    sim::Observing observing(beside.simulator(), most_links);
    beside.run([&](Device& device) { repeat_on(device, options, {.observing = &observing}, silent); });
    Observed seen{observing.take(), sim::take_reports(beside.simulator())};
    std::erase_if(seen.found, [](const sim::ProgramReport& program) { return !program.has_errors(); });
    for (auto& program : seen.found) program.lines.clear();
    return seen;
}

const VersionRun::Observed& VersionRun::observed() {
    if (!observed_) observed_ = observed_with(shader_tree(lesson_, options_), options_);
    return *observed_;
}

/// What the original shaders do: those that were committed, or that a replacement replaces. Null: there are
/// no others.
const sim::ObservedRows* VersionRun::planned() {
    if (planned_) return &planned_->rows;
    if (!lesson_.file.empty()) return nullptr;
    ShaderTree tree{options_.shaders, {}, {}};
    if (settings_.originals) tree.texts = settings_.originals(options_.shaders);
    if (options_.shader.empty() && tree.texts.empty()) return nullptr;
    auto options = options_;
    options.shader.clear();
    planned_ = observed_with(std::move(tree), options);
    return &planned_->rows;
}

/// Why a result is wrong. On a driver, errors that the simulator found in the same run come before what only
/// compares values. But a race that no barrier fixes may come of taking another cell than planned.
void VersionRun::explain() {
    if (report_.exit_code != static_cast<int>(ExitCode::check_failed)) return;  // or wrong on purpose
    if (settings_.simulator != nullptr) return void(prove_repair());
    if (observed().found.empty()) return;
    report_.simulation = observed().found;
    if (prove_repair()) return;
    const bool knows_where = report_.cause.name == Cause::what_happened;
    const auto errors = sim::errors_of(report_.simulation);
    if (knows_where && std::ranges::all_of(errors, [](const auto& one) { return one.fault == "data race"; }))
        report_.simulation.clear();
    else
        report_.cause = {};
}

/// Follows each step of a run on a simulator with the same data and order.
void VersionRun::look_back() {
    const bool asked = !options_.why.empty() || !options_.used.empty();
    const bool shown = paged() && *options_.n <= most_stepped;
    if (!asked && !shown) return;
    SilentSink silent;
    sim::Beside beside(this->beside(), shader_tree(lesson_, options_), options_.limit_s / 2, sink_);
    sim::History history(beside.simulator(), sim::History::most_nodes,
                         shown ? std::optional(sim::History::Window{workgroup_, most_bytes}) : std::nullopt);
    try {
        if (*options_.n > sim::History::most_elements)
            fail(ExitCode::wrong_usage, "it takes n up to {}, not {}.", sim::History::most_elements,
                 *options_.n);
        const auto ended =
            beside.run([&](Device& device) { repeat_on(device, options_, {.observing = &history}, silent); });
        const bool whole = ended.empty() && !history.graph().is_full();
        if (shown) {
            const sim::Stepping stepping(history);
            page::Piece piece;
            piece.version = version_.name;
            if (whole && *options_.n <= most_cells) piece.film = film_of(history, stepping);
            if (const auto lines = stepping.document(orders_of(beside.simulator())); !lines.is_null())
                piece.stepping = lines.dump();
            if (!piece.film.empty() || !piece.stepping.empty()) sink_.recorded(std::move(piece));
        }
        if (!asked) return;
        if (!whole)
            fail(ExitCode::wrong_usage,
                 "the run with n = {} is too long to follow every step: try a smaller --n.", *options_.n);
        if (history.rows().empty())
            fail(ExitCode::wrong_usage, "{} records no pass, so there is nothing to ask about.",
                 version_.name);
        answer(history);
    } catch (const Error& problem) {
        if (problem.code() == ExitCode::worker_died) throw;
        if (!asked) return;
        const auto sentence =
            fmt::format("{}: {}", options_.why.empty() ? "--used" : "--why", problem.what());
        if (options_.only.empty() || report_.exit_code != 0) return report_.notes.push_back(sentence);
        report_.status = VersionReport::Status::failed;
        report_.exit_code = static_cast<int>(ExitCode::wrong_usage);
        report_.message = sentence;
    }
}

/// Whether the version is right for every input of n elements. What is proven to be wrong for one is wrong.
void VersionRun::certify() {
    sim::CertifiedWork work{.n = *options_.n};
    std::array<Options, 2> asked{options_, options_};
    auto bits = generate(InputKind::random, ValueType::uint32, work.n, 1);
    for (std::size_t i = 0; i < asked.size(); ++i) {
        auto words = bits, keys = bits;
        for (auto& key : keys) key = key_of(key, options_.type);
        for (auto& word : bits) word = ~word;  // all comparisons have the other result next time
        asked[i].bits = std::make_shared<const std::vector<std::uint32_t>>(words);
        work.inputs[i] = {std::move(words), std::move(keys)};
    }
    SilentSink silent;
    work.run = [&](Device& simulated, std::size_t input, const sim::CertifiedWork::Ended& ended) {
        Promised promised(ended);
        repeat_on(simulated, asked.at(input), {.traced = false, .bench = &promised}, silent);
    };
    work.record = [&](Device& simulated, sim::Observing& rows) {
        repeat_on(simulated, asked.front(), {.observing = &rows}, silent);
    };
    const auto made =
        sim::certified(beside(), shader_tree(lesson_, options_), options_.limit_s / 2, sink_, work);
    if (made.verdict != sim::Certificate::Verdict::wrong || !is_fine()) {
        report_.notes.push_back(made.sentence);
        if (!made.stages.empty()) report_.notes.push_back(made.stages);
        return;
    }
    report_.status = VersionReport::Status::wrong;
    report_.exit_code = static_cast<int>(ExitCode::check_failed);
    report_.message = "right for these data, but " + made.sentence;
}

void VersionRun::answer(const sim::History& history) {
    const sim::Why why(history);
    const auto add = [&](const std::string& heading, const std::vector<std::string>& lines) {
        report_.why.push_back(heading);
        for (const auto& line : lines) report_.why.push_back("  " + line);
    };
    for (const auto& word : options_.why) add("Who made " + word + ":", why.made(word));
    for (const auto& word : options_.used) add("Who used " + word + ":", why.used(word));
}

}  // namespace pbp
