// SPDX-License-Identifier: MIT
#pragma once

namespace pbp::test {

/// Sends a window what a click on its close button sends; false if there is no X server. In a separate file
/// because Xlib's macros take everyday words.
bool click_on_cross(unsigned long window);

}  // namespace pbp::test
