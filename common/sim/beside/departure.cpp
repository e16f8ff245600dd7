// SPDX-License-Identifier: MIT
#include "common/sim/beside/departure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <set>
#include <tuple>

#include "common/base/text.hpp"
#include "common/check/mismatch.hpp"
#include "common/sim/report/names.hpp"

namespace pbp::sim {

namespace {

using Did = Journal::Kind;
using Ran = Simulator::Ran;
using Entry = Journal::Entry;
using Entries = std::vector<const Entry*>;

auto place_of(const Entry& entry) {
    return std::tuple(entry.kind, entry.words, entry.place.space, entry.place.index, entry.place.word);
}
auto access_of(const Entry& entry) {
    return std::tuple_cat(place_of(entry), std::tuple(entry.value));
}

/// True of two that reached the same word in the same way.
bool is_same_place(const Entry& one, const Entry& other) {
    return place_of(one) == place_of(other);
}

const Entry* first_of(const Entries& entries) {
    return entries.empty() ? nullptr : entries.front();
}

/// What an invocation did from one barrier to the next.
struct Part {
    Entries loads, stores, all;

    void add(const Entry* entry) {
        all.push_back(entry);
        if (entry->kind == Did::load) loads.push_back(entry);
        if (entry->kind == Did::store || entry->kind == Did::atomic) stores.push_back(entry);
    }
};
using Parts = std::vector<Part>;

std::vector<Parts> by_invocation(const Entries& entries) {
    std::vector<Parts> all;
    for (const auto* entry : entries) {
        if (entry->invocation >= all.size()) all.resize(entry->invocation + 1, Parts(1));
        auto& mine = all[entry->invocation];
        mine.back().add(entry);
        if (entry->kind == Did::barrier) mine.emplace_back();
    }
    return all;
}

/// Those of `all` that are not in `others`, as often as they are.
Entries without(const Entries& all, const Entries& others, auto key) {
    std::multiset<decltype(key(*all.front()))> known;
    for (const auto* one : others) known.insert(key(*one));
    Entries left;
    for (const auto* one : all)
        if (const auto found = known.find(key(*one)); found != known.end())
            known.erase(found);
        else
            left.push_back(one);
    return left;
}

/// What an invocation did, and what it did instead with the original shader; null: nothing.
struct Difference {
    const Entry *here = nullptr, *other = nullptr;
    const Entry* next = nullptr;  ///< after a condition: what it did then; `other` is the same there
    const Entry* kept = nullptr;  ///< the original's condition that kept it from doing something
    const Entry* at = nullptr;    ///< when that was
};

/// The first condition with another outcome, if what is done next is not done without it.
Difference other_way(const Part& seen, const Part& planned) {
    const auto next = [](const Part& part, std::size_t at, bool condition) {
        while (at < part.all.size() && (part.all[at]->kind == Did::condition) != condition) ++at;
        return at;
    };
    const auto entry = [](const Part& part, std::size_t at) {
        return at < part.all.size() ? part.all[at] : nullptr;
    };
    for (std::size_t here = 0, there = 0;; ++here, ++there) {
        here = next(seen, here, true);
        there = next(planned, there, true);
        const auto *one = entry(seen, here), *other = entry(planned, there);
        if (one == nullptr || other == nullptr) return {};
        if (one->value == other->value) continue;
        const auto *then = entry(seen, next(seen, here, false)),
                   *other_then = entry(planned, next(planned, there, false));
        const auto has = [](const Part& part, const Entry* access) {
            const auto is = [access](const Entry* one) { return is_same_place(*one, *access); };
            return access != nullptr && std::ranges::any_of(part.all, is);
        };
        const bool goes_on = has(planned, then) && has(seen, other_then);
        return goes_on ? Difference{} : Difference{one, other_then, then, nullptr, one};
    }
}

/// Of an access that the original shader does not make: the condition that this one does not have before it.
const Entry* kept_from(const Entry* access, const Part& seen, const Part& planned) {
    std::size_t accesses = 0, conditions = 0;
    for (const auto* entry : seen.all) {
        if (entry == access) break;
        const bool is_condition = entry->kind == Did::condition;
        conditions = is_condition ? conditions + 1 : 0;
        accesses += is_condition ? 0 : 1;
    }
    for (const auto* entry : planned.all) {
        const bool is_condition = entry->kind == Did::condition;
        if (accesses == 0 && (!is_condition || conditions-- == 0)) return is_condition ? entry : nullptr;
        accesses -= is_condition ? 0 : 1;
    }
    return nullptr;
}

/// How the stores of two parts came to differ; none: they do not. It is empty where other values were read.
std::optional<Difference> difference(const Part& seen, const Part& planned) {
    const auto stores = without(seen.stores, planned.stores, access_of),
               other_stores = without(planned.stores, seen.stores, access_of);
    if (stores.empty() && other_stores.empty()) return std::nullopt;
    const auto loads = without(seen.loads, planned.loads, place_of);
    auto made = other_way(seen, planned);
    for (const auto* one : {first_of(loads), first_of(stores)})
        if (one != nullptr && (made.here == nullptr || one < made.here)) made = {one, {}, {}, {}, one};
    const auto is_other_value = [&](const Entry* load) {
        return std::ranges::find(loads, load) == loads.end() && (made.here == nullptr || load < made.here);
    };
    if (std::ranges::any_of(without(seen.loads, planned.loads, access_of), is_other_value))
        return Difference{};
    if (made.here == nullptr)
        return Difference{{}, other_stores.front(), {}, {}, seen.all.empty() ? nullptr : seen.all.back()};
    if (made.here->kind == Did::condition) return made;
    const auto instead = [&](auto&& is) {
        const auto found = std::ranges::find_if(other_stores, is);
        return found == other_stores.end() ? nullptr : *found;
    };
    if (made.here->kind == Did::load)
        made.other = first_of(without(planned.loads, seen.loads, place_of));
    else if (made.other = instead([&](const Entry* one) { return is_same_place(*one, *made.here); });
             made.other == nullptr)
        made.other = instead([&](const Entry* one) { return one->value == made.here->value; });
    if (made.other == nullptr) made.kept = kept_from(made.here, seen, planned);
    return made;
}

/// The stores of one part, with what was done since the barrier before the last: what is stored may have been
/// loaded, or decided about, before a barrier.
Part part_of(const Parts& parts, std::size_t k) {
    Part joined;
    for (std::size_t from = k == 0 ? 0 : k - 1; from <= k; ++from)
        for (const auto* entry : parts[from].all) joined.add(entry);
    joined.stores = parts[k].stores;
    return joined;
}

std::optional<Difference> first_of_invocation(Parts seen, Parts planned) {
    const bool alike = seen.size() == planned.size();  // else only a condition explains that
    const auto common = std::min(seen.size(), planned.size());
    for (auto* parts : {&seen, &planned})
        for (std::size_t k = common; k < parts->size(); ++k)
            for (const auto* entry : (*parts)[k].all) (*parts)[common - 1].add(entry);
    for (std::size_t k = 0; k < common; ++k)
        if (const auto found = difference(part_of(seen, k), part_of(planned, k))) {
            const bool is_condition = found->here != nullptr && found->here->kind == Did::condition;
            const bool is_own = found->here != nullptr || found->other != nullptr;
            return is_own && (alike || is_condition) ? found : std::nullopt;
        }
    return std::nullopt;
}

/// The earliest thing that an invocation did otherwise, although all that it had read was the same.
std::optional<Difference> first_difference(const Entries& seen, const Entries& planned) {
    auto ours = by_invocation(seen), others = by_invocation(planned);
    ours.resize(std::max(ours.size(), others.size()), Parts(1));
    others.resize(ours.size(), Parts(1));
    std::optional<Difference> first;
    for (std::size_t k = 0; k < ours.size(); ++k)
        if (const auto one = first_of_invocation(ours[k], others[k]); one && (!first || one->at < first->at))
            first = one;
    return first;
}

bool have_same_memory(const Code& one, const Code& other) {
    const auto is_same = [](const CodeShared& a, const CodeShared& b) {
        return a.name == b.name && a.offset == b.offset && a.bytes == b.bytes;
    };
    return one.module.local_size == other.module.local_size &&
           std::ranges::equal(one.buffers, other.buffers, {}, &CodeBuffer::name, &CodeBuffer::name) &&
           std::ranges::equal(one.shared, other.shared, is_same);
}

/// All but what TRACE() does.
Entries own_entries(std::span<const Entry> all, const Ran& ran) {
    const auto& sites = ran.code->sites;
    std::vector<bool> is_own(sites.size());
    for (std::uint32_t site = 0; site < sites.size(); ++site)
        is_own[site] = Simulator::line_of(ran, site) == sites[site].line;
    Entries own;
    for (const auto& entry : all)
        if (is_own[entry.site]) own.push_back(&entry);
    return own;
}

std::string line(const Ran& ran, std::uint32_t site) {
    return line_in_words(*ran.source, Simulator::line_of(ran, site));
}

/// "wrote 5 to tile[3]".
std::string done(const Code& code, const Entry* entry) {
    if (entry == nullptr) return "did nothing";
    if (entry->kind == Did::barrier) return "waited for its workgroup";
    auto name = name_of(code, entry->place);
    const bool has_one_word = entry->words == 1 || entry->kind == Did::atomic;
    if (!has_one_word) name = name.substr(0, name.find('.'));  // not its first member alone
    if (entry->kind == Did::load) return "read " + name;
    const auto value = !has_one_word ? fmt::format("{} words", entry->words)
                                     : in_words(kind_of(code, entry->place), entry->value);
    if (entry->kind == Did::store) return fmt::format("wrote {} to {}", value, name);
    const bool adds = entry->words == static_cast<std::uint8_t>(Atomic::add);
    return adds ? fmt::format("added {} to {}", value, name) : fmt::format("changed {} in one step", name);
}

std::string array_of(const Code& code, const Entry& entry) {
    const auto name = name_of(code, entry.place);
    return name.substr(0, name.find_first_of("[."));
}

/// Where the index of another element was made, or another value for the same word, if the shader itself did.
std::string made_in(const Entry& here, const Entry* other, const Ran& ran) {
    const bool at_other_place = here.kind == Did::load || (other != nullptr && !is_same_place(here, *other));
    if (at_other_place && other != nullptr && array_of(*ran.code, here) != array_of(*ran.code, *other))
        return "";
    const auto site = at_other_place ? here.found : here.made;
    if (site == 0 || Simulator::line_of(ran, site) >= glsl::lines_a_string) return "";
    return (at_other_place ? ", with an index made in " : ", made in ") + line(ran, site);
}

Departure stated(const Difference& one, std::size_t dispatch, const Ran& seen, const Ran& planned) {
    const auto [here, other, next, kept, at] = one;
    const auto& code = *seen.code;
    const auto invocation = (here != nullptr ? here : other)->invocation;
    const auto local = code.module.local_count();
    const auto who = fmt::format("invocation {} of workgroup {}", invocation % local, invocation / local);
    if (here == nullptr)
        return {dispatch, "",
                fmt::format("With the original shader, {} {} in its {}; now it did not.", who,
                            done(code, other), line(planned, other->site))};
    const auto in_line = line(seen, here->site);
    if (here->kind == Did::condition)
        return {dispatch, in_line,
                fmt::format("At the condition in {}, {} went another way: next, it {}; with the original "
                            "shader it {}.",
                            in_line, who, done(code, next), done(code, other))};
    auto made = made_in(*here, other, seen);
    if (kept != nullptr || made.ends_with(in_line)) made.clear();
    return {dispatch, in_line,
            fmt::format("In {}, {} {}{}; with the original shader it {}{}.", in_line, who, done(code, here),
                        made, other != nullptr ? done(code, other) : "did not",
                        kept == nullptr ? "" : ": it met the condition in its " + line(planned, kept->site))};
}

}  // namespace

std::optional<Departure> departure(const Followed& seen, const Followed& planned) {
    for (std::size_t k = 0; k < std::min(seen.ran.size(), planned.ran.size()); ++k) {
        const auto &one = seen.ran[k], &other = planned.ran[k];
        const bool is_known = seen.journal.is_whole(k) && planned.journal.is_whole(k);
        if (!is_known || !have_same_memory(*one.code, *other.code)) return std::nullopt;
        const auto found = first_difference(own_entries(seen.journal.of_dispatch(k), one),
                                            own_entries(planned.journal.of_dispatch(k), other));
        if (!found) continue;
        return stated(*found, k, one, other);
    }
    return std::nullopt;
}

std::string line_in_words(const glsl::Source& source, std::uint32_t line) {
    const auto place = source.locate(0, static_cast<int>(line));
    const auto text = source.line_text(0, static_cast<int>(line));
    const auto file = std::filesystem::path(place.file).filename().string();
    return fmt::format("line {}{}, `{}`", place.line, place.string == 0 ? "" : " of " + file, trimmed(text));
}

}  // namespace pbp::sim
