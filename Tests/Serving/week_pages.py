"""Two of the forty people of a ski week on the web map, each in a browser of their own: what they see at the moments of the week."""

import contextlib
import datetime
import json
import os
import zoneinfo

import browser
import week

FIRST = 14  # of those who have no part of their own in the week
GONE = f"{week.GONE['first_name']} {week.GONE['last_name']}"


@contextlib.contextmanager
def looking():
    """A visitor of the week, with two browsers; one that does nothing where there are none, unless SKIROUTE_BROWSER=1."""
    if browser.MISSING and not os.environ.get("SKIROUTE_BROWSER"):
        print(f"the week without browsers: {browser.MISSING}")
        yield lambda moment, current: None
        return
    if browser.MISSING:
        raise AssertionError(browser.MISSING)
    with contextlib.ExitStack() as stack:
        programs = [browser.Browser(), browser.Browser()]
        for program in programs:
            stack.callback(program.close)
        visitor = Visitor([program.page() for program in programs])
        for page in visitor.pages:
            stack.callback(page.close)
        yield visitor.visit


class Visitor:
    """The pages of two people, who are logged in by their names."""

    def __init__(self, pages):
        self.pages = pages

    def visit(self, moment, current):
        getattr(self, moment, lambda current: None)(current)
        for page in self.pages:
            page.run("return 0")  # whatever was said before has come
            wrong = [one for one in page.complaints if any(word in one for word in ("Error:", "Uncaught"))]
            current.test.assertEqual(wrong, [], moment)
            foreign = [one for one in page.requests if not one.startswith((current.server.url, "blob:", "data:", "about:"))]
            current.test.assertEqual(foreign, [], moment)

    def all_press(self, selector):
        for page in self.pages:
            page.press(selector)

    def all_see(self, selector, text):
        for page in self.pages:
            page.until(f"document.querySelector({json.dumps(selector)})?.innerText.includes({json.dumps(text)})")

    # Moments

    def login(self, current):
        for number, page in enumerate(self.pages):
            page.open(current.server.url)
            page.press("#tab-trip")
            page.until("document.querySelector('#login-name')")
            page.write("#login-name", f"Skier {FIRST + 1 + number}")
            page.press("#login [type=submit]")
        self.all_see("#me", "Skier")

    def trip(self, current):
        for number, page in enumerate(self.pages):
            current.rest[FIRST + number].put("/v1/trips/chosen", {"trip": current.trip})
            page.open(current.server.url)
            page.press("#tab-trip")
        self.all_see("#trip-name", "Ski week")

    def people(self, current):
        self.all_press("#tab-people")
        for page in self.pages:
            for name in (week.LEAVER, GONE):
                page.until(f"document.querySelector('.person[title^={json.dumps(name)}]')")

    def events(self, current):
        self.all_press("#tab-events")
        day = current.host.get(f"/v1/events/{current.for_all}")["day"]
        if day != f"{datetime.datetime.now(zoneinfo.ZoneInfo('Europe/Paris')):%Y-%m-%d}":
            self.all_press("[aria-label='The day after']")
        self.all_see("#events", "Dinner")
        for page in self.pages:
            current.test.assertNotIn(week.TEXTS["event"], page.text("#events"))

    def chat(self, current):
        self.all_press("#tab-chat")
        self.all_press("#trip-chat, #chats .rows button")
        self.all_see(".messages", "Line ")
        self.pages[0].write("#message", "From a browser")
        self.pages[0].key("Enter")
        self.all_see(".messages", "From a browser")

    def lift(self, current):
        self.all_press("#tab-lifts")
        name = next(one["name"] for one in current.lifts if one["id"] == current.closed)
        for page in self.pages:
            page.write("#lift-filter", name)
        self.all_see("#answer-lifts", "Closed")

    def challenge(self, current):
        self.all_press("#tab-days")
        self.all_see("#trip-days", GONE)

    def left(self, current):
        self.absent(week.LEAVER)

    def deleted(self, current):
        self.absent(GONE)
        self.all_press("#tab-chat")
        for page in self.pages:
            page.until(f"!document.querySelector('.messages')?.innerText.includes({json.dumps(week.TEXTS['chat'])})")

    def absent(self, name):
        self.all_press("#tab-people")
        for page in self.pages:
            page.until(f"!document.querySelector('.person[title^={json.dumps(name)}]')")
