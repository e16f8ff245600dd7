# SPDX-License-Identifier: MIT
"""What the CPU did: the calls of the pass shown, and what each says of itself by mouse and by keyboard."""
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import browser


class Calls(browser.PageTest):
    def setUp(self):
        self.browser.open(self.folder / "calls/index.html")
        self.driver = self.browser.driver

    def titles(self):
        return [one.text for one in self.driver.find_elements(By.CSS_SELECTOR, ".host h4")]

    def said(self):
        return self.driver.execute_script("return document.querySelector('.host').previousSibling.textContent")

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def test_each_pass_has_its_calls(self):
        self.press(Keys.HOME)
        self.assertEqual(self.titles(), ["before the first pass"])
        self.press(Keys.ARROW_RIGHT)
        self.assertEqual(self.titles(), ["v1.comp, passes 1 to 2 of 10"])
        self.press(Keys.ARROW_RIGHT)
        self.assertEqual(self.titles(), ["v1.comp, passes 1 to 2 of 10"])
        self.press(Keys.ARROW_RIGHT)
        self.assertEqual(self.titles(), ["v1.comp, passes 3 to 10 of 10"])
        self.press(Keys.END)
        self.assertEqual(self.titles(), ["v1.comp, passes 3 to 10 of 10", "at the end"])
        self.driver.find_element(By.CSS_SELECTOR, "section > label > input[type=checkbox]").click()
        self.assertEqual(len(self.titles()), 4)

    def test_a_call_explains_itself(self):
        self.press(Keys.END)
        calls = self.driver.find_elements(By.CSS_SELECTOR, ".call")
        self.assertEqual([call.text for call in calls], ["glDispatchCompute(3, 1, 1)", "glFinish()   2 times", "glDeleteBuffers(1, [keys])"])
        ActionChains(self.driver).move_to_element(calls[1]).perform()
        self.assertEqual(self.said(), "glFinish: Waits. (reference page glFinish)")
        self.driver.execute_script("arguments[0].focus()", calls[0])
        self.assertEqual(self.said(), "glDispatchCompute: Starts <workgroups>. (reference page glDispatchCompute)")
        self.press(Keys.TAB)
        self.assertEqual(self.said(), "glFinish: Waits. (reference page glFinish)")

    def test_a_run_without_calls_has_no_such_part(self):
        self.browser.open(self.folder / "small/index.html")
        self.assertEqual(self.titles(), [])
        self.assertFalse(self.driver.find_element(By.CSS_SELECTOR, ".host").is_displayed())


if __name__ == "__main__":
    unittest.main()
