// SPDX-License-Identifier: MIT
#include "common/record/debug_log.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "common/base/error.hpp"

namespace pbp {

namespace {

constexpr std::size_t record_words = 6;

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

std::string value_in_words(const DebugBuffer::Record& record) {
    std::vector<std::string> components;
    for (std::size_t i = 0; i <= record.kind % 4; ++i)
        components.push_back(component_in_words(record.kind / 4, record.bits[i]));
    return components.size() == 1 ? components[0] : fmt::format("({})", fmt::join(components, ", "));
}

}  // namespace

Handle DebugBuffer::clear(Device& device, std::size_t sites) {
    sites_ = sites;
    const std::size_t words = kept(sites) + record_words * most_records;
    if (!buffer_ || buffer_->size() < words) buffer_.emplace(device.backend(), words);
    std::vector<std::uint32_t> counters(kept(0), 0);
    std::fill_n(counters.end() - static_cast<std::ptrdiff_t>(sites), sites, ~0u);  // identity of min
    device.backend().write(buffer_->handle(), 0, std::as_bytes(std::span(counters)));
    return buffer_->handle();
}

std::vector<std::uint32_t> DebugBuffer::read(Device& device, std::size_t from, std::size_t count) const {
    std::vector<std::uint32_t> words(count);
    device.backend().read(buffer_->handle(), 4 * from, std::as_writable_bytes(std::span(words)));
    return words;
}

void DebugBuffer::read(Device& device) {
    words_ = read(device, 0, kept(0));
}

std::vector<std::uint32_t> DebugBuffer::other_failures(Device& device, std::size_t site) const {
    auto others = read(device, kept(site), std::min(failed(site), kept_failures));
    std::ranges::sort(others);
    std::erase(others, lowest(site));
    return others;
}

std::vector<DebugBuffer::Record> DebugBuffer::records(Device& device) const {
    const auto words = read(device, kept(sites_), record_words * std::min(logs(), most_records));
    std::vector<Record> all;
    for (std::size_t at = 0; at < words.size(); at += record_words)
        all.push_back({words[at] / 16,
                       words[at] % 16,
                       words[at + 1],
                       {words[at + 2], words[at + 3], words[at + 4], words[at + 5]}});
    // A shader that writes past the end of another buffer may overwrite this one.
    std::erase_if(all, [&](const Record& record) { return record.site >= sites_; });
    std::ranges::stable_sort(all, {}, &Record::who);
    return all;
}

DebugLog::Call& DebugLog::call(const glsl::Site& site) {
    const auto name = call_of(site);
    const auto known = std::ranges::find(calls_, name, &Call::name);
    return known != calls_.end() ? *known : calls_.emplace_back(Call{name, site.asserts, false});
}

Handle DebugLog::begin(Device& device, const Program& program) {
    const auto& sites = program.source().sites;
    for (const auto& site : sites) call(site);
    bound_ = !sites.empty() && program.uses_binding(debug_binding);
    return bound_ ? buffer_.clear(device, sites.size()) : 0;
}

void DebugLog::end(Device& device, const Program& program, Groups groups, const std::string& during,
                   const std::string& circumstances) {
    if (!bound_) return;
    buffer_.read(device);
    const auto& sites = program.source().sites;
    std::size_t first = sites.size();  // the site of the lowest invocation that failed
    std::uint64_t failed = 0;
    for (std::size_t s = 0; s < sites.size(); ++s) {
        if (buffer_.reached(s)) call(sites[s]).reached = true;
        failed += buffer_.failed(s);
        if (buffer_.failed(s) > 0 && (first == sites.size() || buffer_.lowest(s) < buffer_.lowest(first)))
            first = s;
    }
    if (keeps_logs_) keep_logs(device, program, groups, during);
    if (failed == 0) return;

    const auto size = program.local_size();
    const auto ids = [&](std::uint32_t flat) { return ids_in(program, groups, flat); };
    std::string message = fmt::format(
        "ASSERT({}) failed at {}, in {}{}: {}.\n{} of {} invocations failed", sites[first].expression,
        place_of(sites[first]), during, circumstances, to_string(ids(buffer_.lowest(first))), failed,
        std::uint64_t{groups.x} * groups.y * groups.z * size.x * size.y * size.z);
    // If only one call failed, the other invocations that failed it; if several did, one line per call.
    if (buffer_.failed(first) < failed) message += ':';
    for (std::size_t s = 0; s < sites.size(); ++s) {
        const auto count = buffer_.failed(s);
        if (count == 0) continue;
        if (count < failed)
            message += fmt::format("\n{} failed in {}, the lowest with global id {}", call_of(sites[s]),
                                   count, global_id(ids(buffer_.lowest(s))));
        auto others = buffer_.other_failures(device, s);
        others.resize(std::min<std::size_t>(others.size(), 8));
        for (std::size_t i = 0; i < others.size(); ++i)
            message += (i > 0                ? ", "
                        : others.size() == 1 ? "; another has global id "
                                             : "; others have global ids ") +
                       global_id(ids(others[i]));
        if (count > others.size() + 1) message += fmt::format(" and {} more", count - others.size() - 1);
    }
    throw Error(ExitCode::check_failed, message + ".");
}

void DebugLog::keep_logs(Device& device, const Program& program, Groups groups, const std::string& during) {
    const std::size_t room = DebugReport::most_logs - report_.logs.size();
    report_.dropped_logs += buffer_.logs();
    if (buffer_.logs() == 0 || room == 0) return;
    auto records = buffer_.records(device);
    records.resize(std::min(records.size(), room));
    for (const auto& record : records) {
        const auto& site = program.source().sites[record.site];
        report_.logs.push_back({during, place_of(site), site.expression, value_in_words(record),
                                ids_in(program, groups, record.who)});
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
