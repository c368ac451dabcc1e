"""The values that fill a template: one mountain, moved and varied."""

import hashlib
import json
import math
import random

from . import shapes, words

GRADES = ["novice", "easy", "intermediate", "advanced", "expert"]
UNNAMED = 0.3  # the share of runs without a name
REGRADED = 0.12  # the share of runs with another grade than in the sample


def values(template, place, seed):
    """All values of a mountain in the order of the template's holes."""
    chance = random.Random(f"{seed}/{place.number}")
    holes = template.holes
    lift = chance.uniform(-900, 1400)
    move = _movement(template.flat, place, chance)
    word = words.mountain_word(place.number, place.script)
    identify = hashlib.sha1(f"{seed}/{place.number}".encode())
    random_number = chance.random
    made = []
    for longitude, latitude, *_ in holes["point"]:
        made.append("[%s,%s]" % move(longitude, latitude, random_number))
    for longitude, latitude, elevation in holes["vertex"]:
        metres = elevation + lift if -400 < elevation < 5000 else elevation
        made.append("[%s,%s,%.1f]" % (*move(longitude, latitude, random_number), metres))
    made += ["%.1f" % (height + lift + random_number() - 0.5) for height in holes["height"]]
    made += [f'"{_digest(identify, key)}"' for key in holes["id"]]
    made += [f'"{key.split("/")[0]}/{10_000_000_000 + place.number * 1000 + k}"' for k, key in enumerate(holes["source"])]
    made += [_name(k, kind, word, chance) for k, (kind, _) in enumerate(holes["name"])]
    made += [f'"{_grade(grade, chance)}"' for _, grade in holes["grade"]]
    made += [f'"{place.convention}"' for _ in holes["convention"]]
    made += [_region(word) for _ in holes["place"]]
    return made


def _movement(flat, place, chance):
    """A function from a place of the sample to the texts of its new longitude and latitude.

    The mountain is turned, mirrored and stretched as a whole, and each vertex moves up to 80 cm, the same way in every
    feature that has it. One number in sixteen has the digits that floating-point arithmetic leaves, as in real files.
    """
    angle = chance.choice((0.0, math.pi)) if place.is_grouped else chance.uniform(0, 2 * math.pi)
    angle += chance.uniform(-0.02, 0.02)
    stretch = chance.uniform(0.95, 1.0) if place.is_grouped else chance.uniform(0.9, 1.12)
    mirror = chance.choice((-1, 1))
    a, b = stretch * math.cos(angle), stretch * math.sin(angle)
    north = shapes.METRES_PER_DEGREE
    east = north * math.cos(math.radians(place.latitude))
    moved = {}

    def move(longitude, latitude, random_number):
        text = moved.get((longitude, latitude))
        if text is None:
            x, y = mirror * (longitude - flat.longitude) * flat.east, (latitude - flat.latitude) * north
            noise = random_number()
            x, y = a * x - b * y + 1.6 * noise - 0.8, b * x + a * y + 1.6 * random_number() - 0.8
            text = moved[longitude, latitude] = (
                _degrees(_wrapped(place.longitude + x / east), noise), _degrees(place.latitude + y / north, noise))
        return text

    return move


def _wrapped(longitude):
    return longitude - 360 if longitude > 180 else longitude + 360 if longitude < -180 else longitude


def _degrees(value, noise):
    if noise < 1 / 16:
        return repr(round(value, 7) + 1e-14 * math.copysign(4, value))
    return "%.7f" % value


def _digest(identify, key):
    copy = identify.copy()
    copy.update(key.encode())
    return copy.hexdigest()


def _name(index, kind, word, chance):
    if kind == "skiArea":
        return f'"Mont {word}"'
    if kind == "run" and chance.random() < UNNAMED:
        return "null"
    return json.dumps(words.feature_name(index, word), ensure_ascii=False)


def _grade(grade, chance):
    if grade not in GRADES or chance.random() > REGRADED:
        return grade
    return GRADES[min(len(GRADES) - 1, max(0, GRADES.index(grade) + chance.choice((-1, 1))))]


def _region(word):
    return ('[{"iso3166_1Alpha2":"ZZ","iso3166_2":null,"localized":{"en":{"country":"Nowhere","region":"Upper %s",'
            '"locality":"%s"}}}]' % (word, word))
