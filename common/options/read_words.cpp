// SPDX-License-Identifier: MIT
#include "common/options/read_words.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "common/base/columns.hpp"
#include "common/glsl/declared.hpp"

namespace pbp {

namespace {

constexpr const char* no_value = "needs a value, but this one is empty";

std::vector<CLI::App*> verbs_of(CLI::App& app) {
    return app.get_subcommands([](CLI::App*) { return true; });
}

/// All options of a program and of its verbs.
std::vector<CLI::Option*> options_of(CLI::App& app) {
    auto options = app.get_options();
    for (auto* verb : verbs_of(app))
        for (auto* option : options_of(*verb)) options.push_back(option);
    return options;
}

/// The verb that the words name, or the program.
CLI::App& chosen(CLI::App& app) {
    const auto verbs = app.get_subcommands();
    return verbs.empty() ? app : *verbs.front();
}

bool takes_a_value(const CLI::Option& option) {
    return option.get_items_expected_max() > 0;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& names) {
    const auto meant = glsl::nearest(word, names);
    return meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant);
}

/// What is wrong with a word that the program does not know, before the `next` one: it is an option of
/// another verb, or it resembles one of this verb, or it is nothing.
std::string unknown(const std::string& word, const std::string& next, CLI::App& app) {
    auto& verb = chosen(app);
    std::vector<std::string> names;
    if (!word.starts_with('-')) {
        const bool version = word.size() > 1 && word[0] == 'v' && word[1] >= '0' && word[1] <= '9';
        if (version && verb.get_option_no_throw("--only") != nullptr)
            return fmt::format("unexpected argument '{}'; did you mean '--only {}'?", word, word);
        for (const auto* other : verbs_of(verb)) names.push_back(other->get_name());
        return fmt::format("unexpected argument '{}'{}", word, did_you_mean(word, names));
    }
    const auto equals = word.find('=');
    const auto typed = word.substr(0, equals);
    auto others = verbs_of(app);
    others.insert(others.begin(), &app);
    for (auto* other : others) {
        const auto* option = other->get_option_no_throw(typed);
        if (option == nullptr) continue;
        std::string value;
        if (takes_a_value(*option))
            value = " " + (equals != word.npos ? word.substr(equals + 1)
                           : next.empty()      ? option->get_type_name()
                                               : next);
        const bool plain = other == &app;
        return fmt::format("{} belongs to {}: {}{} {}{}", typed, plain ? "a plain run" : other->get_name(),
                           app.get_name(), plain ? "" : " " + other->get_name(), typed, value);
    }
    for (const auto* option : verb.get_options())
        for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    return fmt::format("unknown option '{}'{}", typed, did_you_mean(typed, names));
}

/// Throws for an option of the program before a verb, which takes none of its options.
void check_order(CLI::App& app) {
    const auto& verb = chosen(app);
    if (&verb == &app || app.get_fallthrough()) return;
    for (const auto* option : app.get_options())
        if (!option->empty() && !option->get_positional())
            throw WrongWords(
                fmt::format("{} is before the verb; put it after {}", option->get_name(), verb.get_name()));
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
    app->allow_windows_style_options(false);  // on no system is /tmp/a.comp an option
    return app;
}

CLI::App& add_verb(CLI::App& program, const std::string& name, const std::string& about,
                   const std::function<void()>& chosen) {
    program.require_subcommand(0, 1);
    program.get_formatter()->label("SUBCOMMAND", "VERB");
    auto* const verb = program.add_subcommand(name, about)->group("Verbs");
    verb->footer("");
    verb->final_callback(chosen);
    return *verb;
}

bool has_verb(const CLI::App& program, const std::string& name) {
    return !program.get_subcommands([&](const CLI::App* verb) { return verb->get_name() == name; }).empty();
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
        std::cout << wrapped(app.help(), columns_of(Stream::out));
        return std::nullopt;
    } catch (const CLI::ArgumentMismatch& problem) {
        for (const auto* option : options) {
            if (!takes_a_value(*option)) continue;
            if (option->count() > static_cast<std::size_t>(option->get_items_expected_max()))
                throw WrongWords(option->get_name() + " is given twice; give it once.");
        }
        const std::string words = problem.what();  // "--only: 1 required VERSION missing"
        const auto at = words.find(": 1 required ");
        throw WrongWords(at == words.npos ? words
                                          : words.substr(0, at) + ": needs a value, and none follows");
    } catch (const CLI::ExtrasError&) {
        const auto word = app.remaining(true).front();
        const auto* const end = argv + argc;
        const auto* const at = std::find(argv, end, word);
        throw WrongWords(unknown(word, at == end || at + 1 == end ? "" : at[1], app));
    } catch (const CLI::ParseError& problem) {
        throw WrongWords(problem.what());
    }
    check_order(app);
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
        fail(ExitCode::wrong_usage, "{} (--help lists the {})", problem.what(),
             verbs_of(app).empty() ? "options" : "commands");
    }
}

}  // namespace pbp
