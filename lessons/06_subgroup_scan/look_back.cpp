// SPDX-License-Identifier: MIT
#include "lessons/06_subgroup_scan/look_back.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "common/lesson/version_names.hpp"
#include "lessons/06_subgroup_scan/stories.hpp"

using namespace pbp;

namespace scan {

namespace {

/// A version that looks back: its one dispatch, the elements per tile, and whether a dispatch clears the
/// tiles' state.
struct InTiles {
    Launch launch;
    std::uint32_t elements;
    Tiles::State state;
};

/// The story of such a version; `size`: its elements including the zeros that pad them.
void scan_in_tiles(Run& run, std::uint32_t size, const InTiles& tile) {
    const auto by = operator_of(run.options);
    const auto launch = in_words_of(by, tile.launch);
    Twin twin(run.input<std::uint32_t>(), size, by);  // data
    const auto input = twin.elements();
    const auto tiles = parts_of(run.n, tile.elements);
    const auto values = run.gpu.buffer(input);
    auto sums = run.gpu.buffer<std::uint32_t>(size);
    Tiles looking(run, tiles, tile.state);

    run.plan(launch.passes.size(), size);  // passes
    auto& program = ready(run, launch);
    const auto scans_in = [&](const Weather& weather, Traced traced) {  // run
        if (run.checking()) run.gpu.fill(sums, pbp::untouched);
        looking.begin(run, program, weather);
        run.dispatch(program, launch.groups,
                     {in(0, values), out(1, sums), inout(2, looking.state), out(3, looking.record)}, traced);
        return looking.finished(run);
    };
    if (!run.checking()) {
        scans_in({"calm"}, {});
        return scan::outcome(run, sums);
    }
    const auto rare = few_prefixes();
    if (!scans_in(rare, passes_over(launch.passes.size(), values))) {
        run.gave_up(fmt::format("a waiting workgroup gave up: v4 runs instead of v{}",
                                version_number(run.version())));
        return three_passes(run);
    }

    run.initial("input", input);
    for (const auto& pass : launch.passes) {
        twin.step(pass, run);                                          // the CPU twin of the same pass
        run.check(pass.name, sums, twin.row(pass), twin.marks(pass));  // check
    }
    const auto check_all = [&](const Weather& weather) {
        run.result(in_words(weather), sums, twin.elements());
        looking.check(run, weather, twin.level(1));
    };
    check_all(rare);
    run.draw(how_to_read(by, run.version()), {.group = tile.elements, .group_name = "tile"});  // draw
    Words totals(tiles, 0);
    for (std::size_t i = 0; i < input.size(); ++i) totals[i / tile.elements] += input[i];
    if (run.drawing() && by == Operator::sum)  // it shows additions
        run.picture("look_back", draw_look_back(run.version(), records(run.gpu.read(looking.record)), totals,
                                                rare.prefixes_every));

    for (const auto& weather : weathers(tiles)) {  // the same again, with tiles that behave differently
        if (scans_in(weather, {}))
            check_all(weather);
        else
            run.gave_up(
                fmt::format("{}: a waiting workgroup gave up, so this run was not checked", weather.name));
    }
}

/// Runs `story` with the subgroup size, or v4's story if waiting workgroups starve.
template <typename Story>
void where_tiles_may_wait(Run& run, Story story) {
    const auto driver = probed(run);
    if (driver.waiting_workgroups_progress) return story(driver.subgroup_size);
    run.gave_up(fmt::format("{}: v4 runs instead of v{}", starved, version_number(run.version())));
    three_passes(run);
}

}  // namespace

void look_back(Run& run) {
    where_tiles_may_wait(run, [&run](std::uint32_t lanes) {
        const auto tile = run.local_size(part_for(run.n, 8, most_for(run.gpu.info(), lanes)));
        scan_in_tiles(
            run, run.n,
            {look_back(run.n, kind_of(run.options), tile, run.gpu.limits()), tile, Tiles::State::cleared});
    });
}

void wide_look_back(Run& run) {
    where_tiles_may_wait(run, [&run](std::uint32_t lanes) {
        const auto& info = run.gpu.info();
        const auto size = whole_vectors(run.n), each = run.per_invocation(scan_each(run.n, lanes, info));
        const auto local = wide_local_size(run.n, each, widest(each), lanes, info);
        const WideTile tile{run.local_size(local), each, lanes};
        scan_in_tiles(run, size,
                      {in_weather(run, wide_look_back(size, kind_of(run.options), tile, run.gpu.limits())),
                       tile.elements(), Tiles::State::lasting});
    });
}

namespace {

/// Two words of zeros, then a state per tile. In a run that checks, those that no dispatch clears begin as
/// halves that disagree, which must read as empty, where the first dispatch publishes no prefix. Their flags
/// are not published there: otherwise, a look that finds one half before the tile publishes and one after it
/// would take them for one state.
Words first_states(const Run& run, Tiles::State kind, std::uint32_t tiles) {
    if (kind == Tiles::State::cleared) return Words(2 + 2 * std::size_t{tiles}, 0);
    const std::size_t apart = 2 * std::size_t{states_apart(tiles, run.gpu.limits())};
    Words words(2 + apart * (std::size_t{tiles} + 1), 0);
    for (std::uint32_t tile = 0; run.checking() && tile < tiles; ++tile) {
        if (tile % few_prefixes().prefixes_every == 0) continue;
        const auto low = 2 + apart * (tile + 1), high = low + 1;  // the place of its state
        words[low] = 3u << 16 | 0xA5A5u;                          // a flag that does not exist
        words[high] = published(Flag::prefix, pbp::untouched)[1];
    }
    return words;
}

}  // namespace

Tiles::Tiles(Run& run, std::uint32_t tiles, State kind)
    : state(run.gpu.buffer(first_states(run, kind, tiles))),
      record(run.gpu.buffer<std::uint32_t>(4 * std::size_t{tiles})),
      kind_(kind) {}

void Tiles::begin(Run& run, Program& program, const Weather& weather) {
    if (kind_ == State::cleared)
        run.gpu.fill(state, 0);
    else
        run.lasts(state);
    program.set("patience", weather.patience);
    if (kind_ == State::cleared || run.checking())
        program.set("delay", weather.delay).set("prefixes_every", weather.prefixes_every);
}

Launch in_weather(const Run& run, Launch launch) {
    if (run.checking()) launch.defines.push_back({"WEATHER", "1"});
    return launch;
}

bool Tiles::finished(Run& run) const {
    return !run.checking() || run.gpu.read(state)[1] == 0;
}

void Tiles::check(Run& run, const Weather& weather, const Words& prefixes) const {
    run.result(
        "the record of the look-back (per tile: where it ended, the sum before it, which tiles it added up "
        "itself, its polls), " +
            in_words(weather),
        record, expected_record(run.gpu.read(record), prefixes, weather.prefixes_every));
}

Weather few_prefixes() {
    return {"few prefixes published", 0, 4};
}

std::vector<Weather> weathers(std::uint32_t tiles) {
    const std::uint32_t delay =
        std::min(3000u, (1u << 24) / tiles);  // bounded work in all, for any number of tiles
    return {{"calm"},
            {"every third tile late", delay},
            {"no patience", delay / 8, 2, 0},
            {"prefixes far apart", 0, std::clamp(tiles / 2, 1u, 200u)}};
}

std::string in_words(const Weather& weather) {
    std::vector<std::string> parts;
    if (weather.delay > 0) parts.emplace_back("every third tile waits before it publishes");
    if (weather.prefixes_every > 1)
        parts.push_back(fmt::format("only one tile in {} publishes its prefix", weather.prefixes_every));
    if (weather.patience == 0)
        parts.emplace_back("a tile that finds nothing adds up the missing tile itself");
    if (parts.empty()) parts.emplace_back("every tile publishes at once");
    return fmt::format("{}: {}", weather.name, fmt::join(parts, ", "));
}

std::vector<LookBack> records(const Words& words) {
    std::vector<LookBack> all(words.size() / 4);
    for (std::size_t t = 0; t < all.size(); ++t)
        all[t] = {words[4 * t], words[4 * t + 1], words[4 * t + 2], words[4 * t + 3]};
    return all;
}

Words expected_record(const Words& got, const Words& prefixes, std::uint32_t prefixes_every) {
    Words expected = got;  // keeps the polls
    for (std::uint32_t t = 0; t < prefixes.size(); ++t) {
        const std::uint32_t nearest = t == 0 ? 0 : (t - 1) / prefixes_every * prefixes_every;
        std::uint32_t& end = expected[4 * t];
        if (end > nearest || end % prefixes_every != 0) end = nearest;
        expected[4 * t + 1] = prefixes[t];
        // Nothing before the end was looked at; the end itself only if it is tile 0, whose total is its
        // prefix.
        const std::uint32_t between = end == 0 ? t : t - 1 - end;
        if (between < 31) expected[4 * t + 2] &= (1u << between) - 1;
    }
    return expected;
}

std::array<std::uint32_t, 2> published(Flag flag, std::uint32_t value) {
    const auto bits = static_cast<std::uint32_t>(flag) << 16;
    return {bits | (value & 0xFFFFu), bits | value >> 16};
}

Flag looked_at(const std::array<std::uint32_t, 2>& halves, std::uint32_t& value) {
    value = halves[1] << 16 | (halves[0] & 0xFFFFu);
    return halves[0] >> 16 == halves[1] >> 16 ? static_cast<Flag>(halves[0] >> 16) : Flag::empty;
}

}  // namespace scan
