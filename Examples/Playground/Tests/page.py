#!/usr/bin/env python3
"""Plays every story and uses every switch in a headless Chromium, as a person would; fails on an error in the console or a request elsewhere.

  page.py PLAYGROUND DEMO-SERVER [FOLDER]      the two programs; FOLDER: gets the screenshots

Needs Chromium, its driver and Selenium: `apt-get install chromium chromium-driver python3-selenium`.
"""

import contextlib
import json
import pathlib
import re
import subprocess
import sys
import time
import urllib.request

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


def console(program, folder):
    """Uses the page of the demo server."""
    with served([program, "--port-base", "0"], "control") as address:
        driver = browser(height=1400)
        driver.get(address)
        until("the demo server's page is connected", lambda: driver.find_element(By.ID, "connection").text == "Connected.")
        shelf = driver.find_element(By.CSS_SELECTOR, '[data-row="shelf/address"] .title').text
        for name in ["network off", "answers lost", "slow", "a proxy’s sign-in page"]:
            choose(driver, f"shelf/shelf: {name}", "yes")
            choose(driver, f"shelf/shelf: {name}", "no")
        urllib.request.urlopen(f"{shelf}/status").read()
        until("the request is listed", lambda: "GET /status" in driver.find_element(By.ID, "requests").text)
        for button in ["shelf/Restart on the same data", "shelf/Fresh world", "tally/End all sign-ins", "clock/A day on"]:
            click(driver, button)
        picture(driver, folder, "demo-server")
        check(driver, address)
        driver.quit()
    print("ok console of the demo server")


@contextlib.contextmanager
def served(command, word):
    """Starts a program and ends it again; gives the address in the line of its output that holds `word`."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        line = next(line for line in process.stdout if word in line)
        yield re.search(r"http://127\.0\.0\.1:\d+", line).group(0)
    finally:
        process.terminate()
        process.wait()


def main():
    program, demo_server = sys.argv[1:3]
    folder = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    with served([program, "--port", "0"], "playground is at") as address:
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
    console(demo_server, folder)
    print(f"{len(names)} stories, 0 failed")


main()
