// SPDX-License-Identifier: MIT
#include "common/check/signatures/operation.hpp"

namespace pbp::signatures {

namespace {

bool adds(const Case& seen, const Operation& operation) {
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (!seen.changes(i)) continue;
        const auto j = operation.partner(i, seen.size());
        if (!j || !seen.equal(seen.expected(i), seen.plus(seen.before(i), seen.before(*j)))) return false;
    }
    return true;
}

bool exchanges(const Case& seen, const Operation& operation) {
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (!seen.changes(i)) continue;
        const auto j = operation.partner(i, seen.size());
        if (!j || seen.expected(i) != seen.before(*j) || seen.expected(*j) != seen.before(i)) return false;
    }
    return true;
}

}  // namespace

std::optional<std::size_t> Operation::partner(std::size_t i, std::size_t size) const {
    std::size_t j = from_right ? i + distance : i - distance;
    if (kind == Kind::exchange) j = i < first ? size : ((i - first) ^ distance) + first;
    if (j >= size) return {};  // below 0 wraps past the end
    return j;
}

std::optional<Operation> operation_of(const Case& seen) {
    using Kind = Operation::Kind;
    if (!seen.has_before()) return {};
    std::size_t changing = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) changing += seen.changes(i) ? 1u : 0u;
    if (changing < 3) return {};
    for (std::size_t distance = 1; distance < seen.size(); distance *= 2) {
        for (const bool from_right : {true, false})
            if (const Operation add{Kind::add, distance, from_right, 0}; adds(seen, add)) return add;
        for (const std::size_t first : {0, 1})
            if (const Operation trade{Kind::exchange, distance, true, first};
                (first == 0 || distance == 1) && exchanges(seen, trade))
                return trade;
    }
    return {};
}

}  // namespace pbp::signatures
