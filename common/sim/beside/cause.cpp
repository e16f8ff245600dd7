// SPDX-License-Identifier: MIT
#include "common/sim/beside/cause.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "common/check/mismatch.hpp"
#include "common/sim/beside/deviation.hpp"

namespace pbp::sim {

using record::CellMark;

namespace {

using u32 = std::uint32_t;

std::string own_in_words(std::int64_t value) {
    return value == 0 ? "nothing of its own" : fmt::format("{} of its own", value);
}

std::string writer_in_words(const ObservedRow& row, u32 cell) {
    const auto flat = row.writers[cell] - 1;
    return fmt::format("invocation {} of workgroup {}", flat % row.local_size, flat / row.local_size);
}

class Comparison {
  public:
    Comparison(const ObservedRow& seen, const ObservedRow& planned, const std::string& element)
        : seen_(seen),
          planned_(planned),
          element_(element),
          came_(came_into(seen)),
          due_(came_into(planned)) {}

    /// How a wrong cell differs; none if it does not.
    std::optional<CellCause> cause_in(u32 cell) const;

  private:
    std::string named(u32 cell) const { return fmt::format("{} {}", element_, cell); }
    double above(u32 cell) const { return cell < seen_.above.size() ? seen_.above[cell] : 0; }
    /// "added 3 from element 8", after "it"; of the planned row, after "should have".
    std::string in_words(u32 cell, const std::vector<Came>& came, const ObservedRow& row) const;
    bool is_written(const ObservedRow& row, u32 cell) const {
        return cell < row.written.size() && row.written[cell];
    }
    const ObservedRow::Older* older_in(u32 cell) const;
    bool has_other_writer(u32 cell) const;
    std::int64_t own(const ObservedRow& row, u32 cell) const;

    const ObservedRow &seen_, &planned_;
    const std::string& element_;
    std::vector<std::vector<Came>> came_, due_;
};

std::string Comparison::in_words(u32 cell, const std::vector<Came>& came, const ObservedRow& row) const {
    const bool due = &row == &planned_, written = is_written(row, cell);
    if (came.empty() && !written) return due ? "been left alone" : "was not written";
    if (came.empty() && (cell >= seen_.above.size() || !same(row.values[cell], above(cell), 0)))
        return fmt::format("{} set to {}", due ? "been" : "was", in_digits(row.values[cell]));
    if (came.empty()) return "kept what it held";
    const auto& first = came.front();
    if (is_pair(first.deed)) {
        const bool swapped = first.deed == Deed::swapped;
        return fmt::format("{} {}{} {} of {}", swapped ? "exchanged" : "kept", in_digits(above(cell)),
                           swapped ? " for" : ", compared with", in_digits(above(first.from)),
                           named(first.from));
    }
    std::vector<std::string> parts;
    constexpr std::size_t most = 4;
    for (const auto& one : came) {
        if (parts.size() == most && came.size() > most + 1) {
            parts.push_back(fmt::format("{} more", came.size() - most));
            break;
        }
        const auto* const verb = one.deed == Deed::added      ? "added"
                                 : one.deed == Deed::combined ? "combined"
                                                              : "got";
        const bool again = !parts.empty() && (&one)[-1].deed == one.deed;
        if (one.from == cell && one.deed == Deed::added)
            parts.push_back(fmt::format("added its own {} once more", in_digits(above(cell))));
        else
            parts.push_back(fmt::format("{}{} from {}", again ? "" : std::string(verb) + " ",
                                        in_digits(above(one.from)), named(one.from)));
    }
    return fmt::format("{}", fmt::join(parts, " and "));
}

const ObservedRow::Older* Comparison::older_in(u32 cell) const {
    const auto of = [cell](const ObservedRow& row) {
        return std::ranges::find(row.older, cell, &ObservedRow::Older::cell);
    };
    const auto found = of(seen_);
    return found != seen_.older.end() && of(planned_) == planned_.older.end() ? &*found : nullptr;
}

bool Comparison::has_other_writer(u32 cell) const {
    const auto &one = seen_.writers, &other = planned_.writers;
    return cell < one.size() && cell < other.size() && other[cell] != 0 && one[cell] != other[cell];
}

std::int64_t Comparison::own(const ObservedRow& row, u32 cell) const {
    if (cell >= row.sum.values.size()) return 0;
    return static_cast<std::int64_t>(row.sum.own) * static_cast<std::int32_t>(row.sum.values[cell]);
}

std::optional<CellCause> Comparison::cause_in(u32 cell) const {
    const auto &came = came_[cell], &due = due_[cell];
    const auto more = without(came, due), less = without(due, came);
    CellCause made{Deviation::other, cell, in_words(cell, came, seen_),
                   "should have " + in_words(cell, due, planned_)};
    if (!is_written(seen_, cell) && came.empty()) {
        made.deviation = Deviation::unwritten;
    } else if (const auto* const older = older_in(cell)) {
        made.deviation = Deviation::older;
        made.did = fmt::format("{} {} from {} as it was {}", older->way == Way::added ? "added" : "got",
                               in_digits(older->value), named(older->from),
                               older->pass == 0 ? "at first" : fmt::format("after pass {}", older->pass));
    } else if (more.empty() && less.empty()) {
        const auto mine = own(seen_, cell), planned = own(planned_, cell);
        made.deviation = Deviation::own;
        if (came.empty()) {
            if (!has_other_writer(cell)) return made;
            made.deviation = Deviation::writer;
            made.did += " by " + writer_in_words(seen_, cell);
            made.should += " by " + writer_in_words(planned_, cell);
            return made;
        }
        if (mine == planned) {
            made.deviation = Deviation::deed;
            made.did = "became " + in_digits(seen_.values[cell]);
            made.should =
                fmt::format("should have become {}, from the same {}", in_digits(planned_.values[cell]),
                            came.size() == 1 ? element_ : element_ + "s");
            return made;
        }
        made.did = "added " + own_in_words(mine);
        made.should = "should have added " + own_in_words(planned);
    } else if (more.size() == 1 && (less.size() == 1 || (due.empty() && is_written(planned_, cell) &&
                                                         !is_pair(more.front().deed)))) {
        const auto& one = more.front();
        const auto& other = less.empty() ? Came{cell, one.deed} : less.front();
        if (less.empty()) made.should = "should have kept its own " + in_digits(above(cell));
        if (one.from != other.from && is_pair(one.deed) == is_pair(other.deed)) {
            made.deviation = Deviation::element;
        } else if (one.from == other.from) {
            made.deviation =
                is_pair(one.deed) && is_pair(other.deed) ? Deviation::exchanged : Deviation::deed;
        }
    } else if (more.empty()) {
        made.deviation = Deviation::missing;
        if (!came.empty())
            made.should = fmt::format("should have {} as well", in_words(cell, less, planned_));
    } else if (less.empty()) {
        made.deviation = Deviation::extra;
        if (!due.empty()) {
            made.did = "also " + in_words(cell, more, seen_);
            made.should = "should not have";
        }
    }
    return made;
}

/// The pass whose work this one did instead of its own; 0: none.
std::uint64_t other_pass(const record::Pass& row, const ObservedRow& seen, const ObservedRow& due,
                         const ObservedRows& planned) {
    if (seen.links.empty() || do_the_same(seen, due)) return 0;
    for (const auto& [key, other] : planned.all())
        if (key.second == row.part && do_the_same(seen, other)) return key.first;
    return 0;
}

/// True where a row that should be right is: the rest then shows what should have been.
bool is_right(const record::Pass& row, const ObservedRow& planned) {
    if (planned.values.size() != row.expected.size()) return false;
    for (std::size_t cell = 0; cell < row.expected.size(); ++cell)
        if (row.mark(cell) != CellMark::absent &&
            !same(planned.values[cell], row.expected[cell], row.tolerance))
            return false;
    return true;
}

}  // namespace

Cause cause_of(std::uint64_t pass, record::Pass& row, const ObservedRows& observed,
               const ObservedRows& planned, const std::string& element) {
    const auto *const seen = observed.row(pass, row), *const due = planned.row(pass, row);
    if (seen == nullptr || due == nullptr || row.is_image() || !is_right(row, *due)) return {};
    row.missing = without(due->links, row.links);
    row.extra = without(row.links, due->links);
    const Comparison comparison(*seen, *due, element);
    std::map<Deviation, std::vector<CellCause>> alike;
    std::size_t wrong = 0;
    for (u32 cell = 0; cell < std::min(seen->values.size(), row.values.size()); ++cell) {
        if (!row.differs(cell)) continue;
        ++wrong;
        if (!same(seen->values[cell], row.values[cell], row.tolerance)) continue;
        if (auto found = comparison.cause_in(cell)) alike[found->deviation].push_back(*found);
    }
    if (alike.empty()) return {};
    auto departs = departure(observed.followed, planned.followed);
    if (departs && departs->dispatch >= seen->dispatches) departs.reset();
    const auto& most =
        std::ranges::max_element(alike, {}, [](const auto& one) { return one.second.size(); })->second;
    const auto& found = most.front();
    auto made = in_words(found, element, departs);
    made.what = fmt::format("{} {} {}; it {}.", element, found.cell, found.did, found.should);
    made.what.front() = static_cast<char>(std::toupper(made.what.front()));
    if (const auto other = other_pass(row, *seen, *due, planned); other != 0)
        made.what += fmt::format(" The whole pass did what pass {} should do.", other);
    else if (most.size() > 1)
        made.what +=
            most.size() == wrong
                ? fmt::format(" All {} wrong {}s differ in this way.", wrong, element)
                : fmt::format(" {} of {} wrong {}s differ in this way.", most.size(), wrong, element);
    return made;
}

}  // namespace pbp::sim
