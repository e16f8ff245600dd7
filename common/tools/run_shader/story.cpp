// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/story.hpp"

#include <algorithm>
#include <bit>

#include "common/base/files.hpp"
#include "common/base/readable.hpp"
#include "common/check/inputs.hpp"
#include "common/tools/run_shader/expectations.hpp"
#include "common/tools/run_shader/pictures.hpp"

namespace pbp::run_shader {

namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t most_rows = 16;  ///< of a strip: dispatches whose results are kept
constexpr std::size_t most_observed = 4096;
constexpr std::size_t most_traced_passes = 64;

/// One run of a shader of one's own.
class Story {
  public:
    Story(Run& run, const Wishes& wishes) : run_(run), wishes_(wishes), session_(run, wishes) {}

    void tell() {
        choose_rows();
        if (observing() && cells_ > most_observed) return;
        run_.plan(wishes_.repeat, cells_);
        begin();
        for (std::uint32_t i = 1; i <= wishes_.repeat; ++i) dispatch(i);
        promise();
        if (!run_.checking()) return;
        compare();
        run_.draw(fmt::format("The first row is {} before the run, each other row an array after a dispatch.",
                              input_ ? "'" + name(*input_) + "'" : "what there is"));
    }

  private:
    bool observing() const { return run_.mode().observing != nullptr; }
    const std::vector<BoundBuffer>& buffers() const { return session_.buffers(); }
    const std::string& name(std::size_t b) const { return buffers()[b].block.name; }

    /// A block that is an array of 32-bit numbers, or one of them: a row of a strip and of the page.
    static bool is_row(const Block& block) {
        if (block.uniform || block.members.size() != 1) return false;
        const auto& member = block.members.front();
        return member.offset == 0 && member.columns.size() == 1 &&
               member.columns.front().scalars.size() == 1 &&
               member.columns.front().scalars.front().bytes == 4 && (!member.array || member.stride == 4);
    }
    /// The arrays that the shader writes; and the one that it starts from, from which arrows begin.
    void choose_rows() {
        for (std::size_t b = 0; b < buffers().size(); ++b) {
            const auto& block = buffers()[b].block;
            if (block.writes && is_row(block)) rows_.push_back(b);
        }
        if (!rows_.empty()) input_ = input_among(rows_.front(), buffers(), wishes_);
        if (input_ && !is_row(buffers()[*input_].block)) input_ = rows_.front();
        for (std::size_t b = 0; b < buffers().size(); ++b) {  // a scale of colours of its own
            const auto& block = buffers()[b].block;
            if (block.writes && !block.uniform && input_ != b) others_.push_back(b);
        }
        for (const auto b : rows_) cells_ += buffers()[b].began.words.size();
        if (input_) cells_ += buffers()[*input_].began.words.size();
        if (!observing()) return;
        cells_ += std::size_t{session_.groups().x} * session_.groups().y * session_.groups().z - 1;
    }
    void begin() {
        if (!run_.checking()) return;
        for (const auto b : others_) snapshots_.push_back({{"before", buffers()[b].began.words}});
        if (!wishes_.expect.empty()) expected_ = expected_of(wishes_, buffers());
        if (rows_.size() == 1) {
            const auto& from = buffers()[*input_];
            run_.initial(name(*input_), numbers_of(from, from.began.words));
        } else {
            run_.initial(parts());
        }
        if (rows_.size() == 1 && input_ != rows_.front()) run_.row().into_new_array();
    }
    void dispatch(std::uint32_t number) {
        const auto traced = traced_passes();
        session_.dispatch(traced);
        if (!run_.checking()) return;
        const auto label = wishes_.repeat == 1 ? "the dispatch" : fmt::format("dispatch {}", number);
        keep_snapshots(number, label);
        if (number == wishes_.repeat) {  // before a wrong row ends the run
            leave();
            if (run_.mode().reported()) show();
        }
        for (std::size_t i = 0; i < (traced.cells == 0 ? 0 : run_.passes_traced()); ++i)
            run_.traced(fmt::format("{}, pass {}", label, i + 1), "", type_of(rows_.front()));
        if (rows_.size() == 1)
            run_.shows(label + ": " + name(rows_.front()), buffers()[rows_.front()].buffer,
                       type_of(rows_.front()), expected_after(number));
        else
            run_.check(label, [&] { return parts(); });
    }
    void keep_snapshots(std::uint32_t number, const std::string& label) {
        if (number < wishes_.repeat && number >= most_rows) return;
        for (std::size_t i = 0; i < others_.size(); ++i)
            snapshots_[i].emplace_back(wishes_.repeat == 1 ? "after" : label,
                                       session_.read(buffers()[others_[i]]));
    }
    ValueType type_of(std::size_t b) const {
        return buffers()[b].block.members.front().columns.front().scalars.front().type;
    }
    Values numbers_of(std::size_t b) { return numbers_of(buffers()[b], session_.read(buffers()[b])); }
    static Values numbers_of(const BoundBuffer& bound, const std::vector<std::uint32_t>& words) {
        return run_shader::numbers_of(bound, words);
    }
    std::vector<record::Pass> parts() {
        std::vector<record::Pass> all;
        for (const auto b : rows_)
            all.push_back({.values = numbers_of(b),
                           .part = name(b),
                           .place = {record::Place::Kind::buffer, buffers()[b].buffer.handle()}});
        return all;
    }
    /// The passes that TRACE() may report of the array that is written, if it reports any.
    Traced traced_passes() {
        if (rows_.size() != 1 || !session_.source().includes("trace.glsl")) return {};
        const auto& about = buffers()[rows_.front()].buffer;
        Traced made{most_traced_passes, about.size(), about.handle(), true};
        while (made.passes > 0 && !DispatchTrace::fits(made)) made.passes /= 2;
        return made.passes > 0 ? made : Traced{};
    }
    /// What is expected of the row itself after a dispatch: nothing until the last, or where it is about
    /// another buffer or a part of this one.
    Values expected_after(std::uint32_t number) {
        const bool is_row = expected_ && expected_->buffer == rows_.front() &&
                            expected_->values.size() == buffers()[rows_.front()].began.words.size();
        if (!is_row || number < wishes_.repeat) return {};
        compared_ = true;
        run_.tolerance(expected_->tolerance);
        return expected_->values;
    }
    void compare() {
        if (!expected_ || compared_ || observing()) return;
        const auto& bound = buffers()[expected_->buffer];
        run_.tolerance(expected_->tolerance);
        run_.recorder().compare({.name = expected_->label,
                                 .values = numbers_of(expected_->buffer).part(0, expected_->values.size()),
                                 .expected = expected_->values,
                                 .part = bound.block.name,
                                 .place = {record::Place::Kind::buffer, bound.buffer.handle()}});
    }
    /// For a certificate: where the result is, and what it is to be of every input.
    void promise() {
        if (run_.mode().bench == nullptr || rows_.empty()) return;
        Expected expected{.buffer = rows_.front(),
                          .label = {},
                          .values = {},
                          .promise = {.why_nothing = "give --expect sorted, sum or a scan, and --n"}};
        if (!wishes_.expect.empty()) expected = expected_of(wishes_, buffers());
        run_.outcome(buffers()[expected.buffer].buffer, [&] { return expected.values.words(); },
                     {.promise = expected.promise});
    }
    /// What other orders and machines are to leave as well; those are all simulated.
    void leave() {
        if (observing() || run_.gpu.can_draw()) return;
        for (const auto& bound : buffers()) {
            if (!bound.block.writes) continue;
            auto words = session_.read(bound);
            run_.leaves({words, [block = bound.block, count = bound.began.count, words](const auto& first) {
                             return first_difference(block, count, words, first);
                         }});
        }
        for (const auto& bound : session_.images()) {
            if (!bound.slot.writes) continue;
            const auto texels = session_.read(bound);
            run_.leaves(
                {words_of(texels), [slot = bound.slot, shape = bound.shape, texels](const auto& first) {
                     std::vector<Texel> others(texels.size());
                     for (std::size_t i = 0; i < first.size(); ++i) others[i / 4][i % 4] = first[i];
                     return first_difference(slot, shape, texels, others);
                 }});
        }
    }
    static std::vector<std::uint32_t> words_of(const std::vector<Texel>& texels) {
        std::vector<std::uint32_t> words;
        for (const auto& texel : texels) words.insert(words.end(), texel.begin(), texel.end());
        return words;
    }
    /// For the report: what is in buffers and images, and pictures of what no row shows.
    void show() {
        const auto groups = session_.groups(), local = session_.local_size();
        Contents made{{groups.x, groups.y, groups.z}, {local.x, local.y, local.z}, wishes_.repeat, {}, {}};
        for (const auto& bound : buffers()) made.buffers.push_back(shown(bound));
        for (std::size_t i = 0; i < others_.size(); ++i) {
            const auto& bound = buffers()[others_[i]];
            if (!run_.drawing() || snapshots_[i].back().second == bound.began.words) continue;
            for (const auto& [name, canvas] :
                 draw_buffer(bound, snapshots_[i], local.x * local.y * local.z, run_.version()))
                run_.picture(name, canvas);
        }
        for (const auto& bound : session_.images()) {
            const auto texels = session_.read(bound);
            made.images.push_back(shown(bound, texels));
            if (run_.drawing() && made.images.back().changed > 0)
                run_.picture(plain(bound.slot.name), draw_image(bound, texels));
        }
        run_.contents(std::move(made));
    }
    ShownBuffer shown(const BoundBuffer& bound) {
        ShownBuffer made{bound.block.name,    bound.block.binding,  bound.block.writes,
                         bound.block.uniform, bound.began.in_words, {}};
        const auto now = session_.read(bound);
        for (const auto& member : bound.block.members)
            made.members.push_back(run_shader::compare(member, member.open ? bound.began.count : member.count,
                                                       bound.began.words, now, wishes_.show));
        return made;
    }
    ShownImage shown(const BoundImage& bound, const std::vector<Texel>& texels) const {
        const auto& shape = bound.shape;
        const auto& format = *find_texel_format(shape.format);
        ShownImage made{bound.slot.name, bound.slot.binding, bound.slot.sampled, std::string(format.name), {},
                        bound.in_words};
        for (int axis = 0; axis < shape.dimensions + (shape.arrayed ? 1 : 0); ++axis)
            made.size.push_back(shape.size[axis]);
        const bool in_numbers = format.is_integer() || format.bits[1] == 0;
        for (std::size_t i = 0; i < texels.size(); ++i) {
            made.changed += texels[i] != bound.began[i];
            if (!in_numbers || i >= wishes_.show) continue;
            made.texels.before.push_back(text_of(bound.began[i], shape));
            made.texels.after.push_back(text_of(texels[i], shape));
        }
        return made;
    }

    Run& run_;
    const Wishes& wishes_;
    Session session_;
    std::vector<std::size_t> rows_, others_;  ///< of the buffers that are written
    std::optional<std::size_t> input_;
    std::size_t cells_ = 0;
    std::optional<Expected> expected_;
    bool compared_ = false;             ///< with that, as a row
    std::vector<Snapshots> snapshots_;  ///< of the others
};

/// What a lesson's runs share.
struct Kept {
    ReadOnce files;
    bool dumped = false;
};

void tell(Run& run, const fs::path& shader, Kept& kept) {
    const auto wishes = wishes_of(shader, run.options, kept.files);
    if (wishes.dump.empty()) return Story(run, wishes).tell();
    if (std::exchange(kept.dumped, true)) return;
    dump_passes(wishes, run.gpu);
    run.note(fmt::format("{0} is written; ./learn run {0} runs it", shown(wishes.dump)));
}

}  // namespace

Lesson lesson_of(const fs::path& shader) {
    if (shader.extension() == ".json")
        fail(ExitCode::wrong_usage, "{}: a description of several dispatches ends in .pass.json; rename it.",
             in_message(shader));
    if (const auto why = why_no_file(shader); !shader.empty() && !why.empty())
        fail(ExitCode::wrong_usage, "{}: {}.", in_message(shader), why);
    const auto name = shader.empty() ? std::string("run") : shader.stem().string();
    const auto kept = std::make_shared<Kept>();
    Lesson lesson{
        .id = shader.empty() ? name : "run_" + name,
        .title = name,
        .about =
            "Runs any compute shader, on OpenGL or on the simulator: finds its buffers, images and "
            "uniforms,\n"
            "fills them, and shows what it made of them: docs/run.md",
        .n = 1024,
        .data = InputKind::small,
        .largest = {[](const Limits&) { return std::uint64_t{0xFFFFFFFF}; }, ""},  // its buffers decide
        .versions = {{.name = name, .idea = "one dispatch, or --repeat of them"}},
        .options = own_options(),
        .reads_input = false,
        .story = [shader, kept](Run& run) { tell(run, shader, *kept); },
        .file = shader,
        .file_word = file_word,
        .smaller = smaller};
    if (!shader.empty()) lesson.versions.front().also = {fs::absolute(shader).lexically_normal().string()};
    return lesson;
}

}  // namespace pbp::run_shader
