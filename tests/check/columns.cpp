// SPDX-License-Identifier: MIT
#include "common/base/columns.hpp"

#include <doctest/doctest.h>

#include <sstream>

using namespace pbp;

namespace columns_test {

TEST_SUITE("cpu") {
    TEST_CASE("a long line is broken between words, below its own first word") {
        CHECK(wrapped("one two three four", 10) == "one two\nthree four");
        CHECK(wrapped("  one two three", 9) == "  one two\n  three");
        CHECK(wrapped("short\n\n    one two three", 11) == "short\n\n    one two\n    three");
        CHECK(wrapped("one two three", 0) == "one two three");
        CHECK(wrapped("", 10) == "");
        CHECK(wrapped("ends\n", 10) == "ends\n");
    }

    TEST_CASE("a list of two columns keeps its second one") {
        CHECK(wrapped("  --n COUNT   the number of elements", 28) ==
              "  --n COUNT   the number of\n              elements");
    }

    TEST_CASE("a word that is longer than a line stays whole") {
        CHECK(wrapped("at file:///somewhere/far/away now", 12) == "at\nfile:///somewhere/far/away\nnow");
        CHECK(wrapped("file:///somewhere", 5) == "file:///somewhere");
    }

    TEST_CASE("a command to copy stays whole") {
        CHECK(wrapped("to repeat it: ./learn 01 --n 9", 20) == "to repeat it: ./learn 01 --n 9");
    }

    TEST_CASE("rows of a table stay as they are") {
        const std::string row = "   16   14.4     4        7       21     const T loaded = values[element];";
        CHECK(wrapped(row, 60) == row);
    }

    TEST_CASE("colours take no columns, and neither does the second byte of a character") {
        CHECK(width_of("\033[32mright\033[0m") == 5);
        CHECK(width_of("caf\xC3\xA9") == 4);
        CHECK(width_of("\033[3") == 0);  // unfinished
        CHECK(wrapped("\033[2mone two\033[0m", 7) == "\033[2mone two\033[0m");
        CHECK(wrapped("\033[2m  one two\033[0m", 7) == "\033[2m  one\n  two\033[0m");
    }

    TEST_CASE("no line is wider than asked for, and every word is still there, whatever the width") {
        const std::string text = "      wrong after pass 3 (in natural order): element 0 is 5, expected 7.";
        for (std::size_t columns = 20; columns < 90; ++columns) {
            CAPTURE(columns);
            std::istringstream all(text), broken(wrapped(text, columns)), lines(wrapped(text, columns));
            for (std::string word, same; all >> word;) {
                CHECK((broken >> same && same == word));
            }
            for (std::string line; std::getline(lines, line);) CHECK(line.size() <= columns);
        }
    }
}

}  // namespace columns_test
