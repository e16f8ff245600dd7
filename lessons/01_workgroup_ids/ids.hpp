// SPDX-License-Identifier: MIT
#pragma once

#include "common/device/backend.hpp"
#include "common/record/pass.hpp"
#include "lessons/01_workgroup_ids/dispatch.hpp"

/// The CPU twin: which invocation owns which element, computed one invocation after another.
namespace ids {

using Words = std::vector<std::uint32_t>;

using pbp::untouched;

/// gl_GlobalInvocationID.
inline uvec3 global_id(uvec3 workgroup, uvec3 group_size, uvec3 local) {
    return workgroup * group_size + local;
}

/// The index in memory of (x, y, z), with size.x columns and size.y rows per slice.
inline std::uint32_t flat(uvec3 at, uvec3 size) {
    return (at.z * size.y + at.y) * size.x + at.x;
}

/// True if an invocation owns an element.
inline bool owns(const Dispatch& d, uvec3 id) {
    return id.x < d.size.x && id.y < d.size.y && flat(id, d.size) < d.n;
}

/// Calls visit(x, y, z) for every cell of a box, x fastest.
template <typename Visit>
void for_each(uvec3 box, Visit visit) {
    for (std::uint32_t z = 0; z < box.z; ++z)
        for (std::uint32_t y = 0; y < box.y; ++y)
            for (std::uint32_t x = 0; x < box.x; ++x) visit(uvec3{x, y, z});
}

/// What the invocations write, one value per element; after the n elements comes the untouched fence.
struct Signed {
    Words workgroup, local_index, owners;
};

/// The CPU twin: every invocation of every workgroup, one after another.
inline Signed twin(const Dispatch& d) {
    Signed by{Words(d.cells, untouched), Words(d.cells, untouched), Words(d.cells, 0)};
    for_each(d.groups, [&](uvec3 workgroup) {
        for_each(d.local, [&](uvec3 local) {
            const auto id = global_id(workgroup, d.local, local);
            if (!owns(d, id)) return;
            const auto i = flat(id, d.size);
            by.workgroup[i] = flat(workgroup, d.groups);
            by.local_index[i] = flat(local, d.local);
            ++by.owners[i];
        });
    });
    return by;
}

/// The workgroup of each element's owner, by division alone.
inline Words workgroups(const Dispatch& d) {
    Words all(d.n);
    for (std::uint32_t i = 0; i < d.n; ++i)
        all[i] =
            flat(uvec3{i % d.size.x, i / d.size.x % d.size.y, i / d.size.x / d.size.y} / d.local, d.groups);
    return all;
}

/// The same for subgroups: subgroup and lane ids number a workgroup's invocations, for any subgroup size.
struct SignedBySubgroup {
    Words subgroup, lane, owners;
};

inline SignedBySubgroup subgroup_twin(const Dispatch& d, std::uint32_t subgroup_size) {
    SignedBySubgroup by{Words(d.cells, untouched), Words(d.cells, untouched), Words(d.cells, 0)};
    for (std::uint32_t i = 0; i < d.n; ++i) {
        by.subgroup[i] = i % d.local.x / subgroup_size;
        by.lane[i] = i % d.local.x % subgroup_size;
        by.owners[i] = 1;
    }
    return by;
}

/// Marks the fence, which pictures leave empty.
inline std::vector<pbp::CellMark> fence(const Dispatch& d) {
    if (d.cells == d.n) return {};
    std::vector<pbp::CellMark> marks(d.cells, pbp::CellMark::plain);
    std::fill(marks.begin() + d.n, marks.end(), pbp::CellMark::absent);
    return marks;
}

}  // namespace ids
