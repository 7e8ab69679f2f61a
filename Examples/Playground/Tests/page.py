#!/usr/bin/env python3
"""Plays every story and uses every switch in a headless Chromium, as a person would; fails on an error in the console or a request elsewhere.

  page.py PROGRAM [FOLDER]      FOLDER: gets the screenshots

Needs Chromium, its driver and Selenium: `apt-get install chromium chromium-driver python3-selenium`.
"""

import json
import pathlib
import re
import subprocess
import sys
import time

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

PATIENCE = 120


def browser(width=1360, height=1900, dark=False):
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--no-first-run",
                     "--disable-component-update", "--disable-background-networking", f"--window-size={width},{height}"]:
        options.add_argument(argument)
    if dark:
        options.add_argument("--force-dark-mode")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options)


def until(what, condition):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            result = condition()
            if result:
                return result
        except Exception:  # an element that was just replaced
            pass
        time.sleep(0.1)
    sys.exit(f"FAILED: {what}: not within {PATIENCE} s")


def click(driver, identifier):
    until(f"click on {identifier}", lambda: press(driver, identifier))


def press(driver, identifier):
    driver.execute_script("arguments[0].click()", control(driver, identifier))
    return True


def control(driver, identifier):
    return driver.find_element(By.CSS_SELECTOR, f'[data-id="{identifier}"]')


def choose(driver, identifier, label):
    def choice():
        Select(control(driver, identifier)).select_by_visible_text(label)
        return True
    until(f"choose {label} in {identifier}", choice)
    until(f"{identifier} shows {label}",
          lambda: Select(control(driver, identifier)).first_selected_option.text == label)


def play(driver, name):
    title = until(f"{name} is listed", lambda: control(driver, f"stories/{name}/Play").get_attribute("aria-label"))
    title = title.removeprefix("Play: ")
    click(driver, f"stories/{name}/Play")
    shown = lambda: driver.find_element(By.CSS_SELECTOR, "#stories h3").text == title
    until(f"{name} begins", shown)
    end = until(f"{name} ends", lambda: shown() and re.search(r"The end: .*", driver.find_element(By.ID, "stories").text))
    if "all of it was seen" not in end.group(0):
        sys.exit(f"FAILED: story {name}:\n{driver.find_element(By.ID, 'stories').text}")
    print(f"ok story {name}")


def switches(driver):
    """Uses every switch of both devices, and sets it back."""
    for device in ["phone", "tablet"]:
        for name in ["network off", "answers lost", "slow", "a proxy’s sign-in page", "disk full"]:
            identifier = f"switches/{device}: {name}"
            choose(driver, identifier, "yes")
            click(driver, f"switches/The {device} edits the same film")
            time.sleep(0.5)
            choose(driver, identifier, "no")
        click(driver, f"switches/Kill and relaunch the {device}")
        click(driver, f"switches/Bring the {device} to the front")
    for name in ["An hour on: tokens run out", "A day on", "End all sign-ins"]:
        click(driver, f"switches/{name}")
        time.sleep(0.5)
    print("ok switches")


def tabs(driver):
    """Opens each app of both devices by the keyboard."""
    for device in ["phone", "tablet"]:
        for tab in driver.find_elements(By.CSS_SELECTOR, f"#{device} [role=tab]"):
            name = tab.text
            tab.send_keys("\ue007")
            until(f"{name} of the {device} opens",
                  lambda: driver.find_element(By.CSS_SELECTOR, f'#{device} [aria-selected="true"]').text == name)
            until(f"{name} of the {device} shows something",
                  lambda: len(driver.find_elements(By.CSS_SELECTOR, f"#{device} .screen .row")) > 0)
    print("ok tabs")


def small(address, folder):
    """Opens and plays an episode on a screen of a phone's size, in the dark."""
    driver = browser(390, 844, dark=True)
    driver.get(address)
    entry = until("Latest on a small screen", lambda: driver.find_element(
        By.CSS_SELECTOR, '#phone [data-row*="/latest-"] button').get_attribute("data-id"))
    click(driver, entry)
    title = entry.split("/")[2]
    click(driver, "phone/Audiobookshelf/playing/Play")
    until(f"{title} plays", lambda: control(driver, "phone/Audiobookshelf/playing/Pause"))
    if driver.execute_script("return document.documentElement.scrollWidth > window.innerWidth"):
        sys.exit("FAILED: the page is wider than a phone")
    driver.execute_script("document.getElementById('phone').scrollIntoView()")
    picture(driver, folder, "phone")
    click(driver, "phone/Audiobookshelf/playing/Pause")
    driver.quit()
    print("ok small screen")


def check(driver, address):
    """No error in the console, no request to anywhere else, names for all controls."""
    errors = [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE" and "favicon" not in entry["message"]]
    if errors:
        sys.exit("FAILED: console:\n" + "\n".join(errors))
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            url = message["params"]["request"]["url"]
            if not url.startswith((address, "data:")):
                sys.exit(f"FAILED: a request to {url}")
    nameless = driver.execute_script("""
      return [...document.querySelectorAll("button, input, select")].filter((element) =>
        !(element.ariaLabel || element.textContent.trim() || element.closest("label"))).length""")
    if nameless:
        sys.exit(f"FAILED: {nameless} controls without a name")
    print("ok console, requests, names")


def picture(driver, folder, name):
    if folder:
        driver.save_screenshot(str(folder / f"{name}.png"))


def main():
    program = sys.argv[1]
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    served = subprocess.Popen([program, "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+", served.stdout.readline()).group(0)
        driver = browser()
        driver.get(address)
        until("the page is connected", lambda: driver.find_element(By.ID, "connection").text == "Connected.")
        until("Latest is there", lambda: driver.find_elements(By.CSS_SELECTOR, '[data-row*="latest-"]'))
        picture(driver, folder, "playground")
        tabs(driver)
        names = [element.get_attribute("data-row").split("/")[-1]
                 for element in driver.find_elements(By.CSS_SELECTOR, "#stories .row") if "step-" not in element.get_attribute("data-row")]
        for name in names:
            play(driver, name)
            picture(driver, folder, f"story-{name}")
        small(address, folder)
        switches(driver)
        check(driver, address)
        driver.quit()
    finally:
        served.terminate()
        served.wait()
    print(f"{len(names)} stories, 0 failed")


main()
