// SPDX-License-Identifier: MIT
#include "common/tools/bench/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "common/base/files.hpp"
#include "common/lesson/version_names.hpp"
#include "common/modes/bench/names.hpp"

namespace pbp::bench {
namespace {

bool has_time(const Row& row) {
    return row.status == Row::Status::right && row.hot.median_us > 0;
}

/// The number after the v of a version's name.
int rung(const std::string& version) {
    return version.starts_with('v') ? std::atoi(version.c_str() + 1) : 0;
}

}  // namespace

std::vector<std::string> lessons_of(const Report& report) {
    std::set<std::string> lessons;
    for (const auto& row : report.rows) lessons.insert(row.lesson);
    return {lessons.begin(), lessons.end()};
}

std::string folder_of(const std::string& lesson) {
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(project_root() / "lessons", none))
        if (auto name = entry.path().filename().string(); name.starts_with(lesson + "_")) return name;
    return lesson;
}

Ladder::Ladder(const Report& report, std::string lesson) : report_(&report), lesson_(std::move(lesson)) {
    std::set<std::uint64_t> sizes;
    for (const auto& row : report.rows) {
        if (row.lesson != lesson_) continue;
        if (std::ranges::find(versions_, row.version) == versions_.end()) versions_.push_back(row.version);
        if (has_time(row)) sizes.insert(row.n);
        for (const auto& peer : row.peers)
            if (std::ranges::find(peers_, peer.name) == peers_.end()) peers_.push_back(peer.name);
    }
    std::ranges::stable_sort(versions_, {}, rung);
    sizes_.assign(sizes.begin(), sizes.end());
}

const Row* Ladder::row(const std::string& version, std::uint64_t n) const {
    for (const auto& row : report_->rows)
        if (row.lesson == lesson_ && row.version == version && row.n == n) return &row;
    return nullptr;
}

const Row* Ladder::timed(const std::string& version, std::uint64_t n) const {
    const Row* found = row(version, n);
    return found != nullptr && has_time(*found) ? found : nullptr;
}

const Row* Ladder::top(std::uint64_t n) const {
    for (auto version = versions_.rbegin(); version != versions_.rend(); ++version)
        if (const Row* found = timed(*version, n)) return found;
    return nullptr;
}

const Row* Ladder::bounding(std::uint64_t n) const {
    const Row* found = top(n);
    if (!counts_keys()) return found;
    for (auto version = versions_.rbegin(); version != versions_.rend(); ++version)
        if (const Row* row = timed(*version, n); row != nullptr && least_us(*row) < least_us(*found))
            found = row;
    return found;
}

bool Ladder::has_own_limit(const Row& row) const {
    return counts_keys() && least_us(row) > least_us(*bounding(row.n));
}

/// Sorts do the same however many comparisons they make; a picture that turns grey is no copy.
bool Ladder::same_work(const Work& a, const Work& b) const {
    return a.bytes_read == b.bytes_read && a.bytes_written == b.bytes_written &&
           (counts_keys() || a.operations == b.operations);
}

const Row* Ladder::below(const Row& row) const {
    const Row* found = nullptr;
    for (const auto& version : versions_) {
        if (version == row.version) break;
        if (const Row* lower = timed(version, row.n); lower != nullptr && same_work(lower->work, row.work))
            found = lower;
    }
    return found;
}

const Row* Ladder::fastest_below(const Row& row) const {
    const Row* found = below(row);
    for (const Row* lower = found; lower != nullptr; lower = below(*lower))
        if (lower->hot.median_us < found->hot.median_us) found = lower;
    return found;
}

std::vector<std::string> Ladder::left_out() const {
    std::set<int> there;
    for (const auto& version : versions_) there.insert(version_number(version));
    int last = there.empty() ? 0 : *there.rbegin();
    std::error_code none;
    for (const auto& file :
         std::filesystem::directory_iterator(project_root() / "shaders" / folder_of(lesson_), none))
        if (file.path().extension() == ".comp")
            last = std::max(last, version_number(file.path().filename().string()));
    std::vector<std::string> names;
    for (int number = 1; number <= last; ++number)
        if (!there.contains(number)) names.push_back(fmt::format("v{}", number));
    return names;
}

std::string Ladder::missing(const std::string& version, std::uint64_t n) const {
    if (const Row* found = row(version, n)) {
        const auto why = found->message.substr(0, found->message.find('\n'));
        if (found->status == Row::Status::wrong) return fmt::format("WRONG: {}", why);
        return why.empty() ? "not measured" : why;
    }
    std::uint64_t most = 0;
    for (const auto size : sizes_)
        if (timed(version, size) != nullptr) most = size;
    return most == 0 ? "not measured" : fmt::format("measured up to {} elements", size_name(most));
}

Ladder::Beside Ladder::beside(const std::string& peer, std::uint64_t n) const {
    for (auto version = versions_.rbegin(); version != versions_.rend(); ++version)
        if (const Row* found = timed(*version, n))
            if (const Peer* other = peer_of(*found, peer); other != nullptr && other->hot.median_us > 0)
                return {found, other};
    return {};
}

bool Ladder::counts_keys() const {
    return lesson_ == "04" || lesson_ == "05" || lesson_ == "09";
}

double Ladder::speed(const Row& row, double median_us) const {
    if (counts_keys()) return static_cast<double>(row.n) / median_us * (report_->software ? 1 : 1e-3);
    return static_cast<double>(row.work.bytes_read + row.work.bytes_written) / median_us * 1e-3;
}

double Ladder::least_us(const Row& row) const {
    return limit_us(*report_, row);
}

std::string Ladder::what_limits(const Row& row) const {
    const double least = least_us(row);
    if (least <= 0) return "";
    if (least <= report_->bounds.empty_dispatch_us) return "empty dispatch";
    return row.work.bytes_written * 64 < row.work.bytes_read ? "read" : "copy";
}

const Peer* peer_of(const Row& row, const std::string& name) {
    const auto found = std::ranges::find(row.peers, name, &Peer::name);
    return found == row.peers.end() ? nullptr : &*found;
}

}  // namespace pbp::bench
