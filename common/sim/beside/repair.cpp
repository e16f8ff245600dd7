// SPDX-License-Identifier: MIT
#include "common/sim/beside/repair.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "common/base/deadline.hpp"
#include "common/base/error.hpp"
#include "common/sim/beside/beside.hpp"
#include "common/sim/beside/candidates.hpp"
#include "common/sim/report/wording.hpp"
#include "common/sim/reported/words.hpp"

namespace pbp::sim {

namespace {

namespace fs = std::filesystem;
using Order = Settings::Order;

/// The texts with all of these changes, each of which is meant for a text as it is.
glsl::Texts changed(const glsl::Texts& as_they_are, std::vector<Edit> edits) {
    auto texts = as_they_are;
    std::ranges::stable_sort(edits, std::greater{}, &Edit::offset);
    for (const auto& edit : edits) {
        const auto at = texts.try_emplace(edit.file, glsl::read_text(edit.file, texts)).first;
        at->second.replace(edit.offset, edit.length, edit.text);
    }
    return texts;
}

/// What a run showed.
struct Shown {
    bool ended = false;
    Result result;
    std::set<std::string> errors, overtaken;          ///< findings, each in a line; notes on atomics
    std::set<std::string> milder;                     ///< errors of what is in order by now, but not seen
    std::set<std::string> disorders, own_disorders;   ///< errors about an order; those in own files
    std::map<fs::path, std::vector<Disorder>> found;  ///< of `disorders`, by their shader
    std::map<fs::path, glsl::Source> sources;         ///< all shaders that ran

    void add(const Shown& other) {
        ended = ended && other.ended;
        errors.insert(other.errors.begin(), other.errors.end());
        overtaken.insert(other.overtaken.begin(), other.overtaken.end());
        milder.insert(other.milder.begin(), other.milder.end());
        disorders.insert(other.disorders.begin(), other.disorders.end());
        own_disorders.insert(other.own_disorders.begin(), other.own_disorders.end());
        sources.insert(other.sources.begin(), other.sources.end());
        for (const auto& [file, some] : other.found)
            found[file].insert(found[file].end(), some.begin(), some.end());
    }
    /// How much is left to fix: a hand-over that lacks both of its sides counts for more, one that only a
    /// buffer that is not coherent hides for less.
    std::size_t weight() const {
        std::size_t sum = 2 * errors.size() - milder.size();
        for (const auto& [file, some] : found)
            sum += static_cast<std::size_t>(std::ranges::count(some, Lacks::both, &Disorder::lacks));
        return sum;
    }
};

class Search {
  public:
    Search(const Settings& settings, const ShaderTree& shaders, Observer& observer, const Work& work)
        : shaders_(shaders), observer_(observer), work_(work), time_(0, repairing_s()) {
        machines_.push_back(settings);
        auto other = settings;
        other.search = Settings::Search::one_order;
        const auto add = [&](Order order, std::uint64_t seed) {
            other.order = order;
            other.seed = seed;
            if (schedule_of(other) != schedule_of(settings)) machines_.push_back(other);
        };
        add(Order::in_order, 1);
        add(Order::reverse, 1);
        for (std::uint64_t seed = 1; seed <= 3; ++seed) add(Order::random, seed);
    }

    std::optional<Repair> find() {
        before_ = unchanged();
        auto left = before_;
        std::vector<Edit> chosen;
        constexpr std::size_t most_edits = 3;
        while (before_.ended && !left.found.empty() && chosen.size() < most_edits) {
            std::optional<Edit> best;
            bool helps = false;
            Shown best_left = left;
            for (const auto& edit : candidates(left)) {
                if (time_.left_s() <= 0) return std::nullopt;
                auto edits = chosen;
                edits.push_back(edit);
                auto shown = run(edits, tried_on(machines_[first_]), {});
                if (!shown.ended || has_new(shown)) continue;
                if (shown.disorders.empty() && is_proven(edits)) return stated(edits);
                helps |= shown.weight() < best_left.weight();
                if (shown.weight() >= best_left.weight() || shown.disorders.empty()) continue;
                best = edit;
                best_left = std::move(shown);
            }
            if (!best) return helps || !chosen.empty() ? std::nullopt : std::optional(none_orders());
            chosen.push_back(*best);
            left = std::move(best_left);
        }
        return std::nullopt;
    }

  private:
    /// One order is enough for all changes but the one that is to be proven.
    static Settings tried_on(Settings machine) {
        machine.search = Settings::Search::one_order;
        return machine;
    }

    bool is_own(const fs::path& file) const { return file.parent_path() != shaders_.root / "common"; }

    /// All orders of the shader as it is; `first_` is then the one that shows most.
    Shown unchanged() {
        Shown all;
        all.ended = true;
        std::size_t most = 0;
        for (std::size_t m = 0; m < machines_.size() && all.ended; ++m) {
            auto one = run({}, machines_[m], {});
            if (one.disorders.empty() && !one.overtaken.empty()) {  // an error where a result is wrong
                accused_.insert(one.overtaken.begin(), one.overtaken.end());
                one = run({}, machines_[m], {.checks = true});
                if (one.result.right) accused_.clear(), one = run({}, machines_[m], {});
            }
            if (one.weight() > most) {
                most = one.weight();
                first_ = m;
            }
            all.add(one);
        }
        return all;
    }

    std::vector<Edit> candidates(const Shown& left) const {
        std::vector<Edit> all;
        for (const auto& [file, found] : left.found)
            std::ranges::copy(candidates_for(found, before_.sources.at(file),
                                             [&](const fs::path& one) { return is_own(one); }),
                              std::back_inserter(all));
        std::ranges::stable_sort(all, {}, &Edit::cost);
        return all;
    }

    /// What was in no order before may be in one by now that is not seen.
    bool has_new(const Shown& shown) const {
        return std::ranges::any_of(shown.errors, [&](const std::string& one) {
            return !before_.errors.contains(one) && !shown.milder.contains(one);
        });
    }

    /// A result may be wrong for another reason, but then that was found, too.
    bool is_proven(const std::vector<Edit>& edits) {
        // With an atomic nothing races, but what it reads may still depend on who comes first.
        const bool replaces = std::ranges::any_of(edits, [](const Edit& edit) { return edit.length > 0; });
        std::optional<std::uint64_t> words;
        left_.clear();
        for (const auto& machine : machines_) {
            if (time_.left_s() <= 0) return false;
            const auto shown = run(edits, machine, {.checks = true});
            if (!shown.ended || has_new(shown) || !shown.disorders.empty()) return false;
            if (!shown.result.right && shown.errors.empty()) return false;
            if (replaces && words.value_or(shown.result.words) != shown.result.words) return false;
            words = shown.result.words;
            left_.insert(shown.errors.begin(), shown.errors.end());
        }
        return true;
    }

    Repair stated(std::vector<Edit> edits) {
        std::ranges::sort(edits, {}, [](const Edit& edit) { return std::pair(edit.file, edit.offset); });
        std::vector<std::string> words;
        for (const auto& edit : edits) words.push_back(edit.words);
        Repair made;
        made.sentence =
            fmt::format("With {} nothing races in {} orders.", fmt::join(words, " and "), machines_.size());
        std::ranges::set_difference(before_.errors, left_, std::inserter(made.removes, made.removes.end()));
        const auto whole = run(edits, machines_.front(), {.whole = true});
        if (whole.ended && whole.disorders.empty()) made.leaves = whole.errors;
        made.explains = before_.own_disorders.empty() ? before_.disorders : before_.own_disorders;
        return made;
    }

    Repair none_orders() const {
        return {.sentence =
                    "A single barrier() orders the two at no place of the shader: look first at which "
                    "words they access.",
                .orders = false,
                .explains = before_.disorders};
    }

    Shown run(const std::vector<Edit>& edits, Settings machine, Extent extent) {
        Shown shown;
        auto shaders = shaders_;
        shaders.texts = changed(shaders_.texts, edits);
        constexpr double longest_wait_s = 5;  // on a busy machine
        Beside beside(machine, std::move(shaders), longest_wait_s, observer_, std::max(0.01, time_.left_s()));
        const auto ran_out = beside.run([&](Device& device) {
            shown.result = work_(device, extent);
            shown.ended = true;
        });
        for (const auto& account : beside.simulator().take_accounts()) {
            const auto& shader = account.source.files.front();
            shown.sources.try_emplace(shader, account.source);
            const auto made = sim::report(account, machine.subgroup_size);
            for (const auto& one : made.findings) {
                if (!one.note || accused_.contains(in_a_line(one))) shown.errors.insert(in_a_line(one));
                if (one.note && one.explains) shown.overtaken.insert(in_a_line(one));
            }
            for (const auto& one : account.findings.all()) add_disorder(shown, one, account);
        }
        return shown;
    }

    void add_disorder(Shown& shown, const Finding& one, const Account& account) const {
        if (!is_disorder(one)) return;
        const auto line = in_a_line(Wording(account.source, *account.code).finding(one));
        if (!shown.errors.contains(line)) return;
        const auto about = disorder_of(one, account);
        shown.disorders.insert(line);
        if (one.fault == Fault::not_coherent) shown.milder.insert(line);
        shown.found[account.source.files.front()].push_back(about);
        const auto& files = account.source.files;
        if (is_own(files.at(static_cast<std::size_t>(about.later.string))) &&
            is_own(files.at(static_cast<std::size_t>(about.earlier.string))))
            shown.own_disorders.insert(line);
    }

    const ShaderTree& shaders_;
    Observer& observer_;
    const Work& work_;
    const Deadline time_;
    std::vector<Settings> machines_;  ///< one per order, the run's own first
    std::size_t first_ = 0;
    Shown before_;
    std::set<std::string> accused_, left_;  ///< atomics that make a result wrong; errors of a proven repair
};

}  // namespace

double repairing_s() {
    const char* const asked = std::getenv("PBP_REPAIR_MS");
    return asked == nullptr ? 2 : std::max(0, std::atoi(asked)) * 1e-3;
}

std::optional<Repair> repair_of(const Settings& settings, const ShaderTree& shaders, Observer& observer,
                                const Work& work) {
    if (repairing_s() == 0) return std::nullopt;
    return Search(settings, shaders, observer, work).find();
}

bool state(const Repair& repair, std::vector<ProgramReport>& programs) {
    if (!repair.orders) {
        for (auto& program : programs)
            for (auto& one : program.findings)
                if (repair.explains.contains(in_a_line(one)) && asks_for_barrier(one.advice))
                    one.advice = repair.sentence;
        return false;
    }
    ReportedFinding* kept = nullptr;
    for (auto& program : programs)
        for (auto& one : program.findings)
            if (kept == nullptr && !one.note && repair.explains.contains(in_a_line(one))) kept = &one;
    if (kept == nullptr) return false;
    kept->repair = repair.sentence;
    const auto is_gone = [&](const ReportedFinding& one) {
        if (one.note || !one.repair.empty()) return false;
        const auto line = in_a_line(one);
        return repair.removes.contains(line) ||
               (repair.leaves && one.schedule.empty() && !repair.leaves->contains(line));
    };
    for (auto& program : programs) std::erase_if(program.findings, is_gone);
    return true;
}

}  // namespace pbp::sim
