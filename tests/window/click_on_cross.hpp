// SPDX-License-Identifier: MIT
#pragma once

namespace pbp::test {

/// Sends a window what a click on its cross sends; false where there is no X server. In a file of its own,
/// since Xlib's macros take everyday words.
bool click_on_cross(unsigned long window);

}  // namespace pbp::test
