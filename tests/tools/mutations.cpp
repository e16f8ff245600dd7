// SPDX-License-Identifier: MIT
// The small faults of the mutation test: which ones a text gives, and that each changes its meaning.
#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>

#include "common/base/error.hpp"
#include "tests/mutants/mutation.hpp"
#include "tests/mutants/pool.hpp"
#include "tests/mutants/survivors.hpp"
#include "tests/support/folder.hpp"

namespace mutations_test {

using namespace pbp;
using namespace pbp::mutants;

TEST_SUITE_BEGIN("cpu");

namespace {

/// The changed lines of a text, for one kind of mutation.
std::vector<std::string> changed(const std::string& text, Kind kind) {
    std::vector<std::string> lines;
    for (const auto& one : mutations_of(text))
        if (one.kind == kind) lines.push_back(one.changed_line(text));
    return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("each kind of fault, in its place") {
    CHECK(changed("barrier();\nmemoryBarrierShared();", Kind::barrier) == Lines{";", ";"});
    CHECK(changed("if (a<b && c >>1 != d) x <<= 1;", Kind::comparison) ==
          Lines{"if (a<=b && c >>1 != d) x <<= 1;", "if (a<b && c >>1 == d) x <<= 1;"});
    CHECK(changed("tile[i] = data[f(i, 2u)];", Kind::index) ==
          Lines{"tile[(i) + 1] = data[f(i, 2u)];", "tile[i] = data[(f(i, 2u)) + 1];"});
    CHECK(changed("if (i < n) x = y;", Kind::bounds) == Lines{"if (true) x = y;"});
    CHECK(changed("if (i >= n) return;", Kind::bounds) == Lines{"if (false) return;"});
    CHECK(changed("x = i < n ? y[i] : 0u;", Kind::bounds) == Lines{"x = true ? y[i] : 0u;"});
    CHECK(changed("if (is_last) return;", Kind::bounds).empty());
    CHECK(changed("for (uint k = 0u; k < n; ++k) ;", Kind::trips) ==
          Lines{"for (uint k = 0u; k < (n) / 2; ++k) ;", "for (uint k = 0u; k < n; ++k, ++k) ;"});
    CHECK(changed("for (uint s = n; s > 0u; s /= 2u) ;", Kind::trips) ==
          Lines{"for (uint s = n; s > 0u; s /= 2u, s /= 2u) ;"});
    CHECK(changed("a = min(b, sg_max(c)); minimum = 1;", Kind::extreme) ==
          Lines{"a = max(b, sg_max(c)); minimum = 1;", "a = min(b, sg_min(c)); minimum = 1;"});
    CHECK(changed("uint a = 0u, b = ~0u, c = 10u;", Kind::identity) ==
          Lines{"uint a = 1u, b = ~0u, c = 10u;", "uint a = 0u, b = 0u, c = 10u;",
                "uint a = 0u, b = ~1u, c = 10u;"});
}

TEST_CASE("an atomic becomes a read, a change and a write, and still returns the old value") {
    CHECK(changed("{ atomicAdd(sum, x + 1u); }", Kind::atomic) == Lines{"{ sum = sum + (x + 1u); }"});
    CHECK(changed("{ i = atomicAdd(sum, 1u); }", Kind::atomic) ==
          Lines{"{ i = ((sum = sum + (1u)) - (1u)); }"});
    CHECK(changed("{ atomicMax(a[i], b); }", Kind::atomic) == Lines{"{ a[i] = max(a[i], b); }"});
    CHECK(changed("{ v = atomicCompSwap(a, 0u, c); }", Kind::atomic) ==
          Lines{"{ v = (a == (0u) ? (a = (c), (0u)) : a); }"});
}

TEST_CASE("comments, preprocessor lines, layouts, declared arrays and what only records are left alone") {
    CHECK(mutations_of("// if (i < n) barrier();\n/* tile[i] */").empty());
    CHECK(mutations_of("#define LOAD(i) tile[i] < 0u \\\n    && barrier()\n#include \"a.glsl\"").empty());
    CHECK(mutations_of("layout(std430, binding = 0) buffer Data { uint data[]; };").empty());
    CHECK(mutations_of("shared uint tile[2][SIZE + 1], other[SIZE];").empty());
    CHECK(mutations_of("TRACE(0, tile[i], a < b);").empty());
}

TEST_CASE("a mutation keeps every other line where it is") {
    const std::string text = "uint f() {\n    if (i <\n        n)\n        return 1u;\n}\n";
    for (const auto& one : mutations_of(text)) {
        const auto after = one.applied_to(text);
        CHECK(std::ranges::count(after, '\n') == std::ranges::count(text, '\n'));
        CHECK(after != text);
        CHECK(one.line == 2);
    }
}

TEST_CASE("jobs run in their own processes: a crash or an endless loop harms no other") {
    std::vector<Ending> endings(4);
    run_jobs(
        4, 2, 1, [](std::size_t, std::size_t) {},
        [](std::size_t job, std::size_t) -> std::string {
            if (job == 1) std::raise(SIGKILL);
            if (job == 2)
                for (volatile bool on = true; on;) continue;
            if (job == 3) throw Error(ExitCode::worker_died, "thrown");
            return std::string(100'000, 'x');
        },
        [&](std::size_t job, std::size_t, const Ending& ending) { endings[job] = ending; });
    CHECK(endings[0].well);
    CHECK(endings[0].words == std::string(100'000, 'x'));
    CHECK(endings[1].words.starts_with("it crashed with signal"));
    CHECK(endings[2].words == "it ran longer than 1 s");
    CHECK(!endings[3].well);
    CHECK(endings[3].words == "thrown");
}

TEST_CASE("a list of survivors gives each a reason") {
    const test::Folder folder;
    folder.write("right.txt", "# a title\n05/v1.comp\tif (a <= b)\tequivalent\tequal keys may be swapped\n");
    folder.write("wrong.txt", "05/v1.comp\tif (a <= b)\tequivalent\n");
    const auto known = known_survivors(folder.path() / "right.txt");
    REQUIRE(known.size() == 1);
    CHECK(known[0].equivalent);
    CHECK(known[0].line == "if (a <= b)");
    CHECK_THROWS_AS(known_survivors(folder.path() / "wrong.txt"), Error);

    Tally tally;
    Mutant mutant;
    mutant.fate = Mutant::Fate::caught;
    for (int i = 0; i < 3; ++i) tally.add(mutant, nullptr);
    mutant.fate = Mutant::Fate::survived;
    tally.add(mutant, &known[0]);
    CHECK(tally.score() == 1.0);
    tally.add(mutant, nullptr);
    CHECK(tally.score() == 0.75);
}

}  // namespace mutations_test
