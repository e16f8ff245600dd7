// SPDX-License-Identifier: MIT
#include "common/process/command_line_windows.hpp"

#include <algorithm>
#include <filesystem>

#include "common/base/windows_error.hpp"

namespace pbp::windows {

namespace {

namespace fs = std::filesystem;

std::wstring wide(const std::string& text) {
    return fs::path(text).wstring();
}

/// Backslashes are doubled before a quotation mark, and nowhere else.
std::wstring quoted(const std::wstring& word) {
    if (!word.empty() && word.find_first_of(L" \t\n\v\"") == word.npos) return word;
    std::wstring text = L"\"";
    std::size_t backslashes = 0;
    for (const wchar_t c : word) {
        if (c == L'"') text.append(backslashes + 1, L'\\');
        backslashes = c == L'\\' ? backslashes + 1 : 0;
        text += c;
    }
    return text.append(backslashes, L'\\') + L'"';
}

}  // namespace

std::wstring found_program(const std::string& program, bool in_path) {
    fs::path file(program);
    if (in_path && !file.has_parent_path()) {
        std::wstring path(1u << 15, L'\0'), found(1u << 15, L'\0');
        path.resize(::GetEnvironmentVariableW(L"PATH", path.data(), static_cast<DWORD>(path.size())));
        const auto size = ::SearchPathW(path.c_str(), file.c_str(), L".exe", static_cast<DWORD>(found.size()),
                                        found.data(), nullptr);
        return size > 0 && size < found.size() ? found.substr(0, size) : file.wstring();
    }
    std::error_code unknown;
    if (fs::exists(file, unknown)) return file.wstring();
    fs::path with_end = file;
    with_end += L".exe";
    return fs::exists(with_end, unknown) ? with_end.wstring() : file.wstring();
}

std::wstring command_line(const std::wstring& program, const std::vector<std::string>& words) {
    std::wstring line = L"\"" + program + L"\"";
    for (std::size_t i = 1; i < words.size(); ++i) line += L" " + quoted(wide(words[i]));
    return line;
}

std::wstring environment(const std::vector<std::string>& settings) {
    const auto name_of = [](const std::wstring& entry) {
        auto name = entry.substr(0, entry.find(L'=', 1));  // the folders of drives begin with a '='
        std::transform(name.begin(), name.end(), name.begin(), ::towupper);
        return name;
    };
    std::vector<std::wstring> changed;
    for (const auto& setting : settings) changed.push_back(wide(setting));
    std::wstring block;
    wchar_t* const own = ::GetEnvironmentStringsW();
    for (const wchar_t* entry = own; *entry != 0; entry += std::wstring_view(entry).size() + 1) {
        const auto same = [&](const auto& setting) { return name_of(setting) == name_of(entry); };
        if (std::none_of(changed.begin(), changed.end(), same)) block.append(entry).push_back(L'\0');
    }
    ::FreeEnvironmentStringsW(own);
    for (const auto& setting : changed)
        if (setting.find(L'=') != setting.npos) block.append(setting).push_back(L'\0');
    block.push_back(L'\0');
    return block;
}

}  // namespace pbp::windows
