// SPDX-License-Identifier: MIT
#include <algorithm>

#include "lessons/06_subgroup_scan/scan.hpp"

namespace scan {

Twin::Twin(Words values, std::size_t size, pbp::Operator by)
    : by_(by), real_(values.size()), own_(std::move(values)) {
    own_.resize(std::max(size, own_.size()), pbp::identity<std::uint32_t>(by));
    levels_ = {own_};
}

void Twin::step(const Pass& pass, pbp::Run& run) {
    if (by_ != pbp::Operator::sum) {
        Twin adding = *this;
        adding.by_ = pbp::Operator::sum;
        pbp::RowShape none;
        adding.step(pass, none);
        run.suspect(adding.row(pass), pbp::still_adds(by_));
    }
    step(pass, run.row());
}

void Twin::take_own(Words& sums) const {
    if (by_ == pbp::Operator::sum) {
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] -= own_[i];
        return;
    }
    for (std::size_t i = sums.size(); i-- > 1;) sums[i] = sums[i - 1];  // not every operator can be undone
    sums.front() = pbp::identity<std::uint32_t>(by_);
}

void Twin::step(const Pass& pass, pbp::RowShape& row) {
    const auto nothing = pbp::identity<std::uint32_t>(by_);
    const auto add = [&](std::uint32_t& to, std::uint32_t value) { to = pbp::combined(by_, to, value); };
    Words& sums = levels_.at(pass.level);
    const std::size_t size = pass.size;
    row.into(pass.level);
    row.per_cell(spans_.at(pass.level));
    switch (pass.step) {
        case Step::from_left:
            for (std::size_t i = sums.size(); i-- > size;) {  // downwards: the left one is still old
                add(sums[i], sums[i - size]);
            }
            break;
        case Step::take_own:
            take_own(sums);
            break;
        case Step::add_own:
            for (std::size_t i = 0; i < sums.size(); ++i) add(sums[i], own_[i]);
            break;
        case Step::up:
            for (std::size_t right = 2 * size - 1; right < sums.size(); right += 2 * size) {
                add(sums[right], sums[right - size]);
            }
            break;
        case Step::clear_root:
            sums.back() = nothing;
            break;
        case Step::down:
            for (std::size_t right = 2 * size - 1; right < sums.size(); right += 2 * size) {
                const std::uint32_t sum = sums[right - size];
                sums[right - size] = sums[right];
                add(sums[right], sum);
            }
            break;
        case Step::scan_parts: {
            Words totals;
            for (std::size_t first = 0; first < sums.size(); first += size) {
                std::uint32_t sum = nothing;
                for (std::size_t i = first; i < std::min(first + size, sums.size()); ++i) {
                    const std::uint32_t own = sums[i];
                    const std::uint32_t before = sum;
                    add(sum, own);
                    sums[i] = pass.kind == Kind::exclusive ? before : sum;
                }
                totals.push_back(sum);
            }
            // each prefix is a sum of totals, beside its own
            if (pass.level > 0 && totals.size() == 1) row.into_new_array();
            levels_.resize(pass.level + 1);
            spans_.resize(pass.level + 1);
            spans_.push_back(spans_.back() * size);
            levels_.push_back(std::move(totals));
            break;
        }
        case Step::store_totals:  // the scan of the parts left them here
            break;
        case Step::add_before:
            for (std::size_t i = 0; i < sums.size(); ++i) add(sums[i], levels_.at(pass.level + 1)[i / size]);
            if (pass.kind == Kind::exclusive) take_own(sums);
            break;
    }
}

Words Twin::row(const Pass& pass) const {
    Words cells = elements();
    const Words& totals = level(pass.level);
    std::copy_n(totals.begin(), std::min(totals.size(), cells.size()), cells.begin());
    return cells;
}

std::vector<pbp::CellMark> Twin::marks(const Pass& pass) const {
    std::vector<pbp::CellMark> marks;
    if (pass.level > 0) {
        marks.assign(elements().size(), pbp::CellMark::plain);
        std::fill(
            marks.begin() + static_cast<std::ptrdiff_t>(std::min(level(pass.level).size(), marks.size())),
            marks.end(), pbp::CellMark::absent);
    } else if (real_ < elements().size()) {
        marks.assign(elements().size(), pbp::CellMark::plain);
        std::fill(marks.begin() + static_cast<std::ptrdiff_t>(real_), marks.end(), pbp::CellMark::padded);
    }
    return marks;
}

}  // namespace scan
