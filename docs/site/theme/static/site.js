// SPDX-License-Identifier: MIT
// The palette's button, figures that open on their own, and blocks that the keyboard scrolls.
"use strict";
{
    const palettes = {"light dark": "◐ auto", light: "☀ light", dark: "☾ dark"};
    const root = document.documentElement;
    const use = palette => { root.style.colorScheme = palette; };
    const stored = () => { try { return localStorage.getItem("palette"); } catch { return null; } };
    let palette = stored() in palettes ? stored() : "light dark";
    use(palette);  // before the first word is drawn

    addEventListener("DOMContentLoaded", () => {
        const button = document.getElementById("palette");
        const label = () => {
            button.textContent = palettes[palette];
            button.title = "Light or dark page";
        };
        label();
        button.onclick = () => {
            const names = Object.keys(palettes);
            palette = names[(names.indexOf(palette) + 1) % names.length];
            use(palette);
            label();
            try { localStorage.setItem("palette", palette); } catch { /* then it holds for this page */ }
        };
        const narrow = matchMedia("(max-width: 60rem)");
        document.getElementById("tree").open = !narrow.matches;
        for (const image of document.querySelectorAll("main img")) {
            const link = document.createElement("a");
            link.href = image.src;
            image.replaceWith(link);
            link.append(image);
        }
        const blocks = document.querySelectorAll("main pre, main table");
        const reach = () => { // by Tab, those that are wider than the page
            for (const block of blocks) {
                if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
                else block.removeAttribute("tabindex");
            }
        };
        reach();
        addEventListener("load", reach);
        addEventListener("resize", reach);
    });
}
