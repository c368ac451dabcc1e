import SkiGeo
import SkiGraph
import SkiModel

/// What a line of the map means to the choice of the map.
enum SegmentRole: UInt8, Sendable {
  /// A run skied down.
  case run
  /// A lift.
  case lift
  /// A ski tour or hike: a line up a mountain, with nothing beside it.
  case tour
  /// A street that draws its surroundings to itself.
  case road
  /// A track or a path: part of the slopes in winter.
  case path

  /// Whether it makes a mountain.
  @inline(__always)
  var isSkied: Bool { rawValue <= SegmentRole.tour.rawValue }
}

/// A straight piece of a line of the map in the plane of a tile, metres.
struct TileSegment: BitwiseCopyable, Sendable {
  var line: Segment<Float>
  /// Metres above the sea; NaN when unknown.
  var startElevation: Float
  var endElevation: Float
  var link: UInt32
  /// The position of its first point.
  var point: UInt32
  var region: UInt32
  var role: SegmentRole

  /// The squared distance from a place, and how far along the nearest place is, 0...1.
  @inline(__always)
  func nearest(to place: SIMD2<Float>) -> (squared: Float, share: Float) {
    let share = line.nearestShare(to: place)
    let off = line.place(at: share) - place
    return ((off * off).sum(), share)
  }
}

extension RoutingGraph {
  /// The role of a link; nil for what has no line of its own.
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
  /// Whether cars drive there in winter.
  var isForCars: Bool {
    switch self {
    case .trunk, .primary, .secondary, .tertiary, .unclassified, .residential, .livingStreet, .service, .road:
      true
    default: false
    }
  }
}
