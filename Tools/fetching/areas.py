"""Finding a ski area by its name in ski_areas.geojson."""

import dataclasses
import difflib
import re
import unicodedata

from . import geojson
from .bounds import box_of
from .status import USAGE, FetchError, shown

_SPELLINGS = str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "ı": "i", "đ": "d", "ð": "d",
                            "þ": "th", "'": None, "’": None})
_CANDIDATES_SHOWN = 12


@dataclasses.dataclass
class Area:
    """A ski area as far as it matters here."""

    id: str
    name: str
    place: str
    status: str
    is_point: bool
    box: object


def folded(text):
    """A name without case, accents and punctuation, words separated by one space."""
    text = unicodedata.normalize("NFKD", text.casefold().translate(_SPELLINGS))
    kept = "".join(c if c.isalnum() else " " for c in text if not unicodedata.combining(c))
    return " ".join(unicodedata.normalize("NFC", kept.translate(_SPELLINGS)).split())


def slug(text):
    """A name as the name of a folder: letters, digits and hyphens, never empty, never a path."""
    return re.sub(r"[^\w]+", "-", folded(text))[:60].strip("-") or "area"


def read(path):
    """All named ski areas of a file."""
    found = []
    with open(path, "rb") as file:
        for raw in geojson.Scanner(file).features():
            try:
                value = geojson.parse(raw)
            except ValueError:
                continue
            area = _area(value)
            if area:
                found.append(area)
    return found


def _area(value):
    properties, geometry = value.get("properties"), value.get("geometry")
    if not isinstance(properties, dict) or not isinstance(geometry, dict):
        return None
    name, identity = properties.get("name"), properties.get("id")
    if not isinstance(name, str) or not isinstance(identity, str) or not folded(name):
        return None
    return Area(identity, name, _place(properties), str(properties.get("status")), geometry.get("type") == "Point",
                box_of(geometry))


def _place(properties):
    """`Locality, Region, Country` as far as the file tells; older files say `location` for `places`."""
    places = properties.get("places") or [properties.get("location")]
    place = places[0] if isinstance(places, list) and places and isinstance(places[0], dict) else {}
    english = place.get("localized", {}).get("en", {}) if isinstance(place.get("localized"), dict) else {}
    parts = [english.get(key) for key in ("locality", "region", "country")] if isinstance(english, dict) else []
    return ", ".join(part for part in parts if isinstance(part, str))


def find(areas, name):
    """The one area a name or id means. Raises FetchError with the candidates when there are none or several."""
    for area in areas:
        if area.id == name:
            return area
    wanted = folded(name)
    same = [area for area in areas if folded(area.name) == wanted]
    operating = [area for area in same if area.status == "operating"]
    if len(same) == 1 or len(operating) == 1:
        return (operating or same)[0]
    words = set(wanted.split())
    near = same or [area for area in areas if words and words <= set(folded(area.name).split())]
    if len(near) == 1:
        return near[0]
    if near:
        raise FetchError(USAGE, f"{shown(name)} matches {len(near)} ski areas; give the whole name or the id:\n"
                                + _listed(near))
    names = {folded(area.name): area for area in areas}
    close = [names[text] for text in difflib.get_close_matches(wanted, names, 5, 0.7)]
    raise FetchError(USAGE, f"{shown(name)}: no ski area of this name" + ("; similar names are:\n" + _listed(close) if close
                                                                         else "; give its name on openskimap.org"))


def _listed(areas):
    lines = [f"  {shown(area.name, 60)}  ({shown(area.place, 60) or 'place unknown'}, {shown(area.status, 20)})  "
             f"{shown(area.id, 60)}" for area in areas[:_CANDIDATES_SHOWN]]
    more = len(areas) - _CANDIDATES_SHOWN
    return "\n".join(lines + ([f"  and {more} more"] if more > 0 else []))
