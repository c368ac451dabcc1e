#!/usr/bin/env python3
"""The log-in by Telegram's page on the web map: leaving for it, coming back with a result, and results without a question.

Runs where test_page.py runs, with its variables. Telegram is a stand-in in the browser, which answers for its host; the results are
signed by a test bot's token, and the real server checks them.
"""

import base64
import json
import pathlib
import sys
import unittest
import urllib.parse

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "Tools")]

import browser  # noqa: E402
import page_case  # noqa: E402
from serving import openid, stores, trips  # noqa: E402

BOT = "7000000001:AAtest-token-of-a-bot-that-is-none-0a1b2c"
TELEGRAM = "https://oauth.telegram.org/"


def result(value):
    """The end of an address with which Telegram sends people back."""
    return "#tgAuthResult=" + base64.urlsafe_b64encode(json.dumps(value, ensure_ascii=False).encode()).rstrip(b"=").decode()


def signed(**values):
    """The fields of a login as Telegram's page writes them: times and identifiers are numbers."""
    fields = openid.telegram(BOT, **values)
    return {**fields, "id": int(fields["id"]), "auth_date": int(fields["auth_date"])}


class PageLoginTests(page_case.BrowserCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        running = trips.running(stores.SQLiteStore, "--page", ROOT / "Data" / "Page", trips={"telegram": {"botToken": BOT}})
        cls.server, _ = cls.enterClassContext(running)
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.page = self.browser.page()
        self.addCleanup(self.page.close)
        self.asked, self.returned = [], None
        self.page.replace_host(f"{TELEGRAM}*", self.telegram)
        self.page.open(self.server.url)
        self.page.run("sessionStorage.clear()")

    def telegram(self, request):
        """Sends the reader back with the result, as Telegram does."""
        words = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(request["url"]).query))
        self.asked.append((words, request.get("headers", {})))
        return 302, {"Location": words["return_to"] + result(self.returned)}, b""

    def start(self, end="#panel=trip"):
        """Opens the page where it offers the log-in."""
        self.page.open(self.server.url + end)
        self.page.until("document.querySelector('#by-telegram')")

    def is_posted(self):
        return any(one.endswith("/v1/login/telegram") for one in self.page.requests)

    def picture(self):
        self.keep(self.page, self.id().split(".")[-1])

    def nothing_left(self, *stored):
        """Neither address nor memory of the tab holds anything of the log-in, and Telegram alone was asked of other hosts."""
        self.assertNotIn("tgAuthResult", self.page.run("return location.href"))
        self.assertNotIn("login=", self.page.run("return location.href"))
        self.assertEqual(self.page.run("return Object.keys(sessionStorage)"), list(stored))
        foreign = [one for one in self.page.requests if not one.startswith((self.server.url, "blob:", "data:", "about:"))]
        self.assertTrue(all(one.startswith(f"{TELEGRAM}auth?") for one in foreign), foreign)

    def test_the_page_leaves_for_telegram_and_comes_back_logged_in(self):
        self.start("#panel=trip&look=street")
        self.picture()
        self.returned = signed(id="1", first_name="Zoë", last_name="Wäger-平", photo_url="https://t.me/i/1.jpg")
        self.page.press("#by-telegram")
        self.page.until("document.querySelector('#me')?.innerText === 'Zoë Wäger-平'")
        (words, fields), = self.asked
        origin = self.server.url.rstrip("/")
        self.assertEqual((words["bot_id"], words["origin"]), ("7000000001", origin))
        self.assertRegex(words["return_to"], rf"^{origin}/\?login=[0-9a-f]{{32}}$")
        self.assertNotIn("referer", {name.lower() for name in fields})
        self.assertIn("panel=trip&look=street", self.page.run("return location.href"))
        self.nothing_left("skiroute.refresh")
        self.assertEqual(self.page.complaints, [])
        self.page.press("#log-out")
        self.page.until("document.querySelector('#by-telegram')")

    def test_an_invitation_is_still_there_after_the_log_in(self):
        ada = self.server.log_in("Ada")
        secret = ada.invite(ada.create_trip(name="Week of Ada")["id"])
        self.start(f"#join={secret}")
        self.page.until("document.querySelector('#answer-join').innerText.includes('invited')")
        self.returned = signed(id="2")
        self.page.press("#by-telegram")
        self.page.until("document.querySelector('#answer-join h3')?.innerText.includes('Week of Ada')")
        self.page.press("#join")
        self.page.until("document.querySelector('#trip-name')?.innerText === 'Week of Ada'")
        self.assertNotIn(secret, self.page.run("return location.href + JSON.stringify(sessionStorage)"))
        self.nothing_left("skiroute.refresh")

    def test_a_result_that_the_tab_did_not_ask_for_logs_nobody_in(self):
        end = result(signed(id="666", first_name="Mallory"))
        for address in (end, f"?login={'0' * 32}{end}", "?login=null" + end, "?login=undefined" + end, "?login=" + end):
            with self.subTest(address=address[:20]):
                self.page.open(self.server.url + address)
                self.page.until("document.querySelector('#answer-login .problem')?.innerText.includes('did not begin')")
                self.nothing_left()
        self.picture()
        # Neither while another log-in is on its way, nor in an open page.
        self.start()
        state = self.page.run("const { beginTelegram } = await import('/page/service/telegram.js'); beginTelegram(7, '#panel=trip');"
                              "return JSON.parse(sessionStorage.getItem('skiroute.telegram')).state")
        self.page.open(f"{self.server.url}?login={state[::-1]}{end}")
        self.page.until("document.querySelector('#answer-login .problem')")
        self.page.run(f"location.hash = {json.dumps(end)}")
        self.page.until("!location.href.includes('tgAuthResult')")
        self.assertFalse(self.is_posted())
        self.nothing_left("skiroute.telegram")

    def test_a_result_that_comes_too_late_is_not_used(self):
        self.start()
        state = self.page.run("const { beginTelegram } = await import('/page/service/telegram.js'); beginTelegram(7, '#panel=trip');"
                              "const held = JSON.parse(sessionStorage.getItem('skiroute.telegram')); held.began -= 601000;"
                              "sessionStorage.setItem('skiroute.telegram', JSON.stringify(held)); return held.state")
        self.page.open(f"{self.server.url}?login={state}{result(signed(id='3'))}")
        self.page.until("document.querySelector('#answer-login .problem')?.innerText.includes('too long ago')")
        self.assertFalse(self.is_posted())

    def test_a_log_in_names_the_session_before_it(self):
        self.start()
        sent = self.page.run("""
            const { makeAccount } = await import('/page/service/account.js');
            const { logInByTelegram, logInForDevelopment } = await import('/page/api.js');
            const sent = [];
            const account = makeAccount(() => ({ json: async (method, path, { body }) => ({ user: 'u', access: 'a',
              accessExpires: '2100-01-01T00:00:00Z', refresh: `r${sent.push([method, path, body])}` }) }));
            await account.enter(logInForDevelopment, { name: 'Ada' });
            await account.enter(logInByTelegram, { id: '1' });
            await account.leave();
            await account.enter(logInByTelegram, { id: '2' });
            return sent;""")
        self.assertEqual(sent, [["POST", f"/v1/login/{way}", body] for way, body in (
            ("development", {"name": "Ada"}), ("telegram", {"id": "1", "refresh": "r1"}), ("end", {"refresh": "r2"}),
            ("telegram", {"id": "2"}))])

    def test_a_link_leaves_the_session_of_who_is_logged_in(self):
        self.start()
        self.returned = signed(id="4", first_name="Dora")
        self.page.press("#by-telegram")
        self.page.until("document.querySelector('#me')?.innerText.startsWith('Dora')")
        before = len(self.page.requests)
        end = result(signed(id="666", first_name="Mallory"))
        self.page.run(f"location.hash = {json.dumps(end)}")
        self.page.until("!location.href.includes('tgAuthResult')")
        self.page.open(self.server.url + end)
        self.page.until("document.querySelector('#me')?.innerText.startsWith('Dora')")
        self.assertFalse([one for one in self.page.requests[before:] if one.endswith("/v1/login/telegram")])
        self.nothing_left("skiroute.refresh")

    def test_a_refusal_and_what_is_no_result_are_said(self):
        for returned in (False, None, [], "text", 7):
            with self.subTest(returned=returned):
                self.start()
                self.returned = returned
                self.page.press("#by-telegram")
                self.page.until("document.querySelector('#answer-login .problem')?.innerText.includes('did not log you in')")
                self.page.until("document.querySelector('#by-telegram')")
                self.nothing_left()
        self.assertFalse(self.is_posted())
        self.picture()

    def test_what_the_server_refuses_is_said_and_can_be_begun_again(self):
        self.start()
        self.returned = {**signed(id="5"), "hash": "0" * 64}
        self.page.press("#by-telegram")
        self.page.until("document.querySelector('#answer-login .problem')")
        self.nothing_left()
        self.returned = signed(id="5", first_name="Emil")
        self.page.press("#by-telegram")
        self.page.until("document.querySelector('#me')?.innerText.startsWith('Emil')")
        self.nothing_left("skiroute.refresh")


if __name__ == "__main__":
    if browser.MISSING:
        print(f"page login: skipped: {browser.MISSING}", file=sys.stderr)
    unittest.main()
