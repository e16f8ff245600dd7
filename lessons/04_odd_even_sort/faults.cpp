// SPDX-License-Identifier: MIT
#include "lessons/04_odd_even_sort/faults.hpp"

#include "common/check/keys.hpp"

namespace odd_even {

namespace {

using namespace pbp;

constexpr std::size_t most_drawn = 64;     // keys in a picture of a fault
constexpr std::uint32_t first_rounds = 7;  // rounds drawn of v1, besides its last
constexpr std::uint32_t most_late_rounds = 24;

Trial attempt(Run& run, const std::string& shader, const Keys& keys, std::uint32_t rounds) {
    const auto n = static_cast<std::uint32_t>(keys.size());
    Trial trial{keys, {}, {}, rounds, (n + 1) / 2};
    auto data = run.gpu.buffer(keys);
    auto seen = run.gpu.buffer<std::uint32_t>(std::size_t{rounds} * trial.invocations);
    auto& program = run.program(shader, {{"LOCAL_SIZE", std::to_string(trial.invocations)}});
    program.set("n", n).set("rounds", rounds);
    run.dispatch(program, Groups{1}, {inout(0, data), out(1, seen)}, passes_over(rounds, data));
    if (!run.checking()) return trial;
    trial.seen = run.gpu.read(seen);
    for (std::uint32_t round = 0; round < rounds; ++round)
        if (auto row = run.traced_row(round); !row.empty()) trial.rows.push_back(std::move(row));
    return trial;
}

/// A separate picture, for keys that are not the learner's, or for cells with other marks.
picture::Strip strip_of(const Trial& trial, std::optional<ValueType> type, const std::string& title,
                        const std::string& how_to_read) {
    const auto cells = [&](const Keys& keys) { return Values(keys).keys_of(type).part(0, most_drawn); };
    picture::Strip strip;
    strip.title = "04 odd-even sort, v1: " + title;
    if (trial.keys.size() > most_drawn) strip.title += fmt::format(" (the first {} keys)", most_drawn);
    strip.how_to_read = how_to_read;
    strip.rows.push_back({.name = "input", .values = cells(trial.keys)});
    for (std::uint32_t round = 0; round < trial.rows.size(); ++round) {
        auto marks = trial.marks(round);
        marks.resize(std::min(marks.size(), most_drawn));
        strip.rows.push_back({.name = trial.label(round),
                              .values = cells(trial.rows[round]),
                              .marks = std::move(marks),
                              .links = trial.links(round)});
    }
    return strip;
}

/// The first round that some invocations take part in and others no longer, or 0.
std::uint32_t parting(const Trial& late) {
    std::uint32_t parted = 0;
    for (std::uint32_t round = late.rounds; round-- > 0;)
        if (const auto staying = late.staying(round); staying > 0 && staying < late.invocations)
            parted = round;
    return parted;
}

/// When the slow invocations leave, and how the others end.
std::string who_leaves(const Trial& late, std::uint32_t parted, bool all_leave) {
    std::string words;
    if (parted > 0) {
        const std::uint32_t gone = late.invocations - late.staying(parted);
        std::uint32_t first = 0, end = late.invocations;
        while (late.stays(parted, first)) ++first;
        while (late.stays(parted, end - 1)) --end;
        words = fmt::format("The slow {} gone after round {}. ",
                            gone == 1             ? fmt::format("one, {}, is", first)
                            : end - first == gone ? fmt::format("ones, {} to {}, are", first, end - 1)
                                                  : fmt::format("ones, {} of them, are", gone),
                            parted);
    }
    if (!all_leave) return words + fmt::format("The lesson ends the run after round {}.", late.rounds);
    const std::uint32_t last = late.rounds - 1, left = late.staying(last);
    const bool swaps = std::ranges::any_of(
        late.links(last), [](const record::Link& link) { return link.kind == LinkKind::swapped; });
    if (swaps) return words + fmt::format("All are gone after round {}.", late.rounds);
    const auto who =
        fmt::format("the {} {}, too", parted > 0 && left == late.staying(parted) ? "other" : "last",
                    left == 1 ? "one leaves" : fmt::format("{} leave", left));
    return words + fmt::format("Round {} swaps nothing, so {}.", late.rounds, parted > 0 ? who : "all leave");
}

const std::string v1 = "04_odd_even_sort/v1_early_exit_wrong.comp";

/// The whole of v1 on the learner's keys, for n rounds.
void show_all_at_once(Run& run) {
    const auto trial = attempt(run, v1, run.keys(), run.n);
    if (!run.checking()) return;
    std::uint32_t torn = 0, highest = 0;
    for (std::uint32_t round = 0; round < trial.rounds; ++round) {
        const auto [least, most] = trial.steps(round);
        torn += least < most ? 1 : 0;
        highest = std::max(highest, most);
    }
    run.note(
        fmt::format("faults 2 and 3, the counter: {} invocations add to it and none waits to read it. {} "
                    "rounds brought it to step "
                    "{}; in {} of them some invocations compared even pairs while others compared odd ones.",
                    trial.invocations, trial.rounds, highest, torn));
    if (trial.rows.empty()) return;
    run.initial("input", trial.keys);
    for (std::uint32_t round = 0; round < std::min(first_rounds, trial.rounds - 1); ++round) {
        run.show_wrong(trial.label(round), trial.rows[round], trial.rows[round], trial.links(round));
    }
    Keys sorted = trial.keys;
    std::ranges::sort(sorted);
    const auto wrong = run.show_wrong(trial.label(trial.rounds - 1), trial.rows.back(), sorted);
    run.note(
        fmt::format("after n rounds, which are enough for any keys, {} of {} keys are in the wrong place, "
                    "and {} of {} invocations ask for another round",
                    wrong, run.n, trial.staying(trial.rounds - 1), trial.invocations));
    run.draw(
        "A box holds a pair that an invocation compared, crossed arrows that it swapped. Where a round shows "
        "two steps, some invocations compared even pairs and some odd ones. The last row is what n rounds "
        "leave; a ring marks a key that is not in its place.");
}

}  // namespace

std::uint32_t Trial::staying(std::uint32_t round) const {
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < invocations; ++i) count += stays(round, i) ? 1 : 0;
    return count;
}

void Trial::end_when_all_are_gone() {
    std::uint32_t round = 0;
    while (round < rounds && staying(round) > 0) ++round;
    rounds = round;
    rows.resize(std::min<std::size_t>(rows.size(), rounds));
}

std::pair<std::uint32_t, std::uint32_t> Trial::steps(std::uint32_t round) const {
    std::pair<std::uint32_t, std::uint32_t> range{1, 0};
    bool any = false;
    for (std::uint32_t i = 0; i < invocations; ++i) {
        if (!stays(round, i)) continue;
        const auto now = step(round, i);
        range =
            any ? std::pair{std::min(range.first, now), std::max(range.second, now)} : std::pair{now, now};
        any = true;
    }
    return range;
}

std::string Trial::label(std::uint32_t round) const {
    if (staying(round) == 0) return fmt::format("round {}: all are gone", round + 1);
    const auto [least, most] = steps(round);
    const auto left = invocations - staying(round);
    return fmt::format("round {}: {}{}", round + 1,
                       least == most ? fmt::format("{} pairs", least % 2 == 0 ? "odd" : "even")
                                     : fmt::format("steps {} and {}", least, most),
                       left == 0 ? "" : fmt::format(", {} invocation{} gone", left, left == 1 ? "" : "s"));
}

std::vector<record::Link> Trial::links(std::uint32_t round) const {
    std::vector<record::Link> links;
    for (std::uint32_t i = 0; i < invocations; ++i) {
        const auto at = static_cast<std::uint32_t>(low(step(round, i), i));
        if (stays(round, i) && at + 1 < keys.size())
            links.push_back({at, at + 1, swaps(round, i) ? LinkKind::swapped : LinkKind::compared});
    }
    return links;
}

std::vector<CellMark> Trial::marks(std::uint32_t round) const {
    std::vector<CellMark> marks(keys.size(), CellMark::idle);
    for (std::uint32_t i = 0; i < invocations; ++i)
        for (const std::uint32_t pass : {0U, 1U})  // its pair in odd passes and that in even ones
            for (std::size_t at = low(pass, i); at < low(pass, i) + 2 && at < marks.size(); ++at)
                if (stays(round, i)) marks[at] = CellMark::plain;
    return marks;
}

void show_faults(Run& run) {
    run.plan(run.n, run.n);
    if (pbp::order_of(run.options) == pbp::SortOrder::descending)
        run.note("v1 shows its faults in the ascending order, whatever --order says");
    show_all_at_once(run);
    if (!run.checking()) return;

    const auto stuck = attempt(run, v1, {1, 3, 2, 4}, 6);
    run.note(
        fmt::format("fault 1, the flag: 1 3 2 4 is in order after round 1, yet in round {}, the last that "
                    "the lesson allows, {} of {} "
                    "invocations are still there: nobody ever clears the flag.",
                    stuck.rounds, stuck.staying(stuck.rounds - 1), stuck.invocations));

    const auto late_rounds = std::min(run.n, most_late_rounds);
    auto late = attempt(run, "04_odd_even_sort/parts/v1_late_read_wrong.comp", run.keys(), late_rounds);
    late.end_when_all_are_gone();
    const auto parted = parting(late);
    if (parted > 0)
        run.note(
            fmt::format("fault 2, the late read: once the flag is cleared for every round, {} of {} "
                        "invocations had left by round {} while the others went on.",
                        late.invocations - late.staying(parted), late.invocations, parted + 1));
    else
        run.note(
            "fault 2, the late read: not seen here, by luck: in every round all invocations read the same "
            "flag. Try a larger --n, or data that is not sorted yet.");

    const auto early = attempt(run, v1, {2, 1, 3, 4}, 2);
    run.note(
        fmt::format("fault 4, the stop rule: 2 1 3 4 has nothing to swap in its odd pairs, which come first, "
                    "so {} of {} invocations leave, and 2 stays before 1.",
                    early.invocations - early.staying(1), early.invocations));

    if (!run.drawing() || early.rows.empty()) return;
    run.picture("flag",
                picture::draw(strip_of(
                    stuck, {}, "fault 1, the flag is never cleared",
                    "The swap in round 1 sets the flag. Nobody clears it, so all ask for round after round, "
                    "though no arrows cross any more; only the bound of this lesson ends it.")));
    auto late_strip =
        strip_of(late, run.options.type, "fault 2, the flag is read too late",
                 fmt::format("The flag says that a pair was swapped; an invocation that reads it cleared "
                             "leaves. Here it is cleared for the next round without waiting for slow ones to "
                             "read it. {} Boxes: the pairs that the next round compares. A key turns pale in "
                             "the first round in which nobody is left to compare it. ",
                             who_leaves(late, parted, late.rounds < late_rounds)));
    Keys in_order = late.keys;
    std::ranges::sort(in_order);
    auto& last = late_strip.rows.back();
    for (std::size_t at = 0; at < last.marks.size(); ++at)
        if (late.rows.back()[at] != in_order[at]) last.marks[at] = CellMark::wrong;
    late_strip.how_to_read +=
        late.rows.back() == in_order
            ? "The last row is sorted."
            : "The last row, in full colours, should be sorted, and its ringed cells are not.";
    late_strip.wrong_means = "not the key that belongs here";
    run.picture("late_read", picture::draw(late_strip));
    auto strip = strip_of(early, {}, "fault 4, one quiet step is not enough",
                          "The odd pairs come first: only 1 and 3, which need no swap, so all leave. The "
                          "even pairs would have shown 2 before 1.");
    Keys keys = early.rows.back();
    std::vector<record::Link> pairs;
    for (std::uint32_t at = 0; at + 1 < keys.size(); at += 2)
        pairs.push_back({at, at + 1, keys[at] > keys[at + 1] ? LinkKind::swapped : LinkKind::compared});
    step(keys, passes(1).front());
    strip.rows.push_back({.name = "the even pairs that never came", .values = keys, .links = pairs});
    run.picture("stop_rule", picture::draw(strip));
}

}  // namespace odd_even
