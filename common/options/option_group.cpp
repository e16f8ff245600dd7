// SPDX-License-Identifier: MIT
#include "common/options/option_group.hpp"

#include <CLI/CLI.hpp>

#include "common/options/words.hpp"

namespace pbp {

void OptionGroup::word(const std::string& flag, const char* type, const std::string& help, const Take& take) {
    app_.add_option_function<std::string>(flag, take, help)->type_name(type)->group(name_);
}

void OptionGroup::words(const std::string& flag, const char* type, const std::string& help,
                        const Take& take) {
    const auto take_each = [take](const std::vector<std::string>& all) {
        for (const auto& word : all) take(word);
    };
    app_.add_option_function<std::vector<std::string>>(flag, take_each, help)
        ->type_name(type)
        ->group(name_)
        ->allow_extra_args(false);
}

void OptionGroup::list(const std::string& flag, const char* type, const std::string& help,
                       std::vector<std::string>& target) {
    words(flag, type, help, [flag, &target](const std::string& word) {
        for (auto& part : parts_of(flag, word)) target.push_back(std::move(part));
    });
}

void OptionGroup::value(const std::string& flag, const std::string& type, const std::string& help,
                        std::string& target) {
    app_.add_option(flag, target, help)->type_name(type)->group(name_);
}

void OptionGroup::value(const std::string& flag, const std::string& type, const std::string& help,
                        std::filesystem::path& target) {
    word(flag, type.c_str(), help, [&target](const std::string& path) { target = path; });
}

void OptionGroup::flag(const std::string& flag, const std::string& help, bool& target, bool set_to) {
    action(flag, help, [&target, set_to] { target = set_to; });
}

void OptionGroup::flag(const std::string& flag, const std::string& help) {
    app_.add_flag(flag, help)->group(name_);
}

void OptionGroup::action(const std::string& flag, const std::string& help, const std::function<void()>& act) {
    app_.add_flag_callback(flag, act, help)->group(name_);
}

void OptionGroup::positional(const std::string& name, const std::string& help, const Take& take) {
    app_.add_option_function<std::string>(name, take, help);
}

void OptionGroup::positional(const std::string& name, const std::string& help,
                             std::vector<std::string>& target) {
    app_.add_option(name, target, help);
}

}  // namespace pbp
