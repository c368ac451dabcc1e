import SkiBase
import SkiGraph

/// The role of a line in the choice of the map.
enum SegmentRole: UInt8, Sendable {
  /// A downhill run.
  case run
  /// A lift.
  case lift
  /// A ski tour or hike.
  case tour
  /// A road for cars or a pedestrian street.
  case road
  /// A track or a path, part of the slopes in winter.
  case path

  /// Indicates whether the line counts as mountain.
  @inline(__always)
  var isSkied: Bool { rawValue <= SegmentRole.tour.rawValue }
}

/// A straight segment of a line in the plane of a tile, in metres.
struct TileSegment: BitwiseCopyable, Sendable {
  var line: Segment<Float>
  /// The elevation of the start in metres above mean sea level; NaN when unknown.
  var startElevation: Float
  /// The elevation of the end in metres above mean sea level; NaN when unknown.
  var endElevation: Float
  var link: UInt32
  /// The position of its first point.
  var point: UInt32
  var region: UInt32
  var role: SegmentRole

  /// Returns the squared distance from a position, and the parameter of the nearest point, 0...1.
  @inline(__always)
  func nearest(to place: SIMD2<Float>) -> (squared: Float, share: Float) {
    let share = line.fractionNearest(to: place)
    let off = line.place(at: share) - place
    return ((off * off).sum(), share)
  }
}

extension RoutingGraph {
  /// Returns the role of a link; nil for connectors.
  func segmentRole(of link: Int) -> SegmentRole? {
    switch storage.linkKind[link] {
    case LinkKind.lift.code: return .lift
    case LinkKind.run.code:
      return storage.linkFlags[link] & LinkFlags.optIn.rawValue != 0 ? .tour : .run
    case LinkKind.walk.code:
      let feature = storage.linkFeature[link]
      guard feature != .max else { return .path }
      let code = streetCode(of: Int(feature))
      guard code > 0, let kind = StreetKind(code: code - 1) else { return .road }
      return kind.isForCars || kind == .pedestrian ? .road : .path
    default: return nil
    }
  }
}

extension StreetKind {
  /// Indicates whether cars use the street in winter.
  var isForCars: Bool {
    switch self {
    case .trunk, .primary, .secondary, .tertiary, .unclassified, .residential, .livingStreet, .service, .road:
      true
    default: false
    }
  }
}
