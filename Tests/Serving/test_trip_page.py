#!/usr/bin/env python3
"""The trip services on the web map: two users in two real browsers, from the log-in to the end of the trip.

Runs where test_page.py runs, with its variables. The tests are steps of one story, in order, and share the two pages.
"""

import json
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "Tools")]

import browser  # noqa: E402
import page_case  # noqa: E402
import recording  # noqa: E402
from serving import trips  # noqa: E402
from serving.process import SECRET, Server, encoded  # noqa: E402

VILLAGE = [-4.92476, 46.04785]
EVIL = "<img src=x onerror=\"document.title='taken'\">"


def start(folder):
    """A server with trip services on a new store."""
    keys = folder / "signing.json"
    keys.write_text(json.dumps({"issuer": "trips", "audience": "skiroute", "signing": "a",
                                "keys": [{"kid": "a", "alg": "HS256", "k": encoded(SECRET)}]}))
    keys.chmod(0o600)
    return Server("--keys", keys, "--store", f"sqlite:{folder / 'store.sqlite'}", "--development-login",
                  "--page", ROOT / "Data" / "Page", keys=False)


class TripPageTests(page_case.BrowserCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.server = start(pathlib.Path(folder.name))
        cls.addClassCleanup(cls.server.__exit__)
        cls.ada = cls.opened()
        cls.bea = cls.opened()
        cls.story = {}
        cls.expected = set()

    @classmethod
    def opened(cls):
        program = browser.Browser()
        cls.addClassCleanup(program.close)
        page = program.page()
        cls.addClassCleanup(page.close)
        page.ask("Browser.grantPermissions", permissions=["geolocation"], origin=cls.server.url.rstrip("/"))
        page.ask("Emulation.setGeolocationOverride", longitude=VILLAGE[0], latitude=VILLAGE[1], accuracy=8)
        return page

    def setUp(self):
        failed = self.story.get("failed")
        if failed:
            self.skipTest(f"the story ended at {failed}")
        self.story["failed"] = self.id()

    def done(self, *expected):
        """Ends a step: the consoles are clean but for what is expected, and no other host was asked."""
        type(self).expected |= set(expected)
        for name, page in (("ada", self.ada), ("bea", self.bea)):
            self.judge(page, self.expected, name)
            self.assertNotEqual(page.run("return document.title"), "taken")
            self.keep(page, f"{self.id().split('.')[-1]}-{name}")
        self.story["failed"] = None

    def enter(self, page, name):
        page.press("#tab-trip")
        page.until("document.querySelector('#login-name')")
        page.write("#login-name", name)
        page.press("#login [type=submit]")
        page.until(f"document.querySelector('#me')?.innerText === {json.dumps(name)}")
        self.focus_is(page, "#me")

    def focus_is(self, page, selector):
        """The focus comes to what took the place of what was pressed."""
        page.until(f"document.activeElement.matches({json.dumps(selector)})")

    def open_part(self, page, key):
        if page.until(f"document.querySelector('details[data-key={key}]')") and not page.run(
                f"return document.querySelector('details[data-key={key}]').open"):
            page.press(f"details[data-key={key}] > summary")

    def test_01_a_user_logs_in_makes_a_trip_and_invites(self):
        page = self.ada
        page.open(self.server.url)
        self.enter(page, "Ada Moll")
        page.until("document.querySelector('#new-trip')")
        page.write("#new-trip-name", f"Week of {EVIL}")
        page.choose("#new-trip-zone", "Europe/Zurich")
        page.press("#new-trip [type=submit]")
        page.until("document.querySelector('#trip-name')?.innerText.startsWith('Week of <img')")
        self.focus_is(page, "#answer-trip summary")
        self.assertIn("host · ", page.text("#answer-trip .facts"))
        self.assertIn("Europe/Zurich", page.text("#answer-trip"))
        self.open_part(page, "invite")
        page.press("#invite [type=submit]")
        link = page.until("document.querySelector('#invite-link')?.value")
        self.assertTrue(link.startswith(f"{self.server.url}#join="), "the link leads to this server")
        self.story["link"] = link
        self.assertEqual(page.run("return document.querySelectorAll('#answer-trip img').length"), 0)
        self.done()

    def test_02_another_joins_by_the_link_after_a_preview(self):
        page, link = self.bea, self.story["link"]
        page.open(link)
        page.until("document.querySelector('#answer-join').innerText.includes('invited')")
        self.assertNotIn("join", page.run("return location.href"))
        page.until("document.querySelector('#login-name')")
        page.write("#login-name", "Bea Oz")
        page.press("#login [type=submit]")
        page.until("document.querySelector('#answer-join h3')?.innerText.includes('Week of <img')")
        page.press("#join")
        page.until("document.querySelector('#trip-name')")
        self.focus_is(page, "#trip-name")
        self.open_part(page, "members")
        page.until("document.querySelector('[aria-label=Members]')?.innerText.includes('Ada Moll')")
        self.assertIn("traveller, you", page.text("[aria-label=Members]"))
        self.assertFalse(page.run("return Boolean(document.querySelector('#end-trip'))"))
        for one in (self.ada, page):
            kept = one.run("return JSON.stringify(localStorage) + location.href + document.cookie")
            self.assertNotIn(link.split("=")[1], kept)
            self.assertEqual(one.run("return Object.keys(sessionStorage)"), ["skiroute.refresh"])
        self.done()

    def test_03_the_last_host_cannot_leave_and_reads_why(self):
        page = self.ada
        page.press("#leave-trip")
        page.until("document.querySelector('#leave-trip').innerText.includes('again')")
        page.press("#leave-trip")
        page.until("document.querySelector('#answer-trip .problem')?.innerText.includes('host')")
        self.focus_is(page, "#leave-trip")
        self.done("409 (Conflict)")

    def test_04_a_position_is_shared_after_a_click_and_seen_on_the_map(self):
        self.ada.press("#tab-people")
        self.bea.press("#tab-people")
        self.bea.until("document.querySelector('#answer-people').innerText.includes('Live')")
        self.assertEqual(self.bea.run("return document.querySelectorAll('.person').length"), 0)
        self.ada.press("#share [type=submit]")
        self.ada.until("document.querySelector('#answer-share').innerText.includes('is being shared')")
        self.focus_is(self.ada, "#stop-sharing")
        self.bea.until("document.querySelector('.person[title^=\"Ada Moll\"]')")
        self.assertIn("Ada Moll", self.bea.text("#answer-people"))
        self.done()

    def test_05_an_event_is_made_and_answered(self):
        page = self.ada
        page.press("#tab-events")
        page.press("[aria-label='The day after']")
        page.until("document.querySelector('#answer-events').innerText.includes('no events')")
        page.press("#new-event-part > summary")
        page.write("#event-name", f"Lunch {EVIL}")
        page.choose("#event-start", "12:00")
        self.assertEqual(page.run("return document.querySelector('#event-end').value"), "13:00")
        page.write("#event-place", "Crête")
        page.until("document.querySelector('#event-place + .places:not([hidden]) [role=option]')")
        page.key("Enter")
        page.choose("#event-audience", "trip")
        page.press("#new-event [type=submit]")
        page.until("document.querySelector('#events .event')")
        self.focus_is(page, "#new-event-part > summary")
        self.assertIn("12:00 – 13:00", page.text("#events .event"))
        self.assertIn("Crête", page.text("#events .event"))
        page = self.bea
        page.press("#tab-events")
        page.press("[aria-label='The day after']")
        page.until("document.querySelector('#events .event')?.innerText.includes('Lunch <img')")
        page.press("#events [data-answer=yes]")
        page.until("document.querySelector('#events [data-answer=yes]')?.ariaPressed === 'true'")
        self.focus_is(page, "#events [data-answer=yes]")
        self.ada.press("[data-key^=guests-] > summary")
        self.ada.until("document.querySelector('#events .inside')?.innerText.includes('Bea Oz')")
        self.assertIn("is coming", self.ada.text("#events .inside"))
        self.done()

    def test_06_a_message_comes_live_and_its_text_stays_text(self):
        for page in (self.ada, self.bea):
            page.press("#tab-chat")
            page.until("document.querySelector('#trip-chat, #chats .rows button')")
            page.press("#trip-chat, #chats .rows button")
            page.until("document.querySelector('#message')")
        self.ada.write("#message", EVIL)
        self.ada.key("Enter")
        self.ada.until("document.querySelector('.messages .own:not(.waiting)')")
        self.bea.until("document.querySelector('.messages li:not(.day) p')")
        self.assertEqual(self.bea.text(".messages li:not(.day) p"), EVIL)
        self.assertEqual(self.bea.run("return document.querySelectorAll('#answer-chat img').length"), 0)
        self.assertIn("Ada Moll", self.bea.text(".messages"))
        self.assertIn("Ada Moll", self.bea.run("return document.querySelector('#answer-chat [role=status]').textContent"))
        self.bea.press("#all-chats")
        for text in ("one", "two"):
            self.ada.write("#message", text)
            self.ada.press("#write [type=submit]")
            self.ada.until(f"[...document.querySelectorAll('.messages .own:not(.waiting) p')].some((one) => one.innerText === '{text}')")
        self.bea.until("document.querySelector('#tab-chat').innerText === 'Chat (2)'")
        self.assertIn("two", self.bea.text("#chats .preview"))
        self.bea.press("#chats .rows button")
        self.bea.until("document.querySelector('#tab-chat').innerText === 'Chat'")
        self.ada.press(".messages .own [aria-label='Delete this message']")
        self.bea.until("document.querySelector('.messages .gap')?.innerText.includes('Deleted')")
        self.done()

    def test_06b_the_role_is_beside_each_name_and_a_name_that_is_a_host_s_is_marked(self):
        roles = "[...document.querySelectorAll('.messages .role')].map((one) => one.innerText)"
        for page in (self.ada, self.bea):
            self.assertEqual(set(page.run(f"return {roles}")), {"host"})
        like = self.server.call("/v1/login/development", None, "POST", {"name": "ada  MOLL"})[1]
        trip = self.server.call("/v1/invitations/join", like["access"], "POST", {"secret": self.story["link"].split("=")[1]})[1]["id"]
        chat = self.server.call("/v1/chats", like["access"], "POST", {"trip": trip})[1]["id"]
        position = self.server.call(f"/v1/chats/{chat}/messages", like["access"], "POST",
                                    {"id": "like", "kind": "text", "body": "I am the host"})[1]["position"]
        for page in (self.ada, self.bea):
            page.until(f"{roles}.includes(\"traveller · has a host's name\")")
            page.press("#tab-trip")
            self.open_part(page, "members")
            marks = "[...document.querySelectorAll('[aria-label=Members] small')].filter((one) => one.innerText.includes(\"host's name\"))"
            page.until(f"{marks}.length === 1")
            self.assertIn("host", page.text("[aria-label=Members] small"))
            page.press("#tab-chat")
        self.server.call(f"/v1/chats/{chat}/messages/{position}", like["access"], "DELETE")
        self.server.call(f"/v1/trips/{trip}/members/me", like["access"], "DELETE")
        self.done()

    def test_07_what_is_not_sent_is_kept_and_sent_again_once(self):
        page = self.bea
        page.ask("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        page.write("#message", "from the tunnel")
        page.key("Enter")
        page.until("document.querySelector('.messages .waiting .problem')")
        page.ask("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        page.until("document.querySelector('#offline').hidden")
        page.press(".messages .waiting .buttons button")
        page.until("!document.querySelector('.messages .waiting')")
        self.ada.until("document.querySelector('.messages').innerText.includes('from the tunnel')")
        self.assertEqual(self.ada.text(".messages").count("from the tunnel"), 1)
        self.done("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "ERR_NETWORK_CHANGED")

    def test_08_a_host_says_that_a_lift_is_closed(self):
        page = self.ada
        page.press("#tab-lifts")
        page.write("#lift-filter", "aurore")
        page.until("document.querySelectorAll('#answer-lifts li').length === 1")
        page.press("#answer-lifts li button")
        page.press(".offer [data-state=closed]")
        page.until("document.querySelector('#answer-lifts li')?.innerText.includes('Closed')")
        self.bea.press("#tab-lifts")
        self.bea.write("#lift-filter", "aurore")
        self.bea.until("document.querySelectorAll('#answer-lifts li').length === 1"
                       " && document.querySelector('#answer-lifts li').innerText.includes('Closed')")
        self.bea.press("#answer-lifts li button")
        self.bea.until("document.querySelector('.offer')")
        self.assertFalse(self.bea.run("return Boolean(document.querySelector('.offer [data-state]'))"))
        self.bea.key("Escape")
        self.done()

    def test_09_a_recorded_day_is_kept_and_shared(self):
        page = self.bea
        page.press("#tab-days")
        page.until("document.querySelector('#day-file')")
        document = recording.of_route(self.server.url, "Montsoleil", "Crête")
        page.run("const chosen = new DataTransfer(); const input = document.querySelector('#day-file');"
                 f"chosen.items.add(new File([{json.dumps(document)}], 'day.gpx')); input.files = chosen.files;"
                 "input.dispatchEvent(new Event('change'))")
        page.until("document.querySelector('#own-days .event')?.innerText.includes('m down')")
        self.open_part(page, page.run("return document.querySelector('[data-key^=laps-]').dataset.key"))
        page.until("document.querySelector('#own-days .directions')?.innerText.includes('Montsoleil')")
        page.run("document.querySelector('#own-days [data-key^=share-]').scrollIntoView({ block: 'center' })")
        page.press("#own-days [data-key^=share-]")
        page.until("document.querySelector('#own-days .facts')?.innerText.includes('shared with Week of <img')")
        self.ada.press("#tab-days")
        self.ada.until("document.querySelector('#trip-days')?.innerText.includes('Bea Oz')")
        self.done()

    def test_10_a_reload_goes_on_with_the_session(self):
        page = self.bea
        page.open(self.server.url)
        page.press("#tab-trip")
        page.until("document.querySelector('#me')?.innerText === 'Bea Oz'")
        page.press("#tab-people")
        page.until("document.querySelector('.person[title^=\"Ada Moll\"]')")
        self.assertFalse([one for one in page.requests if "eyJ" in one])
        self.done()

    def test_10b_people_see_where_they_are_logged_in_and_log_out_there(self):
        page = self.bea
        other, kept = (trips.Person(self.server, self.server.call("/v1/login/development", None, "POST", {"name": "Bea Oz"})[1])
                       for _ in range(2))
        page.press("#tab-trip")
        self.open_part(page, "sessions")
        rows = "[...document.querySelectorAll('#sessions li')]"
        known = page.until(f"{rows}.length && {rows}.map((one) => one.innerText)")
        self.assertEqual([text for text in known if text.startswith("Here")], known[-1:], known)
        self.assertEqual(page.run(f"return {rows}.map((one) => one.querySelectorAll('button').length)"), [1, 1, 0])
        self.assertTrue(all("last used " in text and "ends " in text for text in known), known)
        listed = [one["id"] for one in other.get("/v1/me/sessions")["sessions"] if one["isAsking"]]
        place = [one["id"] for one in kept.get("/v1/me/sessions")["sessions"]].index(listed[0])
        page.press(f"#sessions li:nth-child({place + 1}) button")
        page.until(f"{rows}.length === {len(known) - 1}")
        self.focus_is(page, "[data-key=sessions] summary")
        self.assertEqual((other.status("GET", "/v1/me"), kept.status("GET", "/v1/me")), (401, 200))
        kept.delete("/v1/me/sessions/" + next(one["id"] for one in kept.get("/v1/me/sessions")["sessions"] if one["isAsking"]))
        self.assertEqual(kept.status("GET", "/v1/me"), 401)
        page.press("details[data-key=sessions] > summary")
        self.done()

    def test_11_who_stops_sharing_is_gone(self):
        self.ada.press("#tab-people")
        self.ada.press("#stop-sharing")
        self.bea.until("!document.querySelector('.person')")
        self.assertNotIn("Ada", self.bea.text("#answer-people"))
        self.ada.until("document.querySelector('#share')")
        self.focus_is(self.ada, "#share [type=submit]")
        self.done()

    def test_12_a_phone_has_room_for_all_panels(self):
        page = self.bea
        page.ask("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
        page.until("innerWidth === 360")
        for panel in ("trip", "people", "events", "chat", "days"):
            page.press(f"#tab-{panel}")
            page.until(f"!document.querySelector('#panel-{panel}').hidden")
            self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), 360, panel)
            left, right = page.run(f"const box = document.querySelector('#tab-{panel}').getBoundingClientRect();"
                                   "return [box.left, box.right]")
            self.assertTrue(0 <= left and right <= 360, f"the tab of {panel} is out of sight")
            wider = page.run("const body = document.querySelector('#body'); return body.scrollWidth - body.clientWidth")
            self.assertLessEqual(wider, 0, panel)
            for _ in range(12):
                page.key("Tab")
                name, is_seen = page.run("const one = document.activeElement; return [one.id || one.innerText || one.localName,"
                                         "getComputedStyle(one).outlineStyle !== 'none' || one === document.body]")
                self.assertTrue(is_seen, f"the focus on {name} of {panel} is not visible")
        page.ask("Emulation.setDeviceMetricsOverride", width=1280, height=800, deviceScaleFactor=1, mobile=False)
        page.until("innerWidth === 1280")
        self.done()

    def test_13_who_leaves_or_logs_out_sees_nothing_any_more(self):
        page = self.bea
        self.ada.press("#share [type=submit]")
        page.press("#tab-people")
        page.until("document.querySelector('.person[title^=\"Ada Moll\"]')")
        page.press("#tab-trip")
        for _ in range(2):
            page.press("#leave-trip")
        page.until("!document.querySelector('#trip-name')")
        page.until("!document.querySelector('.person')")
        page.press("#tab-events")
        self.assertNotIn("Lunch", page.text("#panel-events"))
        page.press("#tab-chat")
        page.until("!document.querySelector('#chats .rows button')")
        page.press("#tab-trip")
        page.press("#log-out")
        page.until("document.querySelector('#login-name')")
        self.assertEqual(page.run("return sessionStorage.length"), 0)
        self.ada.press("#tab-trip")
        self.ada.press("#end-trip")
        self.ada.press("#end-trip")
        self.ada.until("!document.querySelector('#trip-name')")
        self.ada.until("document.querySelector('#trips')?.innerText.includes('ended')")
        self.done("404 (Not Found)")  # of a request that was on its way when the user left


if __name__ == "__main__":
    if browser.MISSING:
        print(f"trip page: skipped: {browser.MISSING}", file=sys.stderr)
    unittest.main()
