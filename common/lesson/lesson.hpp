// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/event/bench_row.hpp"
#include "common/lesson/knobs.hpp"
#include "common/lesson/run.hpp"

namespace pbp {

/// One rung of a lesson's ladder. Its shader is shaders/LESSON/NAME.comp.
struct Version {
    std::string name;                   ///< e.g. "v3_global"
    std::string idea;                   ///< what it does that the rung before does not, in a few words
    LargestN largest = {};              ///< where it is not the lesson's
    std::uint32_t n = 0;                ///< elements by default, where not the lesson's; 0: the lesson's
    void (*story)(Run& run) = nullptr;  ///< what runs it, where that is not the lesson's story
    /// Shaders of other versions that it runs as well, e.g. "05_bitonic_sort/v3_global.comp": --debug looks
    /// for calls there, --watch for saves.
    std::vector<std::string> also = {};
    bool benched = true;                  ///< false: it is wrong on purpose, there is nothing to time
    std::vector<std::string> peers = {};  ///< if its task is another one than the lesson's
};

/// An option that only one lesson has.
struct LessonOption {
    std::string flag;        ///< e.g. "--at"
    std::string value_name;  ///< e.g. "X,Y,Z"
    std::string help;
    std::string preset;  ///< its value when it is not given; empty: --help says it itself
    /// Throws Error(wrong_usage) for a word that can never be right; none: all are.
    std::function<void(const std::string&)> check = {};
    std::string bench = {};  ///< its value in a bench; empty: the preset
    bool peers = true;       ///< false: with another value than the preset, no peer does this work
    bool plain = false;      ///< it has an effect in a plain run alone
    bool repeats = false;    ///< it may be given many times: its value is all their words, a line each
};

/// The options of a run by flag, e.g. "--n" and "37".
using WordsByFlag = std::map<std::string, std::string>;

/// A numbered lesson: a ladder of versions of one task, and the story that runs any of them.
struct Lesson {
    std::string id;                     ///< e.g. "05_bitonic_sort"
    std::string title;                  ///< e.g. "bitonic sort"
    std::string element = "element";    ///< what n counts, in messages
    std::string about;                  ///< a few sentences for --help
    std::uint32_t n;                    ///< elements by default
    InputKind data;                     ///< by default
    std::vector<ValueType> types = {};  ///< that its data may have; none: there is no choice
    LargestN largest = {};              ///< of versions that say nothing else
    std::vector<Version> versions;
    std::vector<LessonOption> options = {};
    /// Completes what was asked for, once --n and --input have been read: an n that follows from options of
    /// the lesson's own, and what the data is (Options::described). Throws Error(wrong_usage) where they
    /// contradict each other. None: n and data are as they were asked for.
    void (*complete)(Options& options, const Limits& limits) = nullptr;
    bool reads_input = true;  ///< --input stands for its data
    /// What each version leaves to choose; none: nothing. The story takes it from Run::local_size() and
    /// Run::per_invocation().
    Knobs (*knobs)(const std::string& version) = nullptr;
    /// What a version must at least do for n elements when its result has `results`. Null: the lesson has no
    /// bench; otherwise each story calls run.outcome().
    bench::Work (*work)(const std::string& version, std::uint64_t n, std::uint64_t results) = nullptr;
    /// What the programs of build/peers call the same work on a bench's data: tests/peers/protocol.hpp.
    std::vector<std::string> peers = {};
    /// Runs run.version() once; called again for the reversed order, without tracing, and for the timing.
    std::function<void(Run& run)> story;
    /// What the verb window shows until somebody closes it, on a device that has one; none: the lesson has no
    /// such verb.
    void (*window)(Device& device, const Options& options) = nullptr;

    /// The description or the shader that it was made from, as it was typed: --watch looks for its saves, and
    /// the shaders are those in Version::also alone. Empty: it is one of the numbered lessons.
    std::filesystem::path file = {};
    std::string file_word = {};  ///< what --help calls that file, e.g. "FILE.comp"
    /// The smaller options to try, the smallest first, where a run with `words` fails in these ways: "wrong",
    /// a finding in a line, "exit code 5". None: --n alone says how much work there is.
    std::vector<WordsByFlag> (*smaller)(const WordsByFlag& words,
                                        const std::set<std::string>& ways) = nullptr;

    void tell(const Version& version, Run& run) const {
        version.story != nullptr ? version.story(run) : story(run);
    }
    /// What a version runs on where nobody says.
    std::uint32_t n_of(const Version& version) const { return version.n != 0 ? version.n : n; }
    Knobs knobs_of(const Version& version) const {
        return knobs != nullptr ? knobs(version.name) : Knobs{.because = "this lesson leaves no size open"};
    }
};

}  // namespace pbp
