"""Values for arguments: valid and invalid ones. Outputs lie in the scratch folder or in /dev alone."""

import os

NUMBERS = ["0", "-0", "1", "-1", "0.5", "1e-300", "1e300", "1e999", "-1e999", "nan", "NaN", "inf", "-inf", "0x10", "1e", ".", "1,5",
           "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616", "4294967296", "2147483648",
           "2147483647", "-2147483649", "65536", "255", "1_000", " 1", "1 ", "٣", "１２", "1" * 400, "0." + "0" * 400 + "1", "+5", "1e18"]
TEXTS = ["", " ", "\t", "\n", "\x1b[31m", "\x1b]0;x\x07", "\x7f", "é", "e\u0301", "\u202e", "\u200b", "\ufeff", "𝔘𝔫𝔦", "ß", "İ", "ı",
         "👩‍👩‍👧", "a" * 300, "a" * 100_000, "é" * 20_000, "%s%n%d", "'\"`", "$(id)", "; rm", "null", "-", "--", "-1", "=", ",", ",,",
         "&", "<b>", "\\", "\\u0000", "a\u0300" * 5000, "way/0", "run:", "lift:1", "node/-1", "#1", "*", "?", "[", "46.9,7", "46.9,", ","]
PLACES = ["", ",", "91,0", "-91,0", "0,181", "90,0", "-90,180", "0,-180", "nan,nan", "inf,0", "1e308,1e308", "46.0", "46,7,8", "46;7",
          " 46 , 7 ", "46°N 7°E", "0,0", "-0,-0", "89.9999999,179.9999999", "46.01,7.02x", "1e-400,1e-400"]
CLOCKS = ["00:00", "24:00", "23:59", "9:00", "09:60", "25:00", "-1:00", "12", "12:", ":", "12:30:59", "99:99", "1e3:0", "noon", "00:00:00"]
DATES = ["2026-02-14", "2026-02-30", "0000-00-00", "9999-12-31", "10000-01-01", "-1-1-1", "2026-2-1", "2026-02", "tomorrow", "1582-10-10",
         "292278994-08-17", "2024-02-29", "2026-12-25"]
COLOURS = ["green", "blue", "red", "black", "novice", "easy", "intermediate", "advanced", "expert", "freeride", "extreme", "double-black"]
KINDS = ["drag_lift", "t-bar", "chair_lift", "gondola", "drag_lift,platter", "lift", "walk", "steep", "ungroomed", "moguls"]
# The values of arguments with an enumerated type.
WORDS = {
    "max-difficulty": COLOURS[:4] + ["novice", "easy", "intermediate"], "ability": ["beginner", "intermediate", "advanced", "expert"],
    "ungraded": ["estimate", "allow", "refuse"], "allow": ["freeride", "extreme", "tour", "itinerary", "walk", "freeride,extreme"],
    "avoid": ["drag_lift", "t-bar", "gondola", "chair_lift", "platter,j-bar"], "prefer": ["red", "blue", "groomed", "green"],
    "shun": ["black", "red", "drag_lift", "moguls"], "goal": ["metres", "distance", "runs"], "attributes": ["name", "difficulty,name"],
    "layers": ["runs", "lifts", "runs,lifts"], "language": ["en", "fr", "de"],
}
# The file name extensions of outputs.
ENDINGS = {("build",): [".skimap"], ("tiles",): [".pmtiles", ".mbtiles"], ("terrain", "contours"): [".geojson", ".geojsonl"],
           ("terrain",): [".tif", ".png"], ("export",): [""], ("batch",): [".jsonl"]}


class Values:
    """Draws values for arguments by what the command calls them."""

    def __init__(self, random, scratch, names, places, pools):
        self.random, self.scratch = random, str(scratch)
        self.names, self.places, self.pools = names, places, pools

    def hostile_word(self):
        """A word that fits nothing; it names no file that could be written to."""
        return self.random.choice(self.random.choice((NUMBERS, TEXTS, PLACES, CLOCKS, DATES))).replace("\0", "")

    def of(self, path, name, argument, hostility):
        """A value for an argument."""
        hostile = self.random.random() < hostility
        if name in ("output", "report", "picture", "profile-picture", "svg", "png"):
            return self._output(path, name, hostile)
        if hostile and self.random.random() < 0.5:
            return self.hostile_word()
        choice = [] if name in WORDS else argument.get("allValues")
        if choice:
            return self.random.choice(choice)
        pick = getattr(self, "_" + name.replace("-", "_"), None)
        return pick(hostile) if pick else self._by_kind(path, name, hostile)

    def _by_kind(self, path, name, hostile):
        choose = self.random.choice
        if name in ("map", "old", "new"):
            return choose(self.pools["hostile" if hostile else "map"])
        if name in ("sources", "elevation"):
            return choose(self.pools["hostile" if hostile else "elevation"])
        if name in ("runs", "lifts", "areas", "spots", "streets", "track", "status", "holidays", "questions"):
            return choose(self.pools["hostile" if hostile else name])
        if name in ("depart", "opening", "closing", "until", "lunch-at", "lunch-by", "from") and path != ("route",) or name == "depart":
            if name == "from" and path[0] in ("route", "home", "reach"):
                return self._place(hostile)
            return choose(CLOCKS) if hostile else f"{self.random.randrange(7, 18):02}:{self.random.randrange(60):02}"
        if name == "date":
            return choose(DATES) if hostile else "2026-02-14"
        if name in WORDS:
            return choose(COLOURS + KINDS if hostile else WORDS[name])
        if path == ("locate",) and name == "place":
            return "{:.5f},{:.5f}".format(*choose(self.places))
        if name in ("from", "to", "via", "home", "places", "place", "query", "closed", "run", "end", "lunch", "at", "query"):
            return self._place(hostile)
        return self._count(hostile)

    def _place(self, hostile):
        if hostile:
            return self.random.choice(PLACES)
        kind = self.random.random()
        if kind < 0.6:
            return self.random.choice(self.names)
        latitude, longitude = self.random.choice(self.places)
        spread = self.random.choice((0, 0.0001, 0.001, 0.01, 1))
        return f"{latitude + self.random.uniform(-spread, spread):.6f},{longitude + self.random.uniform(-spread, spread):.6f}"

    def _count(self, hostile):
        return self.random.choice(NUMBERS) if hostile else self.random.choice(("0", "1", "2", "3", "5", "10", "30", "60", "120", "1.5"))

    def _output(self, path, name, hostile):
        if hostile:
            return self.random.choice(self.pools["bad-output"])
        endings = ENDINGS.get(path, ENDINGS.get(path[:1], [".svg", ".svg", ".png", ".html"]))
        ending = self.random.choice(endings if name == "output" or path[0] == "route" else [".svg", ".png", ".html", ".json"])
        return os.path.join(self.scratch, "out", self.random.choice("ab") + ending)

    def _person(self, hostile):
        return self.random.choice(("Ann,max-difficulty=blue", "Bo,ability=beginner,depart=09:30", "C", "D,board", "=,=", ",", "A,x=1"))

    def _bounds(self, hostile):
        latitude, longitude = self.random.choice(self.places)
        size = self.random.choice((0.001, 0.01, 0.1)) if not hostile else self.random.choice((-1, 0, 1e-12, 1000))
        return f"{latitude},{longitude},{latitude + size},{longitude + size}"

    def _zoom(self, hostile):
        return self.random.choice(("0-30", "-1", "5-", "14-5", "99", "a-b") if hostile else ("10", "11-12", "8", "0", "13"))

    def _tolerance(self, hostile):
        return self._count(hostile)

    def _interval(self, hostile):
        return self.random.choice(NUMBERS if hostile else ("10", "50", "100", "33.3"))

    def _utc_offset(self, hostile):
        return self.random.choice(("+99", "-00:99", "1e9", "x") if hostile else ("+1", "-03:30", "0"))

    def _levels(self, hostile):
        return self.random.choice(("1500,2000", "", ",", "nan", "1," * 10000 + "2", "-1e9,1e9"))

    def _timeout(self, hostile):
        """Always short: without one, a tour is searched for half a minute."""
        return self.random.choice(("nan", "-1", "x", "") if hostile else ("5", "1", "0.001"))

    def _scale(self, hostile):
        return self.random.choice(NUMBERS if hostile else ("0.25", "0.5", "1", "4"))
