// SPDX-License-Identifier: MIT
// What the module exports. Each string that it returns lasts until the next call.
#include <emscripten.h>

#include "common/engine/describe.hpp"
#include "common/engine/run.hpp"
#include "common/process/guarded.hpp"

namespace {

std::string answer;

const char* kept(std::string text) {
    answer = std::move(text);
    return answer.c_str();
}

}  // namespace

extern "C" {

/// request.hpp says what the JSON of the request and of the response hold.
EMSCRIPTEN_KEEPALIVE const char* pbp_run(const char* request) {
    using namespace pbp::engine;
    Response response;
    try {
        response = respond(read_request(request));
    } catch (const std::exception&) {
        const auto failure = pbp::failure_in_hand();
        response = {.exit_code = static_cast<int>(failure.code), .output = failure.why};
    }
    return kept(to_json(response));
}

/// What a page can offer: describe.hpp.
EMSCRIPTEN_KEEPALIVE const char* pbp_describe() {
    return kept(pbp::engine::describe());
}
}
