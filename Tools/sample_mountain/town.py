"""The streets of Montsoleil-le-Bas: rows and columns with a bend in each, sharing their corners."""

import random

ROWS = [(-2905, "pedestrian", "Promenade des Neiges"), (-2985, "residential", "Rue du Village"),
        (-3068, "residential", "Rue de l'Église"), (-3155, "secondary", "Route de la Vallée")]
COLUMNS = [(-600, "Rue des Écoles"), (-380, "Rue du Four"), (-170, "Rue de la Gare"), (40, "Ruelle du Puits"),
           (250, "Rue des Mélèzes"), (460, "Rue du Funiculaire"), (680, "Chemin du Moulin")]


def streets(lifts):
    """Ways as (key, tags, line in metres); `lifts` gives the feet of the lifts that start in town."""
    source = random.Random("20260 town")
    corners = [[(x + source.uniform(-14, 14) + 0.03 * (y + 3000), y + source.uniform(-9, 9) + 0.02 * x)
                for x, _ in COLUMNS] for y, _, _ in ROWS]
    result = []
    for (_, kind, name), row in zip(ROWS, corners):
        line = [row[0]]
        for corner in row[1:]:
            line += [_aside(line[-1], corner, source), corner]
        if kind == "secondary":
            # The valley road goes on, west and east out of town, past La Scierie.
            west = [(-2700, -3235), (-2150, -3190), (-1600, -3205), (-1050, -3170)]
            east = [(1050, -3120), (1420, -3010), (1560, -2790), (1620, -2640), (2050, -2700), (2700, -2790)]
            line = west + line + east
        half = len(line) // 2
        result.append((f"row {name} 1", {"highway": kind, "name": name}, line[:half + 1]))
        result.append((f"row {name} 2", {"highway": kind, "name": name}, line[half:]))
    for k, (_, name) in enumerate(COLUMNS):
        column = [row[k] for row in corners]
        kind = "steps" if k == 3 else "living_street" if k % 2 else "residential"
        line = [column[0], _aside(column[0], column[1], source), column[1], column[2],
                _aside(column[2], column[3], source), column[3]]
        if kind == "steps":
            result.append((f"steps {name}", {"highway": "steps", "name": name}, line[:3]))
            kind, line = "footway", line[2:]
        result.append((f"column {name}", {"highway": kind, "name": name}, line))
    promenade = corners[0]
    gondola, funicular = lifts["montsoleil"][0], lifts["funi"][0]
    result += [
        ("foot gondola", {"highway": "footway", "name": "Place de la Télécabine"},
         [promenade[2], (promenade[2][0] - 20, -2870), (gondola[0] + 6, gondola[1] - 9)]),
        ("foot funicular", {"highway": "footway"},
         [promenade[5], (promenade[5][0] - 12, -2858), (funicular[0] + 5, funicular[1] - 8)]),
        ("foot front", {"highway": "footway", "surface": "snow"},
         [promenade[1], (-372, -2850), (-390, -2801)]),
        ("foot school", {"highway": "path"}, [promenade[0], (-640, -2850), (-600, -2794)]),
        ("foot between", {"highway": "footway"},
         [(promenade[2][0] - 20, -2870), (-80, -2868), (90, -2872), (260, -2866), (promenade[5][0] - 12, -2858)]),
        ("service scierie", {"highway": "service", "name": "Cour de la Scierie"},
         [(1560, -2790), (1520, -2700), (1490, -2625)]),
        ("track forest", {"highway": "track", "tracktype": "grade3"},
         [(1620, -2640), (1690, -2520), (1640, -2400), (1760, -2300), (1850, -2330)]),
        ("bridge moulin", {"highway": "residential", "bridge": "yes", "layer": "1", "name": "Pont du Moulin"},
         [corners[3][6], (corners[3][6][0] + 6, -3215), (corners[3][6][0] + 4, -3260)]),
        ("service parking", {"highway": "service", "service": "parking_aisle"},
         [corners[2][0], (-690, -3060), (-740, -3105), (-680, -3150), corners[3][0]]),
    ]
    return result


def _aside(a, b, source):
    """A point about half way between two, a little to the side."""
    return ((a[0] + b[0]) / 2 + source.uniform(-6, 6), (a[1] + b[1]) / 2 + source.uniform(-6, 6))
