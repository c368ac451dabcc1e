"""The invented ground: ridges, bowls and a valley, as heights on the pixel grid of web map tiles."""

import math

ZOOM = 13
CENTRE_TILE_Z10 = (498, 364)  # the corner that four tiles of zoom 10 share lies in the middle of the area
LATITUDE = math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * CENTRE_TILE_Z10[1] / 1024))))
LONGITUDE = CENTRE_TILE_Z10[0] / 1024 * 360 - 180
HALF_PIXELS = 512  # of zoom 13, to each side of the centre: 4 by 4 tiles


def _metres_per_degree(latitude):
    """The WGS 84 ellipsoid around one latitude: metres to a degree of latitude and of longitude."""
    phi = math.radians(latitude)
    e2 = 0.006694379990141316
    w = 1 - e2 * math.sin(phi) ** 2
    meridian = 6378137.0 * (1 - e2) / (w * math.sqrt(w))
    return math.radians(meridian), math.radians(6378137.0 / math.sqrt(w) * math.cos(phi))


METRES_LAT, METRES_LON = _metres_per_degree(LATITUDE)


def to_degrees(x, y):
    """Metres east and north of the centre, as (lon, lat) with the seven decimals of OpenStreetMap."""
    return round(LONGITUDE + x / METRES_LON, 7), round(LATITUDE + y / METRES_LAT, 7)


def to_metres(lon, lat):
    """The way back."""
    return (lon - LONGITUDE) * METRES_LON, (lat - LATITUDE) * METRES_LAT


def to_pixel(x, y, zoom=ZOOM):
    """Metres, as global pixels of a zoom (256 to a tile; whole numbers are pixel edges)."""
    lon, lat = LONGITUDE + x / METRES_LON, LATITUDE + y / METRES_LAT
    size = 256 << zoom
    return (lon + 180) / 360 * size, (1 - math.asinh(math.tan(math.radians(lat))) / math.pi) / 2 * size


def from_pixel(px, py, zoom=ZOOM):
    """Global pixels of a zoom, as metres."""
    size = 256 << zoom
    lon = px / size * 360 - 180
    lat = math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * py / size))))
    return (lon - LONGITUDE) * METRES_LON, (lat - LATITUDE) * METRES_LAT


# Ridges: (x, y, height) in metres. The first is the main one, a horseshoe open to the south.
RIDGES = [
    [(-4700, -1000, 1880), (-4000, -350, 2120), (-3250, 80, 2360), (-2500, 750, 2240), (-1500, 1480, 2840),
     (-560, 1300, 2400), (550, 1680, 2660), (1150, 1250, 2420), (1750, 900, 2360), (2650, 480, 2560),
     (3500, -250, 2200), (4500, -900, 1900)],
    [(550, 1680, 2660), (420, 850, 2330), (260, 150, 2180), (170, -600, 1830), (140, -1300, 1560), (140, -1800, 1430)],
    [(-1500, 1480, 2840), (-1850, 2500, 2440), (-2000, 3500, 2050), (-2100, 4600, 1700)],
    [(550, 1680, 2660), (900, 2600, 2360), (1250, 3500, 2000), (1400, 4500, 1650)],
    [(2650, 480, 2560), (3100, 1500, 2150), (3300, 2600, 1800)],
    [(-1500, 1480, 2840), (-1420, 600, 2230), (-1330, 0, 2080), (-1250, -400, 1960)],
    [(-6500, -5700, 1750), (-1500, -5900, 2050), (2000, -5700, 1980), (6500, -5400, 1700)],
]
VALLEY = 1060.0

# Benches that lifts and hotels stand on: (x, y, radius, gradient).
BENCHES = [
    (-1130, -60, 360, 0.10), (-900, -1490, 240, 0.16), (-1950, -1000, 280, 0.10), (1130, -1000, 330, 0.10),
    (-380, 2850, 300, 0.10), (150, -1620, 270, 0.09), (2120, -280, 260, 0.12), (2480, -980, 260, 0.11),
    (-560, 1330, 150, 0.12), (330, 330, 170, 0.12), (1740, 900, 160, 0.12), (-3150, 20, 170, 0.12),
    (-1215, 2905, 120, 0.08), (1235, -1885, 120, 0.08),  # two hairpins
]


def _hash(ix, iy, seed):
    """A number in −1…1 for a lattice point; whole-number arithmetic only."""
    n = (ix * 374761393 + iy * 668265263 + seed * 2147483647) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    n = ((n ^ (n >> 16)) * 2246822519) & 0xFFFFFFFF
    return (n ^ (n >> 15)) / 2147483647.5 - 1


class Noise:
    """Smooth value noise of one wavelength; lattice values are remembered."""

    def __init__(self, wavelength, seed):
        self.scale, self.seed, self.memory = 1 / wavelength, seed, {}

    def _at(self, ix, iy):
        key = (ix, iy)
        value = self.memory.get(key)
        if value is None:
            value = self.memory[key] = _hash(ix, iy, self.seed)
        return value

    def __call__(self, x, y):
        x, y = x * self.scale, y * self.scale
        ix, iy = math.floor(x), math.floor(y)
        u, v = x - ix, y - iy
        u, v = u * u * u * (u * (u * 6 - 15) + 10), v * v * v * (v * (v * 6 - 15) + 10)
        top = self._at(ix, iy) * (1 - u) + self._at(ix + 1, iy) * u
        return top * (1 - v) + (self._at(ix, iy + 1) * (1 - u) + self._at(ix + 1, iy + 1) * u) * v


_WARP_X, _WARP_Y = Noise(1500, 11), Noise(1500, 12)
_BEND_X, _BEND_Y = Noise(520, 13), Noise(520, 14)
_DETAIL = [(Noise(900, 21), 34.0), (Noise(430, 22), 13.0), (Noise(210, 23), 3.2), (Noise(110, 24), 0.8)]


def _segments(ridge):
    for (ax, ay, ah), (bx, by, bh) in zip(ridge, ridge[1:]):
        dx, dy = bx - ax, by - ay
        yield ax, ay, dx, dy, 1 / (dx * dx + dy * dy), ah, bh - ah


_RIDGES = [list(_segments(ridge)) for ridge in RIDGES]
_FALL = 1 / 2080.0


def formula(x, y):
    """The bare shape: height in metres at a place in metres; 0 is the sea that really lies there."""
    wx = x + 170 * _WARP_X(x, y) + 60 * _BEND_X(x, y)
    wy = y + 170 * _WARP_Y(x, y) + 60 * _BEND_Y(x, y)
    power = 0.0
    for ridge in _RIDGES:
        best = 0.0
        for ax, ay, dx, dy, inverse, ah, dh in ridge:
            t = ((wx - ax) * dx + (wy - ay) * dy) * inverse
            t = 0.0 if t < 0 else 1.0 if t > 1 else t
            ex, ey = wx - ax - t * dx, wy - ay - t * dy
            d = math.sqrt(ex * ex + ey * ey + 3600) * _FALL
            best = max(best, (ah + dh * t - VALLEY) * math.exp(-d * math.sqrt(d)))
        power += (best * 0.001) ** 13
    massif = 1000 * power ** (1 / 13)
    # The river has worn a trough across the foot of the ridges.
    trough = (y + 3080 + 130 * _WARP_X(x * 0.7, 0)) / 1080
    massif *= 1 - 0.86 * math.exp(-trough * trough)
    # The river's floor: nearly level, falling gently to the west.
    floor = 38 + 0.011 * (x + 4500)
    edge = massif - floor
    massif = floor + (edge + math.sqrt(edge * edge + 1600)) / 2
    return (VALLEY + massif) * _fade(x, y)


def _fade(x, y):
    """1 on the mountain, 0 in the sea around it."""
    d = (max(abs(x) - 6700, 0.0) + max(abs(y) - 6700, 0.0)) / 2600
    d = min(1.0, d)
    return 1 - d * d * (3 - 2 * d)


class Terrain:
    """Heights at the centres of the zoom-13 pixels of the area; row 0 is the northernmost."""

    def __init__(self):
        self.left = CENTRE_TILE_Z10[0] * 8 * 256 - HALF_PIXELS
        self.top = CENTRE_TILE_Z10[1] * 8 * 256 - HALF_PIXELS
        self.size = 2 * HALF_PIXELS
        self.rows = self._fill()

    def _fill(self):
        """The shape at every second pixel, worn smooth, with benches and detail; a cubic through it between."""
        count = self.size // 2 + 3
        xs = [from_pixel(self.left + 2 * i - 1.5, self.top)[0] for i in range(count)]
        ys = [from_pixel(self.left, self.top + 2 * j - 1.5)[1] for j in range(count)]
        rows = [[formula(x, y) for x in xs] for y in ys]
        for radius in (4, 4, 3):
            rows = [_blur(row, radius) for row in rows]
            rows = [list(row) for row in zip(*[_blur(list(column), radius) for column in zip(*rows)])]
        for bench in BENCHES:
            _level(rows, xs, ys, bench)
        for row, y in zip(rows, ys):
            for i, x in enumerate(xs):
                row[i] += detail(x, y, row[i])
        tall = [_double(list(column)) for column in zip(*[_double(row) for row in rows])]
        return [list(row) for row in zip(*tall)]

    def height(self, x, y):
        """Bilinear between pixel centres, in metres."""
        px, py = to_pixel(x, y)
        px, py = px - self.left - 0.5, py - self.top - 0.5
        i, j = int(px), int(py)
        u, v = px - i, py - j
        top, bottom = self.rows[j], self.rows[j + 1]
        return ((top[i] * (1 - u) + top[i + 1] * u) * (1 - v)
                + (bottom[i] * (1 - u) + bottom[i + 1] * u) * v)


def detail(x, y, height):
    """Erosion of the bare shape: metres to add, few in the valley, none in the sea."""
    rough = min(1.0, max(0.0, (height - 1110) / 500)) * _fade(x, y)
    return rough * sum(amplitude * noise(x, y) for noise, amplitude in _DETAIL) if rough > 0 else 0.0


def _blur(values, radius):
    """The mean over a window, its ends repeated."""
    wide = [values[0]] * radius + values + [values[-1]] * radius
    total, width, result = sum(wide[: 2 * radius + 1]), 2 * radius + 1, []
    for i in range(len(values)):
        result.append(total / width)
        if i + width < len(wide):
            total += wide[i + width] - wide[i]
    return result


def _level(rows, xs, ys, bench):
    """Works a gentle bench into the slope around a place, tilted the way the slope falls."""
    x, y, radius, tilt = bench
    i = min(range(len(xs)), key=lambda k: abs(xs[k] - x))
    j = min(range(len(ys)), key=lambda k: abs(ys[k] - y))
    east = rows[j][i + 6] - rows[j][i - 6]
    north = rows[j - 6][i] - rows[j + 6][i]
    size = math.sqrt(east * east + north * north)
    middle, east, north = rows[j][i], tilt * east / size, tilt * north / size
    for v, py in enumerate(ys):
        if abs(py - y) > 3 * radius:
            continue
        for u, px in enumerate(xs):
            if abs(px - x) > 3 * radius:
                continue
            away = ((px - x) ** 2 + (py - y) ** 2) / (radius * radius)
            weight = 0.8 * math.exp(-away)
            plane = middle + (px - x) * east + (py - y) * north
            rows[v][u] += (plane - rows[v][u]) * weight


def _double(values):
    """Values 0, 2, 4 … of a longer row, from the second on, with the odd ones put between by a cubic."""
    result = []
    for i in range(1, len(values) - 2):
        result.append(values[i])
        result.append((9 * (values[i] + values[i + 1]) - values[i - 1] - values[i + 2]) / 16)
    return result
