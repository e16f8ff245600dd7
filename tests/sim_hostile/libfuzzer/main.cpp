// SPDX-License-Identifier: MIT
// The same for libFuzzer, which looks for ways of its own: docs of the target are in tests/CMakeLists.txt. An
// argument
// `--write-corpus FOLDER` in front of libFuzzer's writes what it begins from.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "tests/sim_hostile/hostile.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::uint32_t> words(size / 4);
    if (!words.empty()) std::memcpy(words.data(), data, words.size() * 4);
    pbp::hostile::try_out(words);
    pbp::hostile::try_out_past_the_door(words);
    return 0;
}

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
    if (*count < 3 || std::strcmp((*arguments)[1], "--write-corpus") != 0) return 0;
    int number = 0;
    for (const auto& words : pbp::hostile::corpus()) {
        const auto path = std::string((*arguments)[2]) + "/" + std::to_string(number++) + ".spv";
        std::FILE* const file = std::fopen(path.c_str(), "wb");
        if (file == nullptr) std::exit(2);
        std::fwrite(words.data(), 4, words.size(), file);
        std::fclose(file);
    }
    std::exit(0);
}
