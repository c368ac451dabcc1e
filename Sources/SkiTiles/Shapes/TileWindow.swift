/// The square of a tile with its buffer, and the conversion of world units to tile units.
///
/// World units are Web Mercator in 2³² units per side as signed numbers, from −2³¹ in the north-west, so every tile
/// edge down to zoom 20 is a whole number. All tiles round a point to the same position, so that adjacent tiles match.
struct TileWindow: Sendable {
  /// The number of tile units along a tile's side.
  static let extent = 4096
  /// The buffer around a tile, in tile units, so that wide lines and symbols are complete at its edges.
  static let margin = 64
  /// The highest zoom at which a tile unit is at least a world unit.
  static let zoomLimit = 20

  /// The tile's north-western corner, in world units.
  let originX: Int
  let originY: Int
  /// The binary logarithm of the world units in a tile unit.
  let shift: Int
  /// The least coordinate of the window, in world units from the corner.
  let low: Int
  /// The greatest coordinate of the window, in world units from the corner.
  let high: Int

  /// Creates the window of a tile.
  /// - Precondition: The zoom is 0...``zoomLimit``.
  init(_ address: TileAddress) {
    precondition(address.zoom <= Self.zoomLimit, "zoom must be 0 to \(Self.zoomLimit), got \(address.zoom)")
    shift = Self.zoomLimit - address.zoom
    originX = address.column << (32 - address.zoom) - 1 << 31
    originY = address.row << (32 - address.zoom) - 1 << 31
    low = -(Self.margin << shift)
    high = (Self.extent + Self.margin) << shift
  }

  /// The window as a box in world units, clamped to the world.
  var box: WorldBox {
    WorldBox(
      west: Int32(clamping: originX + low), north: Int32(clamping: originY + low),
      east: Int32(clamping: originX + high), south: Int32(clamping: originY + high))
  }

  /// Returns world units from the corner rounded to tile units.
  @inline(__always)
  func rounded(_ local: Int) -> Int { (local &+ ((1 << shift) >> 1)) >> shift }
}

/// A box in world units, its edges included.
struct WorldBox: Sendable, Hashable, BitwiseCopyable {
  var west: Int32
  var north: Int32
  var east: Int32
  var south: Int32

  /// The empty box.
  static let empty = WorldBox(west: .max, north: .max, east: .min, south: .min)

  @inline(__always)
  mutating func formUnion(x: Int32, y: Int32) {
    west = min(west, x)
    north = min(north, y)
    east = max(east, x)
    south = max(south, y)
  }

  mutating func formUnion(_ other: WorldBox) {
    west = min(west, other.west)
    north = min(north, other.north)
    east = max(east, other.east)
    south = max(south, other.south)
  }

  @inline(__always)
  func intersects(_ other: WorldBox) -> Bool {
    west <= other.east && other.west <= east && north <= other.south && other.north <= south
  }

  /// The length of the diagonal, in world units; 0 for an empty box.
  var diagonal: Double {
    guard west <= east else { return 0 }
    let (width, height) = (Double(east) - Double(west), Double(south) - Double(north))
    return (width * width + height * height).squareRoot()
  }
}
