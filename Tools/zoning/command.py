"""The command of Tools/make-zones."""

import argparse
import sys

from . import boundaries, shipped, tree


def main(documentation):
    parser = argparse.ArgumentParser(description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when the file is not as this would write it")
    parser.add_argument("--cells-per-degree", type=int, choices=[16, 32, 64, 128, 256], default=128, metavar="N",
                        help="how fine: 16, 32, 64, 128 or 256 cells a degree (128)")
    parser.add_argument("--size", action="store_true", help="write nothing, print the sizes only")
    options = parser.parse_args()
    land, runs = boundaries.land_runs(options.cells_per_degree)
    release = boundaries.release()
    squares = tree.roots(runs, options.cells_per_degree)
    data, divided = tree.encoded(squares, land, release, options.cells_per_degree)
    text = shipped.text(data, release)
    print(f"make-zones: {release} by {boundaries.versions()}; {options.cells_per_degree} cells a degree, {sum(divided)} divided squares, "
          f"{tree.leaves(divided)} leaves, {len(data)} bytes, {len(text)} in Swift", file=sys.stderr)
    if options.size:
        return 0
    kept = shipped.FILE.read_text(encoding="utf-8") if shipped.FILE.is_file() else ""
    # Packed bytes may differ by the version of zlib; the table is the same.
    is_kept = '"""' in kept and shipped.unpacked(kept) == data and kept.split('"""')[0] == text.split('"""')[0]
    if options.check:
        if not is_kept:
            print(f"make-zones: {shipped.FILE.name} would change; run Tools/make-zones", file=sys.stderr)
        return 0 if is_kept else 1
    if not is_kept:
        beside = shipped.FILE.with_suffix(".part")
        beside.write_text(text, encoding="utf-8")
        beside.replace(shipped.FILE)
    return 0
