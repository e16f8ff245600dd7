// SPDX-License-Identifier: MIT
// Schedule and twin of the reduction, without a context; and consecutive dispatches on the device.
#include "lessons/03_reduction/twin.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <numeric>
#include <set>

#include "common/check/inputs.hpp"
#include "tests/gpu/bench.hpp"

namespace reduction_test {

namespace {

using reduction::Index;
using reduction::Kind;

const pbp::Limits limits{1024, {1024, 1024, 64}, {65535, 65535, 65535}, 32768, 1 << 27, 8, 16384};
const std::vector<std::string> versions{
    "v1_interleaved", "v2_strided",      "v3_sequential",      "v4_first_add",   "v5_grid_stride",
    "v6_subgroup",    "v7_one_dispatch", "v8_loads_in_flight", "v9_memory_adds", "v10_one_trip"};

/// The last cells that the twin alone computes from the values.
template <typename T>
reduction::Twin<T> summed_by(const std::string& version, const std::vector<T>& values,
                             Index subgroup_size = 8) {
    pbp::RowShape none;
    reduction::Twin<T> twin(values);
    for (const auto& launch :
         reduction::launches(version, static_cast<Index>(values.size()), subgroup_size, limits))
        for (const auto& pass : launch.passes) {
            twin.step(launch, pass, none);
            REQUIRE(twin.cells.size() == launch.cells_after(pass));
            REQUIRE(twin.marks.size() == twin.cells.size());
        }
    return twin;
}

template <typename T>
std::vector<T> values_of(pbp::InputKind kind, pbp::ValueType type, std::size_t n) {
    const auto bits = pbp::generate(kind, type, n, n);
    std::vector<T> values(n);
    std::memcpy(values.data(), bits.data(), n * sizeof(T));
    return values;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("every version's twin ends with the one sum, modulo 2^32, whatever the size and the data") {
        using pbp::InputKind;
        for (const auto& version : versions)
            for (const std::size_t n :
                 {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48, 255, 256, 257, 1000, 1025, 5000, 70000})
                for (const auto kind :
                     {InputKind::random, InputKind::extremes, InputKind::small, InputKind::equal}) {
                    CAPTURE(version);
                    CAPTURE(n);
                    const auto values = values_of<std::uint32_t>(kind, pbp::ValueType::uint32, n);
                    const auto sum = std::accumulate(values.begin(), values.end(), std::uint32_t{0});
                    CHECK(summed_by(version, values).cells == std::vector<std::uint32_t>{sum});
                    const std::vector<std::int32_t> as_ints(values.begin(), values.end());
                    CHECK(summed_by(version, as_ints).cells ==
                          std::vector<std::int32_t>{static_cast<std::int32_t>(sum)});
                }
    }

    TEST_CASE("the subgroup versions are right for any subgroup size") {
        const auto values = values_of<std::uint32_t>(pbp::InputKind::random, pbp::ValueType::uint32, 5000);
        const auto sum = std::accumulate(values.begin(), values.end(), std::uint32_t{0});
        for (const auto& version : std::vector(versions.begin() + 5, versions.end()))
            for (const Index size : {1u, 4u, 8u, 24u, 32u, 64u, 128u, 512u})
                CHECK(summed_by(version, values, size).cells.front() == sum);
    }

    TEST_CASE("every version's twin is right in every shape that can be chosen") {
        const auto values = values_of<std::uint32_t>(pbp::InputKind::random, pbp::ValueType::uint32, 5000);
        const auto sum = std::accumulate(values.begin(), values.end(), std::uint32_t{0});
        for (const auto& version : versions) {
            const auto own = reduction::shape_of(version, 5000, limits);
            for (const auto& choice : pbp::combinations(reduction::knobs(version), {}, limits)) {
                auto shape = reduction::shape_of(version, 5000, limits, choice.local_size);
                CHECK(shape.local_size == choice.local_size);
                CHECK(shape.load == own.load);
                if (choice.per_invocation > 0) shape.each = choice.per_invocation;
                CAPTURE(version);
                CAPTURE(pbp::in_words(choice));
                pbp::RowShape none;
                reduction::Twin<std::uint32_t> twin(values);
                const auto launches = reduction::launches(version, shape, 5000, 8, limits);
                CHECK(launches.front().workgroups ==
                      (5000 + shape.local_size * shape.each - 1) / (shape.local_size * shape.each));
                for (const auto& launch : launches)
                    for (const auto& pass : launch.passes) twin.step(launch, pass, none);
                CHECK(twin.cells == std::vector<std::uint32_t>{sum});
            }
        }
    }

    TEST_CASE("a grid-stride loop needs one row of workgroups, and reports if they do not fit") {
        CHECK(reduction::shape_of("v6_subgroup", 1u << 26, limits).each == 256);  // 1024 workgroups of 256
        CHECK(reduction::shape_of("v6_subgroup", 1u << 20, limits).each == 32);
        auto shape = reduction::shape_of("v6_subgroup", 1u << 26, limits, 4);
        shape.each = 4;
        CHECK_THROWS_WITH_AS(reduction::launches("v6_subgroup", shape, 1u << 26, 8, limits),
                             doctest::Contains("all its workgroups in one row"), pbp::Error);
    }

    TEST_CASE("floats sum in double, and a plain float sum is within the tolerance") {
        for (const auto& version : versions)
            for (const std::size_t n : {1, 16, 17, 1000, 70000}) {
                const auto values = values_of<float>(pbp::InputKind::random, pbp::ValueType::float32, n);
                const auto twin = summed_by(version, values);
                CHECK(twin.cells.front() ==
                      doctest::Approx(std::accumulate(values.begin(), values.end(), 0.0)));
                double magnitude = 0;
                for (const float x : values) magnitude += std::abs(x);
                CHECK(twin.tolerance.allowed() < 1e-4 * magnitude);  // a missing element would show
            }
        const std::vector<float> large(16, 16777216.0F);
        std::vector<float> mixed = large;
        mixed.insert(mixed.end(), 16, 1.0F);  // each 1 is lost in a float that holds 2^24 or more
        const auto twin = summed_by("v3_sequential", mixed);
        const float floats = std::accumulate(mixed.begin(), mixed.end(), 0.0F);
        CHECK(twin.cells.front() != floats);
        CHECK(std::abs(twin.cells.front() - floats) <=
              twin.tolerance.allowed() * 31 / 5);  // 31 additions in a row, not 5
    }

    TEST_CASE("integers have no tolerance") {
        CHECK(summed_by("v3_sequential", std::vector<std::uint32_t>(100, 3u)).tolerance.allowed() == 0);
    }

    TEST_CASE("a sum beyond the largest float is infinite, and NaN stays NaN") {
        using F = std::numeric_limits<float>;
        for (const auto& version : versions) {
            CHECK(summed_by(version, std::vector<float>{F::max(), F::max(), 1}).cells.front() ==
                  F::infinity());
            CHECK(std::isnan(
                summed_by(version, std::vector<float>{F::infinity(), -F::infinity()}).cells.front()));
            CHECK(std::abs(summed_by(version, std::vector<float>{F::max(), F::lowest(), 2}).cells.front()) <=
                  2);
        }
        // Subgroups may add in another order: lowest + 2 first, or max + max. Then the sum is undetermined.
        CHECK(summed_by("v3_sequential", std::vector<float>{F::max(), F::max(), F::lowest()}).marks.front() ==
              pbp::CellMark::plain);
        CHECK(summed_by("v6_subgroup", std::vector<float>{F::max(), F::max(), F::lowest()}).marks.front() ==
              pbp::CellMark::absent);
        CHECK(summed_by("v6_subgroup", std::vector<float>{F::max(), 0, F::infinity()}).marks.front() ==
              pbp::CellMark::plain);
    }

    TEST_CASE("a workgroup of 16 adds in 4 levels, and 48 elements take two dispatches") {
        const auto launches = reduction::launches("v3_sequential", 48, 8, limits);
        REQUIRE(launches.size() == 2);
        CHECK(launches[0].workgroups == 3);
        CHECK(launches[1].n == 3);
        std::vector<Index> strides;
        for (const auto& pass : launches[0].passes)
            if (pass.kind == Kind::fold) strides.push_back(pass.stride);
        CHECK(strides == std::vector<Index>{8, 4, 2, 1});
        CHECK(pbp::passes_in(launches) == 12);
        CHECK(reduction::launches("v4_first_add", 48, 8, limits).front().workgroups == 2);
        CHECK(reduction::launches("v7_one_dispatch", 1 << 25, 8, limits).size() == 1);
        CHECK(reduction::launches("v8_loads_in_flight", 1 << 25, 8, limits).size() == 1);
        CHECK(reduction::launches("v9_memory_adds", 1 << 25, 8, limits).size() == 1);
    }

    TEST_CASE("v9 and v10 store no partial sums: all are added in memory") {
        for (const std::string version : {"v9_memory_adds", "v10_one_trip"})
            for (const Index n : {1u, 48u, 5000u, 1u << 24}) {
                const auto launch = reduction::launches(version, n, 8, limits).front();
                CHECK(launch.adds_in_memory());
                CHECK(launch.shader() == "03_reduction/" + version + ".comp");
                REQUIRE(launch.passes.size() == 4);
                CHECK(launch.passes[2].workgroups == launch.workgroups);
                CHECK(!launch.passes[2].stored);
                CHECK(launch.passes[3].name == "the sum");
                CHECK(launch.cells_after(launch.passes[3]) == 1);
                CHECK(launch.additions(launch.passes[3]) == launch.workgroups);
            }
        CHECK(reduction::launches("v9_memory_adds", 48, 8, limits).front().workgroups == 3);
        CHECK(!reduction::launches("v8_loads_in_flight", 48, 8, limits).front().adds_in_memory());
    }

    TEST_CASE("v1 and v2 add the same cells with different invocations") {
        const auto one = reduction::launches("v1_interleaved", 16, 8, limits).front(),
                   two = reduction::launches("v2_strided", 16, 8, limits).front();
        for (const Index stride : {1u, 2u, 4u, 8u}) {
            std::set<Index> by_one, by_two;
            Index last_busy = 0;
            for (Index i = 0; i < 16; ++i) {
                by_one.insert(one.served_by(i, stride));
                by_two.insert(two.served_by(i, stride));
                if (two.served_by(i, stride) < 16) last_busy = i;
            }
            CHECK(by_one == by_two);
            CHECK(last_busy + 1 == 8 / stride);
        }
    }

    TEST_CASE("the names of passes are distinct") {
        for (const auto& version : versions) {
            std::set<std::string> names;
            const auto launches = reduction::launches(version, 1000, 8, limits);
            for (const auto& launch : launches)
                for (const auto& pass : launch.passes) names.insert(pass.name);
            CHECK(names.size() == pbp::passes_in(launches));
        }
    }

    TEST_CASE("no dispatch exceeds the driver's limits, up to its largest buffer") {
        for (const auto& version : versions)
            for (const auto& launch : reduction::launches(version, 1u << 25, 8, limits)) {
                CHECK(launch.grid.x <= limits.workgroup_count.x);
                CHECK(launch.grid.y <= limits.workgroup_count.y);
                CHECK(std::uint64_t{launch.grid.x} * launch.grid.y >= launch.workgroups);
                if (launch.load == reduction::Load::fours)
                    CHECK(launch.grid.y == 1);  // its shaders step by the grid's x only
            }
    }

    TEST_CASE("every element has its cell, and no index wraps, up to 2 GiB of elements") {
        auto large = limits;
        large.workgroup_count = {2147483647, 65535, 65535};
        for (const auto& version : versions)
            for (const Index n : {(1u << 29) - 1, (1u << 29) - 1023, 1u << 28, 123456789u}) {
                CAPTURE(version);
                CAPTURE(n);
                const auto launch = reduction::launches(version, n, 8, large).front();
                const auto cells = std::uint64_t{launch.workgroups} * launch.local_size;
                CHECK(cells == launch.cells());
                CHECK(launch.additions(launch.passes.front()) < 1u << 20);
                for (const Index e : {0u, 1u, n / 2, n - 2, n - 1}) {
                    const Index cell = launch.cell_of(e);
                    REQUIRE(cell < cells);
                    CHECK(launch.first_element(cell) <= e);
                    CHECK(launch.cell_of(launch.first_element(cell)) == cell);
                }
                // What v5 to v8 add before they compare it with the end: up to four more rounds of the grid.
                if (launch.in_fours()) CHECK((n + 3) / 4 + 5 * cells < std::uint64_t{1} << 32);
            }
    }

    TEST_CASE("v10 never has more workgroups than it can count") {
        for (const Index local_size : {1u, 7u, 64u, 256u, 1024u})
            for (const Index n : {1u, 1024u, 1025u, 1u << 20, (1u << 29) - 1}) {
                const auto shape = reduction::shape_of("v10_one_trip", n, limits, local_size);
                CAPTURE(local_size);
                CAPTURE(n);
                CHECK(reduction::launches("v10_one_trip", shape, n, 8, limits).front().workgroups <= 1024);
            }
        auto shape = reduction::shape_of("v10_one_trip", 1 << 20, limits, 64);
        shape.each = 8;
        CHECK_THROWS_WITH_AS(reduction::launches("v10_one_trip", shape, 1 << 20, 8, limits),
                             "v10_one_trip counts at most 1024 workgroups, but there would be 2048; give a "
                             "larger --local-size or --per-invocation.",
                             pbp::Error);
    }

    TEST_CASE("from v8 on: two loads per invocation, and no more workgroups than fill a GPU") {
        for (const char* version : {"v8_loads_in_flight", "v9_memory_adds", "v10_one_trip"}) {
            const auto first = [&](Index n) { return reduction::launches(version, n, 8, limits).front(); };
            CHECK(first(1u << 20).workgroups == 128);
            CHECK(first(1u << 20).rounds() == 2);
            CHECK(first(1u << 24).workgroups == 256);
            CHECK(first(1u << 26).workgroups == 256);
            CHECK(first(1u << 26).rounds() == 64);
            for (const Index n : {1025u, 1u << 20, 1234567u, 1u << 25, (1u << 29) - 1}) {
                const auto shape = reduction::shape_of(version, n, limits);
                CHECK(shape.local_size == 1024);
                CHECK(shape.each >= 8);
                CHECK(first(n).workgroups <= 256);
            }
        }
        const auto shown = reduction::launches("v8_loads_in_flight", 96, 8, limits).front();
        CHECK(shown.workgroups == 2);  // a picture shows both, each invocation with four loads and two left
        CHECK(shown.rounds() == 6);
    }

    TEST_CASE("every vector of v8 is loaded once, by the invocation whose cell it goes into") {
        for (const Index n : {1u, 3u, 5u, 48u, 200u, 5000u, 70001u})
            for (const auto& choice : pbp::combinations(reduction::knobs("v8_loads_in_flight"), {}, limits)) {
                auto shape = reduction::shape_of("v8_loads_in_flight", n, limits, choice.local_size);
                shape.each = choice.per_invocation;
                const auto launch = reduction::launches("v8_loads_in_flight", shape, n, 8, limits).front();
                CAPTURE(n);
                CAPTURE(pbp::in_words(choice));
                std::vector<int> loaded(launch.fours(), 0);
                for (Index cell = 0; cell < launch.cells(); ++cell)
                    for (Index round = 0; round < launch.rounds(); ++round) {
                        const Index four = launch.four_of(cell, round);
                        if (four >= launch.fours()) continue;
                        ++loaded[four];
                        if (launch.cell_of(4 * four) != cell) FAIL("four ", four, " goes into another cell");
                    }
                CHECK(std::ranges::all_of(loaded, [](int times) { return times == 1; }));
            }
    }

    TEST_CASE("cells that no longer matter are idle, and cells without an element are padding") {
        pbp::RowShape row;
        const auto launch = reduction::launches("v3_sequential", 12, 8, limits).front();
        reduction::Twin<std::uint32_t> twin(std::vector<std::uint32_t>(12, 1u));
        twin.step(launch, launch.passes[0], row);
        CHECK(twin.marks[11] == pbp::CellMark::plain);
        CHECK(twin.marks[12] == pbp::CellMark::padded);
        twin.step(launch, launch.passes[1], row);
        CHECK(twin.marks[7] == pbp::CellMark::plain);
        CHECK(twin.marks[8] == pbp::CellMark::idle);
        CHECK(twin.cells[0] == 2);
        CHECK(twin.cells[4] == 1);
    }
}

TEST_SUITE("gpu") {
    TEST_CASE("v8 to v10 can run repeatedly on the same buffers: they restore their counters") {
        pbp::test::Bench bench;
        if (!bench.device) return;
        auto& gpu = *bench.device;
        pbp::test::show_folder(pbp::test::fs::path(PBP_SOURCE_DIR) / "shaders/03_reduction",
                               bench.folder.path() / "shaders/03_reduction");
        const auto runs = [&](const std::string& version, Index n, Index each, auto& sums, auto& count) {
            CAPTURE(version);
            CAPTURE(n);
            auto values = values_of<std::uint32_t>(pbp::InputKind::random, pbp::ValueType::uint32, n);
            auto data = gpu.buffer(reduction::padded(values)), sum = gpu.buffer<std::uint32_t>(1);
            auto shape = reduction::shape_of(version, n, gpu.limits());
            shape.each = each;
            const auto launch = reduction::launches(version, shape, n, 8, gpu.limits()).front();
            auto add = gpu.program(launch.shader(), {reduction::defines(launch, pbp::ValueType::uint32)});
            reduction::sized(add, launch);
            for (int again = 0; again < 10; ++again) {
                for (auto& value : values) value += static_cast<std::uint32_t>(again);
                gpu.write(data, reduction::padded(values));
                gpu.dispatch(add, launch.grid,
                             {pbp::in(0, data), pbp::out(1, sum), pbp::inout(2, sums), pbp::inout(3, count)});
                CHECK(gpu.read(sum).front() ==
                      std::accumulate(values.begin(), values.end(), std::uint32_t{0}));
                CHECK(gpu.read(count).front() == 0);
                if (launch.adds_in_memory()) CHECK(gpu.read(sums).front() == 0);
            }
        };
        auto partials = gpu.buffer<std::uint32_t>(1024), total = gpu.buffer({0u}), count = gpu.buffer({0u});
        for (const auto& [n, each] : {std::pair{1u, 8u},
                                      {3u, 8u},
                                      {1000u, 16u},
                                      {1025u, 32u},
                                      {65536u, 8u},
                                      {70001u, 64u},
                                      {1u << 20, 32u},
                                      {1000003u, 256u},
                                      {3u, 8u}}) {
            runs("v8_loads_in_flight", n, each, partials, count);
            runs("v9_memory_adds", n, each, total, count);
            runs("v10_one_trip", n, each, total, count);
        }
    }

    TEST_CASE("v10's words hold the count of 1024 workgroups and the largest sums of their bits") {
        pbp::test::Bench bench;
        if (!bench.device) return;
        auto& gpu = *bench.device;
        pbp::test::show_folder(pbp::test::fs::path(PBP_SOURCE_DIR) / "shaders/03_reduction",
                               bench.folder.path() / "shaders/03_reduction");
        constexpr Index local_size = 8, each = 8, workgroups = 1024, n = workgroups * local_size * each;
        auto shape = reduction::shape_of("v10_one_trip", n, gpu.limits(), local_size);
        shape.each = each;
        const auto launch = reduction::launches("v10_one_trip", shape, n, 8, gpu.limits()).front();
        REQUIRE(launch.workgroups == workgroups);
        auto add = gpu.program(launch.shader(), {reduction::defines(launch, pbp::ValueType::uint32)});
        reduction::sized(add, launch);
        auto lows = gpu.buffer({0u}), highs = gpu.buffer({0u}), sum = gpu.buffer<std::uint32_t>(1);
        for (const std::uint32_t partial : {0u, 0x7FFu, 0x800u, ~0x7FFu, ~0u}) {
            CAPTURE(partial);
            std::vector<std::uint32_t> values(n);
            for (Index first = 0; first < n; first += local_size * each) values[first] = partial;
            auto data = gpu.buffer(values);
            gpu.dispatch(add, launch.grid,
                         {pbp::in(0, data), pbp::out(1, sum), pbp::inout(2, lows), pbp::inout(3, highs)});
            CHECK(gpu.read(sum).front() == partial * workgroups);
            CHECK(gpu.read(lows).front() == 0);
            CHECK(gpu.read(highs).front() == 0);
        }
    }
}

}  // namespace reduction_test
