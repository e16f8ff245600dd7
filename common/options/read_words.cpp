// SPDX-License-Identifier: MIT
#include "common/options/read_words.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "common/glsl/declared.hpp"

namespace pbp {

namespace {

constexpr const char* no_value = "needs a value, but this one is empty";

/// All options of a program and of its commands.
std::vector<CLI::Option*> options_of(CLI::App& app) {
    auto options = app.get_options();
    for (auto* command : app.get_subcommands([](CLI::App*) { return true; }))
        for (auto* option : options_of(*command)) options.push_back(option);
    return options;
}

/// What is wrong with a word that the program does not know, with the option that it resembles.
std::string unknown(const std::string& word, const std::vector<CLI::Option*>& options) {
    if (!word.starts_with('-')) return fmt::format("unexpected argument '{}'", word);
    std::vector<std::string> names;
    for (const auto* option : options)
        for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    const auto typed = word.substr(0, word.find('='));
    const auto meant = glsl::nearest(typed, names);
    return fmt::format("unknown option '{}'{}", typed,
                       meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant));
}

bool takes_a_value(const CLI::Option& option) {
    return option.get_items_expected_max() > 0;
}

/// Throws for --option= without a value, for which CLI11 would take the next word, and for --flag=no.
void check_form(const std::string& word, const std::vector<CLI::Option*>& options) {
    const auto equals = word.find('=');
    if (!word.starts_with("--") || equals == word.npos) return;
    const auto name = word.substr(0, equals);
    const auto meant = std::ranges::find_if(options, [&](auto* option) { return option->check_name(name); });
    if (meant == options.end()) return;
    if (!takes_a_value(**meant)) throw CLI::ValidationError(name, "takes no value");
    if (equals + 1 == word.size()) throw CLI::ValidationError(name, no_value);
}

std::set<std::string> given_of(const std::vector<CLI::Option*>& options) {
    std::set<std::string> given;
    for (const auto* option : options)
        if (!option->empty()) given.insert(option->get_name());
    return given;
}

}  // namespace

std::shared_ptr<CLI::App> make_app(const std::string& about, const std::string& program,
                                   const std::string& footer) {
    auto app = std::make_shared<CLI::App>(about, program);
    app->footer(footer);
    return app;
}

std::optional<std::set<std::string>> read_words(CLI::App& app, int argc, const char* const* argv) {
    const auto options = options_of(app);
    for (auto* option : options)
        if (takes_a_value(*option))
            option->check([](const std::string& value) { return value.empty() ? no_value : ""; }, "");
    try {
        for (int i = 1; i < argc; ++i) check_form(argv[i], options);
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help();
        return std::nullopt;
    } catch (const CLI::ArgumentMismatch& problem) {
        for (const auto* option : options) {
            if (!takes_a_value(*option)) continue;
            if (option->count() > static_cast<std::size_t>(option->get_items_expected_max()))
                throw WrongWords(option->get_name() + " is given twice; give it once.");
        }
        throw WrongWords(problem.what());
    } catch (const CLI::ExtrasError&) {
        throw WrongWords(unknown(app.remaining(true).front(), options));
    } catch (const CLI::ParseError& problem) {
        throw WrongWords(problem.what());
    }
    return given_of(options);
}

namespace {

template <typename Text>
std::set<std::string> given_by(CLI::App& app, Text words) {
    try {
        app.parse(std::move(words));
    } catch (const CLI::ParseError& problem) {
        throw WrongWords(problem.what());
    }
    return given_of(app.get_options());
}

}  // namespace

std::set<std::string> read_words(CLI::App& app, const std::string& words) {
    return given_by(app, words);
}

std::set<std::string> read_words(CLI::App& app, std::vector<std::string> words) {
    std::ranges::reverse(words);  // CLI11 takes them from the end
    return given_by(app, std::move(words));
}

bool parsed(CLI::App& app, int argc, const char* const* argv) {
    try {
        return read_words(app, argc, argv).has_value();
    } catch (const WrongWords& problem) {
        const auto every = [](const CLI::App*) { return true; };
        fail(ExitCode::wrong_usage, "{} (--help lists the {})", problem.what(),
             app.get_subcommands(every).empty() ? "options" : "commands");
    }
}

}  // namespace pbp
