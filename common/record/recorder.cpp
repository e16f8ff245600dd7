// SPDX-License-Identifier: MIT
#include "common/record/recorder.hpp"

#include <algorithm>

#include "common/check/mismatch.hpp"
#include "common/check/pixels.hpp"
#include "common/device/backend.hpp"

namespace pbp {

std::uint32_t Dispatched::share_of(std::size_t cells) const {
    // A workgroup's cells are not contiguous in two dimensions.
    if (groups[1] * groups[2] * local_size[1] * local_size[2] != 1 || cells == 0) return 0;
    if (cells == groups[0]) return 1;
    const std::uint64_t invocations = std::uint64_t{groups[0]} * local_size[0];
    const std::uint64_t share = (cells + invocations - 1) / invocations * local_size[0];
    return share * (groups[0] - 1) < cells ? static_cast<std::uint32_t>(share) : 0;
}

std::string Dispatched::owner(const record::Pass& row, std::size_t cell) const {
    if (cell >= row.values.size()) return "";
    if (row.values.word(cell) == untouched) return "holds the fill: never written";
    if (cell >= row.writers.size()) return "";
    if (row.writers[cell] == 0)
        return std::ranges::count(row.writers, 0u) == std::ssize(row.writers)
                   ? "nobody traced anything in this pass: is its TRACE missing?"
                   : "not written in this pass";
    return "written by " + invocation_in_words(ids_of(row.writers[cell] - 1, groups, local_size));
}

std::uint32_t Dispatched::workgroup_of(const record::Pass& row, std::size_t cell) const {
    if (cell >= row.writers.size() || row.writers[cell] == 0) return 0;
    const auto [x, y, z] = ids_of(row.writers[cell] - 1, groups, local_size).workgroup;
    return (z * groups[1] + y) * groups[0] + x;
}

using record::Outcome, record::Pass;

void Recorder::initial(Pass pass) {
    std::vector<Pass> one;
    one.push_back(std::move(pass));
    initial(std::move(one));
}

void Recorder::initial(std::vector<Pass> parts) {
    ++number_;
    for (auto& pass : parts) {
        pass.number = number_;
        pass.outcome = Outcome::input;
        keep_right(std::move(pass));
    }
}

void Recorder::pass(Pass pass) {
    pass.number = ++number_;
    count_pass(compares(pass));
    check(pass);
    keep_right(std::move(pass));
}

void Recorder::pass(const std::string& name, std::vector<Pass> parts) {
    ++number_;
    count_pass(std::ranges::any_of(parts, [&](const Pass& part) { return compares(part); }));
    record::Place place{record::Place::Kind::part};
    for (auto& part : parts) {
        part.name = name;
        part.number = number_;
        part.place = place;
        ++place.number;
        try {
            check(part);
        } catch (const CheckFailed&) {
            std::erase_if(passes_, [&](const auto& row) { return row.part != part.part; });
            throw;
        }
        keep_right(std::move(part));
    }
}

std::size_t Recorder::shown_wrong(Pass pass) {
    pass.number = ++number_;
    pass.tolerance = tolerance_;
    pass.outcome = Outcome::shown;
    tell(pass);
    std::size_t wrong = 0;
    std::vector<CellMark> marks(pass.values.size(), CellMark::plain);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (!pass.differs(i)) continue;
        ++wrong;
        marks[i] = CellMark::wrong;
    }
    pass.marks = std::move(marks);
    keep_row(std::move(pass));
    return wrong;
}

void Recorder::compare(Pass pass) {
    pass.number = number_;
    if (compares(pass)) ++results_;
    check(pass);
}

void Recorder::check(Pass& pass) {
    pass.outcome = compares(pass) ? Outcome::right : Outcome::unchecked;
    if (!compares_) {  // what the twin says is about another task
        pass.links.clear();
        pass.sum = {};
        pass.marks.clear();
    }
    if (!compares(pass)) return;
    if (pass.is_image()) return check_image(pass);
    check_array(pass);
}

void Recorder::check_array(Pass& pass) {
    pass.tolerance = tolerance_;
    const auto expects = pass.marks;
    std::ranges::replace(pass.marks, CellMark::unused, CellMark::plain);  // it matters here alone
    if (pass.values.identical(pass.expected)) return;
    auto got = pass.values.doubles();
    const auto expected = pass.expected.doubles();
    for (std::size_t i = 0; i < std::min({pass.marks.size(), got.size(), expected.size()}); ++i)
        if (pass.marks[i] == CellMark::absent) got[i] = expected[i];
    const auto mismatch = first_mismatch(expected, got, tolerance_);
    if (!mismatch) return;

    pass.outcome = Outcome::wrong;
    cause_ = cause_of(pass, got);
    tell(pass);
    // The window that pictures can show extends past the wrong element, wherever that is.
    wrong_index_ = mismatch->index;
    wrong_ = pass;
    wrong_->marks.resize(got.size(), CellMark::plain);
    for (std::size_t i = 0; i < got.size(); ++i)
        if (pass.differs(i)) wrong_->marks[i] = CellMark::wrong;
    wrong_->values = std::move(got);
    passes_.push_back(*wrong_);
    const auto owner = dispatch_.owner(pass, mismatch->index);
    const std::string who = owner.empty() ? "" : fmt::format(" ({})", owner);
    const auto& element = pass.element.empty() ? element_ : pass.element;
    throw CheckFailed(
        ExitCode::check_failed,
        fmt::format("{}: {} {} is {}, {}{}; {} of {} {}s differ.\n{}", where(pass), element, mismatch->index,
                    in_digits(mismatch->got),
                    mismatch->index < expects.size() && expects[mismatch->index] == CellMark::unused
                        ? "but no access was expected here"
                        : "expected " + in_digits(mismatch->expected),
                    who, mismatch->wrong, expected.size(), element, mismatch->neighbourhood));
}

Cause Recorder::cause_of(Pass& wrong, const std::vector<double>& got) const {
    auto cause = explainer_ ? explainer_(wrong) : Cause();
    if (suspect_) {
        auto mistaken = suspect_->first.doubles();
        mistaken.resize(std::min(mistaken.size(), got.size()));
        for (std::size_t i = 0; i < std::min(wrong.marks.size(), mistaken.size()); ++i)
            if (wrong.marks[i] == CellMark::absent) mistaken[i] = got[i];
        if (mistaken.size() == got.size() && !first_mismatch(mistaken, got, tolerance_))
            return suspect_->second;
    }
    return cause;
}

void Recorder::check_image(Pass& pass) {
    const auto allowed = static_cast<int>(pass.tolerance);
    const auto expected = pass.expected.pixels();
    const auto mismatch = first_pixel_mismatch(expected, pass.values.pixels(), pass.image.x, allowed);
    if (!mismatch) return;
    pass.outcome = Outcome::wrong;
    tell(pass);
    keep_row(pass);
    wrong_ = pass;
    throw CheckFailed(
        ExitCode::check_failed,
        fmt::format("{}: {}; {} of {} pixels differ{}.", where(pass), mismatch->in_words(), mismatch->wrong,
                    expected.size(), allowed == 0 ? "" : fmt::format(" by more than {}", allowed)));
}

void Recorder::keep_right(Pass pass) {
    tell(pass);
    keep_row(std::move(pass));
}

void Recorder::keep_row(Pass pass) {
    pass.expected = {};
    pass.lines.clear();
    passes_.push_back(keep_all_ || pass.values.size() <= shown_ ? std::move(pass)
                                                                : record::cut(pass, 0, shown_));
}

std::string Recorder::where(const Pass& pass) const {
    const std::string before =
        skipped_ == 0
            ? ""
            : fmt::format(", or after one of the {} passes before it, which were not checked", skipped_);
    return fmt::format("wrong after {}{}{}", pass.label(), circumstances_, before);
}

}  // namespace pbp
