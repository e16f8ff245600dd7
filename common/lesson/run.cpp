// SPDX-License-Identifier: MIT
#include "common/lesson/run.hpp"

#include <algorithm>

#include "common/lesson/lesson.hpp"
#include "common/sim/beside/cause.hpp"

namespace pbp {

namespace {

// Above this many element-passes a version's passes are sampled: twins and read-backs would take many
// seconds.
constexpr std::size_t work_budget = std::size_t{1} << 23;
// A picture shows at most 1600 pixels' width; more elements than this are never drawn.
constexpr std::size_t shown_elements = 2048;

}  // namespace

Run::Run(Device& device, ProgramCache& programs, const Lesson& lesson, const Version& version,
         const Options& asked, RunMode mode, Sink& sink)
    : gpu(device),
      options(asked),
      n(*asked.n),
      lesson_(lesson),
      version_(version),
      mode_(mode),
      sink_(sink),
      programs_(programs),
      recorder_(shown_elements, !asked.export_file.empty() || n <= mode.whole_up_to),
      page_(version.name, mode.first() ? PageRows::Shown::all : PageRows::Shown::wrong,
            [&sink](const page::Piece& piece) { sink.recorded(piece); }),
      debug_log_(mode.first() && mode.check_from == 0) {
    recorder_.set_element(lesson.element);
    recorder_.set_compares(asked.compares);
    if (mode.planned) recorder_.set_explainer([this](record::Pass& wrong) { return cause_of(wrong); });
    if (mode.paged) recorder_.set_listener([this](const record::Pass& pass) { page_.add(pass); });
}

const std::string& Run::version() const {
    return version_.name;
}

std::vector<std::uint32_t> input_of(const Options& options) {
    auto bits = options.bits != nullptr ? *options.bits
                                        : generate(options.data, options.type, *options.n, options.seed);
    bits.resize(*options.n);
    return bits;
}

const std::vector<std::uint32_t>& Run::input_bits() const {
    if (options.bits != nullptr) return *options.bits;
    if (input_.empty()) input_ = input_of(options);
    return input_;
}

std::vector<std::uint32_t> Run::keys() {
    key_type_ = options.type;
    std::vector<std::uint32_t> keys = input_bits();
    for (auto& key : keys) key = key_of(key, options.type);
    return keys;
}

void Run::plan(std::size_t passes, std::size_t cells) {
    planned_passes_ = passes;
    page_.plan(passes);
    stride_ = std::max<std::size_t>(1, passes * cells / work_budget);
    next_checked_ = 1;
    facts_.sampled = stride_ > 1;
    if (facts_.sampled && !looks_closer()) mode_.traced = false;
}

Program& Run::program(const std::string& shader, const std::vector<glsl::Define>& defines,
                      const ProgramCache::Read& read) {
    const auto own = lesson_.id + "/" + version_.name + ".comp", file = shader.empty() ? own : shader;
    Program& program =
        programs_.get(gpu, file, {defines, mode_.traced, mode_.reversed, options.debug && checking()}, read);
    if (checking()) compare_local_size(program, defines, file == own);
    facts_.traced |= program.source().includes("trace.glsl");
    if (program.source().includes("subgroup.glsl"))
        facts_.fixed_order = true;
    else
        facts_.reversible = true;
    return program;
}

bool Run::begin_check() {
    if (!checking()) return false;
    ++facts_.passes;
    if (stride_ == 1) return true;
    // Without a trace only a dispatch's last pass can be seen: take the first of those that is due.
    const bool due = looks_closer() ? facts_.passes >= mode_.check_from && facts_.passes <= mode_.check_to
                                    : facts_.passes >= next_checked_ || facts_.passes == planned_passes_;
    if (due && (last_of_dispatch() || traced_now())) {
        next_checked_ = facts_.passes + stride_;
        recorder_.set_skipped(looks_closer() && facts_.passes == mode_.check_from ? 0 : skipped_);
        skipped_ = 0;
        facts_.checked.push_back(facts_.passes);
        return true;
    }
    ++skipped_;
    end_check();
    return false;
}

void Run::end_check() {
    ++checks_since_dispatch_;
    row_.next();
    recorder_.acquit();
}

void Run::check_row(record::Pass pass, bool traced) {
    pass.sum.array = row_.array();
    pass.span = row_.span();
    pass.undivided = row_.is_undivided();
    if (mode_.observing != nullptr) {
        traced ? mode_.observing->traced(facts_.passes, checks_since_dispatch_, pass)
               : mode_.observing->stored(facts_.passes, pass.place.number, pass);
        return;
    }
    if (mode_.drawn || mode_.paged)
        if (const auto* const seen = observed())
            order_is_observed_ &= seen->explain(facts_.passes, pass, order_is_observed_);
    recorder_.pass(std::move(pass));
}

void Run::check_end(record::Pass row) {
    if (mode_.observing == nullptr) return recorder_.compare(std::move(row));
    mode_.observing->compared(sim::ObservedRows::at_end, row.name, row);
}

void Run::check_parts(const std::string& name, std::vector<record::Pass> parts) {
    for (auto& part : parts) {
        if (mode_.observing != nullptr) {
            mode_.observing->part(facts_.passes, part);
        } else if (mode_.drawn || mode_.paged) {
            if (const auto* const seen = observed())
                order_is_observed_ &= seen->explain(facts_.passes, part, order_is_observed_);
        }
    }
    if (mode_.observing == nullptr) recorder_.pass(name, std::move(parts));
}

void Run::initial(std::vector<record::Pass> parts) {
    if (!checking()) return;
    if (mode_.observing == nullptr) return recorder_.initial(std::move(parts));
    for (const auto& part : parts)
        if (part.place.kind == record::Place::Kind::buffer) mode_.observing->input(part, part.values.words());
}

const sim::ObservedRows* Run::observed() const {
    return mode_.observed ? mode_.observed() : nullptr;
}

Cause Run::cause_of(record::Pass& wrong) const {
    const auto *const seen = observed(), *const planned = seen != nullptr ? mode_.planned() : nullptr;
    if (planned == nullptr) return {};
    if (wrong.links.empty()) seen->explain(facts_.passes, wrong, order_is_observed_);
    return sim::cause_of(facts_.passes, wrong, *seen, *planned,
                         wrong.element.empty() ? lesson_.element : wrong.element);
}

void Run::traced(const std::string& name, const std::string& part, ValueType type) {
    if (!begin_check()) return;
    auto values = values_of(trace_.after(checks_since_dispatch_), type);
    check_row({.name = name,
               .values = std::move(values),
               .writers = trace_.writers(),
               .lines = trace_.lines(),
               .part = part},
              true);
    end_check();
}

void Run::shows(const std::string& name, const Buffer<std::uint32_t>& buffer, ValueType type,
                Values expected) {
    if (!begin_check()) return;
    if (last_of_dispatch())
        check_row({.name = name,
                   .values = values_of(gpu.read(buffer), type),
                   .expected = std::move(expected),
                   .place = {record::Place::Kind::buffer, buffer.handle()}},
                  false);
    end_check();
}

void Run::begin_at(record::Pass row, const Values& words) {
    if (mode_.observing != nullptr)
        mode_.observing->input(row, words.words());
    else
        recorder_.initial(std::move(row));
}

void Run::check_traced(record::Pass pass) {
    pass.values = decode(Values(trace_.after(checks_since_dispatch_)).as(pass.expected));
    pass.writers = trace_.writers();
    pass.lines = trace_.lines();
    check_row(std::move(pass), true);
}

void Run::check_image(const std::string& name, const Image& image, const std::vector<Pixel>& expected,
                      int allowed) {
    if (!begin_check()) return;
    if (mode_.observing != nullptr) return end_check();
    recorder_.pass({.name = name,
                    .values = gpu.read(image),
                    .expected = expected,
                    .place = {record::Place::Kind::image, image.handle()},
                    .image = image.size(),
                    .tolerance = static_cast<double>(allowed)});
    end_check();
}

void Run::check_image(const std::string& name, const Buffer<Pixel>& image, glm::uvec2 size,
                      const std::vector<Pixel>& expected) {
    if (!begin_check()) return;
    if (mode_.observing != nullptr) return end_check();
    recorder_.pass({.name = name,
                    .values = gpu.read(image),
                    .expected = expected,
                    .place = {record::Place::Kind::buffer, image.handle()},
                    .image = size});
    end_check();
}

std::vector<std::uint32_t> Run::traced_row(std::size_t pass) {
    return traced_now() ? trace_.after(pass) : std::vector<std::uint32_t>();
}

std::size_t Run::show_wrong(const std::string& name, const Values& got, const Values& expected,
                            std::vector<record::Link> links) {
    if (!checking()) return 0;
    ++facts_.passes;
    if (mode_.observing != nullptr) return 0;
    return recorder_.shown_wrong(
        {.name = name, .values = decode(got), .expected = decode(expected), .links = std::move(links)});
}

void Run::send_page() {
    if (!mode_.paged) return;
    caption_.title = strip_.title;
    caption_.how_to_read = strip_.how_to_read;
    caption_.value_name = strip_.value_name;
    caption_.group = strip_.group;
    caption_.n = n;
    caption_.ungrouped = strip_.ungrouped;
    caption_.group_name = strip_.group_name;
    if (mode_.first()) page_.end(caption_);
    page_.send();
}

void Run::note(const std::string& sentence) {
    if (std::ranges::find(facts_.notes, sentence) == facts_.notes.end()) facts_.notes.push_back(sentence);
}

}  // namespace pbp
