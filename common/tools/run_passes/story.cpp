// SPDX-License-Identifier: MIT
#include "common/tools/run_passes/story.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "common/base/files.hpp"
#include "common/base/readable.hpp"
#include "common/tools/run_passes/rows.hpp"
#include "common/tools/run_passes/twin.hpp"
#include "common/tools/run_shader/expectations.hpp"

namespace pbp::run_passes {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::uint32_t>;

constexpr std::size_t most_traced_passes = 64;

/// The buffer that --data and --input are about: the first whose data are of a kind.
const BufferDescription* main_buffer(const Description& description) {
    const auto found =
        std::ranges::find_if(description.buffers, [](const auto& one) { return one.data.kind.has_value(); });
    return found == description.buffers.end() ? nullptr : &*found;
}

/// One run of a description.
class Story final : public Visitor {
  public:
    Story(Run& run, const Description& description, std::uint32_t n)
        : run_(run),
          description_(description),
          n_(n),
          beginning_(beginning_of(run, description)),
          state_(run.gpu, description, n, beginning_) {}

    void tell() {
        run_.tolerance(description_.tolerance);
        prepare();
        begin();
        walk(description_, n_, *this);
        promise();
        compare_results();
        leave();
        run_.draw(!description_.how_to_read.empty() ? description_.how_to_read
                  : shown_.size() > 1 ? "Each row shows one array after the pass named on its left."
                                      : "Each row shows the whole array after the pass named on its left.");
        draw_images();
    }

    void dispatch(const Launch& launch) override {
        auto& program = program_for(launch);
        state_.set_uniforms(program, launch);
        const auto arguments = state_.arguments(program, launch);
        written_ = state_.written(program, launch);
        traced_ = {};
        const auto traced = traced_by(program, launch);
        run_.dispatch(program, state_.groups(program, launch), arguments, traced);
        twins_.clear();
        if (!twin_ || !run_.checking()) return;
        if (!launch.step->reference.empty()) twins_ = twin_->dispatch(launch);
        for (const auto& name : written_)  // what the reference leaves alone is not compared
            if (std::ranges::find(twins_, name) == twins_.end()) twin_->state().take(name, state_);
    }
    /// Names mean what they mean after the swaps of the step.
    void dispatched(const Launch& launch) override {
        if (run_.checking()) record(launch);
    }
    void fill(const std::string& buffer, std::int64_t value) override {
        state_.fill(buffer, value);
        if (twin_) twin_->state().fill(buffer, value);
    }
    void swap(const std::string& one, const std::string& other) override {
        state_.swap(one, other);
        if (twin_) twin_->state().swap(one, other);
        const auto renamed = [&](std::string& name) {
            if (name == one)
                name = other;
            else if (name == other)
                name = one;
        };
        std::ranges::for_each(written_, renamed);
        std::ranges::for_each(twins_, renamed);
        renamed(traced_);
    }
    bool is_set(const std::string& flag) override { return state_.is_set(flag); }

  private:
    static Beginning beginning_of(Run& run, const Description& description) {
        Beginning made{.seed = run.options.seed};
        const auto& given = run.options.given;
        if (const auto* main = main_buffer(description)) {
            made.main = main->name;
            made.kind = given.contains("--data") ? run.options.data : *main->data.kind;
            if (run.options.bits != nullptr) made.input = *run.options.bits;
        } else if (given.contains("--data") || given.contains("--input")) {
            fail(ExitCode::wrong_usage,
                 "{}: no buffer has a kind as its \"data\", so {} has no effect; leave it out.",
                 in_message(shown(description.document.file)),
                 given.contains("--data") ? "--data" : "--input");
        }
        return made;
    }
    Program& program_for(const Launch& launch) {
        return run_.program(fs::absolute(launch.step->shader).string(), launch.defines);
    }
    const Values values(State& state, const std::string& name) const {
        if (state.is_image(name)) return state.pixels(name);
        return values_of(state.words(name), description_.buffer(name)->type);
    }
    record::Pass row(const std::string& name) {
        record::Pass made{.values = values(state_, name), .part = several_ ? name : ""};
        if (is_chain_)
            made.sum.array = static_cast<std::uint32_t>(std::ranges::find(shown_, name) - shown_.begin());
        made.place = state_.is_image(name)
                         ? record::Place{record::Place::Kind::image, state_.image(name).handle()}
                         : record::Place{record::Place::Kind::buffer, state_.buffer(name).handle()};
        if (!state_.is_image(name)) return made;
        made.image = state_.image(name).size();
        made.tolerance = description_.tolerance;
        return made;
    }
    void compare(const std::string& label, const std::string& name, Values expected) {
        auto pass = row(name);
        pass.name = label;
        pass.part = name;
        if (!pass.is_image()) pass.values = pass.values.part(0, expected.size());
        pass.expected = std::move(expected);
        run_.recorder().compare(std::move(pass));
        compared_ = true;
    }

    /// Builds all programs, and finds out what they read and write.
    void prepare() {
        const auto all = launches(description_, n_);
        std::set<std::string> bound, written, flags;
        add_flags(description_.steps, flags);
        bool traces = false;
        idle_ = all.empty();
        for (const auto& launch : all) {
            auto& program = program_for(launch);
            for (const auto& name : state_.written(program, launch)) written.insert(name);
            for (const auto& name : state_.bound_names(program, launch)) bound.insert(name);
            traces |= program.source().includes("trace.glsl");
        }
        for (const auto& one : description_.buffers)
            if (written.contains(one.name) && result_.empty()) result_ = one.name;
        std::size_t cells = 0;
        const auto show = [&](const auto& one) {
            const bool wanted =
                description_.shows.empty()
                    ? bound.contains(one.name) && !flags.contains(one.name)
                    : std::ranges::find(description_.shows, one.name) != description_.shows.end();
            if (!wanted) return;
            shown_.push_back(one.name);
            cells +=
                state_.is_image(one.name) ? state_.image(one.name).pixels() : state_.buffer(one.name).size();
        };
        std::ranges::for_each(description_.buffers, show);
        std::ranges::for_each(description_.images, show);
        is_chain_ = !traces && is_chain(all);
        several_ = shown_.size() > 1 && !is_chain_;
        if (!traces && !any_loop_with_flag(description_.steps)) run_.plan(all.size(), cells);
    }
    /// Brings the first array of a chain to the front: it is number 0.
    bool is_chain(const std::vector<Launch>& all) {
        std::vector<std::vector<std::string>> written;
        for (const auto& launch : all) written.push_back(state_.written(program_for(launch), launch));
        const auto first = start_of_chain(description_, shown_, written);
        if (first) std::iter_swap(shown_.begin(), std::ranges::find(shown_, *first));
        return first.has_value();
    }
    bool is_shown(const std::string& name) const { return std::ranges::find(shown_, name) != shown_.end(); }

    /// The first rows, and what is to come out at the end, as far as that depends on the first contents.
    void begin() {
        if (!run_.checking()) return;
        std::vector<record::Pass> rows;
        for (const auto& name : shown_) {
            auto first = row(name);
            first.name = is_chain_ ? "input: " + name : "input";
            if (run_.drawing()) images_.add("input", first);
            rows.push_back(std::move(first));
            if (is_chain_) break;
        }
        run_.initial(std::move(rows));
        if (has_reference(description_.steps)) twin_.emplace(description_, n_, beginning_, run_);
        if (!description_.reference.empty()) {
            Twin whole(description_, n_, beginning_, run_);
            for (const auto& name : whole.whole())
                results_.push_back({name, fmt::format("the last pass ({})", shown(description_.reference)),
                                    values(whole.state(), name)});
        }
        for (const auto& one : expectations()) expect(one);
        if (idle_ && (n_ > 1 || results_.empty())) refuse_idle(description_, n_);  // 1 element may need none
    }
    std::vector<Expectation> expectations() const {
        auto all = description_.expectations;
        if (const auto& word = run_.options.extra.at(expect_flag); word != "none")
            all.push_back(from_command_line(word));
        return all;
    }
    void expect(const Expectation& one) {
        const auto& about = *description_.buffer(one.buffer);
        const auto size = state_.buffer(one.buffer).size();
        const auto refuse = [&](const std::string& sentence) {
            if (one.node != nullptr) description_.document.refuse_text(*one.node, sentence);
            fail(ExitCode::wrong_usage, "{}: {}", expect_flag, sentence);
        };
        Words words;
        std::string label = "the last pass";
        if (one.is.empty()) {
            words = one.data.every  ? Words(size, numbers_of(description_, one.data, about.type).front())
                    : one.data.kind ? generate(*one.data.kind, about.type, size, run_.options.seed)
                                    : numbers_of(description_, one.data, about.type);
        } else {
            const auto& of = !one.of.empty() ? one.of : input_for(description_, one.buffer);
            if (description_.buffer(of)->type != about.type)
                refuse(fmt::format("'{}' and '{}' hold numbers of different types; give them the same.", of,
                                   one.buffer));
            try {
                words = run_shader::expected(one.is, state_.words(of), about.type, size);
            } catch (const Error& problem) {
                refuse(problem.what());
            }
            label = fmt::format("the last pass ({} of {})", one.is, of);
        }
        if (const auto why = run_shader::misfit(one.buffer, size, words.size(), one.is.empty()); !why.empty())
            refuse(why);
        results_.push_back({one.buffer, label, values_of(std::move(words), about.type)});
    }
    Expectation from_command_line(const std::string& word) const {
        Expectation made{.buffer = result_, .is = {}, .of = {}, .data = {}};
        const auto [buffer, what] = run_shader::expectation_from(word);
        if (!buffer.empty()) {
            made.buffer = buffer;
            if (description_.buffer(made.buffer) == nullptr)
                fail(ExitCode::wrong_usage, "{} {}: there is no buffer '{}' in {}.", expect_flag,
                     in_message(word), in_message(made.buffer),
                     in_message(shown(description_.document.file)));
        }
        if (description_.buffer(made.buffer) == nullptr)
            fail(ExitCode::wrong_usage, "{} {}: no pass writes a buffer; name one, as in {} BUFFER={}.",
                 expect_flag, in_message(word), expect_flag, in_message(what));
        const auto& names = run_shader::expectation_names();
        if (std::ranges::find(names, what) != names.end())
            made.is = what;
        else
            made.data.file = what;  // exists: check_expected()
        return made;
    }

    /// The passes that TRACE() may report of a dispatch, if it reports any.
    Traced traced_by(const Program& program, const Launch& launch) {
        if (!program.source().includes("trace.glsl")) return {};
        Traced made{.passes = most_traced_passes, .cells = launch.trace_shared, .at_most = true};
        if (made.cells == 0) {
            traced_ = launch.step->traced;
            for (const auto& name : written_)
                if (traced_.empty() && !state_.is_image(name) && is_shown(name)) traced_ = name;
            if (traced_.empty()) return {};
            made.cells = state_.buffer(traced_).size();
            made.state = state_.buffer(traced_).handle();
        }
        while (made.passes > 0 && !DispatchTrace::fits(made)) made.passes /= 2;
        if (made.passes > 0) return made;
        run_.note(
            fmt::format("{}: its TRACE() is not recorded, as {} elements are too many; choose a smaller n",
                        launch.name, made.cells));
        return {};
    }
    void record(const Launch& launch) {
        const bool shared = traced_.empty();
        const auto type = shared ? ValueType::uint32 : description_.buffer(traced_)->type;
        const auto passes = run_.passes_traced();
        for (std::size_t i = 0; i < passes; ++i)
            run_.traced(fmt::format("{}, pass {}", launch.name, i + 1),
                        !several_ ? ""
                        : shared  ? "shared memory"
                                  : traced_,
                        type);
        const auto expected = [&](const std::string& name) -> Values {
            if (std::ranges::find(twins_, name) == twins_.end()) return {};
            return values(twin_->state(), name);
        };
        const auto shown = std::ranges::find_if(written_, [&](const auto& name) { return is_shown(name); });
        run_.check(is_chain_ ? launch.name + ": " + *shown : launch.name, [&] {
            std::vector<record::Pass> parts;
            for (const auto& name : written_) {
                if (!is_shown(name)) continue;
                auto part = row(name);
                part.expected = expected(name);
                if (run_.drawing()) images_.add(launch.name, part);
                parts.push_back(std::move(part));
            }
            return parts;
        });
        for (const auto& name : written_)
            if (!is_shown(name) && !expected(name).empty()) compare(launch.name, name, expected(name));
    }
    void draw_images() {
        const bool alone =
            std::ranges::all_of(shown_, [&](const auto& name) { return state_.is_image(name); });
        images_.draw(run_, description_.title, alone ? "" : "images");
    }
    void compare_results() {
        if (!run_.checking()) return;
        for (auto& [name, label, expected] : results_) compare(label, name, std::move(expected));
        if (!compared_ && run_.recorder().passes_checked() == 0)
            run_.note(fmt::format(
                "there is nothing to compare with: add \"expect\" or a \"reference\" to {}, or try "
                "{} sorted",
                shown(description_.document.file), expect_flag));
    }

    /// For a certificate: where the result is, and what it is to be of every input.
    void promise() {
        if (run_.mode().bench == nullptr) return;
        for (const auto& one : expectations()) {
            const auto& of = !one.of.empty() ? one.of : input_for(description_, one.buffer);
            if (one.is.empty() || of != beginning_.main) continue;
            const auto promise = run_shader::promise_of(one.is, description_.buffer(one.buffer)->type);
            return run_.outcome(state_.buffer(one.buffer), [] { return Words(); }, {.promise = promise});
        }
    }
    /// What other orders and machines are to leave as well; those are all simulated.
    void leave() {
        if (!run_.checking() || run_.mode().observing != nullptr || run_.gpu.can_draw()) return;
        for (const auto& one : description_.buffers) run_.leaves(state_.left(one.name));
    }

    struct Result {
        std::string name, label;
        Values expected;
    };
    Run& run_;
    const Description& description_;
    std::uint32_t n_;
    Beginning beginning_;
    State state_;
    std::optional<Twin> twin_;
    std::vector<Result> results_;
    std::vector<std::string> shown_;
    std::string result_;
    // of the last dispatch, under the names that its step's swaps leave
    std::vector<std::string> written_, twins_;
    std::string traced_;  ///< the buffer that its TRACE() is about; empty: shared memory
    Images images_;
    bool several_ = false, is_chain_ = false, compared_ = false, idle_ = false;
};

void tell(Run& run, const fs::path& file) {
    const auto description = read_description(file);
    const bool own_n = !run.options.given.contains("--n") && run.options.bits == nullptr;
    Story(run, description, own_n ? description.n : run.n).tell();
}

void check_expected(const std::string& word) {
    if (word != "none") run_shader::check_expected(word);
}

}  // namespace

Lesson lesson_of(const fs::path& file) {
    const auto description = read_description(file);
    const auto name = file.stem().stem().string();
    Lesson lesson{
        .id = "run_" + name,
        .title = description.title.empty() ? name : description.title,
        .about = "The dispatches that a description lists, each recorded as a pass: docs/your_own.md",
        .n = description.n,
        .data = InputKind::shuffled,
        .largest = {[](const Limits&) { return std::uint64_t{0xFFFFFFFF}; }, ""},  // its buffers decide
        .versions = {{.name = name, .idea = "as " + shown(file) + " describes it"}},
        .options = {{.flag = expect_flag,
                     .value_name = "[BUFFER=]WHAT",
                     .help = fmt::format("What the last pass must leave: a file of numbers, or one of {}",
                                         fmt::join(run_shader::expectation_names(), ", ")),
                     .preset = "none",
                     .check = check_expected}},
        .reads_input = true,
        .story = [file](Run& run) { tell(run, file); },
        .file = file,
        .file_word = "NAME.pass.json"};
    for (const auto& shader : shaders_of(description))
        lesson.versions.front().also.push_back(fs::absolute(shader).lexically_normal().string());
    if (const auto* main = main_buffer(description)) {
        lesson.data = *main->data.kind;
        lesson.types = {main->type};
    }
    return lesson;
}

}  // namespace pbp::run_passes
