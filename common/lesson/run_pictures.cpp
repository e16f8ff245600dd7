// SPDX-License-Identifier: MIT
// What a run draws.
#include "common/base/heading.hpp"
#include "common/lesson/lesson.hpp"
#include "common/lesson/operators.hpp"
#include "common/lesson/run.hpp"

namespace pbp {

picture::Strip Run::strip() const {
    auto strip = strip_;
    strip.rows = recorder_.passes();
    return strip;
}

void Run::draw(const std::string& how_to_read, const Dividers& dividers) {
    const auto version = lesson_.file.empty() ? ", " + version_.name : "";
    strip_.title = heading(lesson_.id, lesson_.title) + version;
    if (lesson_.smaller == nullptr) strip_.title += fmt::format(": {} {}s", n, lesson_.element);
    strip_.how_to_read = how_to_read;
    strip_.group = dividers.group;
    strip_.group_name = dividers.group_name;
    strip_.ungrouped = dividers.ungrouped;
    strip_.element_name = lesson_.element;
    if (!mode_.drawn) return;
    auto drawn = strip();
    const auto images = std::erase_if(drawn.rows, [](const auto& row) { return row.is_image(); });
    for (std::size_t i = 1; i < drawn.rows.size();
         ++i)  // links lead to the same part of the state further up
        if (drawn.rows[i].part != drawn.rows[i - 1].part) drawn.rows[i].links.clear();
    show_sums(drawn, options);
    if (images == 0 || !drawn.rows.empty()) picture("", picture::draw(drawn));
}

std::filesystem::path Run::picture_file(const std::string& name) {
    auto file = options.out / lesson_.id / (version_.name + (name.empty() ? "" : "_" + name) + ".png");
    facts_.pictures.push_back(file.string());
    return file;
}

void Run::picture(const std::string& name, const picture::Canvas& canvas) {
    if (mode_.drawn) canvas.save(picture_file(name));
}

void Run::picture(const std::string& name, const picture::Bitmap& bitmap) {
    if (mode_.drawn) picture::save(bitmap, picture_file(name));
}

}  // namespace pbp
