// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace pbp {

/// Options that --help lists together. CLI11 takes seconds to compile, so no header includes it.
class OptionGroup {
  public:
    using Take = std::function<void(const std::string&)>;

    OptionGroup(CLI::App& app, const char* name = "Options") : app_(app), name_(name) {}

    /// An option whose word `take` turns into a value, or refuses.
    void word(const std::string& flag, const char* type, const std::string& help, const Take& take);
    /// The same for one that may be given many times.
    void words(const std::string& flag, const char* type, const std::string& help, const Take& take);
    /// Words between commas, or given by several such options; none may be empty.
    void list(const std::string& flag, const char* type, const std::string& help,
              std::vector<std::string>& target);
    /// An option whose value is kept as it is.
    void value(const std::string& flag, const std::string& type, const std::string& help,
               std::string& target);
    void value(const std::string& flag, const std::string& type, const std::string& help,
               std::filesystem::path& target);
    void flag(const std::string& flag, const std::string& help, bool& target, bool set_to = true);
    /// A flag that says all by being there.
    void flag(const std::string& flag, const std::string& help);
    /// A flag that does something.
    void action(const std::string& flag, const std::string& help, const std::function<void()>& act);
    /// A word that follows no option, by what --help calls it, e.g. "FILE"; or all such words.
    void positional(const std::string& name, const std::string& help, const Take& take);
    void positional(const std::string& name, const std::string& help, std::vector<std::string>& target);

  private:
    CLI::App& app_;
    const char* name_;
};

}  // namespace pbp
