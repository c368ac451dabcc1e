"""Shared parts of the commands: options, exit, signals."""

import argparse
import os
import re
import signal
import sys

from . import web
from .status import INPUT_OUTPUT, INTERRUPTED, OK, USAGE, FetchError, disk_error, note

_NUMBERS = re.compile(r"-[\d.]+(,[-+\d.]+)+\Z", re.ASCII)


class Parser(argparse.ArgumentParser):
    """Ends with 64 on a usage error, as the skiroute command does."""

    def error(self, message):
        self.print_usage(sys.stderr)
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(USAGE)


def parser(name, purpose, more):
    """A parser with the options about the net."""
    made = Parser(prog=name, description=purpose, epilog=more, formatter_class=argparse.RawDescriptionHelpFormatter)
    net = made.add_argument_group("the net")
    manners = web.Manners()
    net.add_argument("--base-url", metavar="URL", help="a mirror to fetch from instead")
    net.add_argument("--allow-http", action="store_true", help="allow plain http to other machines than this one")
    net.add_argument("--timeout", type=_positive, default=manners.timeout, metavar="S",
                     help="seconds to wait for the next byte (%(default)g)")
    net.add_argument("--least-speed", type=_positive, default=manners.least_speed, metavar="B",
                     help="bytes a second below which a download counts as stalled (%(default)g)")
    net.add_argument("--tries", type=_count, default=manners.tries, metavar="N", help="for each file (%(default)d)")
    net.add_argument("--pause", type=_positive, default=manners.pause, metavar="S",
                     help="seconds before the second try, doubled each time (%(default)g)")
    net.add_argument("--longest-wait", type=_positive, default=manners.longest_wait, metavar="S",
                     help="the longest wait a server may ask for (%(default)g)")
    return made


def _positive(text):
    value = float(text)
    if not 0 < value < 1e9:
        raise ValueError
    return value


def _count(text):
    value = int(text)
    if not 0 < value <= 1000:
        raise ValueError
    return value


def count_of_bytes(text):
    """A size given as an option."""
    value = int(text)
    if not 0 < value < 1 << 50:
        raise ValueError
    return value


def manners(options):
    """The manners that the options ask for."""
    return web.Manners(timeout=options.timeout, least_speed=options.least_speed, tries=options.tries,
                       pause=options.pause, longest_wait=options.longest_wait, allow_http=options.allow_http)


def base_address(options, variable, default):
    """The option, else the variable, else the public server; without a slash at the end."""
    address = (options.base_url or os.environ.get(variable) or default).rstrip("/")
    web.check_address(address, manners(options))
    return address


def run(name, main):
    """Runs a command to its exit code. Ctrl-C and a polite kill end it with 130, what came so far is kept."""
    def stop(*_):
        raise KeyboardInterrupt
    signal.signal(signal.SIGTERM, stop)
    # A box that starts with a minus sign is no option: argparse takes what holds a space for a value.
    arguments = [f" {text}" if _NUMBERS.match(text) else text for text in sys.argv[1:]]
    try:
        status = main(arguments) or OK
        sys.stdout.flush()
    except FetchError as error:
        note(f"{name}: {error}")
        status = error.status
    except KeyboardInterrupt:
        note(f"{name}: interrupted; run the same command again to continue")
        status = INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = INPUT_OUTPUT
    except OSError as error:
        note(f"{name}: {disk_error(error, error.filename or 'files')}")
        status = INPUT_OUTPUT
    return status
