// SPDX-License-Identifier: MIT
#include "common/tools/plain_export/answers.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "common/base/error.hpp"
#include "common/lesson/version_names.hpp"
#include "common/modes/bench/timed_operation.hpp"
#include "common/tools/plain_export/plainest.hpp"

namespace pbp::plain_export {

namespace {

using namespace plainest;

/// Input of a --data kind, as the lessons take it.
Made values(InputKind kind, std::uint32_t n, std::uint64_t seed) {
    switch (kind) {
        case InputKind::shuffled:
            return {{"Random", "shuffled"}, "shuffled(n, seed)", shuffled(n, seed)};
        case InputKind::small:
            return {{"Random", "random_below"}, "random_below(10, n, seed)", random_below(10, n, seed)};
        case InputKind::flags:
            return {{"Random", "random_below"}, "random_below(2, n, seed)", random_below(2, n, seed)};
        case InputKind::random:
            return {{"Random", "random_words"}, "random_words(n, seed)", random_words(n, seed)};
        case InputKind::sorted:
            return {{"counted_up"}, "counted_up(n)", counted_up(n)};
        case InputKind::equal:
            return {{"all"}, "all(n, 7)", all(n, 7)};
        default:
            fail(ExitCode::wrong_usage, "It cannot be exported: no plain function makes {} data.",
                 to_string(kind));
    }
}

struct Asked {
    const Story& story;
    const Options& options;
    int version;
    std::uint32_t n;
};

Answers ids(const Asked& asked) {
    if (asked.version == 4) return {{}, {{"all"}, "all(n, 1)", all(asked.n, 1)}};
    if (asked.version == 6) return {{}, {{"all"}, "all(n, n)", all(asked.n, asked.n)}};
    const auto& step = asked.story.steps.back();
    const auto local = asked.story.programs.at(step.program).local;
    const auto width = asked.story.uniform("width"), height = asked.story.uniform("height");
    const Grid grid{width > 0 ? width : asked.n,
                    height > 0  ? height
                    : width > 0 ? (asked.n + width - 1) / width
                                : 1,
                    {local.x, local.y, local.z},
                    {step.groups.x, step.groups.y, step.groups.z}};
    return {{},
            {{"workgroup_of_each"},
             fmt::format("workgroup_of_each(n, {{{}, {}, {{{}}}, {{{}}}}})", grid.width, grid.height,
                         fmt::join(grid.local, ", "), fmt::join(grid.groups, ", ")),
             workgroup_of_each(asked.n, grid)}};
}

Answers pictures(const Asked& asked) {
    auto input = values(asked.options.data, asked.n, asked.options.seed);
    input.regions.emplace_back("with_alpha");
    input.call = "with_alpha(" + input.call + ")";
    input.words = with_alpha(input.words);
    if (asked.version < 3) return {input, {{"grey"}, "grey(input)", grey(input.words)}};
    if (asked.version < 4) return {input, {{"copy_of"}, "copy_of(input)", copy_of(input.words)}};
    const auto width = asked.story.uniform("columns"), height = asked.story.uniform("rows");
    return {input,
            {{"transposed"},
             fmt::format("transposed(input, {}, {})", width, height),
             transposed(input.words, width, height)}};
}

Answers kept(const Asked& asked) {
    const auto threshold = asked.story.uniform("threshold");
    auto edge = 8u;
    while (std::uint64_t{edge} * edge * edge < asked.n) ++edge;
    auto input = asked.options.given.contains("--data")
                     ? values(asked.options.data, asked.n, asked.options.seed)
                     : Made{{"sphere"}, fmt::format("sphere(n, {})", edge), sphere(asked.n, edge)};
    auto places = places_above(threshold, input.words);
    return {std::move(input),
            {{"places_above"}, fmt::format("places_above({}u, input)", threshold), std::move(places)}};
}

Answers particles(const Asked& asked) {
    const auto words = asked.story.buffers.at(asked.story.result).contents.size();
    const std::size_t n = asked.n;
    const Layout layout = asked.version == 3   ? Layout{{0, n, 2 * n, 3 * n, 4 * n, 5 * n, 6 * n}, 1, words}
                          : asked.version == 2 ? Layout{{0, 1, 2, 4, 5, 6, 3}, 8, words}
                                               : Layout{{0, 1, 2, 4, 5, 6, 7}, 8, words};
    const auto seed = asked.story.uniform("seed"), steps = asked.story.uniform("step_number");
    const auto call = [&](std::uint32_t after) {
        return fmt::format("packed(fountain(n, {}, {}u), {{{{{}}}, {}, {}}})", after, seed,
                           fmt::join(layout.first, ", "), layout.apart, layout.words);
    };
    return {{{"fountain"}, call(0), packed(fountain(asked.n, 0, seed), layout)},
            {{"fountain"}, call(steps), packed(fountain(asked.n, steps, seed), layout)}};
}

Answers chosen(int lesson, const Asked& asked) {
    if (lesson == 1) return ids(asked);
    if (lesson == 2) return pictures(asked);
    if (lesson == 7) return kept(asked);
    if (lesson == 8) return particles(asked);
    auto input = values(asked.options.data, asked.n, asked.options.seed);
    auto expected = lesson == 3   ? Made{{"sum_of"}, "sum_of(input)", sum_of(input.words)}
                    : lesson == 6 ? Made{{"sums_up_to"}, "sums_up_to(input)", sums_up_to(input.words)}
                                  : Made{{"in_order"}, "in_order(input)", in_order(input.words)};
    return {std::move(input), std::move(expected)};
}

}  // namespace

Answers answers_for(const Lesson& lesson, const Version& version, const Options& options,
                    const Story& story) {
    auto answers = chosen(std::stoi(lesson.id), {story, options, version_number(version.name), *options.n});
    auto expected = story.expected, found = answers.expected.words;
    if (story.comparison.any_order) std::ranges::sort(expected);
    if (expected.size() != found.size() || !bench::difference(found, expected, story.comparison).empty())
        fail(ExitCode::wrong_usage,
             "It cannot be exported: the plainest CPU code, {}, finds another result than the lesson.",
             answers.expected.call);
    return answers;
}

}  // namespace pbp::plain_export
