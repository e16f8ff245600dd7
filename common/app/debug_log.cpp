// SPDX-License-Identifier: MIT
#include "common/app/debug_log.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "common/error.hpp"

namespace pbp {

namespace {

constexpr std::uint32_t most_records = 65536, record_words = 6, kept_failures = 1024;

/// Where in the buffer the parts of PbpDebug begin, in words, for so many sites.
struct Layout {
    std::size_t sites;
    std::size_t reached() const { return 1; }
    std::size_t failed() const { return 1 + sites; }
    std::size_t lowest() const { return 1 + 2 * sites; }
    std::size_t kept(std::size_t site = 0) const { return 1 + 3 * sites + site * kept_failures; }
    std::size_t records() const { return kept(sites); }
    std::size_t words() const { return records() + std::size_t{record_words} * most_records; }
};

std::vector<std::uint32_t> read_words(Device& device, const Buffer<std::uint32_t>& buffer, std::size_t from,
                                      std::size_t count) {
    std::vector<std::uint32_t> words(count);
    device.backend().read(buffer.handle(), 4 * from, std::as_writable_bytes(std::span(words)));
    return words;
}

InvocationIds ids_in(const Program& program, Groups groups, std::uint32_t flat) {
    const auto size = program.local_size();
    return ids_of(flat, {groups.x, groups.y, groups.z}, {size.x, size.y, size.z});
}

std::string place_of(const glsl::Site& site) {
    return fmt::format("{}:{}", site.place.file, site.place.line);
}

std::string call_of(const glsl::Site& site) {
    return fmt::format("{} {}({})", place_of(site), site.asserts ? "ASSERT" : "LOG", site.expression);
}

std::string component_in_words(std::uint32_t base, std::uint32_t bits) {
    switch (base) {
        case 0:
            return bits != 0 ? "true" : "false";
        case 1:
            return fmt::format("{}", bits);
        case 2:
            return fmt::format("{}", static_cast<std::int32_t>(bits));
        default:
            return fmt::format("{}", std::bit_cast<float>(bits));
    }
}

std::string value_in_words(std::uint32_t kind, std::span<const std::uint32_t> bits) {
    std::vector<std::string> components;
    for (std::size_t i = 0; i <= kind % 4; ++i) components.push_back(component_in_words(kind / 4, bits[i]));
    return components.size() == 1 ? components[0] : fmt::format("({})", fmt::join(components, ", "));
}

}  // namespace

DebugLog::Call& DebugLog::call(const glsl::Site& site) {
    const auto name = call_of(site);
    const auto known = std::ranges::find(calls_, name, &Call::name);
    return known != calls_.end() ? *known : calls_.emplace_back(Call{name, site.asserts, false});
}

Handle DebugLog::begin(Device& device, const Program& program) {
    const auto& sites = program.source().sites;
    for (const auto& site : sites) call(site);
    bound_ = !sites.empty() && program.uses_binding(debug_binding);
    if (!bound_) return 0;
    const Layout layout{sites.size()};
    if (!buffer_ || buffer_->size() < layout.words()) buffer_.emplace(device.backend(), layout.words());
    Words empty(layout.kept(), 0);
    std::fill(empty.begin() + static_cast<std::ptrdiff_t>(layout.lowest()), empty.end(), ~0u);
    device.backend().write(buffer_->handle(), 0, std::as_bytes(std::span(empty)));
    return buffer_->handle();
}

void DebugLog::end(Device& device, const Program& program, Groups groups, const std::string& during,
                   const std::string& circumstances) {
    if (!bound_) return;
    const auto& sites = program.source().sites;
    const Layout layout{sites.size()};
    const auto words = read_words(device, *buffer_, 0, layout.kept());
    std::size_t first = sites.size();  // the site of the lowest invocation that failed
    std::uint64_t failed = 0;
    for (std::size_t s = 0; s < sites.size(); ++s) {
        if (words[layout.reached() + s] != 0) call(sites[s]).reached = true;
        if (words[layout.failed() + s] == 0) continue;
        failed += words[layout.failed() + s];
        if (first == sites.size() || words[layout.lowest() + s] < words[layout.lowest() + first]) first = s;
    }
    if (keeps_logs_) keep_logs(device, program, groups, during, words[0]);
    if (failed == 0) return;

    const auto size = program.local_size();
    const auto ids = [&](std::uint32_t flat) { return ids_in(program, groups, flat); };
    std::string message = fmt::format(
        "ASSERT({}) failed at {}, in {}{}: {}.\n{} of {} invocations failed.", sites[first].expression,
        place_of(sites[first]), during, circumstances, to_string(ids(words[layout.lowest() + first])), failed,
        std::uint64_t{groups.x} * groups.y * groups.z * size.x * size.y * size.z);
    for (std::size_t s = 0; s < sites.size(); ++s) {
        const auto count = words[layout.failed() + s];
        if (count == 0 || (s == first && count == 1)) continue;
        auto kept = read_words(device, *buffer_, layout.kept(s), std::min(count, kept_failures));
        std::ranges::sort(kept);
        std::erase(kept, words[layout.lowest() + s]);
        kept.resize(std::min<std::size_t>(kept.size(), 8));
        message += fmt::format("\n{}: {} failed, the lowest has global id {}", call_of(sites[s]), count,
                               global_id(ids(words[layout.lowest() + s])));
        for (std::size_t i = 0; i < kept.size(); ++i)
            message += (i == 0 ? "; also " : ", ") + global_id(ids(kept[i]));
        if (count > kept.size() + 1) message += fmt::format(" and {} more", count - kept.size() - 1);
    }
    throw Error(ExitCode::check_failed, message);
}

void DebugLog::keep_logs(Device& device, const Program& program, Groups groups, const std::string& during,
                         std::uint32_t made) {
    const auto& sites = program.source().sites;
    const std::size_t room = DebugReport::most_logs - report_.logs.size();
    report_.dropped_logs += made;
    if (made == 0 || room == 0) return;
    const auto words = read_words(device, *buffer_, Layout{sites.size()}.records(),
                                  std::size_t{record_words} * std::min(made, most_records));
    std::vector<std::span<const std::uint32_t>> records;
    for (std::size_t at = 0; at < words.size(); at += record_words)
        records.push_back(std::span(words).subspan(at, record_words));
    // An invocation's own records stand in the order in which it made them.
    std::ranges::stable_sort(records, {}, [](auto record) { return record[1]; });
    records.resize(std::min(records.size(), room));
    for (const auto record : records) {
        if (record[0] / 16 >= sites.size()) continue;  // a shader wrote beyond the end of another buffer
        const auto& site = sites[record[0] / 16];
        report_.logs.push_back({during, place_of(site), site.expression,
                                value_in_words(record[0] % 16, record.subspan(2)),
                                ids_in(program, groups, record[1])});
    }
    report_.dropped_logs -= records.size();
}

DebugReport DebugLog::report(bool ended) const {
    DebugReport report = report_;
    for (const auto& call : calls_) {
        if (ended && !call.reached) report.unreached.push_back(call.name);
        if (ended && call.asserts && call.reached) ++report.assertions_held;
    }
    return report;
}

}  // namespace pbp
