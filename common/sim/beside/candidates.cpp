// SPDX-License-Identifier: MIT
// What may bring two accesses into order: statements between them, or around them.
#include "common/sim/beside/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/glsl/scan.hpp"
#include "common/glsl/statements.hpp"
#include "common/sim/report/names.hpp"

namespace pbp::sim {

namespace {

/// The plainer kinds come first, whatever their lines.
constexpr double one_step = 0, fence = 1000, barrier = 2000, memory_and_barrier = 3000, coherence = 4000,
                 atomics = 5000;

bool wants_fence(const Disorder& one) {
    return one.fault == Fault::no_memory_barrier || one.fault == Fault::late_atomic ||
           one.lacks == Lacks::release || one.lacks == Lacks::acquire || one.lacks == Lacks::both;
}

/// A barrier() serves invocations of one workgroup alone.
bool wants_barrier(const Disorder& one) {
    return one.fault == Fault::race && !one.apart &&
           (one.lacks == Lacks::none || one.lacks == Lacks::barrier);
}

const char* memory_barrier(Place::Space space) {
    return space == Place::Space::shared  ? "memoryBarrierShared();"
           : space == Place::Space::image ? "memoryBarrierImage();"
                                          : "memoryBarrierBuffer();";
}

bool holds(const glsl::Block& block, int line) {
    return block.first_line <= line && line <= block.last_line;
}

/// The smallest block around both lines; with `loops`, the smallest loop. Null: no block is.
const glsl::Block* around(const std::vector<glsl::Block>& blocks, int one, int other, bool loops) {
    const auto found = std::ranges::find_if(blocks, [&](const glsl::Block& block) {
        return holds(block, one) && holds(block, other) && (!loops || block.loops);
    });
    return found == blocks.end() ? nullptr : &*found;  // inner blocks end first
}

/// How far a gap is from where an expert would look: after the earlier access and before the later one, the
/// round of a loop included, and under no condition that only one of them is under. Then a write is followed
/// by its barrier, and a read's write is preceded by it.
double distance(const glsl::Gap& gap, int string, const Disorder& one, const glsl::Statements& in) {
    constexpr double other_file = 60, one_file = 40, outside = 30, not_between = 20, conditional = 100,
                     a_line = 0.1;
    const int first = one.earlier.line, last = one.later.line;
    if (one.earlier.string != one.later.string || one.earlier.string != string) {
        const bool here = string == one.earlier.string || string == one.later.string;
        const int near = string == one.earlier.string ? first : last;
        return here ? one_file + a_line * std::abs(gap.line - near) : other_file;
    }
    const auto* both = around(in.blocks, first, last, false);
    const auto* loop = around(in.blocks, first, last, true);
    const auto is_in = [&](const glsl::Block* block) {
        return block != nullptr && block->begin < gap.offset && gap.offset <= block->end;
    };
    const bool forward =
        first < last && first <= gap.line && (gap.line < last || (gap.line == last && !gap.ends_line));
    const bool around_loop = first >= last && is_in(loop) && (gap.line >= first || gap.line < last);
    double far = a_line * std::abs(gap.line - (one.earlier.writes ? first : last - 1));
    if (!forward && !around_loop) far += not_between;
    if (both == nullptr || !is_in(both)) return far + outside;
    const auto deeper =
        std::ranges::count_if(gap.blocks, [&](std::size_t begin) { return begin > both->begin; });
    return far + conditional * static_cast<double>(deeper);
}

std::string where(const glsl::Gap& gap, const std::string& in_file) {
    if (gap.ends_line) return fmt::format("after line {}{}", gap.line, in_file);
    return fmt::format("after `{}` in line {}{}", gap.before, gap.line, in_file);
}

struct Text {
    const std::filesystem::path& file;
    const std::string& text;
    int string;
    std::string in_file;  ///< " of FILE", unless it is the shader itself
};

/// One statement at each gap of a text, or at those right after this statement.
void add_statements(std::vector<Edit>& all, const Text& in, const glsl::Statements& statements,
                    const std::string& statement, double kind, const std::vector<Disorder>& meant,
                    const std::string& after = {}) {
    for (const auto& gap : statements.gaps) {
        if (!after.empty() && gap.before != after) continue;
        double cost = 0;
        for (const auto& one : meant) cost += distance(gap, in.string, one, statements);
        all.push_back({in.file, gap.offset, 0, " " + statement,
                       fmt::format("`{}` {}", statement, where(gap, in.in_file)),
                       kind + cost / static_cast<double>(meant.size())});
    }
}

/// `coherent` for the blocks that lack it.
void add_coherent(std::vector<Edit>& all, const Text& in, const std::vector<Disorder>& found) {
    const auto words = glsl::tokens(in.text);
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
        if (words[i].text != "buffer" || words[i + 2].text != "{") continue;
        const bool lacks = std::ranges::any_of(found, [&](const Disorder& one) {
            return one.fault == Fault::not_coherent && one.block == words[i + 1].text;
        });
        if (!lacks) continue;
        const auto offset = static_cast<std::size_t>(words[i].text.data() - in.text.data());
        const auto line =
            1 + std::count(in.text.begin(), in.text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
        all.push_back({in.file, offset, 0, "coherent ",
                       fmt::format("`coherent` before `buffer` in line {}{}", line, in.in_file), coherence});
    }
}

void add_atomics(std::vector<Edit>& all, const Text& in, const std::vector<Disorder>& found) {
    for (const auto& one : found) {
        if (one.fault != Fault::race || one.lacks != Lacks::none) continue;
        for (const auto& side : {one.earlier, one.later}) {
            if (side.string != in.string || side.atomic) continue;
            for (auto& edit : atomic_edits(in.text, side, one.variable,
                                           fmt::format("in line {}{}", side.line, in.in_file))) {
                const bool adds = edit.cost == 0, at_one_line = one.earlier.line == one.later.line;
                const bool beside_atomic = one.earlier.atomic || one.later.atomic;
                if (!adds && !beside_atomic) continue;
                edit.file = in.file;
                edit.cost += adds && at_one_line ? one_step : atomics;
                all.push_back(std::move(edit));
            }
        }
    }
}

}  // namespace

bool is_disorder(const Finding& one) {
    return one.fault == Fault::race || one.fault == Fault::late_atomic ||
           one.fault == Fault::no_memory_barrier || one.fault == Fault::not_coherent;
}

Disorder disorder_of(const Finding& one, const Account& account) {
    const auto side = [&](const Party& party, std::uint32_t site) {
        const auto at = account.source.locate(0, static_cast<int>(account.code->sites.at(site).line));
        return Side{at.string, at.line, party.writes, party.atomic};
    };
    const auto local = account.code->module.local_count();
    Disorder made;
    made.fault = one.fault;
    if (one.fault == Fault::race) made.lacks = static_cast<Lacks>(one.limit);
    made.space = one.place.space;
    made.later = side(one.here, one.here.site);
    made.earlier = side(one.there, one.there.site);
    if (one.fault == Fault::late_atomic) {  // the hand-over is between its two atomics
        made.earlier = side(one.here, one.here.site);
        made.later = side(one.here, one.split_site);
    }
    const auto name = name_of(*account.code, one.place);
    made.variable = name.substr(0, name.find_first_of("[."));
    if (one.place.space == Place::Space::buffer) made.block = account.code->buffers.at(one.place.index).name;
    made.apart = one.here.invocation / local != one.there.invocation / local;
    return made;
}

std::vector<Edit> candidates_for(const std::vector<Disorder>& found, const glsl::Source& source,
                                 const std::function<bool(const std::filesystem::path&)>& is_own) {
    std::vector<Edit> all;
    std::vector<Disorder> lacking_fence, lacking_barrier;
    for (const auto& one : found) {
        if (wants_fence(one)) lacking_fence.push_back(one);
        if (wants_barrier(one)) lacking_barrier.push_back(one);
    }
    const auto any_in = [](const std::vector<Disorder>& some, Place::Space space) {
        return std::ranges::find(some, space, &Disorder::space) != some.end();
    };
    for (std::size_t s = 0; s < source.files.size(); ++s) {
        if (!is_own(source.files[s])) continue;
        const Text in{source.files[s], source.originals[s], static_cast<int>(s),
                      s == 0 ? std::string() : " of " + glsl::shown(source.files[s])};
        const auto statements = glsl::statements_of(in.text);
        for (const auto space : {Place::Space::shared, Place::Space::buffer, Place::Space::image}) {
            const std::string memory = memory_barrier(space);
            if (any_in(lacking_fence, space))
                add_statements(all, in, statements, memory, fence, lacking_fence);
            if (!any_in(lacking_barrier, space)) continue;
            if (space == Place::Space::shared) {
                add_statements(all, in, statements, "barrier();", barrier, lacking_barrier);
                continue;
            }
            for (const auto& there :
                 {memory, std::string("memoryBarrier();"), std::string("groupMemoryBarrier();")})
                add_statements(all, in, statements, "barrier();", barrier, lacking_barrier, there);
            add_statements(all, in, statements, memory + " barrier();", memory_and_barrier, lacking_barrier);
        }
        add_coherent(all, in, found);
        add_atomics(all, in, found);
    }
    return all;
}

}  // namespace pbp::sim
