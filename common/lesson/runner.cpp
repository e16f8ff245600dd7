// SPDX-License-Identifier: MIT
#include "common/lesson/runner.hpp"

#include "common/lesson/selection.hpp"
#include "common/lesson/version_run.hpp"

namespace pbp {

Runner::Runner(Device& device, const Lesson& lesson, const Options& asked, Sink& sink,
               RunnerSettings settings)
    : device_(device),
      lesson_(lesson),
      options_(settled(lesson, asked, device)),
      own_n_(!options_.n),
      sink_(sink),
      settings_(std::move(settings)) {
    sink.start(describe(device, lesson, options_, common_n(lesson, options_)));
    if (own_n_) options_.n = lesson.n;
}

VersionReport Runner::run(const Version& version) {
    if (own_n_) options_.n = version.n != 0 ? version.n : lesson_.n;
    return VersionRun(device_, lesson_, version, options_, sink_, settings_, unwritten_).report();
}

}  // namespace pbp
