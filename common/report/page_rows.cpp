// SPDX-License-Identifier: MIT
#include "common/report/page_rows.hpp"

#include <algorithm>
#include <utility>

#include "common/check/pixels.hpp"

namespace pbp {

namespace {

constexpr std::size_t most_cells = std::size_t{1} << 20;  ///< in all rows of a version
constexpr std::size_t most_width = std::size_t{1} << 16, least_width = 64, part_width = 32;
constexpr std::uint32_t most_side = 512;  ///< of an image, in pixels
constexpr std::uint32_t most_frame_side = 240;

/// The number of cells up to the last that holds a value: a row of totals is as long as there are tiles.
std::size_t used(const record::Pass& pass) {
    std::size_t size = pass.values.size();
    while (pass.span > 1 && size > 1 && pass.mark(size - 1) == CellMark::absent) --size;
    return size;
}

std::string named_from(const std::filesystem::path& root, const std::filesystem::path& file) {
    const auto name = file.lexically_normal().lexically_relative(root.lexically_normal()).generic_string();
    return name.empty() || name.starts_with("..") ? file.filename().string() : name;
}

}  // namespace

PageRows::PageRows(std::string version, Shown shown, Send send)
    : shown_(shown), send_(std::move(send)), width_(most_width) {
    piece_.version = std::move(version);
    piece_.restart = shown == Shown::all;
}

void PageRows::plan(std::size_t passes) {
    width_ = std::clamp(most_cells / std::max<std::size_t>(passes, 1), least_width, most_width);
}

void PageRows::dispatched(const Program& program, page::Dispatch dispatch,
                          const std::filesystem::path& root) {
    page::Program sources{program.name(), {}};
    const auto& source = program.source();
    for (std::size_t i = 0; i < source.files.size() && i < source.originals.size(); ++i)
        sources.files.push_back({named_from(root, source.files[i]), source.originals[i]});
    dispatched(sources, dispatch);
}

void PageRows::dispatched(const page::Program& program, page::Dispatch dispatch) {
    if (shown_ == Shown::wrong) return;
    const auto known = std::ranges::find(programs_, program.name);
    dispatch.program = static_cast<std::uint32_t>(known - programs_.begin());
    if (known == programs_.end()) {
        programs_.push_back(program.name);
        piece_.programs.push_back(program);
    }
    if (!dispatches_.empty() && dispatches_.back().program == dispatch.program &&
        dispatches_.back().groups == dispatch.groups && dispatches_.back().local_size == dispatch.local_size)
        return;
    dispatches_.push_back(dispatch);
    piece_.dispatches.push_back(dispatch);
}

record::Pass PageRows::window(page::RowHead& head, const record::Pass& pass) const {
    const std::size_t size = used(pass), width = pass.part.empty() ? width_ : part_width;
    const bool wrong = pass.outcome == record::Outcome::wrong || pass.outcome == record::Outcome::shown;
    if (wrong) {
        std::size_t first_wrong = 0;
        while (first_wrong < size && !pass.differs(first_wrong)) ++first_wrong;
        if (first_wrong >= width && first_wrong < std::min(size, pass.expected.size()))
            head.first = std::min(first_wrong - width / 2, size - std::min(width, size));
    }
    head.total = size;
    auto shown = record::cut(pass, head.first, std::min(width, size));
    // The previous row may be longer or shorter.
    for (const auto links : record::all_links)
        std::erase_if(shown.*links, [&](const auto& link) { return head.first + link.from >= above_; });
    shown.marks.resize(shown.values.size(), CellMark::plain);
    shown.expected = {};
    if (!wrong) return shown;
    shown.name = pass.label();
    auto expected = shown.values.doubles();
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (pass.differs(head.first + i)) {
            expected[i] = pass.expected[head.first + i];
            shown.marks[i] = CellMark::wrong;
        }
    shown.expected = std::move(expected);
    return shown;
}

record::Pass PageRows::thinned(page::RowHead& head, const record::Pass& pass) const {
    const auto size = pass.image;
    head.total = pass.values.size();
    head.every = (std::max(size.x, size.y) + most_side - 1) / most_side;
    record::Pass shown{
        .name = pass.name, .image = (size + head.every - 1U) / head.every, .number = pass.number};
    const bool wrong = pass.outcome == record::Outcome::wrong;
    const auto got = pass.values.pixels(), expected = pass.expected.pixels();
    std::vector<Pixel> kept, twin;
    for (std::uint32_t y = 0; y < size.y; y += head.every)
        for (std::uint32_t x = 0; x < size.x; x += head.every) {
            const auto i = std::size_t{y} * size.x + x;
            kept.push_back(got[i]);
            if (!wrong) continue;
            twin.push_back(expected[i]);
            const bool same = same_pixel(expected[i], got[i], static_cast<int>(pass.tolerance));
            shown.marks.push_back(same ? CellMark::plain : CellMark::wrong);
        }
    shown.values = std::move(kept);
    shown.expected = std::move(twin);
    return shown;
}

void PageRows::encode(const page::RowHead& head, const record::Pass& shown) {
    piece_.rows.push_back(coder_.add(head, shown, piece_.bytes));
    above_ = shown.is_image() ? 0 : shown.values.size();
}

void PageRows::add(const record::Pass& pass) {
    using record::Outcome;
    const bool seen_before = std::exchange(number_, pass.number) == pass.number;
    if (shown_ == Shown::wrong && pass.outcome != Outcome::wrong) return;
    page::RowHead head;
    head.input = pass.outcome == Outcome::input;
    head.unchecked = pass.outcome == Outcome::unchecked;
    const auto shown = pass.is_image() ? thinned(head, pass) : window(head, pass);
    if (pass.outcome == Outcome::wrong && (seen_before || shown_ == Shown::wrong))
        head.again = std::max(number_, 0);
    if (!head.input && number_ >= 0 && shown_ == Shown::all) head.dispatch = last_dispatch();
    encode(head, shown);
}

void PageRows::frame(const std::string& caption, glm::uvec2 size, const std::vector<Pixel>& got) {
    if (shown_ == Shown::wrong) return;
    // Keeps the brightest pixel of each square: points are small and must remain visible.
    const std::uint32_t every = (std::max(size.x, size.y) + most_frame_side - 1) / most_frame_side;
    const glm::uvec2 small = (size + every - 1U) / every;
    std::vector<Pixel> pooled(std::size_t{small.x} * small.y, Pixel(0));
    const auto light = [](const Pixel& p) { return 2 * p.r + 3 * p.g + p.b; };
    for (std::uint32_t y = 0; y < size.y; ++y)
        for (std::uint32_t x = 0; x < size.x; ++x) {
            auto& into = pooled[std::size_t{y / every} * small.x + x / every];
            const auto& from = got[std::size_t{y} * size.x + x];
            if (light(from) >= light(into)) into = from;
        }
    page::RowHead head;
    head.frame = true;
    head.dispatch = last_dispatch();
    const auto shown = thinned(head, {.name = caption, .values = pooled, .image = small, .number = number_});
    encode(head, shown);
}

void PageRows::send() {
    if (piece_.rows.empty() && piece_.caption.empty()) return;
    page::Piece next;
    next.version = piece_.version;
    send_(std::exchange(piece_, std::move(next)));
}

}  // namespace pbp
