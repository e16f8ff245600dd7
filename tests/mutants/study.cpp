// SPDX-License-Identifier: MIT
#include "tests/mutants/study.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "common/base/files.hpp"
#include "common/glsl/text_file.hpp"
#include "common/modes/smallest.hpp"
#include "common/sim/spirv/compile.hpp"
#include "tests/mutants/pool.hpp"

namespace pbp::mutants {

namespace fs = std::filesystem;
using nlohmann::json;
using Result = Outcome::Result;
using Fate = Mutant::Fate;

namespace {

/// A copy of the shaders for each of the simultaneous children; removed with the object.
class Copies {
  public:
    Copies(const std::filesystem::path& shaders, std::size_t count)
        : Copies() {  // which removes what a failed copy left
        for (std::size_t i = 0; i < count; ++i)
            std::filesystem::copy(shaders, of(i), std::filesystem::copy_options::recursive);
    }
    Copies(const Copies&) = delete;
    Copies& operator=(const Copies&) = delete;
    ~Copies() {
        std::error_code ignored;
        std::filesystem::remove_all(root_, ignored);
    }
    std::filesystem::path of(std::size_t slot) const { return root_ / std::to_string(slot); }

  private:
    Copies() {
        std::string name = (std::filesystem::temp_directory_path() / "mutants.XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            fail(ExitCode::machine_lacks, "No folder for the mutants can be made in {}.",
                 std::filesystem::temp_directory_path().string());
        root_ = name;
    }

    std::filesystem::path root_;
};

constexpr unsigned most_seconds = 60;             // for a mutant in one trial: a right shader takes far less
constexpr unsigned most_seconds_unchanged = 120;  // subgroups of one lane, at random, are slow

std::string name_of(const Host& host) {
    return host.lesson->id + "/" + host.version +
           (host.replacement.empty() ? "" : " as " + host.replacement.filename().string());
}

/// Done once, so that children need not: the compiler sets up its tables when it is first used.
void warm_up() {
    glsl::Source source;
    source.text = "#version 450 core\nlayout(local_size_x = 1) in;\nvoid main() {}\n";
    source.files = {"empty.comp"};
    source.originals = {source.text};
    source.included_from.resize(1);
    sim::compile(source);
}

bool names_two_lines(const Outcome& outcome) {
    return std::ranges::any_of(outcome.findings, [](const auto& one) { return one.places.size() > 1; });
}

/// Adds the smallest case in which a host fails as in a trial.
void shrink(const Host& host, const Trial& trial, const fs::path& shaders, json& caught) {
    const auto version = std::ranges::find(host.lesson->versions, host.version, &Version::name);
    Options base;
    base.shaders = shaders;
    base.only = {host.version};
    if (!host.replacement.empty()) base.shader = shaders / host.replacement;
    const auto found =
        smallest_case({*host.lesson, *version, base}, {words_by_flag(trial.words), trial.settings});
    if (!found) return;
    const auto n = found->words.find("--n");
    caught["smallest"] = command_of({*host.lesson, *version, base}, *found);
    caught["smallest_n"] = n != found->words.end() ? std::stoull(n->second) : host.lesson->n_of(*version);
}

/// The unchanged shaders in a trial: their codes if they are right, nothing if they do not run there.
struct Original {
    Outcome outcome;
    bool right() const { return outcome.result == Result::right; }
    bool absent() const { return outcome.result == Result::not_served || outcome.result == Result::gave_up; }
};

Original original_in(const Host& host, const Trial& trial, const Study& study) {
    Original original;
    original.outcome.codes = trial.codes;  // of an earlier run, which was right
    if (!trial.codes.empty()) return original;
    restart_clock(most_seconds_unchanged);
    return {run(host, trial, study.shaders)};
}

/// True if the mutated code differs from the original's in any of these runs.
bool code_differs(const std::vector<std::tuple<const Host*, const Trial*, Codes>>& runs, const Study& study) {
    return std::ranges::any_of(runs, [&](const auto& one) {
        const auto& [host, trial, codes] = one;
        return original_in(*host, *trial, study).outcome.codes != codes;
    });
}

/// In a child: tries the mutated files below `shaders`.
json fate_of(const Mutant& mutant, const Study& study, const fs::path& shaders) {
    std::vector<std::tuple<const Host*, const Trial*, Codes>> right;
    json caught;
    for (const auto& host : mutant.subject->hosts)
        for (const auto& trial : host.trials) {
            restart_clock(most_seconds);
            const auto outcome = run(host, trial, shaders);
            if (outcome.result == Result::does_not_build) return {{"fate", Fate::does_not_build}};
            if (outcome.result == Result::right) {
                right.emplace_back(&host, &trial, outcome.codes);
                continue;
            }
            const auto original = original_in(host, trial, study);
            if (original.absent()) continue;
            if (!original.right())
                return {{"fate", Fate::original_fails},
                        {"trial", name_of(host) + ": " + trial.name()},
                        {"sentence", original.outcome.sentence}};
            const bool named = names_two_lines(outcome);
            if (named || caught.is_null())
                caught = {{"fate", Fate::caught},
                          {"trial", name_of(host) + ": " + trial.name()},
                          {"sentence", outcome.sentence.substr(0, outcome.sentence.find('\n'))},
                          {"named", named}};
            if (study.shrinks) {
                restart_clock(most_seconds);
                shrink(host, trial, shaders, caught);
            }
            if (named || !study.wants_findings || mutant.mutation.kind != Kind::barrier) return caught;
        }
    if (!caught.is_null()) return caught;
    return {{"fate", code_differs(right, study) ? Fate::survived : Fate::same_code}};
}

/// The first input for which a version is wrong; zeros and ones among them. Empty: none of those.
std::string first_wrong(const Host& host, const Trial& trial, const fs::path& shaders) {
    std::vector<std::string> inputs{"reversed", "equal", "few", "extremes", "sorted"};
    for (int seed = 1; seed <= 16; ++seed) inputs.push_back(fmt::format("flags --seed {}", seed));
    for (int seed = 1; seed <= 6; ++seed) inputs.push_back(fmt::format("random --seed {}", seed));
    for (const auto& input : inputs) {
        const Trial with_input{trial.words + " --data " + input, trial.settings, false};
        if (run(host, with_input, shaders).result == Result::wrong) return with_input.name();
    }
    return {};
}

/// In a child: asks for certificates of the mutated files below `shaders`, of few elements, as networks need,
/// and of several workgroups. `same_code` are those with certificates that no input refutes.
json certificate_of(const Mutant& mutant, const fs::path& shaders) {
    sim::Settings settings;
    settings.subgroup_size = 4;
    settings.most_rounds = 20'000;
    json fate{{"fate", Fate::caught}, {"sentence", "no certificate"}};
    for (const auto& host : mutant.subject->hosts)
        for (const std::string size : {"--n 8", "--n 16", "--n 100 --local-size 8"}) {
            restart_clock(most_seconds);
            const Trial trial{size, settings};
            const auto report = certified(host, trial, shaders);
            const auto given = std::ranges::find_if(
                report.notes, [](const auto& note) { return note.starts_with("right for every input"); });
            if (given == report.notes.end()) continue;
            const auto wrong = first_wrong(host, trial, shaders);
            fate = {{"fate", wrong.empty() ? Fate::same_code : Fate::survived},
                    {"trial", host.version + ": " + (wrong.empty() ? trial.name() : wrong)},
                    {"sentence", *given}};
            if (!wrong.empty()) return fate;
        }
    return fate;
}

}  // namespace

std::vector<Mutant> mutants_of(const std::vector<Subject>& subjects, const fs::path& shaders) {
    std::vector<Mutant> all;
    for (const auto& subject : subjects) {
        const auto text = glsl::read_text(shaders / subject.file);
        std::map<std::string, int> seen;  // mutation may make several lines of a shader equal
        for (auto& mutation : mutations_of(text)) {
            auto id = mutation.changed_line(text);
            if (const int number = ++seen[id]; number > 1) id += fmt::format(" [{}]", number);
            all.push_back({&subject, std::move(mutation), std::move(id), Fate::waits, {}, {}, false});
        }
    }
    return all;
}

std::vector<std::string> try_originals(std::vector<Subject>& subjects, const Study& study) {
    std::map<std::string, std::vector<Host*>> hosts;
    for (auto& subject : subjects)
        for (auto& host : subject.hosts) {
            std::string key = name_of(host);  // the same version may be tried in different ways
            for (const auto& trial : host.trials) key += "\n" + trial.name();
            hosts[key].push_back(&host);
        }
    struct Job {
        const Host* host;
        std::size_t first, last;  ///< trials [first, last)
    };
    constexpr std::size_t trials_a_job = 20;  // a process costs more than a trial
    std::vector<Job> jobs;
    for (const auto& [name, same] : hosts)
        for (std::size_t i = 0; i < same.front()->trials.size(); i += trials_a_job)
            jobs.push_back({same.front(), i, std::min(i + trials_a_job, same.front()->trials.size())});
    std::map<const Host*, std::vector<Trial>> served;
    std::vector<std::vector<std::string>> problems(jobs.size());
    std::size_t count = 0;
    warm_up();
    run_jobs(
        jobs.size(), study.jobs, most_seconds_unchanged, [](std::size_t, std::size_t) {},
        [&](std::size_t job, std::size_t) {
            json all = json::array();
            const auto& [host, first, last] = jobs[job];
            for (auto i = first; i < last; ++i) {
                restart_clock(most_seconds_unchanged);
                const auto outcome = run(*host, host->trials[i], study.shaders);
                json said{
                    {"result", outcome.result}, {"sentence", outcome.sentence}, {"codes", outcome.codes}};
                for (const auto& finding : outcome.findings)
                    for (const auto& place : finding.places)
                        said["sentence"] =
                            fmt::format("{}\n    {}:{}: {}\n        {}", said["sentence"].get<std::string>(),
                                        place.file, place.line, place.text, place.role);
                all.push_back(said);
            }
            return all.dump(-1, ' ', false, json::error_handler_t::replace);
        },
        [&](std::size_t number, std::size_t, const Ending& ending) {
            const auto& job = jobs[number];
            const auto all = ending.well ? json::parse(ending.words) : json::array();
            if (!ending.well)
                problems[number].push_back(fmt::format("{}, {} or one of the {} after it: {}",
                                                       name_of(*job.host), job.host->trials[job.first].name(),
                                                       job.last - job.first - 1, ending.words));
            for (std::size_t i = 0; i < all.size(); ++i) {
                auto trial = job.host->trials[job.first + i];
                const auto result = all[i]["result"].get<Result>();
                trial.codes = all[i]["codes"].get<Codes>();
                if (result == Result::right)
                    served[job.host].push_back(trial);
                else if (result != Result::not_served && result != Result::gave_up)
                    problems[number].push_back(fmt::format("{}, {}: {}", name_of(*job.host), trial.name(),
                                                           all[i]["sentence"].get<std::string>()));
            }
            study.progress(++count, jobs.size());
        });
    for (const auto& [name, same] : hosts) {
        const auto trials = served[same.front()];
        for (auto* host : same) host->trials = trials;
    }
    std::vector<std::string> sentences;
    for (auto& some : problems) std::ranges::move(some, std::back_inserter(sentences));
    return sentences;
}

void keep_served(std::vector<Subject>& subjects, const Study& study) {
    for (auto& subject : subjects)
        for (auto& host : subject.hosts)
            std::erase_if(host.trials,
                          [&](const Trial& trial) { return !is_served(host, trial, study.shaders); });
}

void try_mutants(std::vector<Mutant>& mutants, const Study& study) {
    const Copies copies(study.shaders, study.jobs);
    warm_up();
    std::size_t count = 0;
    run_jobs(
        mutants.size(), study.jobs, most_seconds,
        [&](std::size_t job, std::size_t slot) {
            const auto& one = mutants[job];
            const auto text = glsl::read_text(study.shaders / one.subject->file);
            write_file(copies.of(slot) / one.subject->file, one.mutation.applied_to(text));
        },
        [&](std::size_t job, std::size_t slot) {
            return (study.certifies ? certificate_of(mutants[job], copies.of(slot))
                                    : fate_of(mutants[job], study, copies.of(slot)))
                .dump(-1, ' ', false, json::error_handler_t::replace);
        },
        [&](std::size_t job, std::size_t slot, const Ending& ending) {
            auto& one = mutants[job];
            if (ending.well) {
                const auto said = json::parse(ending.words);
                one.fate = said["fate"].get<Fate>();
                one.trial = said.value("trial", "");
                one.sentence = said.value("sentence", "");
                one.named = said.value("named", false);
                one.smallest = said.value("smallest", "");
                one.smallest_n = said.value("smallest_n", std::uint64_t{0});
            } else {
                one.fate = Fate::caught;
                one.sentence = ending.words;
            }
            fs::copy_file(study.shaders / one.subject->file, copies.of(slot) / one.subject->file,
                          fs::copy_options::overwrite_existing);
            study.progress(++count, mutants.size());
        });
}

}  // namespace pbp::mutants
