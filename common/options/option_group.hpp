// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "common/options/words.hpp"

namespace pbp {

/// Options that stand together in --help.
class OptionGroup {
  public:
    OptionGroup(CLI::App& app, const char* name = "Options") : app_(app), name_(name) {}

    /// An option whose word `take` turns into a value, or refuses.
    void word(const std::string& flag, const char* type, const std::string& help,
              const std::function<void(const std::string&)>& take) {
        app_.add_option_function<std::string>(flag, take, help)->type_name(type)->group(name_);
    }
    /// The same for one that may stand there many times.
    void words(const std::string& flag, const char* type, const std::string& help,
               const std::function<void(const std::string&)>& take) {
        const auto take_each = [take](const std::vector<std::string>& all) {
            for (const auto& word : all) take(word);
        };
        app_.add_option_function<std::vector<std::string>>(flag, take_each, help)
            ->type_name(type)
            ->group(name_)
            ->allow_extra_args(false);
    }
    /// Words between commas, or given by several such options; none may be empty.
    void list(const std::string& flag, const char* type, const std::string& help,
              std::vector<std::string>& target) {
        words(flag, type, help, [flag, &target](const std::string& word) {
            for (auto& part : parts_of(flag, word)) target.push_back(std::move(part));
        });
    }
    /// An option whose value CLI11 reads itself.
    template <typename T>
    CLI::Option* value(const std::string& flag, const std::string& type, const std::string& help, T& target) {
        return app_.add_option(flag, target, help)->type_name(type)->group(name_);
    }
    void flag(const std::string& flag, const std::string& help, bool& target, bool set_to = true) {
        app_.add_flag_callback(
                flag, [&target, set_to] { target = set_to; }, help)
            ->group(name_);
    }
    /// A flag that says all by being there.
    void flag(const std::string& flag, const std::string& help) { app_.add_flag(flag, help)->group(name_); }
    /// A flag that does something.
    void action(const std::string& flag, const std::string& help, const std::function<void()>& act) {
        app_.add_flag_callback(flag, act, help)->group(name_);
    }

  private:
    CLI::App& app_;
    const char* name_;
};

}  // namespace pbp
