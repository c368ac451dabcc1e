#!/usr/bin/env python3
"""Runs all tests of the downloads at the same time: most of them wait. Arguments name tests, or parts of their names."""

import concurrent.futures
import pathlib
import sys
import time
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
AT_ONCE = 6


def flattened(suite):
    """The tests of a suite one by one."""
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from flattened(item)
        else:
            yield item


def run(test):
    """Runs one test; returns it with its result and seconds."""
    result, since = unittest.TestResult(), time.monotonic()
    test.run(result)
    return test, result, time.monotonic() - since


def main():
    tests = list(flattened(unittest.TestLoader().discover(str(HERE), top_level_dir=str(HERE))))
    chosen = [test for test in tests if not sys.argv[1:] or any(word in test.id() for word in sys.argv[1:])]
    chosen.sort(key=lambda test: "HostileServer" not in test.id())  # the longest first
    since, failed, skipped = time.monotonic(), 0, 0
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for test, result, seconds in pool.map(run, chosen):
            skipped += len(result.skipped)
            for which, text in result.failures + result.errors:
                print(f"FAILED {which.id()} ({seconds:.1f} s)\n{text}", file=sys.stderr)
            failed += not result.wasSuccessful()
    print(f"downloads: {len(chosen)} tests, {failed} failed, {skipped} skipped, {time.monotonic() - since:.0f} s")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
