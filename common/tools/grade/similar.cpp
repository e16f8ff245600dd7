// SPDX-License-Identifier: MIT
#include "common/tools/grade/similar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "common/card/gap.hpp"
#include "common/glsl/scan.hpp"

namespace pbp::grade {

namespace {

using glsl::Token;

/// The text without comments and blanks, and without names, or with them.
std::string essence(const std::string& text, bool with_names) {
    std::map<std::string_view, std::size_t> names;
    std::string all;
    for (const auto& token : glsl::tokens(text)) {
        const bool renamed = token.kind == Token::Kind::name && !with_names;
        all += renamed ? fmt::format("#{}", names.emplace(token.text, names.size()).first->second)
                       : std::string(token.text);
        all += ' ';
    }
    return all;
}

/// How many words of a text a skeleton lacks.
std::size_t own_words(const std::string& text, const std::string& skeleton) {
    std::map<std::string_view, int> left;
    for (const auto& token : glsl::tokens(skeleton)) ++left[token.text];
    std::size_t own = 0;
    for (const auto& token : glsl::tokens(text)) own += left[token.text]-- > 0 ? 0 : 1;
    return own;
}

struct Group {
    std::vector<const Learner*> learners;
    std::vector<const std::string*> texts;
};

Similar in_common(const exercises::Exercise& exercise, const Group& group) {
    const auto all = [&](const auto& of) {
        return std::ranges::all_of(group.texts,
                                   [&](const auto* text) { return of(*text) == of(*group.texts[0]); });
    };
    const bool same_file = all([](const std::string& text) { return text; });
    const bool same_code = same_file || all([](const std::string& text) { return essence(text, true); });
    Similar one{exercise.id(),
                {},
                own_words(*group.texts[0], skeleton_of(exercise)),
                same_file   ? "nothing differs"
                : same_code ? "comments and blanks differ"
                            : "names differ",
                essence(*group.texts[0], false) == essence(solution_of(exercise), false)};
    for (const auto* learner : group.learners) one.learners.push_back(learner->name);
    return one;
}

}  // namespace

std::vector<Similar> similar_in(const std::vector<Learner>& learners) {
    std::map<std::pair<const exercises::Exercise*, std::string>, Group> groups;
    for (const auto& learner : learners)
        for (const auto& one : learner.submissions) {
            if (!one.to_be_judged()) continue;
            auto& group = groups[{one.exercise, essence(one.text, false)}];
            group.learners.push_back(&learner);
            group.texts.push_back(&one.text);
        }
    std::vector<Similar> found;
    for (const auto& [of, group] : groups)
        if (group.texts.size() > 1) found.push_back(in_common(*of.first, group));
    std::ranges::sort(found, {}, [](const Similar& one) {
        return std::tuple(-static_cast<long>(one.own_words), one.id, one.learners);
    });
    return found;
}

}  // namespace pbp::grade
