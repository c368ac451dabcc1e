/// A tile's square of the world with its margin, and how places become a tile's whole coordinates.
///
/// World coordinates are Web Mercator in 2³² steps a side, less 2³¹: whole numbers from −2³¹ in the north-west, so that
/// every tile edge down to zoom 20 lies on one. All tiles round a place to the same point, so that no seam shows.
struct TileWindow: Sendable {
  /// Steps of a tile's side.
  static let extent = 4096
  /// Steps around a tile that are drawn too, so that wide lines and symbols are whole at its edges.
  static let margin = 64
  /// The highest zoom with at least one world step to a tile step.
  static let zoomLimit = 20

  /// The tile's north-western corner, in world steps.
  let originX: Int
  let originY: Int
  /// How many times a tile step is halved to get a world step.
  let shift: Int
  /// The least and greatest place drawn, in world steps from the corner.
  let low: Int
  let high: Int

  /// Makes the window of a tile.
  /// - Precondition: its zoom is 0...``zoomLimit``.
  init(_ address: TileAddress) {
    precondition(address.zoom <= Self.zoomLimit, "zoom must be 0 to \(Self.zoomLimit), got \(address.zoom)")
    shift = Self.zoomLimit - address.zoom
    originX = address.column << (32 - address.zoom) - 1 << 31
    originY = address.row << (32 - address.zoom) - 1 << 31
    low = -(Self.margin << shift)
    high = (Self.extent + Self.margin) << shift
  }

  /// The window as a box of world steps, as far as it lies in the world.
  var box: WorldBox {
    WorldBox(
      west: Int32(clamping: originX + low), north: Int32(clamping: originY + low),
      east: Int32(clamping: originX + high), south: Int32(clamping: originY + high))
  }

  /// Rounds world steps from the corner to the tile's own.
  @inline(__always)
  func rounded(_ local: Int) -> Int { (local &+ ((1 << shift) >> 1)) >> shift }
}

/// A box in world steps, its edges included.
struct WorldBox: Sendable, Hashable, BitwiseCopyable {
  var west: Int32
  var north: Int32
  var east: Int32
  var south: Int32

  /// The box that holds nothing.
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

  /// The length of its diagonal, in world steps; 0 when it is empty.
  var diagonal: Double {
    guard west <= east else { return 0 }
    let (width, height) = (Double(east) - Double(west), Double(south) - Double(north))
    return (width * width + height * height).squareRoot()
  }
}
