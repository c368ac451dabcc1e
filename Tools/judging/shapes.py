"""One tile's content: unpacked, decoded, and each geometry looked at command by command."""

import gzip
import zlib

import mapbox_vector_tile
from mapbox_vector_tile.Mapbox import vector_tile_pb2
from shapely.geometry import shape

POINT, LINE, POLYGON = 1, 2, 3
MOVE, DRAW, CLOSE = 1, 2, 7


class Tile:
    """`layers` as mapbox-vector-tile decodes them, and `faults` of packing, protobuf and geometry."""

    def __init__(self, content, buffer):
        self.faults, self.layers, self.vertices = [], {}, 0
        try:
            plain = gzip.decompress(content)
        except (OSError, EOFError, zlib.error) as error:
            self.faults.append(f"gzip can't unpack it: {error}")
            return
        try:
            self.layers = mapbox_vector_tile.decode(plain, default_options={"y_coord_down": True})
            raw = vector_tile_pb2.tile()
            raw.ParseFromString(plain)
        except Exception as error:  # whatever another's decoder throws at broken bytes
            self.faults.append(f"mapbox-vector-tile can't decode it: {type(error).__name__} {error}")
            return
        names = [layer.name for layer in raw.layers]
        if not names or len(set(names)) != len(names):
            self.faults.append(f"layers {names} are none or not each once")
        for layer in raw.layers:
            self._check_layer(layer, buffer)
        for name, layer in self.layers.items():
            for feature in layer["features"]:
                self._check_shape(name, feature)

    def _check_layer(self, layer, buffer):
        if layer.version != 2 or layer.extent != 4096 or not layer.features:
            self.faults.append(f"{layer.name}: version {layer.version}, extent {layer.extent}, {len(layer.features)} features")
        if len(set(layer.keys)) != len(layer.keys):
            self.faults.append(f"{layer.name}: a key is there twice")
        values = {value.SerializeToString() for value in layer.values}
        if len(values) != len(layer.values):
            self.faults.append(f"{layer.name}: a value is there twice")
        ids = [feature.id for feature in layer.features if feature.id]
        if len(set(ids)) != len(ids):
            self.faults.append(f"{layer.name}: {len(ids) - len(set(ids))} features share an id")
        for feature in layer.features:
            for fault in geometry_faults(feature.type, list(feature.geometry), layer.extent, buffer):
                self.faults.append(f"{layer.name} {feature.id}: {fault}")
            self.vertices += sum(command >> 3 for command in commands(feature.geometry) if command & 7 != CLOSE)

    def _check_shape(self, name, feature):
        try:
            geometry = shape(feature["geometry"])
            if not geometry.is_valid or geometry.is_empty:
                self.faults.append(f"{name} {feature['id']}: shapely finds its geometry invalid or empty")
        except ValueError as error:
            self.faults.append(f"{name} {feature['id']}: shapely can't make it: {error}")


def commands(numbers):
    """The command words of a geometry."""
    at = 0
    while at < len(numbers):
        yield numbers[at]
        at += 1 + (0 if numbers[at] & 7 == CLOSE else 2 * (numbers[at] >> 3))


def geometry_faults(kind, numbers, extent, buffer):
    """The faults of a geometry's commands, by the Mapbox Vector Tile specification 2.1, 4.3."""
    try:
        parts = parsed(numbers)
    except ValueError as error:
        return [str(error)]
    faults, low, high = [], -buffer, extent + buffer
    for points, is_closed, moves in parts:
        if any(not (low <= x <= high and low <= y <= high) for x, y in points):
            faults.append(f"a vertex lies outside of the tile and its {buffer} steps around")
        if kind != POINT and any(a == b for a, b in zip(points, points[1:])):
            faults.append("a step has no length")
        if kind == POINT and (len(points) != moves or is_closed):
            faults.append("a point is drawn on")
        if kind == LINE and (len(points) < 2 or is_closed or moves != 1):
            faults.append("a line has less than two vertices, or is closed")
        if kind == POLYGON:
            faults += ring_faults(points, is_closed, moves)
    if not parts or kind not in (POINT, LINE, POLYGON):
        faults.append(f"kind {kind} with {len(parts)} parts")
    if kind == POLYGON and parts and area(parts[0][0]) <= 0:
        faults.append("the first ring is wound as a hole")
    return faults


def ring_faults(points, is_closed, moves):
    if not is_closed or moves != 1 or len(points) < 3:
        return ["a ring is not closed, or has less than three corners"]
    if points[0] == points[-1]:
        return ["a ring repeats its first corner"]
    return ["a ring has no area"] if area(points) == 0 else []


def parsed(numbers):
    """Parts as (points, whether closed, how many moves); ValueError for commands that are none."""
    parts, pen, at = [], (0, 0), 0
    while at < len(numbers):
        word, count = numbers[at] & 7, numbers[at] >> 3
        at += 1
        if word == CLOSE:
            if count != 1 or not parts or parts[-1][1]:
                raise ValueError("a part is closed that is none")
            parts[-1] = (parts[-1][0], True, parts[-1][2])
            continue
        if word not in (MOVE, DRAW) or count == 0 or at + 2 * count > len(numbers):
            raise ValueError(f"command {word} with {count} vertices")
        if word == MOVE:
            parts.append(([], False, count))
        elif not parts or parts[-1][1] or len(parts[-1][0]) != parts[-1][2]:
            raise ValueError("a line is drawn without a move before")
        for _ in range(count):
            pen = pen[0] + signed(numbers[at]), pen[1] + signed(numbers[at + 1])
            parts[-1][0].append(pen)
            at += 2
    return parts


def signed(number):
    return (number >> 1) ^ -(number & 1)


def area(points):
    """Twice the area, positive when the points go clockwise as y points down: an outer ring."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1]))
