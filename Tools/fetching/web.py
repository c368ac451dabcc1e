"""HTTP with untrusted servers: deadlines on every wait, redirects checked before they are followed, TLS verified."""

import dataclasses
import email.utils
import http.client
import ipaddress
import random
import socket
import ssl
import threading
import time
import urllib.parse

from . import terms
from .status import BAD_DATA, UNAVAILABLE, USAGE, FetchError, note, shown

REDIRECT_LIMIT = 5
_REDIRECTS = {301, 302, 303, 307, 308}
_BUSY = {408, 425, 429, 500, 502, 503, 504}


class Broken(Exception):
    """The connection failed, stalled or ended early: worth another try."""


class Busy(Exception):
    """The server asks to come back later, after some seconds if it says so."""

    def __init__(self, message, seconds):
        super().__init__(message)
        self.seconds = seconds


@dataclasses.dataclass
class Manners:
    """Timeouts, retries and limits of a request."""

    timeout: float = 30.0  # seconds without a byte
    least_speed: float = 1024.0  # bytes a second, over one timeout
    tries: int = 6  # for one file
    pause: float = 2.0  # seconds before the second try; doubles
    longest_wait: float = 300.0  # seconds a server may ask us to wait
    allow_http: bool = False  # plain http to other machines


def check_address(address, manners):
    """An address split into parts, or an error: only https, or http to this machine."""
    try:
        parts = urllib.parse.urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise FetchError(USAGE, f"{shown(address)}: not an address ({error})") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise FetchError(USAGE, f"{shown(address)}: not an address of the web; expected https://HOST/…")
    if parts.scheme == "http" and not manners.allow_http and not _is_loopback(parts.hostname):
        raise FetchError(USAGE, f"{shown(address)}: plain http can be altered on its way; use https, "
                                "or --allow-http for a mirror you trust")
    return parts, port


def _is_loopback(host):
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Session:
    """One connection at a time, kept while the server keeps it. For one thread."""

    def __init__(self, manners):
        self.manners = manners
        self._connection = None
        self._origin = None

    def close(self):
        if self._connection:
            self._connection.close()
        self._connection = None

    def abort(self):
        """Wakes whoever waits on the connection, from another thread."""
        sock = self._connection.sock if self._connection else None
        if sock:
            _shut(sock)

    def open(self, address, headers):
        """Asks for an address, following redirects. Raises FetchError, Broken or Busy."""
        seen = set()
        while True:
            parts, port = check_address(address, self.manners)
            answer = self._ask(parts, port, headers)
            if answer.status not in _REDIRECTS:
                if answer.status in _BUSY:
                    wait = retry_after(answer.getheader("Retry-After"))
                    self.close()
                    raise Busy(f"{shown(address)}: the server answers {answer.status}", wait)
                return answer
            target = answer.getheader("Location")
            self.close()
            seen.add(address)
            address = self._redirected(address, target, seen)

    def _redirected(self, address, target, seen):
        if not target:
            raise FetchError(BAD_DATA, f"{shown(address)}: redirected without a target")
        try:
            joined = urllib.parse.urldefrag(urllib.parse.urljoin(address, target)).url
        except ValueError as error:
            raise FetchError(BAD_DATA, f"redirected to {shown(target)}, which is not an address ({error})") from error
        if joined in seen:
            raise FetchError(BAD_DATA, f"{shown(address)}: redirected in a circle to {shown(joined)}")
        if len(seen) > REDIRECT_LIMIT:
            raise FetchError(BAD_DATA, f"{shown(address)}: redirected more than {REDIRECT_LIMIT} times")
        if address.startswith("https:") and not joined.startswith("https:"):
            raise FetchError(BAD_DATA, f"{shown(address)}: redirected from https to {shown(joined)}; not followed")
        try:
            check_address(joined, self.manners)
        except FetchError as error:
            raise FetchError(BAD_DATA, f"redirected to {error}; not followed") from error
        return joined

    def _ask(self, parts, port, headers):
        origin = (parts.scheme, parts.hostname, port)
        kept = self._is_open(origin)
        try:
            return self._ask_once(parts, port, headers, origin)
        except Broken:
            if not kept:
                raise
            return self._ask_once(parts, port, headers, origin)  # a kept connection may have been closed meanwhile

    def _is_open(self, origin):
        return self._connection is not None and self._connection.sock is not None and self._origin == origin

    def _ask_once(self, parts, port, headers, origin):
        deadline = None
        try:
            if not self._is_open(origin):
                self.close()
                self._connection, self._origin = self._connect(parts, port), origin
            path = urllib.parse.quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
            if parts.query:
                path += "?" + urllib.parse.quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
            own = {"User-Agent": terms.USER_AGENT, "Accept-Encoding": "identity", "Accept": "*/*"}
            # The headers as a whole have a deadline too: a drop now and then resets the wait for the next byte.
            with Deadline(self._connection.sock, self.manners.timeout) as deadline:
                self._connection.request("GET", path, headers={**own, **headers})
                answer = self._connection.getresponse()
            if deadline.passed:
                raise Broken("no answer in time")
            return answer
        except ssl.SSLCertVerificationError as error:
            self.close()
            raise FetchError(UNAVAILABLE, f"{parts.hostname}: the certificate is not to be trusted "
                                          f"({shown(error.verify_message)})") from error
        except (OSError, http.client.HTTPException, UnicodeError, ValueError) as error:
            self.close()
            late = deadline is not None and deadline.passed
            raise Broken(f"{parts.hostname}: {'no answer in time' if late else describe(error)}") from error
        except Broken:
            self.close()
            raise

    def _connect(self, parts, port):
        if parts.scheme == "https":
            made = http.client.HTTPSConnection(parts.hostname, port, timeout=self.manners.timeout,
                                               context=ssl.create_default_context())
        else:
            made = http.client.HTTPConnection(parts.hostname, port, timeout=self.manners.timeout)
        made.connect()
        return made


def _shut(sock):
    try:
        socket.socket.shutdown(sock, socket.SHUT_RDWR)  # of the plain socket: that of TLS would wait for the other side
    except OSError:
        pass


class Deadline:
    """Shuts a socket when a block takes too long, so that whoever waits on it wakes."""

    def __init__(self, sock, seconds):
        self._sock = sock
        self._timer = threading.Timer(seconds, self._fire)
        self._timer.daemon = True
        self.passed = False

    def _fire(self):
        self.passed = True
        _shut(self._sock)

    def __enter__(self):
        self._timer.start()
        return self

    def __exit__(self, *_):
        self._timer.cancel()


def describe(error):
    """A foreign error in a few words."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, http.client.IncompleteRead):
        return "broke off"
    if isinstance(error, socket.gaierror):
        return f"the name is not known ({error.strerror})"
    return shown(getattr(error, "strerror", None) or error or type(error).__name__)


def body(answer, manners):
    """The bytes of an answer as they come. Raises Broken when they stall, drip or break off."""
    expected = content_length(answer)
    got, mark, since = 0, 0, time.monotonic()
    while True:
        try:
            piece = answer.read1(1 << 18)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Broken(describe(error)) from error
        if not piece:
            break
        got += len(piece)
        yield piece
        elapsed = time.monotonic() - since
        if elapsed >= manners.timeout:
            if (got - mark) / elapsed < manners.least_speed:
                raise Broken(f"stalls: {got - mark} bytes in {elapsed:.1f} s")
            mark, since = got, time.monotonic()
    if expected is not None and got < expected:
        raise Broken(f"broke off after {got} of {expected} bytes")
    answer.close()  # the answer, not the connection, which is free for the next question now


def content_length(answer):
    """The length an answer claims, or None; a claim that is no number is a lie."""
    text = answer.getheader("Content-Length")
    if text is None or answer.chunked:
        return None
    if not text.strip().isascii() or not text.strip().isdigit() or len(text.strip()) > 30:
        raise FetchError(BAD_DATA, f"Content-Length is {shown(text, 40)}, which is not a length")
    return int(text)


def retry_after(text):
    """The seconds a Retry-After asks for, as a number or a date; None when there is none that makes sense."""
    text = (text or "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:12])
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None


def pause_after(number, asked, manners, why, sleep=time.sleep):
    """Waits before another try: as long as the server asks, else twice as long each time, a bit at random."""
    if asked is not None and asked > manners.longest_wait:
        raise FetchError(UNAVAILABLE, f"{why} and asks to wait {asked:.0f} s; try again then")
    doubled = min(manners.pause * 2 ** min(number, 16), manners.longest_wait) * random.uniform(0.75, 1.0)
    seconds = max(asked or 0.0, doubled)
    note(f"{why}; trying again in {seconds:.1f} s")
    sleep(seconds)
