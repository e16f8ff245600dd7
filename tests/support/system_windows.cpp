// SPDX-License-Identifier: MIT
#include "tests/support/system.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "common/base/windows_error.hpp"
#include "tests/support/program.hpp"

namespace pbp::test {

void set_default(const char* name, const char* value) {
    if (std::getenv(name) == nullptr) ::_putenv_s(name, value);
}

void make_pipe(const std::filesystem::path&) {
    FAIL("Windows has no named pipes among its files");
}

void show_folder(const std::filesystem::path& folder, const std::filesystem::path& at) {
    std::filesystem::copy(folder, at, std::filesystem::copy_options::recursive);
}

std::jthread keep_alone(const std::filesystem::path& file, std::chrono::milliseconds time) {
    const HANDLE held = ::CreateFileW(file.c_str(), GENERIC_READ, 0, nullptr, OPEN_EXISTING, 0, nullptr);
    REQUIRE(held != INVALID_HANDLE_VALUE);
    return std::jthread([held, time] {
        std::this_thread::sleep_for(time);
        ::CloseHandle(held);
    });
}

Outcome run_program(const std::vector<std::string>& words, const std::string& environment) {
    std::vector<std::string> names;
    std::istringstream settings(environment);
    for (std::string setting; settings >> setting;) {
        names.push_back(setting.substr(0, setting.find('=')));
        ::_putenv(setting.c_str());
    }
    std::string line = "\"";  // cmd removes the first and the last quotation mark
    for (const auto& word : words) line += "\"" + word + "\" ";
    Outcome outcome;
    FILE* pipe = ::_popen((line + "2>&1 <NUL\"").c_str(), "rb");
    REQUIRE(pipe != nullptr);
    outcome.output = all_of(pipe);
    outcome.exit_code = ::_pclose(pipe);
    for (const auto& name : names) ::_putenv_s(name.c_str(), "");
    return outcome;
}

}  // namespace pbp::test
