// SPDX-License-Identifier: MIT
#include "common/record/recorder.hpp"

#include <algorithm>
#include <cstring>

#include "common/check/mismatch.hpp"

namespace pbp {

namespace {

std::vector<std::uint32_t> words_of(const std::vector<Pixel>& pixels) {
    std::vector<std::uint32_t> words(pixels.size());
    if (!pixels.empty()) std::memcpy(words.data(), pixels.data(), pixels.size() * sizeof(Pixel));
    return words;
}

}  // namespace

void Recorder::initial(const std::string& name, const Values& values, std::vector<CellMark> marks) {
    if (page_ != nullptr) page_->input(name, values, marks);
    const std::size_t size = kept(values.size());
    if (marks.size() > size) marks.resize(size);
    strip_.rows.push_back({name, values.doubles(size), {}, std::move(marks)});
    history_.keep({}, values);
}

void Recorder::compare(const std::string& name, const Values& got, const Values& expected,
                       const std::vector<CellMark>& marks, const std::vector<std::uint32_t>* writers,
                       Place place, const std::vector<picture::Link>& links) {
    if (got.identical(expected)) return;
    auto got_values = got.doubles(), expected_values = expected.doubles();
    auto got_words = got.words();
    const auto expected_words = expected.words();
    for (std::size_t i = 0; i < std::min({marks.size(), got_values.size(), expected_values.size()}); ++i) {
        if (marks[i] != CellMark::absent) continue;
        got_values[i] = expected_values[i];
        got_words[i] = expected_words[i];
    }
    const auto mismatch = first_mismatch(expected_values, got_values, tolerance_);
    if (!mismatch) return;

    if (page_ != nullptr) page_->wrong(name, got, expected, marks, links, writers, tolerance_);
    // The window that pictures can show ends behind the wrong element, wherever that is.
    wrong_index_ = mismatch->index;
    wrong_expected_ = expected_values;
    picture::Row row{name, got_values, {}, std::vector<CellMark>(got_values.size(), CellMark::plain)};
    for (std::size_t i = 0; i < std::min(got_values.size(), expected_values.size()); ++i)
        if (!same(expected_values[i], got_values[i], tolerance_)) row.marks[i] = CellMark::wrong;
    strip_.rows.push_back(std::move(row));
    diagnosis_ = history_.diagnose(place, got_words, expected_words, got.type(), tolerance_, writers);
    const auto owner = mismatch->index < got_words.size()
                           ? history_.owner(mismatch->index, got_words[mismatch->index], writers)
                           : "";
    const std::string who = owner.empty() ? "" : fmt::format(" ({})", owner);
    throw CheckFailed(
        ExitCode::check_failed,
        fmt::format("{}: {} {} is {}, expected {}{}; {} of {} {}s differ.\n{}", where(name), element_,
                    mismatch->index, in_digits(mismatch->got), in_digits(mismatch->expected), who,
                    mismatch->wrong, expected_values.size(), element_, mismatch->neighbourhood));
}

std::string Recorder::where(const std::string& name) const {
    const std::string before =
        skipped_ == 0
            ? ""
            : fmt::format(", or after one of the {} passes before it, which were not checked", skipped_);
    return fmt::format("wrong after {}{}{}", name, circumstances_, before);
}

void Recorder::image(const std::string& name, glm::uvec2 size, const std::vector<Pixel>& got,
                     const std::vector<Pixel>& expected, int allowed, Place place) {
    ++checked_;
    if (page_ != nullptr) page_->image(name, size, got, expected, allowed);
    picture::Row row{name, {}, {}, {}};
    for (std::size_t i = 0; i < kept(got.size()); ++i)
        row.cells.push_back(got[i].r + 0x1p8 * got[i].g + 0x1p16 * got[i].b + 0x1p24 * got[i].a);
    image_sizes_[strip_.rows.size()] = size;
    strip_.rows.push_back(std::move(row));
    const auto mismatch = first_pixel_mismatch(expected, got, size.x, allowed);
    const auto expected_words = words_of(expected);
    auto got_words = words_of(got);
    for (std::size_t i = 0; i < std::min(got.size(), expected.size()); ++i)
        if (same_pixel(expected[i], got[i], allowed)) got_words[i] = expected_words[i];
    if (!mismatch) return history_.keep(place, got_words);
    wrong_image_ = {name, size, got, expected, allowed, *mismatch};
    diagnosis_ = history_.diagnose(place, got_words, expected_words, ValueType::uint32, 0, nullptr);
    throw CheckFailed(
        ExitCode::check_failed,
        fmt::format("{}: {}; {} of {} pixels differ{}.", where(name), mismatch->in_words(), mismatch->wrong,
                    expected.size(), allowed == 0 ? "" : fmt::format(" by more than {}", allowed)));
}

void Recorder::pass(const std::string& name, const Values& got, const Values& expected,
                    std::vector<CellMark> marks, std::vector<picture::Link> links,
                    const std::vector<std::uint32_t>* writers, Place place) {
    ++checked_;
    if (page_ != nullptr) page_->begin_pass();
    compare(name, got, expected, marks, writers, place, links);
    if (page_ != nullptr) page_->right(name, got, marks, links, writers);
    history_.keep(place, got);
    const std::size_t size = kept(got.size());
    if (marks.size() > size) marks.resize(size);
    strip_.rows.push_back({name, got.doubles(size), std::move(links), std::move(marks)});
}

void Recorder::pass(const std::string& name, const std::vector<Part>& parts) {
    ++checked_;
    if (page_ != nullptr) page_->begin_pass();
    Place place{Place::Kind::part};
    for (const auto& part : parts) {
        const auto behind = ", " + part.name, usual = element_;
        if (!part.element.empty()) element_ = part.element;
        if (page_ != nullptr) page_->begin_part(part.name);
        try {
            compare(name + behind, part.got, part.expected, {}, nullptr, place);
        } catch (const CheckFailed&) {
            std::erase_if(strip_.rows, [&](const auto& row) { return !row.label.ends_with(behind); });
            throw;
        }
        if (page_ != nullptr) page_->right(name, part.got, {}, {}, nullptr);
        element_ = usual;
        history_.keep(place, part.got);
        ++place.number;
        strip_.rows.push_back({name + behind, part.got.doubles(kept(part.got.size())), {}, {}});
    }
}

std::size_t Recorder::shown_wrong(const std::string& name, const Values& got, const Values& expected,
                                  std::vector<picture::Link> links) {
    if (page_ != nullptr) page_->shown_wrong(name, got, expected, links, tolerance_);
    const std::size_t size = kept(got.size());
    picture::Row row{name, got.doubles(size), std::move(links), std::vector<CellMark>(size, CellMark::plain)};
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < std::min(got.size(), expected.size()); ++i) {
        if (same(expected[i], got[i], tolerance_)) continue;
        ++wrong;
        if (i < size) row.marks[i] = CellMark::wrong;
    }
    strip_.rows.push_back(std::move(row));
    return wrong;
}

}  // namespace pbp
