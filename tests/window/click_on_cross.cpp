// SPDX-License-Identifier: MIT
#include "tests/window/click_on_cross.hpp"

#include <X11/Xlib.h>

bool pbp::test::click_on_cross(unsigned long window) {
    Display* display = ::XOpenDisplay(nullptr);
    if (display == nullptr) return false;
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = window;
    event.xclient.message_type = ::XInternAtom(display, "WM_PROTOCOLS", False);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(::XInternAtom(display, "WM_DELETE_WINDOW", False));
    ::XSendEvent(display, window, False, NoEventMask, &event);
    ::XCloseDisplay(display);
    return true;
}
