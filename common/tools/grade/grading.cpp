// SPDX-License-Identifier: MIT
#include "common/tools/grade/grading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "common/base/files.hpp"
#include "common/tools/exercises/report.hpp"
#include "common/tools/exercises/workbook.hpp"

namespace pbp::grade {

namespace {

namespace fs = std::filesystem;

/// A text that somebody has to judge, and who handed it in.
struct Job {
    std::string key;
    const Submission* submission;
    std::string learners;
};

std::vector<Job> jobs_in(const std::vector<Learner>& learners, const Wishes& wishes) {
    std::vector<Job> jobs;
    for (const auto& learner : learners)
        for (const auto& one : learner.submissions) {
            if (!one.to_be_judged()) continue;
            const auto key = key_of(one, wishes.total_limit_s);
            const auto same = std::ranges::find(jobs, key, &Job::key);
            if (same == jobs.end())
                jobs.push_back({key, &one, learner.name});
            else
                same->learners += ", " + learner.name;
        }
    // By exercise, so that a program and its shaders are still in memory when the next file comes.
    std::ranges::stable_sort(jobs, {}, [](const Job& job) { return job.submission->exercise; });
    return jobs;
}

/// The file as learners know it: in which folder it was judged concerns nobody.
std::string without_folder(std::string text, const fs::path& folder) {
    const auto last = folder.filename().string() + "/";
    for (auto at = text.find(last); at != std::string::npos; at = text.find(last)) {
        const auto whole = folder.string() + "/";
        const auto from = text.rfind(whole, at);  // else a path from the current folder
        const bool absolute = from != std::string::npos && from + whole.size() == at + last.size();
        const auto begin = absolute ? from : text.find_last_of(" \t\n\"'(", at) + 1;
        text.erase(begin, at + last.size() - begin);
    }
    return text;
}

Verdict judged(const Job& job, const Wishes& wishes) {
    const auto& exercise = *job.submission->exercise;
    const auto folder = wishes.out / "files" / job.key;
    const auto file = folder / exercise.own_file().filename();
    ensure_writable(folder, "--out");
    write_file(file, job.submission->text);
    std::vector<std::string> words{"--out", folder.string()}, settings;
    if (!wishes.context.empty()) words.insert(words.end(), {"--context", wishes.context});
    if (exercise.in_glsl())  // a dispatch waits for the others on the machine: processor time does not
        words.insert(words.end(),
                     {"--time-limit", "60", "--total-limit", fmt::format("{}", wishes.total_limit_s)});
    if (wishes.jobs > 1 && std::getenv("LP_NUM_THREADS") == nullptr) settings = {"LP_NUM_THREADS=2"};
    const auto began = std::chrono::steady_clock::now();
    const auto report = exercises::report_of(wishes.programs, exercise, file, words, settings);
    Verdict verdict{
        .exit_code = report.value("exit_code", 0),
        .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(),
        .message = report.value("error", "")};
    for (const auto& version : report["versions"]) {
        if (verdict.exit_code != 0 && verdict.message.empty()) verdict.message = version.value("message", "");
        for (const auto& program : version.value("simulation", nlohmann::json::array()))
            for (const auto& finding : program.value("findings", nlohmann::json::array()))
                verdict.notes.push_back(without_folder(finding.value("sentence", ""), folder));
        for (const auto& note : version["notes"]) verdict.notes.push_back(without_folder(note, folder));
        for (const auto& picture : version["pictures"]) verdict.pictures.push_back(picture);
    }
    verdict.message = without_folder(verdict.message, folder);
    return verdict;
}

/// What several threads share: the next job, the journal, and why to stop.
struct Queue {
    std::mutex mutex;
    std::size_t next = 0, done = 0;
    std::exception_ptr problem;
};

void work_through(const std::vector<const Job*>& jobs, const Wishes& wishes, Journal& journal, Queue& queue) {
    for (;;) {
        const Job* job = nullptr;
        {
            const std::lock_guard lock(queue.mutex);
            if (queue.problem != nullptr || queue.next == jobs.size()) return;
            job = jobs[queue.next++];
        }
        try {
            const auto verdict = judged(*job, wishes);
            const std::lock_guard lock(queue.mutex);
            journal.add(job->key, verdict);
            exercises::say(fmt::format(
                "[{}/{}] {} {}, {:.1f} s: {}", ++queue.done, jobs.size(), job->submission->exercise->id(),
                in_words(result_of(*job->submission, &verdict)), verdict.seconds, job->learners));
        } catch (...) {
            const std::lock_guard lock(queue.mutex);
            if (queue.problem == nullptr) queue.problem = std::current_exception();
        }
    }
}

}  // namespace

void judge_all(const std::vector<Learner>& learners, const Wishes& wishes, Journal& journal) {
    const auto all = jobs_in(learners, wishes);
    std::vector<const Job*> open;
    for (const auto& job : all)
        if (journal.find(job.key) == nullptr) open.push_back(&job);
    exercises::say(fmt::format(
        "{} different file{} to judge{}, {} at once.", all.size(), all.size() == 1 ? "" : "s",
        open.size() == all.size() ? "" : fmt::format(", {} of them judged before", all.size() - open.size()),
        wishes.jobs));
    Queue queue;
    {
        std::vector<std::jthread> threads;
        for (unsigned i = 0; i < wishes.jobs; ++i)
            threads.emplace_back([&] { work_through(open, wishes, journal, queue); });
    }
    if (queue.problem != nullptr) std::rethrow_exception(queue.problem);
}

}  // namespace pbp::grade
