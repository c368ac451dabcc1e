#!/usr/bin/env python3
"""The web map of skiroute serve, in a real browser: twelve tasks of a skier on the sample mountain.

Runs where Chromium and MapLibre GL are (Tools/setup --browser --page), and says so where they aren't; SKIROUTE_BROWSER=1 makes
their absence an error. SKIROUTE_BUILT names the folder of skiroute and skiroute-server, else .build-test/release;
SKIROUTE_PICTURES one for pictures to look at.
"""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "Tools")]

import browser  # noqa: E402
import page_case  # noqa: E402
import people  # noqa: E402
import recording  # noqa: E402
from serving.process import TRIP, token  # noqa: E402

VILLAGE, CREST = [-4.92476, 46.04785], [-4.90721, 46.06395]


class PageTests(page_case.PageCase):
    """The tasks, in order."""

    def test_01_a_place_is_searched_and_flown_to(self):
        page = self.page()
        self.assertIn("Montsoleil", page.run("return document.title"))
        page.key("/", "Slash")
        self.assertEqual(page.run("return document.activeElement.id"), "search")
        page.write("#search", "tete noire")
        page.until("document.querySelectorAll('.places:not([hidden]) [role=option]').length > 1")
        self.look(page, "01-search")
        page.key("Enter")
        page.until("document.querySelector('.offer')")
        page.idle()
        at = page.on_page("const { lng, lat } = map.getCenter(); return [lng, lat, map.getZoom()]")
        self.assertLess(abs(at[1] - 46.07), 0.02)
        self.assertGreaterEqual(at[2], 14.9)
        self.assertIn("Tête Noire", page.text(".offer"))
        self.look(page, "01-flown")
        page.key("Escape")
        page.until("!document.querySelector('.offer')")
        page.write("#search", "qqqq")
        page.until("document.querySelector('.places:not([hidden])')?.innerText.includes('Nothing')")

    def test_02_a_route_is_asked_by_clicks_on_the_map(self):
        page = self.page()
        self.assertIn("Click the start", page.text("#answer-route"))
        page.click_map(VILLAGE)
        page.until("document.querySelector('#answer-route').innerText.includes('destination')")
        page.click_map(CREST)
        page.until("document.querySelector('#answer-route .total')")
        self.assertIn("up to blue", page.text("#answer-route .total"))
        names = {one.get("name") for one in self.drawn(page, "route")}
        self.assertIn("Montsoleil", names)
        self.assertEqual(page.run("return document.querySelectorAll('.maplibregl-marker.mark').length"), 2)
        self.look(page, "02-route-by-clicks")
        page.click_map([-4.9338, 46.0599])
        page.until("document.querySelector('.offer')")
        self.assertIn("Start here", page.text(".offer"))
        self.look(page, "02-offer")

    def test_03_a_route_is_asked_by_names(self):
        page = self.page()
        for field, name in (("#from", "Montsoleil"), ("#to", "Crête")):
            page.write(field, name)
            page.until(f"document.querySelector('{field} + .places:not([hidden]) [role=option]')?.innerText.includes('{name}')")
            page.key("Enter")
        page.until("document.querySelector('#answer-route .total')")
        self.assertEqual(page.run("return document.querySelector('#from').value"), "Montsoleil")
        before = page.text("#answer-route .total")
        page.press("#swap")
        page.until("document.querySelector('#from').value === 'Crête'"
                   f" && document.querySelector('#answer-route .total').innerText !== {before!r}")
        self.look(page, "03-route-by-names")

    def test_04_a_ceiling_says_why_not_and_what_would_open_a_way(self):
        page = self.page(**{"from": "Montsoleil", "to": "Crête"})
        page.until("document.querySelector('#answer-route .total')")
        page.choose("#ceiling", "green")
        page.until("document.querySelector('.whynot')")
        said = page.text(".whynot")
        self.assertIn("There is no way", said)
        self.assertIn("Allow blue runs", said)
        self.assertIn("30 Grande Liaison", said)
        self.assertEqual(self.drawn(page, "route"), [])
        self.look(page, "04-why-not")
        page.press(".whynot .opening")
        page.until("document.querySelector('#answer-route .total')")
        self.assertEqual(page.run("return document.querySelector('#ceiling').value"), "blue")
        self.assertIn("up to blue", page.text("#answer-route .total"))
        self.assertIn("ceiling=blue", page.until("location.hash.includes('blue') && location.hash"))

    def test_05_the_clock_says_when_it_is_too_late(self):
        page = self.page(**{"from": "Montsoleil", "to": "Crête", "depart": "10:00", "closing": "16:30"})
        page.until("document.querySelector('#answer-route .total')")
        self.assertIn("10:00 – 10:", page.text("#answer-route .total"))
        page.choose("#depart", "16:25")
        page.until("document.querySelector('.whynot')")
        self.assertIn("too late", page.text(".whynot"))
        self.look(page, "05-too-late")
        page.press(".whynot .opening")
        page.until("document.querySelector('#answer-route .total')")
        self.assertLess(page.run("return document.querySelector('#depart').value"), "16:20")
        page.choose("#date", "2022-02-12")
        page.until("document.querySelector('#answer-route .total').innerText.includes('Sat, Feb 12, 2022, ')")
        self.assertIn("date=2022-02-12", page.until("location.hash.includes('date') && location.hash"))

    def test_06_directions_and_heights_lead_along_the_route(self):
        page = self.page(**{"from": "Montsoleil", "to": "Jonction"})
        page.until("document.querySelector('.directions li')")
        self.assertIn("Take the 10-seat gondola Montsoleil", page.text(".directions li"))
        self.assertGreater(page.run("return document.querySelectorAll('.heights polygon').length"), 8)
        page.run("document.querySelector('.heights').focus()")
        for _ in range(9):
            page.key("ArrowRight")
        page.until("document.querySelector('.profile .facts').innerText.includes(' m, after 1.')")
        self.assertEqual(len(self.drawn(page, "chosen")) > 0, True)
        self.look(page, "06-heights")
        page.press(".directions li:nth-child(2) button")
        page.idle()
        self.assertGreaterEqual(page.on_page("return map.getZoom()"), 14.9)
        self.look(page, "06-directions")

    def test_07_what_can_be_reached_is_marked(self):
        page = self.page(**{"from": "Montsoleil", "panel": "reach", "minutes": "20"})
        page.until("document.querySelector('#answer-reach .total')")
        few = int(page.text("#answer-reach .total").split()[0])
        page.idle()
        marked = page.on_page("return map.queryRenderedFeatures({ layers: ['reached-runs', 'reached-lifts'] }).length")
        self.assertGreater(marked, 2)
        self.look(page, "07-reach-20")
        page.choose("#minutes", "60")
        page.until("document.querySelector('#answer-reach .total').innerText.includes('60 min')")
        self.assertGreater(int(page.text("#answer-reach .total").split()[0]), few)
        self.look(page, "07-reach-60")
        page.press("#tab-route")
        page.idle()
        self.assertEqual(page.on_page("return map.queryRenderedFeatures({ layers: ['reached-runs', 'reached-lifts'] }).length"), 0)

    def test_08_the_way_home_says_when_to_leave(self):
        page = self.page(**{"home": "Col de l'Ours", "panel": "home", "closing": "16:30", "depart": "10:00"})
        page.until("document.querySelectorAll('#answer-home .rows li').length > 5")
        self.assertIn("last boarding is at 16:20", page.text("#answer-home"))
        self.assertIn("Leave by", page.text("#answer-home .rows"))
        self.look(page, "08-home-all")
        page.write("#from", "Montsoleil")
        page.until("document.querySelector('#from + .places:not([hidden]) [role=option]')")
        page.key("Enter")
        page.until("document.querySelector('#answer-home .summary')?.innerText.includes('Leave by')")
        page.press("#answer-home .opening")
        page.until("document.querySelector('#answer-route .total')")
        self.assertEqual(page.run("return document.querySelector('#to').value"), "Col de l'Ours")
        self.look(page, "08-home-route")

    def test_09_lifts_have_states_waits_and_ages(self):
        page = self.page(panel="lifts")
        page.until("document.querySelectorAll('#answer-lifts .rows li').length > 10")
        rows = page.run("return Object.fromEntries([...document.querySelectorAll('#answer-lifts li')]"
                        ".map((one) => [one.querySelector('span').textContent, one.innerText]))")
        self.assertIn("Closed", rows["Vallon Perdu"])
        self.assertIn("Open", rows["Aurore"])
        self.assertIn("7 min wait", rows["Aurore"])
        self.assertIn("min ago", rows["Aurore"])
        self.look(page, "09-lifts")
        page.write("#lift-filter", "auro")
        page.until("document.querySelectorAll('#answer-lifts li').length === 1")
        page.press("#answer-lifts li button")
        page.until("document.querySelector('.offer')?.innerText.includes('7 min wait')")
        self.look(page, "09-lift")

    def test_10_a_recorded_day_is_dropped_in(self):
        page = self.page(expected=("400 (Bad Request)", "415 (Unsupported", "422 (Unproc"))
        page.run(recording.drop("day.gpx", recording.of_route(self.server.url, "Montsoleil", "Aurore@top")))
        page.until("document.querySelector('#answer-day .total')")
        self.assertIn("2 lift rides", page.text("#answer-day"))
        self.assertIn("Retour Village", page.text("#answer-day .directions"))
        self.assertIn("lift", {one.get("colour") for one in self.drawn(page, "day")})
        self.look(page, "10-day")
        page.run(recording.drop("day.gpx", "this is no recording"))
        page.until("document.querySelector('#answer-day .problem')")
        self.assertEqual(self.drawn(page, "day"), [])
        self.look(page, "10-no-day")

    def test_11_the_look_follows_the_place_and_the_colours_the_reader(self):
        page = self.page(view="14/46.06/-4.92")
        page.until("document.documentElement.dataset.look === 'mountain'"
                   " && document.querySelector('#where').innerText.includes('Montsoleil')")
        page.on_page("map.jumpTo({ center: [-4.80, 46.00], zoom: 14 })")
        page.until("document.documentElement.dataset.look === 'street'")
        page.choose("#look", "mountain")
        page.until("document.documentElement.dataset.look === 'mountain'")
        page.on_page("map.jumpTo({ center: [-4.92, 46.06], zoom: 14 })")
        page.choose("#look", "street")
        page.until("document.documentElement.dataset.look === 'street'")
        page.idle()
        self.assertEqual(page.on_page("return Boolean(map.getLayer('run-symbols'))"), False)
        self.look(page, "11-street")
        page.choose("#look", "auto")
        page.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        page.until("document.documentElement.dataset.theme === 'dark'")
        page.until("(await (await import('/page/main.js')).ready).map.map.getPaintProperty('snow', 'background-color') === '#10161d'")
        self.look(page, "11-dark")
        page.press("#theme")
        page.until("document.documentElement.dataset.theme === 'light'")
        page.run("localStorage.clear()")

    def test_12_phone_keyboard_shared_address_and_offline(self):
        page = self.page(expected=("ERR_INTERNET_DISCONNECTED", "Failed to fetch"), size=(390, 844),
                         **{"from": "Montsoleil", "to": "Jonction", "ceiling": "blue", "view": "13.5/46.06/-4.915"})
        page.until("document.querySelector('#answer-route .total')")
        self.assertEqual(page.run("return document.querySelector('#ceiling').value"), "blue")
        self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), 390)
        self.look(page, "12-phone")
        page.press("#fold")
        page.until("document.querySelector('#side').classList.contains('folded')")
        self.look(page, "12-phone-folded")
        page.press("#fold")
        page.run("document.activeElement.blur()")
        seen = set()
        for _ in range(60):
            page.key("Tab")
            name, is_seen = page.run("const one = document.activeElement; return [one.id || one.getAttribute('class') || one.localName,"
                                     "getComputedStyle(one).outlineStyle !== 'none' || one === document.body]")
            self.assertTrue(is_seen, f"the focus on {name} is not visible")
            seen.add(name)
        self.assertLessEqual({"search", "from", "to", "home", "ceiling", "date", "depart", "closing", "theme", "tab-route"}, seen)
        page.ask("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        page.until("!document.querySelector('#offline').hidden")
        page.choose("#ceiling", "red")
        page.until("document.querySelector('#answer-route .problem')?.innerText.includes('reached')")
        self.look(page, "12-offline")
        page.ask("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        page.until("document.querySelector('#offline').hidden && document.querySelector('#answer-route .total')?.innerText.includes('red')")
        self.assertIn("up to red", page.text("#answer-route .total"))
        self.assertNotIn("token", page.run("return location.href"))

    def test_people_come_move_fade_and_go(self):
        server = self.server
        for user in ("Bea Moll", "Cem Oz"):
            people.share(server, user)
            people.stand(server, user, VILLAGE)
        page = self.page(panel="people")
        page.choose("#trip", TRIP)
        page.choose("#token", token("Ada"))
        page.press("#session [type=submit]")
        page.until("document.querySelectorAll('.person').length >= 2")
        page.until("document.querySelector('#answer-people').innerText.includes('Live')")
        self.assertIn("Bea Moll", page.text("#answer-people"))
        before = page.run("return document.querySelector('.person[title^=Bea]').style.transform")
        people.stand(server, "Bea Moll", CREST)
        page.until(f"document.querySelector('.person[title^=Bea]').style.transform !== {before!r}")
        self.look(page, "13-people")
        opacity = "Number(getComputedStyle(document.querySelector('.person[title^=Cem]')).opacity)"
        self.assertGreater(page.run(f"return {opacity}"), 0.9)
        page.on_page("const real = Date.now; Date.now = () => real() + 130000")
        page.until("document.querySelector('.person.stale[title^=Cem]')")
        page.until(f"{opacity} < 0.5")
        people.vanish(server, "Cem Oz")
        page.until("!document.querySelector('.person[title^=Cem]')")
        self.assertNotIn("Cem", page.text("#answer-people"))
        self.assertNotIn(token("Ada")[:20], page.run("return location.href + JSON.stringify(localStorage)"))
        self.assertFalse([one for one in page.requests if "eyJ" in one])
        page.press("#leave")
        page.until("!document.querySelector('.person')")
        self.assertEqual(page.run("return sessionStorage.length"), 0)


if __name__ == "__main__":
    if browser.MISSING:
        print(f"page: skipped: {browser.MISSING}", file=sys.stderr)
    unittest.main()
