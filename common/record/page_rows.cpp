// SPDX-License-Identifier: MIT
#include "common/record/page_rows.hpp"

#include <algorithm>
#include <cstring>

#include "common/check/mismatch.hpp"
#include "common/check/pixels.hpp"

namespace pbp {

namespace {

constexpr std::size_t most_cells = std::size_t{1} << 20;  ///< of all rows of a version
constexpr std::size_t most_width = 1024, least_width = 64, part_width = 32;
constexpr std::uint32_t most_side = 512;  ///< of an image, in pixels
constexpr std::uint32_t most_frame_side = 240;

std::vector<std::uint32_t> words_of(const std::vector<Pixel>& pixels, glm::uvec2 size, std::uint32_t every) {
    std::vector<std::uint32_t> words;
    for (std::uint32_t y = 0; y < size.y; y += every)
        for (std::uint32_t x = 0; x < size.x; x += every) {
            const auto& p = pixels[std::size_t{y} * size.x + x];
            words.push_back(p.r | std::uint32_t{p.g} << 8 | std::uint32_t{p.b} << 16 |
                            std::uint32_t{p.a} << 24);
        }
    return words;
}

template <typename T>
std::vector<T> cut(const std::vector<T>& all, std::size_t first, std::size_t count) {
    const auto begin = std::min(first, all.size()), end = std::min(first + count, all.size());
    return {all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::string named_from(const std::filesystem::path& root, const std::filesystem::path& file) {
    const auto name = file.lexically_normal().lexically_relative(root.lexically_normal()).string();
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
    if (shown_ == Shown::wrong) return;
    const auto known = std::ranges::find(programs_, program.name());
    dispatch.program = static_cast<std::uint32_t>(known - programs_.begin());
    if (known == programs_.end()) {
        programs_.push_back(program.name());
        page::Program told{program.name(), {}};
        const auto& source = program.source();
        for (std::size_t i = 0; i < source.files.size() && i < source.originals.size(); ++i)
            told.files.push_back({named_from(root, source.files[i]), source.originals[i]});
        piece_.programs.push_back(std::move(told));
    }
    if (!dispatches_.empty() && dispatches_.back().program == dispatch.program &&
        dispatches_.back().groups == dispatch.groups && dispatches_.back().local_size == dispatch.local_size)
        return;
    dispatches_.push_back(dispatch);
    piece_.dispatches.push_back(dispatch);
}

page::Row PageRows::row(const std::string& name, const Values& got, const Marks& marks, const Links& links,
                        const Writers* writers, std::size_t first) const {
    const std::size_t width = part_.empty() ? width_ : part_width;
    page::Row made;
    made.label = name;
    made.part = part_;
    made.pass = static_cast<std::uint32_t>(std::max(pass_, 0));
    made.first = first;
    made.total = got.size();
    made.cells.resize(std::min(width, got.size() - first));
    for (std::size_t i = 0; i < made.cells.size(); ++i) made.cells[i] = got[first + i];
    made.type = page::type_of(made.cells);
    made.marks = cut(marks, first, made.cells.size());
    made.marks.resize(made.cells.size(), picture::CellMark::plain);
    const auto end = first + made.cells.size();
    for (const auto& link : links)  // a link begins in the row before, which may be longer or shorter
        if (link.from >= first && link.from < above_ && link.to >= first && link.to < end)
            made.links.push_back({static_cast<std::uint32_t>(link.from - first),
                                  static_cast<std::uint32_t>(link.to - first), link.kind});
    made.sum = {sum_.array, sum_.own, cut(sum_.values, first, made.cells.size())};
    if (writers != nullptr && lines_ != nullptr) {
        made.writers = cut(*writers, first, made.cells.size());
        made.lines = cut(*lines_, first, made.cells.size());
    }
    if (pass_ >= 0) made.dispatch = static_cast<std::int32_t>(dispatches_.size()) - 1;
    return made;
}

void PageRows::add(const page::Row& row) {
    piece_.rows.push_back(coder_.add(row, piece_.bytes));
    above_ = row.cells.size();
    sum_ = {};
}

void PageRows::input(const std::string& name, const Values& values, const Marks& marks) {
    ++pass_;
    if (shown_ == Shown::wrong) return;
    part_.clear();
    auto made = row(name, values, marks, {}, nullptr, 0);
    made.input = true;
    made.dispatch = -1;
    add(made);
}

void PageRows::begin_pass() {
    ++pass_;
    open_ = true;
    part_.clear();
}

void PageRows::right(const std::string& name, const Values& got, const Marks& marks, const Links& links,
                     const Writers* writers) {
    open_ = false;
    if (shown_ == Shown::all) add(row(name, got, marks, links, writers, 0));
}

void PageRows::add_wrong(const std::string& name, const Values& got, const Values& expected,
                         const Marks& marks, const Links& links, const Writers* writers, double tolerance) {
    const auto size = std::min(got.size(), expected.size());
    const auto differs = [&](std::size_t i) {
        return !(i < marks.size() && marks[i] == picture::CellMark::absent) &&
               !same(expected[i], got[i], tolerance);
    };
    std::size_t worst = 0;
    while (worst < size && !differs(worst)) ++worst;
    const std::size_t width = part_.empty() ? width_ : part_width;
    const std::size_t first = worst < width || worst >= size
                                  ? 0
                                  : std::min(worst - width / 2, got.size() - std::min(width, got.size()));
    auto made = row(name, got, marks, links, writers, first);
    made.expected = made.cells;
    std::vector<double> both = made.cells;
    for (std::size_t i = 0; i < made.cells.size() && first + i < size; ++i)
        if (differs(first + i)) {
            made.expected[i] = expected[first + i];
            both.push_back(made.expected[i]);
            made.marks[i] = picture::CellMark::wrong;
        }
    made.type = page::type_of(both);
    if (!open_) made.again = std::max(pass_, 0);
    if (shown_ == Shown::wrong) made.again = std::max(pass_, 0), made.dispatch = -1;
    open_ = false;
    add(made);
}

void PageRows::wrong(const std::string& name, const Values& got, const Values& expected, const Marks& marks,
                     const Links& links, const Writers* writers, double tolerance) {
    add_wrong(name, got, expected, marks, links, writers, tolerance);
}

void PageRows::shown_wrong(const std::string& name, const Values& got, const Values& expected,
                           const Links& links, double tolerance) {
    begin_pass();
    if (shown_ == Shown::all) add_wrong(name, got, expected, {}, links, nullptr, tolerance);
    open_ = false;
}

page::Row PageRows::pixels(const std::string& name, glm::uvec2 size, const std::vector<Pixel>& got) const {
    page::Row made;
    made.label = name;
    made.pass = static_cast<std::uint32_t>(std::max(pass_, 0));
    made.type = page::CellType::pixel;
    made.every = (std::max(size.x, size.y) + most_side - 1) / most_side;
    made.width = (size.x + made.every - 1) / made.every;
    made.height = (size.y + made.every - 1) / made.every;
    made.total = got.size();
    made.pixels = words_of(got, size, made.every);
    made.dispatch = static_cast<std::int32_t>(dispatches_.size()) - 1;
    return made;
}

void PageRows::image(const std::string& name, glm::uvec2 size, const std::vector<Pixel>& got,
                     const std::vector<Pixel>& expected, int allowed) {
    begin_pass();
    open_ = false;
    const bool right = got.size() == expected.size() &&
                       std::ranges::equal(got, expected, [allowed](const Pixel& g, const Pixel& e) {
                           return same_pixel(e, g, allowed);
                       });
    if (shown_ == Shown::wrong && right) return;
    auto made = pixels(name, size, got);
    if (shown_ == Shown::wrong) made.again = pass_, made.dispatch = -1;
    if (!right && got.size() == expected.size()) {
        made.expected_pixels = words_of(expected, size, made.every);
        for (std::uint32_t y = 0; y < size.y; y += made.every)
            for (std::uint32_t x = 0; x < size.x; x += made.every) {
                const auto i = std::size_t{y} * size.x + x;
                made.marks.push_back(same_pixel(expected[i], got[i], allowed) ? picture::CellMark::plain
                                                                              : picture::CellMark::wrong);
            }
    }
    add(made);
}

void PageRows::frame(const std::string& caption, glm::uvec2 size, const std::vector<Pixel>& got) {
    if (shown_ == Shown::wrong) return;
    // Of each square of pixels the brightest: points are small, and must not get lost.
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
    auto made = pixels(caption, small, pooled);
    made.frame = true;
    add(made);
}

void PageRows::send() {
    if (piece_.rows.empty() && piece_.caption.empty()) return;
    page::Piece next;
    next.version = piece_.version;
    send_(std::exchange(piece_, std::move(next)));
}

}  // namespace pbp
