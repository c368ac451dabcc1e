"""Searches the files of the stores for the identifier of an erased user."""

import json
import pathlib
import subprocess
import tempfile

PERSON = "erased-person-5f1c7e0b9d"


def occurrences(folder):
    """The number of times that the identifier stands in each file of a folder, where it does."""
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        try:
            if path.is_file():
                count = path.read_bytes().count(PERSON.encode())
                if count:
                    found[str(path.relative_to(folder))] = count
        except OSError:
            continue
    return found


def erase(program, sample, store, look):
    """Looks at the files before an erasure, after it, and after the server has ended; returns the receipt as well."""
    process = subprocess.Popen([program, "erase", "--map", sample, "--person", PERSON, "--travellers", "20", *store],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    if process.stdout.readline().strip() != "shared":
        raise SystemExit("measure-sharing: the server doesn't share")
    before = look()
    process.stdin.write("erase\n")
    process.stdin.flush()
    receipt = json.loads(process.stdout.readline())
    after = look()
    process.stdin.close()
    process.wait(30)
    return before, after, look(), receipt


def total(found, start=""):
    return sum(count for name, count in found.items() if name.startswith(start))


def run(program, sample, cluster):
    """Prints what is found in both stores."""
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        store = ("--sqlite", str(pathlib.Path(folder) / "live.sqlite"))
        before, after, later, receipt = erase(program, sample, store, lambda: occurrences(folder))
        print(f"\nSQLite, receipt {json.dumps(receipt)}\nbefore: {before}\nafter: {after}\nwhen the server has ended: {later}")
        failed = not before or bool(after) or bool(later)
    address = cluster.make_database()

    def look():
        cluster.execute(address, "CHECKPOINT")
        return occurrences(cluster.data)

    before, after, later, receipt = erase(program, sample, ("--postgres", address), look)
    print(f"\nPostgreSQL, receipt {json.dumps(receipt)}")
    for name, found in (("before", before), ("after", after), ("when the server has ended", later)):
        print(f"{name}: {total(found, 'base/')} in base/, {total(found, 'pg_wal/')} in pg_wal/, {total(found)} in all: {found}")
    failed = failed or not total(before, "base/") or any(total(found) > total(found, "pg_wal/") for found in (after, later))
    if failed:
        raise SystemExit("measure-sharing: the identifier of the erased user is still there, or was never found")
