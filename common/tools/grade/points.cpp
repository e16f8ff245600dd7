// SPDX-License-Identifier: MIT
#include "common/tools/grade/points.hpp"

#include <sstream>

#include "common/base/error.hpp"
#include "common/base/files.hpp"
#include "common/base/text.hpp"
#include "common/glsl/text_file.hpp"

namespace pbp::grade {

Points::Points(const std::filesystem::path& file) {
    std::istringstream lines(glsl::read_text(file));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const auto text = trimmed(line.substr(0, line.find('#')));
        if (text.empty()) continue;
        std::istringstream words(text);
        std::string id;
        Worth worth;
        const bool formed = words >> id >> worth.right && (words.eof() || words >> worth.another_way) &&
                            (words >> std::ws).eof();
        if (!formed)
            fail(ExitCode::wrong_usage,
                 "{}:{}: '{}' is not of the form 'ID POINTS', or 'ID POINTS POINTS-IF-ANOTHER-WAY'.",
                 shown(file), number, text);
        worth_[id] = worth;
    }
}

std::optional<double> Points::of(const exercises::Exercise& exercise, Result result) const {
    for (const auto& word : {exercise.id(), exercise.lesson.substr(0, 2), std::string("*")}) {
        const auto found = worth_.find(word);
        if (found == worth_.end()) continue;
        return result == Result::right         ? found->second.right
               : result == Result::another_way ? found->second.another_way
                                               : 0;
    }
    return std::nullopt;
}

}  // namespace pbp::grade
