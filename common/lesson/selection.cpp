// SPDX-License-Identifier: MIT
#include "common/lesson/selection.hpp"

#include <algorithm>

#include "common/base/files.hpp"
#include "common/base/heading.hpp"

namespace pbp {

namespace {

const LargestN& largest_of(const Lesson& lesson, const Version& version) {
    return version.largest.of ? version.largest : lesson.largest;
}

}  // namespace

std::uint64_t largest_n(const Lesson& lesson, const Version& version, const Limits& limits) {
    const auto& largest = largest_of(lesson, version);
    return largest.of ? largest.of(limits) : limits.buffer_bytes / 4;
}

void check_n(const Lesson& lesson, const Options& options, const Limits& limits) {
    std::uint64_t largest = 0;
    for (const auto& version : lesson.versions)
        largest = std::max(largest, largest_n(lesson, version, limits));
    if (options.n && *options.n > largest)
        fail(ExitCode::wrong_usage,
             "--n {} is above this driver's limit: {} takes up to {} {}s here; give a smaller --n.",
             *options.n, lesson.file.empty() ? "lesson " + number_of(lesson.id) : lesson.id, largest,
             lesson.element);
}

Options settled(const Lesson& lesson, const Options& asked, Device& device) {
    Options options = asked;
    if (!options.input.empty() && options.bits == nullptr) {  // read once: it may be a pipe
        auto values = read_values(options.input, options.type);
        if (options.n && *options.n > values.size())
            fail(ExitCode::wrong_usage,
                 "--n {} is more than the {} values in {}; leave --n out to use them all.", *options.n,
                 values.size(), options.input.string());
        if (!options.n) options.n = static_cast<std::uint32_t>(values.size());
        values.resize(*options.n);
        options.bits = std::make_shared<const std::vector<std::uint32_t>>(std::move(values));
    }
    if (lesson.complete != nullptr) lesson.complete(options, device.limits());
    const auto& limits = device.limits();
    if (options.purpose != Purpose::bench)
        check_n(lesson, options, limits);  // there each version says what it takes
    if (options.choice.local_size > limits.workgroup_invocations)
        fail(ExitCode::wrong_usage,
             "--local-size {} is above this driver's limit of {} invocations per workgroup; give a smaller "
             "one.",
             options.choice.local_size, limits.workgroup_invocations);
    if (options.subgroup)
        device.use_subgroups(*options.subgroup);
    else if (!device.info().subgroups.empty())  // a run before this one may have forced another
        device.use_subgroups(device.info().subgroups.front());
    return options;
}

std::optional<std::uint32_t> common_n(const Lesson& lesson, const Options& options) {
    if (options.n) return options.n;
    std::optional<std::uint32_t> common;
    for (const auto& version : lesson.versions) {
        if (!chosen(version, options)) continue;
        const auto n = lesson.n_of(version);
        if (common && *common != n) return std::nullopt;
        common = n;
    }
    return common;
}

RunReport describe(const Device& device, const Lesson& lesson, const Options& options,
                   std::optional<std::uint32_t> n) {
    RunReport report;
    report.lesson = lesson.id;
    report.title = lesson.title;
    report.data =
        options.input.empty()
            ? fmt::format("{} {}, seed {}", to_string(options.data), to_string(options.type), options.seed)
            : fmt::format("{} from {}", to_string(options.type), options.input.string());
    const auto elements = n ? fmt::format("n = {}", *n) : "each version at its own n";
    // A lesson without types looks at no data.
    report.data = lesson.types.empty() ? elements : fmt::format("{}, {}", elements, report.data);
    if (lesson.smaller != nullptr) report.data = shown(lesson.file);  // its sizes are its own
    if (!options.described.empty()) report.data = options.described;
    for (const auto& option : lesson.options) {  // those that make it another task
        const auto chosen = options.extra.find(option.flag);
        if (!option.peers && chosen != options.extra.end() && chosen->second != option.preset)
            report.data += fmt::format(", {} {}", option.flag.substr(2), chosen->second);
    }
    if (const auto words = in_words(options.choice); !words.empty()) report.data += ", " + words;
    report.renderer = device.info().renderer;
    report.context = device.info().context;
    report.software = device.info().software;
    report.subgroups = to_string(device.subgroups());
    return report;
}

std::string not_served(const Lesson& lesson, const Version& version, const Options& options, std::uint32_t n,
                       const Limits& limits) {
    const std::uint64_t largest = largest_n(lesson, version, limits);
    const auto& because = largest_of(lesson, version).because;
    if (n > largest)
        return fmt::format("takes n up to {} here: {}", largest,
                           because.empty() ? "this driver's largest buffer" : because);
    return refusal(lesson.knobs_of(version), options.choice);
}

}  // namespace pbp
