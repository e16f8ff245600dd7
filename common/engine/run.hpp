// SPDX-License-Identifier: MIT
#pragma once

#include "common/engine/request.hpp"

namespace pbp::engine {

/// Does what ./learn does with the same words and --sim: `NUMBER words...` a lesson, `run FILE words...` a
/// shader or a description, `judge ID FILE` a solution of an exercise. Reports all that goes wrong in the
/// response.
Response respond(const Request& request);

}  // namespace pbp::engine
