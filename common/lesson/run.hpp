// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/device/device.hpp"
#include "common/event/sink.hpp"
#include "common/lesson/operation.hpp"
#include "common/lesson/options.hpp"
#include "common/lesson/run_mode.hpp"
#include "common/lesson/version_names.hpp"
#include "common/picture/canvas/bitmap.hpp"
#include "common/picture/strip/strip.hpp"
#include "common/record/debug_log.hpp"
#include "common/record/dispatch_trace.hpp"
#include "common/record/program_cache.hpp"
#include "common/record/recorder.hpp"
#include "common/record/row_shape.hpp"
#include "common/report/page_rows.hpp"

namespace pbp {

struct Lesson;
struct Version;

/// The input that was asked for: *options.n values as their bits.
std::vector<std::uint32_t> input_of(const Options& options);

/// The dividers of a strip.
struct Dividers {
    std::uint32_t group = 0;  ///< elements between two of them, such as the workgroup's share; 0: no dividers
    std::string group_name = "workgroup";  ///< above each group, with its number
    std::uint32_t ungrouped = 0;           ///< number of rows at the top without dividers
};

/// One run of one version of a lesson: what the lesson tells its story with.
class Run {
  public:
    Run(Device& device, ProgramCache& programs, const Lesson& lesson, const Version& version,
        const Options& options, RunMode mode, Sink& sink);

    Device& gpu;
    const Options& options;
    const std::uint32_t n;               ///< elements
    const std::string& version() const;  ///< e.g. "v3_global"
    /// True for a version that this word means, e.g. "v3".
    bool is(std::string_view word) const { return means_version(word, version()); }
    /// False in a timed run and in a bench: skip twins and checks.
    bool checking() const { return !mode_.timed && mode_.bench == nullptr; }
    const RunMode& mode() const { return mode_; }
    bool drawing() const { return mode_.drawn; }  ///< true in the one run whose passes become pictures

    // data
    /// The input as values of T; T must be the type of options.type.
    template <typename T>
    std::vector<T> input() const {
        const auto& bits = input_bits();
        std::vector<T> values(bits.size());
        std::memcpy(values.data(), bits.data(), bits.size() * sizeof(T));
        return values;
    }
    /// The input as unsigned keys that sort as the values do; pictures and messages show the values.
    std::vector<std::uint32_t> keys();

    // passes
    /// The invocations of a workgroup: what --local-size or a tuning run asks for; or the number that
    /// somebody typed into the shader, where the version can take it; or else the version's `own`.
    std::uint32_t local_size(std::uint32_t own);
    /// The elements that an invocation takes: what --per-invocation or a tuning run asks for, or else `own`.
    /// The report has the last answer, as it has that of local_size().
    std::uint32_t per_invocation(std::uint32_t own) {
        const auto asked = options.choice.per_invocation;
        return facts_.choice.per_invocation = asked > 0 ? asked : own;
    }

    // run
    /// Says how many passes over how many elements will come, before any program is asked for: above the work
    /// budget only some passes are checked, and the report says which.
    void plan(std::size_t passes, std::size_t cells);
    /// The version's own shader, or another of shaders/, built for this run's mode; kept until the run's
    /// version ends.
    Program& program(const std::vector<glsl::Define>& defines = {}) { return program("", defines); }
    Program& program(const std::string& shader, const std::vector<glsl::Define>& defines = {},
                     const ProgramCache::Read& read = {});
    /// Runs a program and waits for it; `traced` says how many of the coming checks it stands for. Throws
    /// Error(check_failed) where an invocation fails an ASSERT.
    void dispatch(Program& program, Groups groups, std::initializer_list<Argument> arguments,
                  Traced traced = {}) {
        dispatch(program, groups, std::span(arguments.begin(), arguments.size()), traced);
    }
    void dispatch(Program& program, Groups groups, std::span<const Argument> arguments, Traced traced);
    /// The same with bindings that are known to fit.
    void launch(Program& program, Groups groups, const Bindings& bindings, Traced traced);

    // check and draw
    /// Where the CPU twin of the coming check says which array it made.
    RowShape& row() { return row_; }
    /// Draws the array before the first pass.
    void initial(const std::string& name, const Values& values, std::vector<CellMark> marks = {}) {
        if (checking()) begin_at({.name = name, .values = decode(values), .marks = std::move(marks)}, values);
    }
    /// Draws a state of several arrays before the first pass.
    void initial(std::vector<record::Pass> parts);
    /// The passes that the last dispatch traced; 0: none.
    std::size_t passes_traced() const { return traced_now() ? dispatch_.passes : 0; }
    /// Draws an array after a pass that the last dispatch traced, with who wrote it; an array of `type`,
    /// whose values are compared with nothing. Call it in order.
    void traced(const std::string& name, const std::string& part, ValueType type);
    /// Compares the array after one pass with its twin: from the dispatch's trace, or read from the buffer
    /// where the pass was the dispatch's last. Call it once a pass, in order.
    template <typename T, typename E>
    void check(const std::string& name, const Buffer<T>& buffer, const std::vector<E>& expected,
               std::vector<CellMark> marks = {}) {
        if (!begin_check()) return;
        const bool from_trace =
            traced_now() && dispatch_.state != 0;  // a trace of shared memory is no trace of this buffer
        record::Pass pass{.name = name,
                          .expected = decode(expected),
                          .marks = std::move(marks),
                          .place = {record::Place::Kind::buffer, buffer.handle()}};
        if (from_trace) check_traced(pass);
        if (last_of_dispatch()) {
            pass.values = decode(gpu.read(buffer));
            if (!from_trace)
                check_row(std::move(pass), false);
            else if (mode_.observing == nullptr)
                recorder_.compare(std::move(pass));
        }
        end_check();
    }
    /// Draws a buffer of such values after one pass; they are compared with nothing where none are expected.
    void shows(const std::string& name, const Buffer<std::uint32_t>& buffer, ValueType type, Values expected);
    /// Says what the coming check finds if the shader still does the lesson's own task, although another was
    /// asked for.
    template <typename E>
    void suspect(const std::vector<E>& values, Cause mistake) {
        if (checking()) recorder_.suspect(decode(values), std::move(mistake));
    }
    /// Compares shared memory after one pass with its twin; only a traced run can see it.
    template <typename E>
    void check_shared(const std::string& name, const std::vector<E>& expected,
                      std::vector<CellMark> marks = {}) {
        if (!begin_check()) return;
        if (traced_now())
            check_traced({.name = name,
                          .expected = decode(expected),
                          .marks = std::move(marks),
                          .place = {record::Place::Kind::shared}});
        end_check();
    }
    /// Compares an image of `size` pixels after one pass with its twin, each channel within `allowed` steps
    /// of 1/255; it may lie in an Image or in a buffer, rows from the top.
    void check_image(const std::string& name, const Image& image, const std::vector<Pixel>& expected,
                     int allowed = 0);
    void check_image(const std::string& name, const Buffer<Pixel>& image, glm::uvec2 size,
                     const std::vector<Pixel>& expected);
    /// Compares a state of several arrays after one pass with its twin; `parts` gives them, and is called
    /// only where the pass is one to be looked at.
    template <std::invocable Parts>
    void check(const std::string& name, Parts parts) {
        if (!begin_check()) return;
        check_parts(name, parts());
        end_check();
    }
    /// Compares the end result: in every mode but the timed one, whatever the work budget. Draws no row.
    template <typename T, typename E>
    void result(const std::string& name, const Buffer<T>& buffer, const std::vector<E>& expected) {
        if (!checking()) return;
        check_end({.name = name,
                   .values = decode(gpu.read(buffer)),
                   .expected = decode(expected),
                   .place = {record::Place::Kind::buffer, buffer.handle()}});
    }
    /// Call it once, after the last dispatch, with where the whole work's result is and which values its
    /// first elements must have, as the plainest CPU code finds them. In a bench all dispatches and fills up
    /// to here are the operation that is timed now, many times over; in every other mode this does nothing.
    template <typename T, typename Expected>
    void outcome(const Buffer<T>& buffer, Expected expected, bench::Comparison comparison = {}) {
        if (mode_.bench != nullptr)
            mode_.bench->ended(
                {buffer.handle(), {}, [&] { return bench::words_of(expected()); }, comparison});
    }
    template <typename Expected>
    void outcome(const Image& image, Expected expected, bench::Comparison comparison = {}) {
        if (mode_.bench != nullptr)
            mode_.bench->ended(
                {image.handle(), image.size(), [&] { return bench::words_of(expected()); }, comparison});
    }
    /// Says that the work goes on with what it left in a buffer the last time: a bench does not restore it.
    template <typename T>
    void lasts(const Buffer<T>& buffer) {
        if (mode_.bench != nullptr) mode_.bench->lasts(buffer.handle());
    }
    /// Draws a row from a trace or buffer that is expected to be wrong, and what the shader says it did;
    /// returns how many elements are wrong.
    std::size_t show_wrong(const std::string& name, const Values& got, const Values& expected,
                           std::vector<record::Link> links = {});
    /// True where the last dispatch recorded its passes: else check_shared compares nothing, and its twin is
    /// spared.
    bool records() const { return traced_now(); }
    /// The words that pass `pass` of the last dispatch traced, over what was there before; empty in an
    /// untraced run.
    std::vector<std::uint32_t> traced_row(std::size_t pass);
    /// Floats may differ by this much from their double twins.
    void tolerance(double allowed) { recorder_.set_tolerance(allowed); }

    /// Ends the story: gives the strip its sentence on how to read it, and its dividers.
    void draw(const std::string& how_to_read, const Dividers& dividers = {});
    /// Says that elements are the cells of a grid, row after row: the page of the
    /// run shows them so.
    void shape(glm::uvec3 cells) { caption_.shape = {cells.x, cells.y, cells.z}; }
    /// Shows a picture of the state after the last pass on the page of the run.
    void frame(const std::string& caption, glm::uvec2 size, const std::vector<Pixel>& pixels) {
        if (mode_.paged) page_.frame(caption, size, pixels);
    }
    /// Saves one more picture, as out/LESSON/VERSION_NAME.png; only a drawing run does.
    void picture(const std::string& name, const picture::Canvas& canvas);
    void picture(const std::string& name, const picture::Bitmap& bitmap);
    /// The rows recorded so far.
    picture::Strip strip() const;
    /// The values that keys() stand for, in their own type; for the arrays of a state.
    Values decode(const Values& values) const { return values.keys_of(key_type_); }
    /// For a report that shows what is in buffers and images; of the run that it is about.
    void contents(Contents shown) { facts_.contents = std::move(shown); }
    /// Says what an array holds in the end, where nothing says what is right.
    void leaves(Left left) {
        if (checking()) facts_.left.push_back(std::move(left));
    }
    /// A sentence for the report.
    void note(const std::string& sentence);
    /// The same, about work that was not done as the version says: another one served in its place, or a
    /// result was left unchecked. A soak run counts it.
    void gave_up(const std::string& sentence) {
        facts_.gave_up = true;
        note(sentence);
    }

    /// For the runner.
    Recorder& recorder() { return recorder_; }
    /// Sends what is new to the run's page.
    void send_page();
    const DebugLog& debug_log() const { return debug_log_; }
    const RunFacts& facts() const { return facts_; }

  private:
    bool begin_check();
    void end_check();
    /// Notes that a program has another local size than the run starts; `own`: it is the version's own
    /// shader.
    void compare_local_size(const Program& program, const std::vector<glsl::Define>& defines, bool own);
    /// Draws the row before the first pass, whose values are these words; a run that observes looks for them.
    void begin_at(record::Pass row, const Values& words);
    /// Checks a row with where its values were observed to come from.
    void check_row(record::Pass pass, bool traced);
    const sim::ObservedRows* observed() const;
    void check_end(record::Pass row);
    void check_parts(const std::string& name, std::vector<record::Pass> parts);
    Cause cause_of(record::Pass& wrong) const;
    /// The same of values that the dispatch traced.
    void check_traced(record::Pass pass);
    bool traced_now() const { return !trace_.empty(); }
    std::string coming_passes() const;
    bool last_of_dispatch() const { return checks_since_dispatch_ + 1 >= dispatch_.passes; }
    std::filesystem::path picture_file(const std::string& name);
    /// Runs it by `run`, with what the run's mode asks for around it.
    using Launch = std::function<void(const Instruments& instruments, const std::string& what)>;
    void dispatch_by(Program& program, Groups groups, Traced traced, const Launch& launch);
    const std::vector<std::uint32_t>& input_bits() const;
    bool looks_closer() const { return mode_.check_from > 0; }

    const Lesson& lesson_;
    const Version& version_;
    RunMode mode_;
    Sink& sink_;
    ProgramCache& programs_;
    Recorder recorder_;
    PageRows page_;
    picture::Strip strip_;  ///< but for its rows
    page::Caption caption_;
    RowShape row_;
    RunFacts facts_;
    std::optional<ValueType> key_type_;
    mutable std::vector<std::uint32_t> input_;
    std::size_t planned_passes_ = 0;
    std::size_t stride_ = 1;        ///< every stride_-th pass is checked, as nearly as dispatches allow
    std::size_t next_checked_ = 1;  ///< the first pass, counted from 1, that is due again
    std::uint64_t skipped_ = 0;     ///< passes since the last one that was checked
    Traced dispatch_;
    std::size_t checks_since_dispatch_ = 0;
    bool order_is_observed_ = true;  ///< of the last dispatch, as far as its rows so far say: explain()
    DispatchTrace trace_;            ///< of the last dispatch
    DebugLog debug_log_;
};

}  // namespace pbp
